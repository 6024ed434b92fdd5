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
