import Recordings
import ScrollModels

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
