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
    }.preferred
    let phases = analysis.recordings.filter { $0.source == trace.source && $0.series == trace.series }
      .flatMap(\.phases).filter { $0.axis == axis }
    let gestures = TouchGestures(trace: trace, axis: axis)
    let errors = FingerErrors(
      position: (PixelGrid.detect(travel) ?? 0) / 12.0.squareRoot(), time: fits.timestampJitter)
    let releases = ObservedReleases(
      gestures: gestures, fits: fits, interval: clock.interval, timestampJitter: errors.time, threads: threads
    ).releases
    let ranking = EstimatorRanking(
      flings: releases.filter { $0.outcome == .fling && !$0.isRepeated }, errors: errors)
    let scores = ranking.scores
    let observed = scores.first.map { best in releases.map { $0.observed(by: best.estimator) } } ?? releases
    let flings = observed.filter { $0.outcome == .fling && !$0.isRepeated }
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
      estimators: scores, isAdequate: scores.first.map(ranking.isAdequate),
      weights: weights,
      window: scores.first.flatMap { ranking.window(of: $0.estimator) },
      illustrations: ranking.illustrations(scores),
      gate: scores.first.flatMap { gate(observed, $0.estimator) },
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

extension CarriedShare {
  /// The engine with a law of carried momentum.
  private static let known = "Flutter iOS"

  /// Nil where no fling caught content that moved its way.
  fileprivate init?(
    _ releases: [ObservedRelease], after best: EstimatorScore, _ ranking: EstimatorRanking, confidence: Double
  ) {
    let repeated = releases.filter {
      $0.outcome == .fling && $0.isRepeated && $0.velocity * $0.velocityBefore > 0
    }
    guard !repeated.isEmpty, let momentum = Catalogue.entry(named: Self.known, phase: .momentum) else {
      return nil
    }
    let estimator = best.estimator
    let residuals = EstimatorRanking(flings: repeated, errors: ranking.errors).residuals(of: estimator)
    let scale = ranking.residuals(of: estimator).scale
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
        let launch = estimator.launch(repeated[index].touch)
        let carried = momentum.carried(from: before[index], to: launch)
        let shifted =
          momentum.carried(from: before[index] + repeated[index].velocityBeforeError, to: launch) - carried
        let residual = residuals.residuals[index] - carried
        return sum + residual * residual / (residuals.variances[index] + shifted * shifted)
      } / scale
    engine = momentum.engine
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

/// The release of the content by a recorded finger, on one axis of a recording: the velocity that it starts with, and how closely the
/// content followed before.
///
/// Assumptions: the recorded travel of the finger is what the engine saw, at the times of the samples; errors are independent and normal;
/// each fling starts at its release.
package struct ReleaseReport: Equatable, Sendable {
  /// The 95 % point of χ² with one degree of freedom: a deviance above it, and above its allowance, distinguishes.
  package static let deviancePoint = 3.841458820694124

  package let source: String
  package let series: String?
  package let axis: Axis
  package let unit: String
  package let releases: [ObservedRelease]
  /// All estimators of the catalogue, best first; empty for fewer than ``EstimatorRanking/minimumCount`` flings from rest.
  package let estimators: [EstimatorScore]
  /// χ² of the best is compatible with the errors of the flings, at 99 %; nil without estimators.
  package let isAdequate: Bool?
  /// The weights of the three newest velocities of the finger, newest first, that predict the flings best; empty for too few flings.
  package let weights: [Estimate]
  /// The best length of the best estimator's window, s; nil for one without.
  package let window: Estimate?
  /// The releases in which the predictions of the best estimators differ most, in the order of time.
  package let illustrations: [ReleaseIllustration]
  package let gate: ReleaseGate?
  /// The part of the content's velocity before a touch that a new fling keeps; nil without repeated flings.
  package let momentum: CarriedShare?
  /// The delay of the content behind the finger, s; nil where no drag shows it, and where the times err too much.
  package let latency: Estimate?
  /// The number of drags that ``latency`` is a mean of.
  package let latencyDrags: Int
  package let timing: ReleaseTiming
  package let hitches: Hitches
}

/// One release of the content.
package struct ObservedRelease: Equatable, Sendable {
  package enum Outcome: String, Sendable {
    case fling, rest
  }

  package let touch: TouchSamples
  package let outcome: Outcome
  /// Half the width of the interval that the release lies in, s; 0 where it is noted.
  package let halfWidth: Double
  /// The content's offsets around the release, over the time since the release, s.
  package let content: PlaneCurve
  package let launch: Launch
  /// The launches by the engines' own models that all flings of the recording follow, the best one first; else the one by the
  /// fitted model. Never empty.
  package let launches: [Launch]
  /// The content's velocity when the finger came down, pt/s; 0 where it rested.
  package let velocityBefore: Double
  /// The standard error of that velocity by the time at which the finger came down.
  package let velocityBeforeError: Double

  /// The speed above which content that is touched counts as in motion, pt/s.
  static let movingSpeed = 20.0

  package var isRepeated: Bool { velocityBefore.magnitude > Self.movingSpeed }

  /// The velocity that a fling starts with.
  package struct Launch: Equatable, Sendable {
    /// The engine of the model; nil for the model of the fit.
    package let engine: String?
    /// The velocity that the engine's model starts with, or the slope of the fitted model at the release, pt/s; 0 for no fling.
    package let velocity: Double
    /// The standard error of the velocity: of the model's fit, and of half a frame in the time of the release.
    package let standardError: Double
    /// The velocity that times late by the jitter on average add, pt/s; nil where the release has the clock of the samples.
    package let delayBias: Double?
    /// The velocities of the model from the release on, over the time since the release, s.
    package let curve: PlaneCurve

    static let none = Launch(
      engine: nil, velocity: 0, standardError: 0, delayBias: nil, curve: PlaneCurve(x: [], y: []))
  }
}

extension ObservedRelease {
  package var velocity: Double { launch.velocity }
  package var standardError: Double { launch.standardError }
  package var delayBias: Double? { launch.delayBias }
  package var fling: PlaneCurve { launch.curve }

