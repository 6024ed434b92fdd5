/// Does freeing parameters lower the sum of squares by more than chance?
///
///     F = ((SS₀ − SS₁)/(p₁ − p₀)) / (SS₁/(n − p₁))
///
/// with SS₀, p₀ of the restricted model and SS₁, p₁ of the full one that contains it. Under the restriction F
/// has the F distribution of p₁ − p₀ and n − p₁ degrees of freedom: exactly for linear models with normal
/// errors, nearly for nonlinear ones (G. A. F. Seber and C. J. Wild, *Nonlinear Regression*, 1989, chapter
/// 5).
package struct NestedModelTest: Equatable, Sendable {
  /// F; ∞ where only the full model is exact, 0 where it is no better (an unfinished fit may even be worse).
  package let statistic: Double
  /// p₁ − p₀.
  package let numerator: Int
  /// n − p₁.
  package let denominator: Int
  /// P(F ≥ statistic).
  package let pValue: Double

  /// A model's minimum: its sum of squared residuals and free parameters.
  package struct Model: Equatable, Sendable {
    package let sumOfSquares: Double
    package let freeParameters: Int

    package init(sumOfSquares: Double, freeParameters: Int) {
      self.sumOfSquares = sumOfSquares
      self.freeParameters = freeParameters
    }
  }

  /// Nil where there is no test: the full model has no more parameters, leaves no degree of freedom, a sum of
  /// squares is not finite or negative, or both models are exact.
  package init?(restricted: Model, full: Model, count: Int) {
    numerator = full.freeParameters - restricted.freeParameters
    denominator = count - full.freeParameters
    let (before, after) = (restricted.sumOfSquares, full.sumOfSquares)
    guard numerator > 0, denominator > 0, before.isFinite, after.isFinite, before >= 0, after >= 0,
      before > 0 || after > 0
    else { return nil }
    let gain = max(0, before / after - 1)
    statistic = gain / Double(numerator) * Double(denominator)
    pValue = FisherF(numerator: Double(numerator), denominator: Double(denominator)).upperTail(statistic)
  }
}

extension NestedModelTest.Model {
  /// Separate fits of several groups as one model: what a fit with shared parameters is nested in.
  package init(separate groups: [Self]) {
    self.init(
      sumOfSquares: groups.reduce(0) { $0 + $1.sumOfSquares },
      freeParameters: groups.reduce(0) { $0 + $1.freeParameters })
  }
}
