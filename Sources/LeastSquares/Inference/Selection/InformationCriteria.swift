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
  let shifted = observed.map { $0 - first }
  let mean = shifted.reduce(0) { $0 + $1 / Double(shifted.count) }
  let deviation = ResidualScale.rootMeanSquare(shifted.map { $0 - mean })
  guard deviation > 0, shifted.contains(where: { $0 != 0 }) else { return nil }
  return 1 - sumOfSquares / Double(observed.count) / deviation / deviation
}