  /// The release as an estimator is judged by it: with the launch by the model of an engine that has the estimator, where there is one,
  /// else with the best one.
  func observed(by estimator: VelocityEstimator) -> ObservedRelease {
    let own = launches.first { launch in
      launch.engine.flatMap(Catalogue.velocityEstimator)?.name == estimator.name
    }
    return ObservedRelease(
      touch: touch, outcome: outcome, halfWidth: halfWidth, content: content, launch: own ?? launches[0],
      launches: launches, velocityBefore: velocityBefore, velocityBeforeError: velocityBeforeError)
  }
}

/// The agreement of one estimator with the flings from rest.
package struct EstimatorScore: Equatable, Sendable {
  package let estimator: VelocityEstimator
  /// The root mean square and the largest size of observed − predicted, pt/s.
  package let rootMeanSquare: Double
  package let largest: Double
  /// The mean of observed − predicted with its standard error, pt/s.
  package let bias: Double
  package let biasError: Double
  /// Σ ((observed − predicted)/σ)², σ of the fling and of the finger's samples.
  package let chiSquared: Double
  /// Σ (r² − r_best²)/(s² σ²): see ``EstimatorRanking``.
  package let deviance: Double
  /// The part of the deviance that errors of the finger's samples may add.
  package let allowance: Double
  /// True if the flings do not distinguish it from the best one.
  package let isIndistinguishable: Bool
}

/// The speeds at the releases, pt/s, as the best estimator's gate looks at them.
package struct ReleaseGate: Equatable, Sendable {
  /// The fastest release without a fling; nil where every one flung.
  package let fastestRest: Double?
  /// The slowest release with a fling.
  package let slowestFling: Double
}

/// The share of the earlier velocity in flings that follow one another.
package struct CarriedShare: Equatable, Sendable {
  /// The number of flings that caught content that moved their way.
  package let count: Int
  /// (velocity − prediction)/velocity before, by weighted least squares.
  package let share: Estimate
  /// χ² without carried momentum, and with the model of the catalogue's engine that has one.
  package let chiSquaredWithout: Double
  package let chiSquaredByEngine: Double
  /// The engine with the model.
  package let engine: String
}

/// Frames that came late, or were shown twice, while the content moved.
package struct Hitches: Equatable, Sendable {
  package let late: Int
  package let repeated: Int
  /// The sum of the time beyond a frame, s.
  package let duration: Double
  package let longest: Double
  /// The time in which the content moved, s.
  package let motion: Double
}
