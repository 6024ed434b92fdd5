import Elementary

/// The probability that a standard normal number plus b falls within a of 0, P(b) = Φ(b + a) − Φ(b − a), a >
/// 0, b ≥ 0, as logarithm and ratios that neither cancel nor underflow.
///
/// | where            | computed from                                                              |
/// |------------------|----------------------------------------------------------------------------|
/// | a ≤ 1, ab ≤ 3    | P = 2φ(b) ∫₀ᵃ e^(−s²/2) cosh(bs) ds                                         |
/// | b ≥ a, else      | the tails scaled by e^(x²), φ(b − a) taken out                              |
/// | b < a, ab ≤ 2    | P(0) − P(b) = 2φ(a) ∫₀ᵇ e^(−s²/2) sinh(as) ds                               |
/// | b < a, else      | P(0) − P(b) = Q(a − b) + Q(a + b) − 2Q(a), Q = 1 − Φ                        |
///
/// Integrals by the Gauss–Legendre rule of 16 points, to rounding on these ranges.
struct CensoredLikelihood {
  /// L = −2 ln(P(b)/P(0)) ≥ 0.
  let loss: Double
  /// (φ(b − a) − φ(b + a))/P = ½ dL/db.
  let difference: Double
  /// (φ(b − a) + φ(b + a))/P.
  let sum: Double

  init(half a: Double, distance b: Double) {
    if a <= 1, a * b <= 3 {
      self.init(narrow: a, b)
    } else if b >= a {
      self.init(outside: a, b)
    } else {
      self.init(inside: a, b)
    }
  }

  /// ln P(0).
  static func logarithmAtCenter(half a: Double) -> Double {
    if a > 1 { return logarithmOfOnePlus(-complementaryError(a / 2.0.squareRoot())) }
    let integral = GaussLegendre.integral(to: a) { exponential(-$0 * $0 / 2) }
    return logarithm(integral) + logarithm(2 / Double.pi) / 2
  }

  /// κ = d²L/db²/2 at 0 = 2aφ(a)/P(0): L ≈ κ b².
  static func curvatureAtCenter(half a: Double) -> Double {
    CensoredLikelihood(half: a, distance: 0).sum * a
  }

  private init(narrow a: Double, _ b: Double) {
    var plain = 0.0
    var excess = 0.0
    var moment = 0.0
    GaussLegendre.forEach(to: a) { s, weight in
      let density = weight * exponential(-s * s / 2)
      let half = hyperbolicSine(b * s / 2)
      plain += density
      excess += density * 2 * half * half
      moment += density * s * hyperbolicSine(b * s)
    }
    let total = plain + excess
    loss = b * b - 2 * logarithmOfOnePlus(excess / plain)
    let edge = exponential(-a * a / 2) / total
    difference = b - moment / total
    sum = edge * (1 + 2 * squared(hyperbolicSine(a * b / 2)))
  }

  private init(outside a: Double, _ b: Double) {
    let reflected = exponential(-2 * a * b)
    let near = scaledComplementaryError((b - a) / 2.0.squareRoot())
    let far = scaledComplementaryError((b + a) / 2.0.squareRoot())
    // P = e^(−(b − a)²/2) · scaled/2.
    let scaled = near - reflected * far
    loss =
      (b - a) * (b - a) - 2 * logarithm(scaled / 2) + 2 * CensoredLikelihood.logarithmAtCenter(half: a)
    let edge = (2 / Double.pi).squareRoot() / scaled
    difference = edge * (1 - reflected)
    sum = edge * (1 + reflected)
  }

  private init(inside a: Double, _ b: Double) {
    let centre = 1 - 2 * tail(a)
    var missing: Double
    if a * b <= 2 {
      let integral = GaussLegendre.integral(to: b) { exponential(-$0 * $0 / 2) * hyperbolicSine(a * $0) }
      missing = 2 * Normal().density(a) * integral
    } else {
      missing = tail(a - b) + tail(a + b) - 2 * tail(a)
    }
    loss = -2 * logarithmOfOnePlus(-missing / centre)
    let near = Normal().density(a - b) / (centre - missing)
    difference = -near * exponentialMinusOne(-2 * a * b)
    sum = near * (1 + exponential(-2 * a * b))
  }
}

/// Q(x) = ½ erfc(x/√2).
private func tail(_ x: Double) -> Double { Normal().upperTail(x) }

