import Recordings
import ScrollModels

/// A number with its error: one parameter or derived quantity as reported.
public struct Estimate: Equatable, Sendable {
  /// The name as reports print it: `damping`.
  public let name: String
  /// The unit: `1/s`; empty for a number without one.
  public let unit: String
  /// Not finite where the quantity does not exist (a destination of a motion that speeds up).
  public let value: Double
  /// The word for a quantity without a number: the `regime` of a spring; nil for all others.
  package let label: String?
  /// Nil where none was estimated: the parameter was fixed, or the data do not determine it.
  public let standardError: Double?
  /// The confidence interval at ``FitOptions/confidence``; nil where there is no standard error.
  public let interval: ClosedRange<Double>?
  /// Given by the user or the recording, not estimated.
  public let fixed: Bool
  /// One value for several recordings.
  package let shared: Bool
  /// True if the samples determine the value: its standard error is not beyond anything that the recording spans.
  public let isDetermined: Bool

  package init(
    name: String, unit: String, value: Double, standardError: Double?, interval: ClosedRange<Double>?,
    fixed: Bool = false, shared: Bool = false, label: String? = nil,
    isDetermined: Bool = true
  ) {
    self.name = name
    self.unit = unit
    self.value = value
    self.label = label
    self.standardError = standardError
    self.interval = interval
    self.fixed = fixed
    self.shared = shared
    self.isDetermined = isDetermined
  }
}

extension Estimate {
  /// The value as one that the samples do not determine.
  package var undetermined: Estimate {
    Estimate(
      name: name, unit: unit, value: value, standardError: standardError, interval: interval, fixed: fixed,
      shared: shared, label: label, isDetermined: false)
  }
}

/// The correlation of two estimates of one fit.
package struct Correlation: Equatable, Sendable {
  package let first: String
  package let second: String
  /// −1…1; near ±1 the data determine a combination of the two better than either.
  package let value: Double

  package init(first: String, second: String, value: Double) {
    self.first = first
    self.second = second
    self.value = value
  }
}

/// A parameter with one value for several recordings, and whether that is allowed.
package struct JointEstimate: Equatable, Sendable {
  package let estimate: Estimate
  /// The cost of equal values: the joint sum of squares against the separate ones, by their degrees of freedom.
  package let fStatistic: Double
  /// The numerator's degrees of freedom of the F distribution: the number of equalities asked for.
  package let equalities: Int
  /// The denominator's degrees of freedom: those of the separate fits.
  package let degreesOfFreedom: Int
  /// The probability of a larger F where the recordings do share the value.
  package let pValue: Double

  package init(
    estimate: Estimate, fStatistic: Double, equalities: Int, degreesOfFreedom: Int, pValue: Double
  ) {
    self.estimate = estimate
    self.fStatistic = fStatistic
    self.equalities = equalities
    self.degreesOfFreedom = degreesOfFreedom
    self.pValue = pValue
  }
}

/// A parameter over several recordings that each have a value of their own.
package struct AcrossRecordings: Equatable, Sendable {
  package let model: MotionModel
  package let axis: Axis?
  /// The mean over recordings, with its error and interval.
  package let mean: Estimate
  package let recordings: Int
  /// The standard deviation of the recordings' true values, in the unit of the mean.
  package let betweenDeviation: Double
  /// The probability of so much scatter where the true values are equal; nil for one recording.
  package let pValue: Double?

  package init(
    model: MotionModel, axis: Axis?, mean: Estimate, recordings: Int, betweenDeviation: Double,
    pValue: Double?
  ) {
    self.model = model
    self.axis = axis
    self.mean = mean
    self.recordings = recordings
    self.betweenDeviation = betweenDeviation
    self.pValue = pValue
  }
}

/// A constant of a fit under other choices of the analysis, changed one at a time.
package struct Sensitivity: Equatable, Sendable {
  /// The largest number of fits of a report that have one: each of its cases is a fit of its own.
  package static let maximumFits = 20

  /// The constant as reported.
  package let reported: Estimate
  /// The choices that these samples can be fitted with, in a fixed order.
  package let cases: [Case]

  package struct Case: Equatable, Sendable {
    package let choice: Choice
    package let estimate: Estimate

    package init(_ choice: Choice, _ estimate: Estimate) {
      self.choice = choice
      self.estimate = estimate
    }
  }

  package enum Choice: Equatable, Sendable {
    /// The phase begins that many samples later.
    case withoutFirst(samples: Int)
    /// The phase ends that many samples earlier.
    case withoutLast(samples: Int)
    case noise(NoiseModel)
    /// The other usual value of the frame interval that counts the times, s.
    case interval(Double)
    /// The resting offset is estimated instead of given.
    case restFree
    /// The resting offset is given instead of estimated.
    case restFixed(Double)
  }

  package init(reported: Estimate, cases: [Case]) {
    self.reported = reported
    self.cases = cases
  }
}

extension Sensitivity {
  /// The constant with a choice minus the reported one.
  package func change(of varied: Case) -> Double { varied.estimate.value - reported.value }
}
