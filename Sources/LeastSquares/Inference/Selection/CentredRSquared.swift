/// R² = 1 − SS / Σ(yᵢ − ȳ)²: the part of the samples' variation about their mean that a fit explains.
///
/// Below 0 where the fit is worse than the mean. It says nothing about whether a law holds: smooth curves
/// reach 0.999 with any law.
///
/// - Parameters:
///   - sumOfSquares: SS of the fit's residuals.
///   - observed: the samples y.
/// - Returns: nil where the samples do not vary or are not finite.
package func centredRSquared(sumOfSquares: Double, observed: [Double]) -> Double? {
  guard let first = observed.first, observed.allSatisfy(\.isFinite) else { return nil }
  // About the first sample, then about the mean of what is left: offsets near 10⁶ keep their small variation.
  let shifted = observed.map { $0 - first }
  let mean = shifted.reduce(0) { $0 + $1 / Double(shifted.count) }
  let deviation = ResidualScale.rootMeanSquare(shifted.map { $0 - mean })
  guard deviation > 0, shifted.contains(where: { $0 != 0 }) else { return nil }
  return 1 - sumOfSquares / Double(observed.count) / deviation / deviation
}