private func squared(_ x: Double) -> Double { x * x }

/// sinh x, without cancellation near 0.
private func hyperbolicSine(_ x: Double) -> Double {
  let grown = exponentialMinusOne(x)
  return (grown + grown / (1 + grown)) / 2
}

/// e^(x²) erfc(x) for x ≥ 0: the product while neither factor leaves the doubles, beyond 5 Laplace's
/// continued fraction 1/√π · 1/(x + ½/(x + 1/(x + 3⁄2/(x + …)))) (DLMF 7.9.1).
func scaledComplementaryError(_ x: Double) -> Double {
  guard x >= 5 else { return exponential(x * x) * complementaryError(x) }
  var denominator = x
  for k in stride(from: 30, through: 1, by: -1) { denominator = x + Double(k) / 2 / denominator }
  return 1 / (Double.pi.squareRoot() * denominator)
}

/// ∫₀ˣ by the Gauss–Legendre rule of 16 points (Abramowitz & Stegun, table 25.4).
private enum GaussLegendre {
  static let nodes = [
    0.0950125098376374402, 0.2816035507792589132, 0.4580167776572273863, 0.6178762444026437484,
    0.7554044083550030339, 0.8656312023878317439, 0.9445750230732325761, 0.9894009349916499326,
  ]
  static let weights = [
    0.1894506104550684963, 0.1826034150449235889, 0.1691565193950025382, 0.1495959888165767321,
    0.1246289712555338721, 0.0951585116824927848, 0.0622535239386478929, 0.0271524594117540949,
  ]

  static func forEach(to end: Double, _ body: (_ position: Double, _ weight: Double) -> Void) {
    for i in nodes.indices {
      body(end / 2 * (1 - nodes[i]), end / 2 * weights[i])
      body(end / 2 * (1 + nodes[i]), end / 2 * weights[i])
    }
  }

  static func integral(to end: Double, of function: (Double) -> Double) -> Double {
    var sum = 0.0
    forEach(to: end) { sum += $1 * function($0) }
    return sum
  }
}

/// −2 ln P of an observation of which only the cell is known: it was rounded to a grid of q after normal
/// noise of standard deviation σ, so
///
/// P(r) = Φ((r + q/2)/σ) − Φ((r − q/2)/σ), r̃² = −2 ln (P(r)/P(0)).
///
/// r̃ is 0 at r = 0. Where σ is much larger than q it is r/√(σ² + q²/12) nearly; where it is much smaller, r̃
/// is flat in the cell and (|r| − q/2)/σ beyond: the cell becomes a constraint.
///
/// (D. Heitjan, *Inference from grouped continuous data*, Statistical Science 4, 1989.)
package struct RoundingLoss: ResidualLoss, Equatable {
  /// q > 0.
  package let resolution: Double
  /// σ > 0.
  package let deviation: Double
  /// dr̃/dr at 0.
  private let slopeAtCenter: Double

  package init(resolution: Double, deviation: Double) {
    precondition(resolution > 0 && deviation > 0, "resolution \(resolution), deviation \(deviation)")
    self.resolution = resolution
    self.deviation = deviation
    slopeAtCenter =
      CensoredLikelihood.curvatureAtCenter(half: resolution / 2 / deviation).squareRoot() / deviation
  }

  /// −2 ln P(0), what each observation costs beside r̃².
  package var minimumCost: Double { -2 * CensoredLikelihood.logarithmAtCenter(half: half) }

  /// q/2 over σ.
  private var half: Double { resolution / 2 / deviation }

  package func transformed(_ residual: Double) -> (residual: Double, slope: Double) {
    let cell = cell(residual)
    // A square beyond the largest double: the cell's width is then nothing.
    guard cell.loss.isFinite else { return (residual / deviation, 1 / deviation) }
    let root = max(0, cell.loss).squareRoot()
    // Where the square underflows, r̃ is its tangent; in the flat middle both are 0.
    guard root > 1e-150, cell.difference.isFinite else { return (residual * slopeAtCenter, slopeAtCenter) }
    return (residual < 0 ? -root : root, cell.difference / root / deviation)
  }

  func cell(_ residual: Double) -> CensoredLikelihood {
    CensoredLikelihood(half: half, distance: abs(residual) / deviation)
  }
}
