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

extension DoubleDouble {
  /// The number that a decimal text writes: `10.07E0`, `.11019`, `-0.358191792925910E-01`, `234289`.
  ///
  /// A sign, digits with or without one point, and an exponent after `e` or `E`; no spaces, and nothing else. The first
  /// 45 significant digits count. With up to 30 of them and a power of ten of at most 10^45 the result is off by less
  /// than 2^−103 relative, else by less than 2^−98.
  ///
  /// Below 2^−960, where the low part runs out of exponents, it is the nearest double. Nil for a text of another form
  /// and for a number beyond the largest double.
  package init?(decimal text: some StringProtocol) {
    guard let decimal = Decimal(text) else { return nil }
    var value = decimal.significand
    var rest = value == DoubleDouble(0) ? 0 : decimal.exponent
    while rest != 0, value.isFinite, value.high > 0 {
      // 10^290 leaves the quotient's remainders room.
      let step = max(-290, min(rest, 290))
      let power = DoubleDouble(10).power(abs(step))
      value = step < 0 ? value / power : value * power
      rest -= step
    }
    guard value.isFinite else { return nil }
    if value.high < 0x1p-960 {
      guard let nearest = Double(text) else { return nil }
      self.init(nearest)
    } else {
      self = decimal.isNegative ? -value : value
    }
  }
}

/// A decimal number's text, read: ± significand · 10^exponent.
private struct Decimal {
  private(set) var isNegative = false
  private(set) var significand = DoubleDouble(0)
  private(set) var exponent = 0

  private static let significantDigits = 45
  /// Digits are gathered in chunks of 15: one is exact in a double, two are in a double-double.
  private static let chunkLength = 15
  /// Beyond it every number is 0 or infinite, however many digits it has.
  private static let exponentLimit = 1_000_000

  /// Nil where the text is no decimal number.
  init?(_ text: some StringProtocol) {
    var rest = Array(text.utf8)[...]
    isNegative = Self.readSign(&rest)
    guard readSignificand(&rest) else { return nil }
    guard let mark = rest.popFirst() else { return }
    guard mark == UInt8(ascii: "e") || mark == UInt8(ascii: "E") else { return nil }
    let isBelowOne = Self.readSign(&rest)
    guard !rest.isEmpty else { return nil }
    var size = 0
    for byte in rest {
      guard let digit = Self.digit(byte) else { return nil }
      size = min(10 * size + digit, Self.exponentLimit)
    }
    exponent += isBelowOne ? -size : size
  }

  /// Reads digits with or without a point; false where there is no digit.
  private mutating func readSignificand(_ rest: inout ArraySlice<UInt8>) -> Bool {
    var hasDigit = false
    var isFraction = false
    var count = 0
    var (chunk, scale) = (0.0, 1.0)
    while let byte = rest.first {
      if byte == UInt8(ascii: "."), !isFraction {
        isFraction = true
        rest.removeFirst()
        continue
      }
      guard let digit = Self.digit(byte) else { break }
      rest.removeFirst()
      hasDigit = true
      // A zero that leads has a place, but is no digit; what follows the last digit that counts has its place only.
      let counts = (count > 0 || digit > 0) && count < Self.significantDigits
      if counts {
        chunk = 10 * chunk + Double(digit)
        scale *= 10
        count += 1
      }
      switch (counts, isFraction) {
      case (true, true): exponent -= 1
      case (false, true): exponent -= count == 0 ? 1 : 0
      case (true, false): break
      case (false, false): exponent += count == 0 ? 0 : 1
      }
      if counts, count.isMultiple(of: Self.chunkLength) {
        append(chunk, scale: scale)
        (chunk, scale) = (0, 1)
      }
    }
    append(chunk, scale: scale)
    return hasDigit
  }

  private mutating func append(_ chunk: Double, scale: Double) {
    significand = significand * DoubleDouble(scale) + DoubleDouble(chunk)
  }

  private static func digit(_ byte: UInt8) -> Int? {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) ? Int(byte - UInt8(ascii: "0")) : nil
  }

  /// Returns true if a minus stands first; steps over either sign.
  private static func readSign(_ rest: inout ArraySlice<UInt8>) -> Bool {
    guard let first = rest.first, first == UInt8(ascii: "-") || first == UInt8(ascii: "+") else {
      return false
    }
    rest.removeFirst()
    return first == UInt8(ascii: "-")
  }
}
