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
