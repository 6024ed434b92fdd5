import Elementary

/// The information criteria of a least-squares fit: its lack of fit and its number of parameters.
///
///     AICc = n ln(SS/n) + 2p + 2p(p + 1)/(n − p − 1)      BIC = n ln(SS/n) + p ln n
///
/// with p the free parameters without the variance (AIC: H. Akaike 1974; its correction: C. M. Hurvich and
/// C.-L. Tsai, *Regression and time series model selection in small samples*, Biometrika 76, 1989; BIC: G.
/// Schwarz 1978). Smaller is better; only differences between models of the same samples mean anything.
///
/// SS/n is taken no smaller than the variance the data resolve: below it a difference prefers nothing.
package struct InformationCriteria: Equatable, Sendable {
  /// Nil where n − p − 1 ≤ 0.
  package let aicc: Double?
  /// −∞ where SS and the resolved variance are both 0; NaN without samples.
  package let bic: Double

  /// - Parameters:
  ///   - sumOfSquares: SS ≥ 0.
  ///   - count: n.
  ///   - freeParameters: p.
  ///   - resolvedVariance: the least SS/n that counts; see ``resolvedVariance(grid:largest:)``.
  package init(sumOfSquares: Double, count: Int, freeParameters: Int, resolvedVariance: Double) {
    let (n, p) = (Double(count), Double(freeParameters))
    let fit = n * logarithm(max(sumOfSquares / n, resolvedVariance))
    bic = fit + p * logarithm(n)
    aicc = n - p - 1 > 0 ? fit + 2 * p + 2 * p * (p + 1) / (n - p - 1) : nil
  }

  /// q²/12 + e²: the variance of rounding to the step q, and of arithmetic on numbers of this size, e = 10⁻⁹
  /// · largest.
  ///
  /// - Parameters:
  ///   - grid: q, the detected grid or the last decimal written; 0 for none.
  ///   - largest: the largest absolute observed value.
  package static func resolvedVariance(grid: Double, largest: Double) -> Double {
    let arithmetic = 1e-9 * largest
    return grid * grid / 12 + arithmetic * arithmetic
  }
}

/// Akaike weights wᵢ = e^(−Δᵢ/2) / Σ e^(−Δⱼ/2), Δ the distance to the smallest AICc: the evidence for each
/// model, were one of them the best (K. P. Burnham and D. R. Anderson, *Model Selection and Multimodel
/// Inference*, 2002, chapter 2).
///
/// Models without an AICc (nil or NaN) weigh 0; the others' weights sum to 1. Where no model has one, all are
/// 0.
package func akaikeWeights(_ aicc: [Double?]) -> [Double] {
  let known = aicc.compactMap { $0 }.filter { !$0.isNaN }
  guard let least = known.min(), least < .infinity else { return aicc.map { _ in 0 } }
  let evidence = aicc.map { value -> Double in
    guard let value, !value.isNaN else { return 0 }
    // Equal infinities have no difference, but are equally good.
    return value == least ? 1 : exponential(-(value - least) / 2)
  }
  let total = evidence.reduce(0, +)
  return evidence.map { $0 / total }
}

/// R² = 1 − SS / Σ(yᵢ − ȳ)²: the part of the samples' variation about their mean that a fit explains.
///
/// Below 0 where the fit is worse than the mean. It does not show whether a model holds: smooth curves
/// reach 0.999 with any model.
///
/// - Parameters:
///   - sumOfSquares: SS of the fit's residuals.
///   - observed: the samples y.
/// - Returns: nil where the samples do not vary or are not finite.
package func centeredRSquared(sumOfSquares: Double, observed: [Double]) -> Double? {
  guard let first = observed.first, observed.allSatisfy(\.isFinite) else { return nil }
  // About the first sample, then about the mean of what is left: offsets near 10⁶ keep their small variation.
  let mean = observed.reduce(0) { $0 + ($1 - first) / Double(observed.count) }
  let deviation = ResidualScale.rootMeanSquare(observed.map { $0 - first - mean })
  guard deviation > 0, observed.contains(where: { $0 - first != 0 }) else { return nil }
  return 1 - sumOfSquares / Double(observed.count) / deviation / deviation
}

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
