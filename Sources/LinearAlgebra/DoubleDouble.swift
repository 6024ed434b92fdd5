/// A number as the unevaluated sum of two doubles, high + low with |low| ≤ ulp(high)/2: about 32 decimal digits in the
/// range of a double.
///
/// Sums and products are accurate to some units of 2^−104 relative, quotients and roots to a few more. Infinities and
/// NaN are carried by `high` alone.
///
/// (T. Dekker, *A floating-point technique for extending the available precision*, Numerische Mathematik 18, 1971;
/// D. Knuth, *The Art of Computer Programming*, vol. 2, §4.2.2.)
@usableFromInline package struct DoubleDouble: Equatable, Sendable {
  @usableFromInline package let high: Double
  @usableFromInline package let low: Double

  /// The number `value` itself.
  @inlinable
  package init(_ value: Double) {
    high = value
    low = 0
  }

  /// The sum of a and b, exactly.
  @inlinable
  package init(sumOf a: Double, _ b: Double) {
    let sum = a + b
    let shifted = sum - a
    let error = (a - (sum - shifted)) + (b - shifted)
    high = sum
    low = sum.isFinite ? error : 0
  }

  /// The product of a and b, exactly unless the error is below the smallest double.
  @inlinable
  package init(productOf a: Double, _ b: Double) {
    let product = a * b
    high = product
    low = product.isFinite ? (-product).addingProduct(a, b) : 0
  }

  /// The nearest double.
  @inlinable package var value: Double { high }

  @inlinable package var isFinite: Bool { high.isFinite }

  @inlinable package var magnitude: DoubleDouble { self < DoubleDouble(0) ? -self : self }

  /// √self; NaN below 0.
  @inlinable
  package func squareRoot() -> DoubleDouble {
    let root = high.squareRoot()
    guard root > 0, root.isFinite else { return DoubleDouble(root) }
    // One Newton step from the double's root doubles its digits.
    let remainder = self - DoubleDouble(productOf: root, root)
    return DoubleDouble(sumOf: root, remainder.high / (2 * root))
  }
}

extension DoubleDouble {
  @inlinable
  package static prefix func - (a: DoubleDouble) -> DoubleDouble {
    DoubleDouble(sumOf: -a.high, -a.low)
  }

  @inlinable
  package static func + (a: DoubleDouble, b: DoubleDouble) -> DoubleDouble {
    let high = DoubleDouble(sumOf: a.high, b.high)
    let low = DoubleDouble(sumOf: a.low, b.low)
    let first = DoubleDouble(sumOf: high.high, high.low + low.high)
    return DoubleDouble(sumOf: first.high, first.low + low.low)
  }

  @inlinable
  package static func - (a: DoubleDouble, b: DoubleDouble) -> DoubleDouble { a + (-b) }

  @inlinable
  package static func * (a: DoubleDouble, b: DoubleDouble) -> DoubleDouble {
    let product = DoubleDouble(productOf: a.high, b.high)
    guard product.isFinite else { return product }
    return DoubleDouble(sumOf: product.high, product.low + (a.high * b.low + a.low * b.high))
  }

  @inlinable
  package static func / (a: DoubleDouble, b: DoubleDouble) -> DoubleDouble {
    let first = a.high / b.high
    guard first.isFinite, b.high.isFinite else { return DoubleDouble(first) }
    let remainder = a - b * DoubleDouble(first)
    let second = remainder.high / b.high
    let rest = remainder - b * DoubleDouble(second)
    let quotient = DoubleDouble(sumOf: first, second)
    return quotient + DoubleDouble(rest.high / b.high)
  }

  @inlinable
  package static func += (a: inout DoubleDouble, b: DoubleDouble) { a = a + b }

  @inlinable
  package static func -= (a: inout DoubleDouble, b: DoubleDouble) { a = a - b }
}

extension DoubleDouble {
  /// self^exponent by squaring; 1 for the exponent 0, whatever self is. The relative error is that of some
  /// 2 · log₂|exponent| products.
  @usableFromInline package func power(_ exponent: Int) -> DoubleDouble {
    var result = DoubleDouble(1)
    var square = self
    var rest = exponent.magnitude
    while rest > 0 {
      if rest & 1 == 1 { result = result * square }
      rest >>= 1
      if rest > 0 { square = square * square }
    }
    return exponent < 0 ? DoubleDouble(1) / result : result
  }

  /// self · 2^exponent, exactly unless it leaves the range of a double.
  func scaled(byPowerOfTwo exponent: Int) -> DoubleDouble {
    let high = Double(sign: .plus, exponent: exponent, significand: high)
    guard high.isFinite else { return DoubleDouble(high) }
    return DoubleDouble(sumOf: high, Double(sign: .plus, exponent: exponent, significand: low))
  }
}

extension DoubleDouble: Comparable {
  @inlinable
  package static func < (a: DoubleDouble, b: DoubleDouble) -> Bool {
    a.high < b.high || (a.high == b.high && a.low < b.low)
  }
}
