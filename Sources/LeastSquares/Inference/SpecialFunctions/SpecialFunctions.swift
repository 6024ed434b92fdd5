import Elementary

/// The regularised incomplete beta function Iₓ(a, b) (DLMF 8.17.2) and its complement I_y(b, a), y = 1 − x.
///
/// The point is given by w = (x/a)/(y/b), x over its mean's odds, because x or y alone loses digits when a or
/// b is large: w is F itself for the F distribution, t² for Student's. With it x = aw/(aw + b), y = b/(aw +
/// b).
///
/// The tail on w's own side of the mean is computed, by the continued fraction of A. R. DiDonato and A. H.
/// Morris (*Algorithm 708*, ACM Trans. Math. Softw. 18, 1992, BFRAC); the other is 1 less it.
/// - Complexity: O(√min(a, b)) near w = 1, a few dozen terms elsewhere.
struct IncompleteBeta {
  /// Iₓ(a, b).
  let lower: Double
  /// I_y(b, a).
  let upper: Double

  /// - Parameters:
  ///   - a: finite and > 0; else both are NaN.
  ///   - b: finite and > 0; else both are NaN.
  ///   - w: ≥ 0; else both are NaN.
  init(_ a: Double, _ b: Double, ratio w: Double) {
    guard a > 0, b > 0, a.isFinite, b.isFinite, w >= 0 else { (lower, upper) = (.nan, .nan); return }
    guard w > 0 else { (lower, upper) = (0, 1); return }
    guard w.isFinite else { (lower, upper) = (1, 0); return }
    let point = BetaPoint(a, b, ratio: w)
    if w <= 1 {
      lower = point.factor * point.fraction
      upper = 1 - lower
    } else {
      upper = point.factor * point.mirrored.fraction
      lower = 1 - upper
    }
  }
}

/// A point of the beta distribution and what is near cancellation there.
struct BetaPoint {
  let a: Double
  let b: Double
  let x: Double
  let y: Double
  /// λ = a − (a + b) x.
  let distance: Double
  /// xᵃ yᵇ / B(a, b).
  let factor: Double

  private init(a: Double, b: Double, x: Double, y: Double, distance: Double, factor: Double) {
    self.a = a
    self.b = b
    self.x = x
    self.y = y
    self.distance = distance
    self.factor = factor
  }

  /// Finite a, b, w > 0.
  init(_ a: Double, _ b: Double, ratio w: Double) {
    // Numerator and denominator are divided by the larger of 1 and w, so that nothing overflows.
    let scale = max(1, w)
    let (scaled, unit, deviation) = (w / scale, 1 / scale, (w - 1) / scale)
    let total = a * scaled + b * unit
    self.a = a
    self.b = b
    x = a * scaled / total
    y = b * unit / total
    distance = -a * (b / total) * deviation
    let exponent =
      a
      * StirlingForm.logarithmLessLinear(ratio: (a + b) * scaled / total, deviation: b / total * deviation)
      + b
      * StirlingForm.logarithmLessLinear(ratio: (a + b) * unit / total, deviation: -(a / total) * deviation)
    let remainder = StirlingForm.remainder(a) + StirlingForm.remainder(b) - StirlingForm.remainder(a + b)
    factor = (a / (a + b) * b / (2 * .pi)).squareRoot() * exponential(exponent - remainder)
  }

  /// The same point seen from the other end.
  var mirrored: BetaPoint { BetaPoint(a: b, b: a, x: y, y: x, distance: -distance, factor: factor) }

  /// Iₓ(a, b) / ``factor``, for λ ≥ 0.
  var fraction: Double {
    continuedFraction { n in
      let m = n - 1
      let spread = a + 2 * m
      let denominator =
        m + m * (b - m) * x / (spread - 1) + (a + m) / (spread + 1) * (distance + 1 + m * (1 + y))
      guard m > 0 else { return (1, a / (a + 1) * (distance + 1)) }
      let numerator =
        (a + m - 1) / (spread - 1) * ((a + b + m - 1) * x / (spread - 1)) * (m * (b - m) * x)
      return (numerator, denominator)
    }
  }
}

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

/// a₁/(b₁ + a₂/(b₂ + a₃/(b₃ + …))) from its front by the modified Lentz method (W. J. Lentz 1976; I. J.
/// Thompson and A. R. Barnett, *Coulomb and Bessel functions of complex arguments and order*, J. Comput.
/// Phys. 64, 1986).
///
/// - Parameter term: (aₙ, bₙ) of n = 1, 2, ….
/// - Returns: NaN where 10⁷ terms do not settle the last digit.
func continuedFraction(_ term: (_ n: Double) -> (numerator: Double, denominator: Double)) -> Double {
  let tiny = 0x1p-1000
  let first = term(1)
  // Successive convergents are the last one times forward · inverse, both quotients of neighboring ones.
  var forward = Double.infinity
  var inverse = 1 / (first.denominator == 0 ? tiny : first.denominator)
  var value = first.numerator * inverse
  var n = 2.0
  while n < 1e7 {
    let (numerator, denominator) = term(n)
    forward = denominator + numerator / forward
    if forward == 0 { forward = tiny }
    inverse = denominator + numerator * inverse
    inverse = 1 / (inverse == 0 ? tiny : inverse)
    let factor = forward * inverse
    value *= factor
    if abs(factor - 1) <= 0x1p-53 { return value }
    n += 1
  }
  return .nan
}

/// The parts of Stirling's formula, so that densities with large parameters are products of small exponents.
///
/// A density such as xᵃ e^(−x) / Γ(a) at a = 5·10⁵ is a quotient of numbers near e^(6·10⁶); written with ln Γ
/// it keeps nine digits. Written as √(a/2π) · exp(a·(ln(x/a) − x/a + 1) − δ(a)) it keeps them all (C. Loader,
/// *Fast and Accurate Computation of Binomial Probabilities*, 2000).
enum StirlingForm {
  /// δ(a) = ln Γ(a) − ((a − ½) ln a − a + ½ ln 2π) for a > 0 (DLMF 5.11.1), to about 10⁻¹⁵ absolute.
  static func remainder(_ a: Double) -> Double { a == 0.5 ? remainderOfHalf : shiftedRemainder(a) }

  /// That of Student's t, which each of its probabilities asks for.
  private static let remainderOfHalf = shiftedRemainder(0.5)

  private static func shiftedRemainder(_ a: Double) -> Double {
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
