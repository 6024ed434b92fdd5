import Elementary
import LinearAlgebra

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
