/// The part of a fit that only a picture needs, where pictures are asked for.
package struct Illustration: Equatable, Sendable {
  /// The model between the samples too, in the unit of the offsets over the abscissas of ``Fit/Curve``.
  package let curve: PlaneCurve
  /// Half the width of the curve's confidence band at each of its points; empty where it is unknown.
  package let confidence: [Double]
  /// The largest absolute residual of the curve of least squares with equal weights, which the reported curve is
  /// not where the samples have weights.
  package let maximum: Double
  /// The model with each known constant in place of the fitted one, the others by least squares with the weights of the
  /// reported curve; closest first.
  package let references: [ReferenceCurve]
  /// The searches of four estimators for the minimum; nil for a model that is linear in its parameters and for constrained
  /// ones.
  package let estimators: EstimatorPaths?

  package init(
    curve: PlaneCurve, confidence: [Double], maximum: Double, references: [ReferenceCurve],
    estimators: EstimatorPaths?
  ) {
    self.curve = curve
    self.confidence = confidence
    self.maximum = maximum
    self.references = references
    self.estimators = estimators
  }
}

/// The model with a constant that is known from elsewhere, fitted to the same samples.
package struct ReferenceCurve: Equatable, Sendable {
  /// The engine of the constant: `UIScrollView normal`.
  package let reference: String
  package let parameter: String
  package let expected: Double
  /// observed − fitted at every sample.
  package let residuals: [Double]
  /// The largest absolute residual.
  package let maximum: Double
  /// The verdict on the model with this constant, by the same rule as the fit's.
  package let verdict: Adequacy.Verdict

  package init(
    reference: String, parameter: String, expected: Double, residuals: [Double], maximum: Double,
    verdict: Adequacy.Verdict
  ) {
    self.reference = reference
    self.parameter = parameter
    self.expected = expected
    self.residuals = residuals
    self.maximum = maximum
    self.verdict = verdict
  }
}
