import LeastSquares
import Recordings
import ScrollFitting
import ScrollModels

/// The release of the content by a recorded finger, on one axis of a recording: the velocity that it starts with, and how closely the
/// content followed before.
///
/// Assumptions: the recorded travel of the finger is what the engine saw, at the times of the samples; errors are independent and normal;
/// each fling starts at its release.
package struct ReleaseReport: Equatable, Sendable, OfRecording {
  /// The 95 % point of χ² with one degree of freedom: a deviance above it, and above its allowance, distinguishes.
  package static let deviancePoint = 3.841458820694124

  package let source: String
  package let series: String?
  package let axis: Axis
  package let unit: String
  package let releases: [ObservedRelease]
  /// All estimators of the catalogue, best first; empty for fewer than ``EstimatorRanking/minimumCount`` flings from rest.
  package let estimators: [EstimatorScore]
  /// χ² of the best, or of one that the flings do not distinguish from it, is compatible with their errors, at 99 %; nil without
  /// estimators.
  package let isAdequate: Bool?
  /// The weights of the three newest velocities of the finger, newest first, that predict the flings best; empty for too few flings.
  package let weights: [Estimate]
  /// The best length of the best estimator's window, s; nil for one without.
  package let window: Estimate?
  /// The releases in which the predictions of the best estimators differ most, in the order of time.
  package let illustrations: [ReleaseIllustration]
  package let gate: ReleaseGate?
  package let limit: ReleaseLimit?
  /// The part of the content's velocity before a touch that a new fling keeps; nil without repeated flings.
  package let momentum: CarriedShare?
  /// The delay of the content behind the finger, s; nil where no drag shows it, and where the times err too much.
  package let latency: Estimate?
  /// The number of drags that ``latency`` is a mean of.
  package let latencyDrags: Int
  package let timing: ReleaseTiming
  package var hitches: Hitches
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
  /// The launch by the fitted model where the recording does not exclude that, then those by the engines' own models that all flings
  /// follow, the best one first. Never empty.
  package let launches: [Launch]
  /// The content's velocity when the finger came down, pt/s; 0 where it rested.
  package let velocityBefore: Double
  /// The standard error of that velocity by the time at which the finger came down.
  package let velocityBeforeError: Double
  /// False where a frame is missing in the finger's last ``EstimatorRanking/memory``: the engine had touches then that the recording lacks.
  package let hasEveryFrame: Bool

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
  /// else with the first one.
  func observed(by estimator: VelocityEstimator) -> ObservedRelease {
    let own = launches.first { launch in
      launch.engine.flatMap(Catalogue.velocityEstimator)?.name == estimator.name
    }
    return ObservedRelease(
      touch: touch, outcome: outcome, halfWidth: halfWidth, content: content, launch: own ?? launches[0],
      launches: launches, velocityBefore: velocityBefore, velocityBeforeError: velocityBeforeError,
      hasEveryFrame: hasEveryFrame)
  }
}

extension [ObservedRelease] {
  /// The flings from rest.
  package var fromRest: [ObservedRelease] { filter { $0.outcome == .fling && !$0.isRepeated } }

  /// The flings by which estimators are ranked: those from rest with every frame of the finger, where they are enough.
  package var ranked: [ObservedRelease] {
    let whole = fromRest.filter(\.hasEveryFrame)
    return whole.count >= EstimatorRanking.minimumCount ? whole : fromRest
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

/// Frames that came late, or were shown twice, while the content moved.
package struct Hitches: Equatable, Sendable {
  /// A frame that came late.
  package struct LateFrame: Equatable, Sendable {
    package let series: String?
    /// The time of the frame in its recording, s.
    package let time: Double
    /// The time beyond one frame, s.
    package let lateness: Double
  }

  /// The frames that came late, in the order of their recordings and times.
  package let late: [LateFrame]
  package let repeated: Int
  /// The time in which the content moved, s.
  package let motion: Double

  /// The sum of the time beyond a frame, s.
  package var duration: Double { late.reduce(0) { $0 + $1.lateness } }
  /// The frame that came latest; the first of several. Nil without a late frame.
  package var longest: LateFrame? { late.max { $0.lateness < $1.lateness } }
}
