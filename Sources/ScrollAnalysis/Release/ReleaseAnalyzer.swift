import LeastSquares
import Recordings
import ScrollFitting
import ScrollModels

/// Examines the releases of recordings with a finger: which estimator predicts the flings' velocities, what they carry over, how far the
/// content lags behind the finger, and which frames came late.
package struct ReleaseAnalyzer: Sendable {
  private let confidence: Double
  private let threads: Int

  package init(confidence: Double = 0.95, threads: Int = 1) {
    self.confidence = confidence
    self.threads = threads
  }

  /// The reports of all recordings with a finger, by axis, from the analysis of these traces; behind them those of files whose series are the
  /// gestures of one session, too few in each for a ranking.
  package func reports(_ traces: [Trace], _ analysis: Analysis) -> [ReleaseReport] {
    let reports = traces.flatMap { self.reports(trace: $0, analysis) }
    return reports + sessions(of: traces, beside: reports)
  }

  private func reports(trace: Trace, _ analysis: Analysis) -> [ReleaseReport] {
    Axis.allCases.compactMap { report(trace, axis: $0, analysis) }
  }

  /// The reports of files whose series are the gestures of one session, beside those of the series.
  func sessions(of traces: [Trace], beside reports: [ReleaseReport]) -> [ReleaseReport] {
    var options = FitOptions()
    options.threads = threads
    return Trace.files(traces).flatMap { series -> [ReleaseReport] in
      let own = reports.filter { $0.source == series[0].source }
      guard own.reduce(0, { $0 + $1.releases.fromRest.count }) >= EstimatorRanking.minimumCount,
        own.allSatisfy({ $0.estimators.isEmpty }), let session = Trace.session(of: series)
      else { return [] }
      let found = self.reports(trace: session, Analyzer(options: options).analyze([session]).analysis)
      return found.filter { !$0.estimators.isEmpty }.map { report in
        var report = report
        // Between two series no frame is missing.
        report.hitches = Hitches(own.filter { $0.axis == report.axis }.map(\.hitches))
        return report
      }
    }
  }

  /// Nil without a finger that moves the axis.
  private func report(_ trace: Trace, axis: Axis, _ analysis: Analysis) -> ReleaseReport? {
    guard let travel = trace.fingers[axis], travel.contains(where: { $0 != travel[0] }),
      trace.offsets[axis] != nil,
      let clock = trace.frameClock
    else { return nil }
    let fits = analysis.fits.filter { $0.axis == axis && $0.recordingName == trace.recordingName }.preferred
    let phases = analysis.recordings.filter { $0.recordingName == trace.recordingName }
      .flatMap(\.phases).filter { $0.axis == axis }
    let gestures = TouchGestures(trace: trace, axis: axis)
    let errors = FingerErrors(
      position: (PixelGrid.detect(travel) ?? 0) / 12.0.squareRoot(), time: fits.timestampJitter)
    let releases = ObservedReleases(
      gestures: gestures, fits: fits, interval: clock.interval, timestampJitter: errors.time,
      returns: phases.filter(\.isReturn).map { $0.from...max($0.from, $0.to) }, threads: threads
    ).releases
    let ranking = EstimatorRanking(flings: releases.ranked, errors: errors)
    let scores = ranking.scores
    let observed = scores.first.map { best in releases.map { $0.observed(by: best.estimator) } } ?? releases
    let flings = observed.ranked
    let weights = VelocityWeights.fitted(to: flings, confidence: confidence)
    let drags = phases.filter { $0.kind == PhaseKind.drag.rawValue }.map { samples(of: $0, trace) }
      .flatMap { phase in gestures.ranges.map { $0.clamped(to: phase) } }
    let timing = ReleaseTiming(
      fits, flings: flings, best: scores.first, weights: weights, errors: errors, interval: clock.interval)
    let latency =
      timing.hidesLatency
      ? nil
      : FingerLatency(
        trace: trace, axis: axis, interval: clock.interval, timestampJitter: errors.time
      )
      .estimate(drags, confidence: confidence)
    return ReleaseReport(
      source: trace.source, series: trace.series, axis: axis, unit: trace.unit, releases: observed,
      estimators: scores,
      isAdequate: scores.isEmpty
        ? nil : scores.contains { $0.isIndistinguishable && ranking.isAdequate($0) },
      weights: weights,
      window: scores.first.flatMap { ranking.window(of: $0.estimator) },
      illustrations: ranking.illustrations(scores),
      gate: scores.first.flatMap { gate(observed, $0.estimator) },
      limit: scores.first.flatMap {
        ReleaseLimit(
          flings, by: ranking, method: $0.estimator.method, unit: trace.unit, confidence: confidence)
      },
      momentum: scores.first.flatMap { CarriedShare(observed, after: $0, ranking, confidence: confidence) },
      latency: latency?.0, latencyDrags: latency?.drags ?? 0,
      timing: timing,
      hitches: Hitches(trace, axis: axis, phases: phases, interval: clock.interval))
  }

  private func samples(of phase: PhaseSummary, _ trace: Trace) -> Range<Int> {
    let first = trace.times.firstIndex { $0 >= phase.from - 1e-9 } ?? trace.times.count
    let end = trace.times.firstIndex { $0 > phase.to + 1e-9 } ?? trace.times.count
    return first..<max(first, end)
  }

  private func gate(_ releases: [ObservedRelease], _ estimator: VelocityEstimator) -> ReleaseGate? {
    func speeds(_ outcome: ObservedRelease.Outcome) -> [Double] {
      releases.filter { $0.outcome == outcome && !$0.isRepeated }.map { estimator.gateSpeed($0.touch) }
    }
    guard let slowest = speeds(.fling).min() else { return nil }
    return ReleaseGate(fastestRest: speeds(.rest).max(), slowestFling: slowest)
  }
}

extension PhaseSummary {
  /// True if the content is beyond an edge or comes back to it.
  fileprivate var isReturn: Bool {
    [PhaseKind.bounce, .rubberBand, .unknownReturn].contains { $0.rawValue == kind }
  }
}

extension Hitches {
  /// A gap counts as late from so many frames on.
  static let lateness = 1.5

  /// Those of several recordings together.
  fileprivate init(_ parts: [Hitches]) {
    late = parts.flatMap(\.late)
    repeated = parts.reduce(0) { $0 + $1.repeated }
    motion = parts.reduce(0) { $0 + $1.motion }
  }

  fileprivate init(_ trace: Trace, axis: Axis, phases: [PhaseSummary], interval: Double) {
    let moving = phases.filter { $0.kind != PhaseKind.rest.rawValue }
    func moves(_ time: Double) -> Bool { moving.contains { $0.from <= time && time <= $0.to } }
    late = zip(trace.times, trace.times.dropFirst()).compactMap { before, time in
      let lateness = time - before - interval
      return moves(time) && lateness > (Self.lateness - 1) * interval
        ? LateFrame(series: trace.series, time: time, lateness: lateness) : nil
    }
    let offsets = trace.offsets[axis] ?? []
    repeated =
      RepeatedFrames.detect(offsets, grid: PixelGrid.detect(offsets) ?? PixelGrid.lastDecimal(offsets)).count
    motion = moving.reduce(0) { $0 + $1.to - $1.from }
  }
}
