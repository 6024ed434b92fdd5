import Elementary
import LinearAlgebra

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
