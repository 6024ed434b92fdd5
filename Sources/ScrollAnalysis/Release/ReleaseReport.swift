public import Recordings
public import ScrollFitting
public import ScrollModels

/// The release of the content by a recorded finger, on one axis of a recording: the velocity that it starts with, and how closely the
/// content followed before.
///
/// Assumptions: the recorded travel of the finger is what the engine saw, at the times of the samples; errors are independent and normal;
/// each fling starts at its release.
public struct ReleaseReport: Equatable, Sendable {
  /// The 95 % point of χ² with one degree of freedom: a deviance above it, and above its allowance, distinguishes.
  public static let deviancePoint = 3.841458820694124

  public let source: String
  public let series: String?
  public let axis: Axis
  public let unit: String
  public let releases: [ObservedRelease]
  /// All estimators of the catalogue, best first; empty for fewer than ``EstimatorRanking/minimumCount`` flings from rest.
  public let estimators: [EstimatorScore]
  /// χ² of the best is compatible with the errors of the flings, at 99 %; nil without estimators.
  public let isAdequate: Bool?
  /// The weights of the three newest velocities of the finger, newest first, that predict the flings best; empty for too few flings.
  public let weights: [Estimate]
  /// The best length of the best estimator's window, s; nil for one without.
  public let window: Estimate?
  public let gate: ReleaseGate?
  /// The part of the content's velocity before a touch that a new fling keeps; nil without repeated flings.
  public let momentum: CarriedShare?
  /// The delay of the content behind the finger, s; nil where no drag shows it.
  public let latency: Estimate?
  /// The number of drags that ``latency`` is a mean of.
  public let latencyDrags: Int
  public let hitches: Hitches
}

/// One release of the content.
public struct ObservedRelease: Equatable, Sendable {
  public enum Outcome: String, Sendable {
    case fling, rest
  }

  public let touch: TouchSamples
  public let outcome: Outcome
  /// The content's velocity at the release by the fit of the fling, pt/s; 0 for none.
  public let velocity: Double
  /// Of the velocity: of the fit, and of half a frame in the time of the release.
  public let standardError: Double
  /// The content's velocity when the finger came down, pt/s; 0 where it rested.
  public let velocityBefore: Double
  /// Of that, by the time at which the finger came down.
  public let velocityBeforeError: Double

  /// The speed above which content that is touched counts as in motion, pt/s.
  static let movingSpeed = 20.0

  public var isRepeated: Bool { velocityBefore.magnitude > Self.movingSpeed }
}

/// The agreement of one estimator with the flings from rest.
public struct EstimatorScore: Equatable, Sendable {
  public let estimator: VelocityEstimator
  /// The root mean square and the largest size of observed − predicted, pt/s.
  public let rootMeanSquare: Double
  public let largest: Double
  /// The mean of observed − predicted with its standard error, pt/s.
  public let bias: Double
  public let biasError: Double
  /// Σ ((observed − predicted)/σ)², σ of the fling and of the finger's samples.
  public let chiSquared: Double
  /// Σ (r² − r_best²)/(s² σ²): see ``EstimatorRanking``.
  public let deviance: Double
  /// The part of the deviance that errors of the finger's samples may add.
  public let allowance: Double
  /// True if the flings do not distinguish it from the best one.
  public let isIndistinguishable: Bool
}

/// The speeds at the releases, pt/s, as the best estimator's gate looks at them.
public struct ReleaseGate: Equatable, Sendable {
  /// The fastest release without a fling; nil where every one flung.
  public let fastestRest: Double?
  /// The slowest release with a fling.
  public let slowestFling: Double
}

/// The share of the earlier velocity in flings that follow one another.
public struct CarriedShare: Equatable, Sendable {
  /// The number of flings that caught moving content.
  public let count: Int
  /// (velocity − prediction)/velocity before, by weighted least squares.
  public let share: Estimate
  /// χ² without carried momentum, and with the law of the catalogue's engine that has one.
  public let chiSquaredWithout: Double
  public let chiSquaredByEngine: Double
  /// The engine with the law.
  public let engine: String
}

/// Frames that came late, or were shown twice, while the content moved.
public struct Hitches: Equatable, Sendable {
  public let late: Int
  public let repeated: Int
  /// The sum of the time beyond a frame, s.
  public let duration: Double
  public let longest: Double
  /// The time in which the content moved, s.
  public let motion: Double
}
