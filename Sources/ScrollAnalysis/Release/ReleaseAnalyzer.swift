import LeastSquares
import Recordings
import ScrollFitting
import ScrollModels

/// Examines the releases of recordings with a finger: which estimator predicts the flings' velocities, what they carry over, how far the
/// content lags behind the finger, and which frames came late.
package struct ReleaseAnalyzer: Sendable {
  private let confidence: Double

  package init(confidence: Double = 0.95) { self.confidence = confidence }

  /// The reports of all recordings with a finger, by axis, from the analysis of these traces.
  package func reports(_ traces: [Trace], _ analysis: Analysis) -> [ReleaseReport] {
    traces.flatMap { trace in
      Axis.allCases.compactMap { report(trace, axis: $0, analysis) }
    }
  }

  /// Nil without a finger that moves the axis.
  private func report(_ trace: Trace, axis: Axis, _ analysis: Analysis) -> ReleaseReport? {
    guard let travel = trace.fingers[axis], travel.contains(where: { $0 != travel[0] }),
      trace.offsets[axis] != nil,
      let clock = FrameClock.detect(trace.times)
    else { return nil }
    let fits = analysis.fits.filter {
      $0.source == trace.source && $0.series == trace.series && $0.axis == axis
    }
    let phases = analysis.recordings.filter { $0.source == trace.source && $0.series == trace.series }
      .flatMap(\.phases).filter { $0.axis == axis }
    let gestures = TouchGestures(trace: trace, axis: axis)
    let errors = FingerErrors(
      position: (PixelGrid.detect(travel) ?? 0) / 12.0.squareRoot(), time: fits.timestampJitter)
    let releases = ObservedReleases(
      gestures: gestures, fits: fits, interval: clock.interval, timestampJitter: errors.time
    ).releases
    let flings = releases.filter { $0.outcome == .fling && !$0.isRepeated }
    let ranking = EstimatorRanking(flings: flings, errors: errors)
    let scores = ranking.scores
    let drags = phases.filter { $0.kind == PhaseKind.drag.rawValue }.map { samples(of: $0, trace) }
      .flatMap { phase in gestures.ranges.map { $0.clamped(to: phase) } }
    let latency = FingerLatency(trace: trace, axis: axis, interval: clock.interval)
      .estimate(drags, confidence: confidence)
    return ReleaseReport(
      source: trace.source, series: trace.series, axis: axis, unit: trace.unit, releases: releases,
      estimators: scores, isAdequate: scores.first.map(ranking.isAdequate),
      weights: VelocityWeights.fitted(to: flings, confidence: confidence),
      window: scores.first.flatMap { ranking.window(of: $0.estimator.method) },
      gate: scores.first.flatMap { gate(releases, $0.estimator) },
      momentum: scores.first.flatMap { CarriedShare(releases, after: $0, ranking, confidence: confidence) },
      latency: latency?.0, latencyDrags: latency?.drags ?? 0,
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

extension [Fit] {
  /// The root mean square of the fits' timestamp jitter, s; 0 where none has one.
  fileprivate var timestampJitter: Double {
    let jitters = compactMap(\.noise.timeNoise?.value).filter(\.isFinite)
    guard !jitters.isEmpty else { return 0 }
    return (jitters.reduce(0) { $0 + $1 * $1 } / Double(jitters.count)).squareRoot()
  }
}

extension CarriedShare {
  /// The engine with a law of carried momentum.
  private static let known = "Flutter iOS"

  /// Nil where no fling caught moving content.
  fileprivate init?(
    _ releases: [ObservedRelease], after best: EstimatorScore, _ ranking: EstimatorRanking, confidence: Double
  ) {
    let repeated = releases.filter { $0.outcome == .fling && $0.isRepeated }
    guard !repeated.isEmpty, let momentum = Catalogue.entry(named: Self.known, phase: .momentum) else {
      return nil
    }
    let residuals = EstimatorRanking(flings: repeated, errors: ranking.errors)
      .residuals(of: best.estimator.launch)
    let scale = ranking.residuals(of: best.estimator.launch).scale
    let before = repeated.map(\.velocityBefore)
    func fitted(_ variances: [Double]) -> (share: Double, precision: Double) {
      let precision = zip(before, variances).reduce(0) { $0 + $1.0 * $1.0 / $1.1 }
      let sum = before.indices.reduce(0) { $0 + before[$1] * residuals.residuals[$1] / variances[$1] }
      return (sum / precision, precision)
    }
    // The error of the velocity before counts by the share of it that is carried.
    let first = fitted(residuals.variances).share
    let (share, precision) = fitted(
      zip(residuals.variances, repeated).map { variance, release in
        variance + first * first * release.velocityBeforeError * release.velocityBeforeError
      })
    let error = (scale / precision).squareRoot()
    let half = Normal().quantile((1 + confidence) / 2) * error
    count = repeated.count
    self.share = Estimate(
      name: "carriedShare", unit: "", value: share, standardError: error,
      interval: share - half...share + half)
    chiSquaredWithout = residuals.chiSquared / scale
    chiSquaredByEngine =
      repeated.indices.reduce(0) { sum, index in
        let carried = momentum.carried(before[index])
        let shifted = momentum.carried(before[index] + repeated[index].velocityBeforeError) - carried
        let residual = residuals.residuals[index] - carried
        return sum + residual * residual / (residuals.variances[index] + shifted * shifted)
      } / scale
    engine = momentum.engine
  }
}

extension CatalogueEntry {
  /// The velocity that a new fling takes over from one of this velocity, pt/s.
  fileprivate func carried(_ velocity: Double) -> Double {
    model.curve(state: [], constants: values, context: EngineContext()).value(at: velocity)
  }
}

extension Hitches {
  /// A gap counts as late from so many frames on.
  private static let lateness = 1.5

  fileprivate init(_ trace: Trace, axis: Axis, phases: [PhaseSummary], interval: Double) {
    let moving = phases.filter { $0.kind != PhaseKind.rest.rawValue }
    func moves(_ time: Double) -> Bool { moving.contains { $0.from <= time && time <= $0.to } }
    let gaps = trace.times.indices.dropFirst().filter { moves(trace.times[$0]) }
      .map { trace.times[$0] - trace.times[$0 - 1] - interval }
    let late = gaps.filter { $0 > (Self.lateness - 1) * interval }
    let offsets = trace.offsets[axis] ?? []
    self.late = late.count
    repeated =
      RepeatedFrames.detect(offsets, grid: PixelGrid.detect(offsets) ?? PixelGrid.lastDecimal(offsets)).count
    duration = late.reduce(0, +)
    longest = late.max() ?? 0
    motion = moving.reduce(0) { $0 + $1.to - $1.from }
  }
}
