import Recordings
import ScrollFitting
import ScrollModels

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
  package let gate: ReleaseGate?
  /// The part of the content's velocity before a touch that a new fling keeps; nil without repeated flings.
  package let momentum: CarriedShare?
  /// The delay of the content behind the finger, s; nil where no drag shows it.
  package let latency: Estimate?
  /// The number of drags that ``latency`` is a mean of.
  package let latencyDrags: Int
  package let hitches: Hitches
}

/// One release of the content.
package struct ObservedRelease: Equatable, Sendable {
  package enum Outcome: String, Sendable {
    case fling, rest
  }

  package let touch: TouchSamples
  package let outcome: Outcome
  /// The content's velocity at the release by the fit of the fling, pt/s; 0 for none.
  package let velocity: Double
  /// The standard error of the velocity: of the fit, and of half a frame in the time of the release.
  package let standardError: Double
  /// The content's velocity when the finger came down, pt/s; 0 where it rested.
  package let velocityBefore: Double
  /// The standard error of that velocity by the time at which the finger came down.
  package let velocityBeforeError: Double

  /// The speed above which content that is touched counts as in motion, pt/s.
  static let movingSpeed = 20.0

  package var isRepeated: Bool { velocityBefore.magnitude > Self.movingSpeed }
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
  /// The number of flings that caught moving content.
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
