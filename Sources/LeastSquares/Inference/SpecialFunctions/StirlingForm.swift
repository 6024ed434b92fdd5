import Elementary

/// The parts of Stirling's formula, so that densities with large parameters are products of small exponents.
///
/// A density such as xᵃ e^(−x) / Γ(a) at a = 5·10⁵ is a quotient of numbers near e^(6·10⁶); written with ln Γ
/// it keeps nine digits. Written as √(a/2π) · exp(a·(ln(x/a) − x/a + 1) − δ(a)) it keeps them all (C. Loader,
/// *Fast and Accurate Computation of Binomial Probabilities*, 2000).
enum StirlingForm {
  /// δ(a) = ln Γ(a) − ((a − ½) ln a − a + ½ ln 2π) for a > 0 (DLMF 5.11.1), to about 10⁻¹⁵ absolute.
  static func remainder(_ a: Double) -> Double {
    var shifted = a
    var remainder = 0.0
    // δ(a) = δ(a + 1) + (a + ½) ln(1 + 1/a) − 1, from Γ(a + 1) = a Γ(a).
    while shifted < 12 {
      remainder += (shifted + 0.5) * logarithmOfOnePlus(1 / shifted) - 1
      shifted += 1
    }
    let square = 1 / (shifted * shifted)
    return remainder + descending.reduce(0) { $0 * square + $1 } / shifted
  }

  /// B₂ₖ / (2k(2k − 1)) of k = 7 … 1; the next term is below 10⁻¹⁵ · 10⁻² at a = 12.
  private static let descending: [Double] = [
    1.0 / 156, -691.0 / 360360, 1.0 / 1188, -1.0 / 1680, 1.0 / 1260, -1.0 / 360, 1.0 / 12,
  ]

  /// ln(1 + u) − u ≤ 0, without cancellation near u = 0.
  ///
  /// - Parameters:
  ///   - ratio: 1 + u, for u near −1, where forming it from u would lose digits.
  ///   - deviation: u, for u near 0, where forming it from the ratio would.
  static func logarithmLessLinear(ratio: Double, deviation u: Double) -> Double {
    guard abs(u) < 0.7 else { return logarithm(ratio) - u }
    // With s = u/(2 + u): ln(1 + u) = 2 artanh s, and 2s − u = −u s.
    let s = u / (2 + u)
    var power = s * s * s
    var sum = power / 3
    var odd = 5.0
    while true {
      power *= s * s
      let next = sum + power / odd
      if next == sum { break }
      sum = next
      odd += 2
    }
    return 2 * sum - u * s
  }
}
