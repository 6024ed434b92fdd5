import Elementary
import LinearAlgebra

/// Functions to about 30 digits: what a double's formula is polished with, not fast.
///
/// Where the argument or the result is near the ends of a double's range, below 1e-290 or so, the lower half runs out of
/// exponents and digits are lost. Infinities and NaN are those of the double's function.
extension DoubleDouble: Scalar {
  package init(_ value: DoubleDouble) { self = value }

  package static func sqrt(_ x: DoubleDouble) -> DoubleDouble { x.squareRoot() }
  package static func abs(_ x: DoubleDouble) -> DoubleDouble { x.magnitude }

  package static func min(_ a: DoubleDouble, _ b: DoubleDouble) -> DoubleDouble {
    a.high.isNaN || (!b.high.isNaN && !(b < a)) ? a : b
  }

  package static func max(_ a: DoubleDouble, _ b: DoubleDouble) -> DoubleDouble {
    a.high.isNaN || (!b.high.isNaN && !(a < b)) ? a : b
  }

  /// By repeated squaring for small integers, e^(b ln a) else.
  package static func power(_ base: DoubleDouble, _ exponent: DoubleDouble) -> DoubleDouble {
    guard base.isFinite, exponent.isFinite, base.high != 0 else {
      return DoubleDouble(Elementary.power(base.high, exponent.high))
    }
    let isInteger = exponent.high.rounded() == exponent.high && exponent.low.rounded() == exponent.low
    if isInteger, exponent.high.magnitude <= 64 {
      return base.power(Int(exponent.high))
    }
    if base.high > 0 { return exp(exponent * log(base)) }
    guard isInteger else { return DoubleDouble(.nan) }
    let size = exp(exponent * log(-base))
    return isOdd(exponent.high) != isOdd(exponent.low) ? -size : size
  }

  private static func isOdd(_ integer: Double) -> Bool { (integer / 2).rounded() != integer / 2 }
}

extension DoubleDouble {
  /// x − k·(the sum of `parts`), k an integer below 2^53: the parts' products with k are exact.
  func reduced(by count: Double, of parts: [Double]) -> DoubleDouble {
    parts.reduce(self) { $0 - DoubleDouble(productOf: count, $1) }
  }

  /// self · 2^exponent.
  func scaled(exponent: Int) -> DoubleDouble {
    DoubleDouble(
      sumOf: Double(sign: .plus, exponent: exponent, significand: high),
      Double(sign: .plus, exponent: exponent, significand: low))
  }
}

extension DoubleDouble {
  private static let logarithmOfTwo = [0x1.62e42fefa39efp-1, 0x1.abc9e3b39803fp-56, -0x1.7b57a079a1934p-111]
  private static let logarithmOfTen = DoubleDouble(sumOf: 0x1.26bb1bbb55516p+1, -0x1.f48ad494ea3e9p-53)

  /// e^x = 2^k e^r with |r| ≤ ln 2/2.
  package static func exp(_ x: DoubleDouble) -> DoubleDouble { exp(x, scale: 0) }

  /// 2^scale e^x.
  private static func exp(_ x: DoubleDouble, scale: Int) -> DoubleDouble {
    guard x.high.magnitude < 746 else { return DoubleDouble(exponential(x.high)) }
    let count = (x.high * 1.4426950408889634).rounded()
    let rest = smallExponentialMinusOne(x.reduced(by: count, of: logarithmOfTwo))
    return (DoubleDouble(1) + rest).scaled(exponent: Int(count) + scale)
  }

  package static func expm1(_ x: DoubleDouble) -> DoubleDouble {
    x.high.magnitude < 0.35 ? smallExponentialMinusOne(x) : exp(x) - DoubleDouble(1)
  }

  /// e^x − 1 for |x| < 0.36: the series at x/2⁵, then five times e^2u − 1 = 2(e^u − 1) + (e^u − 1)².
  private static func smallExponentialMinusOne(_ x: DoubleDouble) -> DoubleDouble {
    // Halving a number of the smallest size would lose bits, and the series ends at x itself.
    guard x.high.magnitude > 1e-40 else { return x }
    let step = x.scaled(exponent: -5)
    var sum = step
    var term = step
    for n in 2...13 {
      term = term * step / DoubleDouble(Double(n))
      sum += term
    }
    for _ in 0..<5 { sum = sum.scaled(exponent: 1) + sum * sum }
    return sum
  }

  /// ln x = k ln 2 + ln m with m in √½…√2.
  package static func log(_ x: DoubleDouble) -> DoubleDouble {
    guard x.high > 0, x.isFinite else { return DoubleDouble(logarithm(x.high)) }
    var exponent = Int(x.high.exponent)
    if x.high.significand > 1.4142135623730951 { exponent += 1 }
    let mantissa = x.scaled(exponent: -exponent)
    let count = Double(exponent)
    let ofPower = DoubleDouble(0).reduced(by: -count, of: logarithmOfTwo)
    return ofPower + smallLogarithmOfOnePlus(mantissa - DoubleDouble(1))
  }

  package static func log1p(_ x: DoubleDouble) -> DoubleDouble {
    x.high.magnitude < 0.25 ? smallLogarithmOfOnePlus(x) : log(DoubleDouble(1) + x)
  }

  /// ln(1 + u) = 2 artanh s, s = u/(2 + u), by its series for |s| < 0.18.
  private static func smallLogarithmOfOnePlus(_ u: DoubleDouble) -> DoubleDouble {
    guard u.high.magnitude > 1e-40 else { return u }
    let s = u / (DoubleDouble(2) + u)
    let square = s * s
    var sum = s
    var odd = s
    for n in 1...22 {
      odd = odd * square
      sum += odd / DoubleDouble(Double(2 * n + 1))
    }
    return sum.scaled(exponent: 1)
  }

