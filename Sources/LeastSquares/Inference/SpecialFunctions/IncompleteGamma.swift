import Elementary

/// The regularised incomplete gamma functions P(a, x) = γ(a, x)/Γ(a) and Q(a, x) = 1 − P(a, x) (DLMF 8.2.4).
///
/// The smaller one is computed, so neither suffers cancellation: the series DLMF 8.7.1 (P) below x = a + 1,
/// the even part of the continued fraction DLMF 8.9.2 (Q) above.
/// - Complexity: O(√a) near x = a, a few dozen terms elsewhere.
struct IncompleteGamma {
  /// P(a, x).
  let lower: Double
  /// Q(a, x).
  let upper: Double

  /// - Parameters:
  ///   - a: finite and > 0; else both are NaN.
  ///   - x: ≥ 0; else both are NaN.
  init(_ a: Double, _ x: Double) {
    guard a > 0, a.isFinite, x >= 0 else { (lower, upper) = (.nan, .nan); return }
    guard x > 0 else { (lower, upper) = (0, 1); return }
    guard x.isFinite else { (lower, upper) = (1, 0); return }
    let factor = IncompleteGamma.factor(a, x)
    if x < a + 1 {
      var term = 1 / a
      var sum = term
      var n = a
      while true {
        n += 1
        term *= x / n
        let next = sum + term
        if next == sum { break }
        sum = next
      }
      lower = factor * sum
      upper = 1 - lower
    } else {
      let distance = x - a
      let fraction = continuedFraction { n in
        (n == 1 ? 1 : (n - 1) * (a - (n - 1)), distance + (2 * n - 1))
      }
      upper = factor * fraction
      lower = 1 - upper
    }
  }

  /// xᵃ e^(−x) / Γ(a), finite a and x > 0.
  static func factor(_ a: Double, _ x: Double) -> Double {
    let exponent = a * StirlingForm.logarithmLessLinear(ratio: x / a, deviation: (x - a) / a)
    return (a / (2 * .pi)).squareRoot() * exponential(exponent - StirlingForm.remainder(a))
  }
}
