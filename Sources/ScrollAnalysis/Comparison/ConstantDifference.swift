import LeastSquares

/// One constant of one model on both sides.
///
/// A two-sided test of equal means by Welch's t, and the interval that belongs to it: significance, of which
/// the verdict is independent, for with enough data every difference is significant, felt or not.
package struct ConstantDifference: Equatable, Sendable {
  package let a: ModelSummary.ConstantSummary
  package let b: ModelSummary.ConstantSummary
  /// b − a.
  package let difference: Double
  package let standardError: Double
  /// ν, infinite for known variances.
  package let degreesOfFreedom: Double
  /// Nil without degrees of freedom.
  package let interval: ClosedRange<Double>?
  /// The p-value of a difference at least this large where there is none.
  package let pValue: Double
  /// The smallest true difference that this much data would show in 80 % of cases: (t_{1−α/2} + t_{0.8})
  /// standard errors.
  package let detectable: Double

  package var name: String { a.name }
  package var unit: String { a.unit }

  /// Every constant that both summaries of one model have.
  static func all(_ a: ModelSummary, _ b: ModelSummary, test: EquivalenceTest) -> [ConstantDifference] {
    zip(a.constants, b.constants).map { first, second in
      let welch = WelchError(
        (first.standardError * first.standardError, a.degreesOfFreedom),
        (second.standardError * second.standardError, b.degreesOfFreedom))
      let difference = second.value - first.value
      return ConstantDifference(
        a: first, b: second, difference: difference, standardError: welch.standardError,
        degreesOfFreedom: welch.degreesOfFreedom,
        interval: welch.distribution.interval(
          around: difference, standardError: welch.standardError, confidence: test.confidence),
        pValue: welch.pValue(difference),
        detectable: test.detectable(welch.degreesOfFreedom) * welch.standardError)
    }
  }
}
