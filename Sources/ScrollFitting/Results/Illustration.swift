/// The part of a fit that only a picture needs, where pictures are asked for.
public struct Illustration: Equatable, Sendable {
  /// The law between the samples too, in the unit of the offsets over the abscissas of ``Fit/Curve``.
  public let curve: PlaneCurve
  /// Half the width of the curve's confidence band at each of its points; empty where it is unknown.
  public let confidence: [Double]
  /// The largest absolute residual of the curve of least squares with equal weights, which the reported curve is
  /// not where the samples have weights.
  public let maximum: Double
  /// The law with each known constant in place of the fitted one, the others by least squares with the weights of the
  /// reported curve; closest first.
  public let references: [ReferenceCurve]
  /// The searches of four estimators for the minimum; nil for a law that is linear in its parameters and for constrained
  /// ones.
  public let estimators: EstimatorPaths?

  public init(
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

/// The law with a constant that is known from elsewhere, fitted to the same samples.
public struct ReferenceCurve: Equatable, Sendable {
  /// The engine of the constant: `UIScrollView normal`.
  public let reference: String
  public let parameter: String
  public let expected: Double
  /// observed − fitted at every sample.
  public let residuals: [Double]
  /// The largest absolute residual.
  public let maximum: Double
  /// The verdict on the model with this constant, by the same rule as the fit's.
  public let verdict: Adequacy.Verdict

  public init(
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