  package static func log10(_ x: DoubleDouble) -> DoubleDouble { log(x) / logarithmOfTen }

  /// From the positive side: e^x − 1 has no digits left to add 1 to where x is below.
  package static func sinh(_ x: DoubleDouble) -> DoubleDouble {
    let size = x.magnitude
    guard size.high < 40 else {
      let growth = exp(size, scale: -1)
      return x.high < 0 ? -growth : growth
    }
    let rest = expm1(size)
    let sine = (rest + rest / (DoubleDouble(1) + rest)).scaled(exponent: -1)
    return x.high < 0 ? -sine : sine
  }

  package static func cosh(_ x: DoubleDouble) -> DoubleDouble {
    guard x.high.magnitude < 40 else { return exp(x.magnitude, scale: -1) }
    let growth = exp(x)
    return (growth + DoubleDouble(1) / growth).scaled(exponent: -1)
  }

  package static func tanh(_ x: DoubleDouble) -> DoubleDouble {
    guard x.high.magnitude < 40 else { return DoubleDouble(hyperbolicTangent(x.high)) }
    let rest = expm1(x.scaled(exponent: 1))
    return rest / (DoubleDouble(2) + rest)
  }
}

extension DoubleDouble {
  private static let quarterTurn = [
    0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54, -0x1.f1976b7ed8fbcp-110, 0x1.4cf98e804177dp-164,
  ]

  static let pi = DoubleDouble(sumOf: 0x1.921fb54442d18p+1, 0x1.1a62633145c07p-53)

  /// Beyond 2^52 to a double's digits only.
  package static func sin(_ x: DoubleDouble) -> DoubleDouble {
    guard x.high.magnitude < 0x1p52 else { return wide(x).sine }
    let (quadrant, rest) = reduced(x)
    let size = quadrant % 2 == 0 ? smallSine(rest) : smallCosine(rest)
    return quadrant < 2 ? size : -size
  }

  /// Beyond 2^52 to a double's digits only.
  package static func cos(_ x: DoubleDouble) -> DoubleDouble {
    guard x.high.magnitude < 0x1p52 else { return wide(x).cosine }
    let (quadrant, rest) = reduced(x)
    let size = quadrant % 2 == 0 ? smallCosine(rest) : smallSine(rest)
    return quadrant == 0 || quadrant == 3 ? size : -size
  }

  package static func tan(_ x: DoubleDouble) -> DoubleDouble { sin(x) / cos(x) }

  /// One Newton step from the double's angle a: tan(y − a) = (x cos a − sin a)/(cos a + x sin a).
  package static func atan(_ x: DoubleDouble) -> DoubleDouble {
    let guess = DoubleDouble(arcTangent(x.high))
    guard x.isFinite else {
      return x.high.isNaN ? x : DoubleDouble(sumOf: guess.high, x.high < 0 ? -quarterTurn[1] : quarterTurn[1])
    }
    guard x.high.magnitude > 1e-40 else { return x }
    guard x.high.magnitude < 1e40 else {
      let turn = DoubleDouble(sumOf: quarterTurn[0], quarterTurn[1])
      return (x.high < 0 ? -turn : turn) - DoubleDouble(1) / x
    }
    let (sine, cosine) = (sin(guess), cos(guess))
    return guess + (x * cosine - sine) / (cosine + x * sine)
  }

  package static func asin(_ x: DoubleDouble) -> DoubleDouble {
    atan(x / ((DoubleDouble(1) - x) * (DoubleDouble(1) + x)).squareRoot())
  }

  package static func acos(_ x: DoubleDouble) -> DoubleDouble {
    atan(((DoubleDouble(1) - x) / (DoubleDouble(1) + x)).squareRoot()).scaled(exponent: 1)
  }

  /// x = k·π/2 + rest with |rest| ≤ π/4, and k modulo 4.
  private static func reduced(_ x: DoubleDouble) -> (quadrant: Int, rest: DoubleDouble) {
    let count = (x.high * 0.6366197723675814).rounded()
    return (Int(count) & 3, x.reduced(by: count, of: quarterTurn))
  }

  /// x − x³/3! + x⁵/5! − …, |x| < 0.8.
  private static func smallSine(_ x: DoubleDouble) -> DoubleDouble {
    series(first: x, square: x * x, from: 2)
  }

  /// 1 − x²/2! + x⁴/4! − …, |x| < 0.8.
  private static func smallCosine(_ x: DoubleDouble) -> DoubleDouble {
    series(first: DoubleDouble(1), square: x * x, from: 1)
  }

  private static func series(first: DoubleDouble, square: DoubleDouble, from start: Int) -> DoubleDouble {
    var (sum, term, n) = (first, first, start)
    for _ in 0..<15 {
      term = -(term * square / DoubleDouble(Double(n * (n + 1))))
      sum += term
      n += 2
    }
    return sum
  }

  /// Sine and cosine of the sum of the halves; NaN at infinity.
  private static func wide(_ x: DoubleDouble) -> (sine: DoubleDouble, cosine: DoubleDouble) {
    let (s, c, t, d) = (sine(x.high), cosine(x.high), sine(x.low), cosine(x.low))
    return (DoubleDouble(s * d + c * t), DoubleDouble(c * d - s * t))
  }
}
