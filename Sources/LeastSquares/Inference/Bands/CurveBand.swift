/// The uncertainty of a fitted curve, or of a further observation of it.
///
/// With a = ∂f/∂p at an abscissa, the curve's own half-width there is q √(s² aᵀ(JᵀJ)⁻¹a) (the delta method),
/// an observation's t √(s² aᵀ(JᵀJ)⁻¹a + σ²), σ² the observation's own variance.
///
/// (G. Seber and C. Wild, *Nonlinear Regression*, 1989, §5.1; H. Scheffé, *The Analysis of Variance*, 1959,
/// §3.5; for a straight line H. Working and H. Hotelling, 1929.)
package struct CurveBand: Sendable {
  /// The quantity that the band covers at the confidence given.
  package enum Coverage: Equatable, Sendable {
    /// The curve at one abscissa: q = t.
    case pointwise
    /// The whole curve: q = √(k F), F of k and ν degrees of freedom, k the rank of J.
    case simultaneous
  }

  private let covariance: Covariance
  private let student: Double
  private let scheffe: Double

  /// - Parameters:
  ///   - degreesOfFreedom: ν of the variance in `covariance`; ∞ where it is known.
  ///   - confidence: 0 < confidence < 1; there is no band otherwise.
  package init(_ covariance: Covariance, degreesOfFreedom: Double, confidence: Double) {
    self.covariance = covariance
    student = StudentT(degreesOfFreedom: degreesOfFreedom).criticalValue(confidence: confidence)
    let rank = Double(covariance.rank)
    let fisher = FisherF(numerator: rank, denominator: degreesOfFreedom)
    scheffe = (rank * fisher.quantile(upperTail: 1 - confidence)).squareRoot()
  }

  /// The half-width of the curve's band where its gradient by the parameters is this.
  ///
  /// - Returns: nil where the samples do not determine the curve there.
  package func halfWidth(gradient: [Double], coverage: Coverage = .pointwise) -> Double? {
    let quantile = coverage == .pointwise ? student : scheffe
    return covariance.standardError(gradient).map { quantile * $0 }.flatMap { $0.isFinite ? $0 : nil }
  }

  /// The half-width for one further observation. There is no simultaneous one: of endlessly many observations
  /// some lie outside of any band.
  ///
  /// - Parameter ownVariance: σ² of that observation; nil for the covariance's s².
  /// - Returns: nil where the samples do not determine the curve there.
  package func predictionHalfWidth(gradient: [Double], ownVariance: Double? = nil) -> Double? {
    guard let error = covariance.standardError(gradient) else { return nil }
    let width = student * (error * error + (ownVariance ?? covariance.variance)).squareRoot()
    return width.isFinite ? width : nil
  }
}
