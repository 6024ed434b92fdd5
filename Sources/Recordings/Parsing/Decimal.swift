/// A decimal number as it stands in a text, before it is rounded to a double: ±mantissa · 10^exponent.
struct Decimal {
  var mantissa: UInt64 = 0
  var exponent = 0
  var negative = false
  /// Written with neither a decimal mark nor an exponent.
  var isInteger = true
  /// More than 19 significant digits or an exponent of more than four: the mantissa is not the number.
  var isLong = false

  /// Reads a number and moves the cursor behind it; nil, and the cursor unmoved, where none begins.
  ///
  /// Accepts `[+-]digits[mark digits][e[+-]digits]` with a digit on either side of the mark. Stops at the
  /// first byte that does not belong: the text must end in one that is no digit.
  @inline(__always)
  static func scan(_ cursor: inout UnsafePointer<UInt8>, mark: UInt8) -> Decimal? {
    var decimal = Decimal()
    var p = cursor
    if p.pointee == Ascii.minus {
      decimal.negative = true
      p += 1
    } else if p.pointee == Ascii.plus {
      p += 1
    }
    let first = p
    var mantissa: UInt64 = 0
    var digit = p.pointee &- Ascii.zero
    while digit < 10 {
      mantissa = mantissa &* 10 &+ UInt64(digit)
      p += 1
      digit = p.pointee &- Ascii.zero
    }
    var digits = p - first
    if p.pointee == mark {
      decimal.isInteger = false
      p += 1
      let fraction = p
      digit = p.pointee &- Ascii.zero
      while digit < 10 {
        mantissa = mantissa &* 10 &+ UInt64(digit)
        p += 1
        digit = p.pointee &- Ascii.zero
      }
      decimal.exponent = fraction - p
      digits += p - fraction
    }
    guard digits > 0 else { return nil }
    if digits > 19 { decimal.isLong = significantDigits(first, p, mark: mark) > 19 }
    decimal.mantissa = mantissa
    if p.pointee | 0x20 == Ascii.e { decimal.scanExponent(&p) }
    cursor = p
    return decimal
  }

  /// An `e` that no digit follows is not part of the number.
  private mutating func scanExponent(_ cursor: inout UnsafePointer<UInt8>) {
    var p = cursor + 1
    let isNegative = p.pointee == Ascii.minus
    if isNegative || p.pointee == Ascii.plus { p += 1 }
    let first = p
    var power = 0
    while p.pointee &- Ascii.zero < 10 {
      if power < 10_000 { power = power * 10 + Int(p.pointee &- Ascii.zero) }
      p += 1
    }
    guard p > first else { return }
    if power >= 10_000 { isLong = true }
    isInteger = false
    exponent += isNegative ? -power : power
    cursor = p
  }

  private static func significantDigits(
    _ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>, mark: UInt8
  ) -> Int {
    var p = start
    while p < end, p.pointee == Ascii.zero || p.pointee == mark { p += 1 }
    var count = 0
    while p < end {
      if p.pointee != mark { count += 1 }
      p += 1
    }
    return count
  }

  /// The number as an integer where it was written as one and fits.
  @inline(__always)
  var integer: Int64? {
    guard isInteger, !isLong else { return nil }
    if negative {
      return mantissa <= UInt64(Int64.max) + 1 ? Int64(truncatingIfNeeded: 0 &- mantissa) : nil
    }
    return Int64(exactly: mantissa)
  }

  /// The number less a whole one: of integers subtracted before it becomes a double, so that 19 digits of
  /// nanoseconds lose nothing; else of `value`, its double.
  @inline(__always)
  func difference(from origin: Int64, _ value: Double) -> Double {
    if let integer {
      let (difference, overflow) = integer.subtractingReportingOverflow(origin)
      if !overflow { return Double(difference) }
    }
    return value - Double(origin)
  }

  /// The double nearest to the number, ties to even; nil where only the text decides
  /// (``rounded(_:_:mark:)``).
  ///
  /// - A mantissa up to 2^53 and a power of ten up to 10^22 are doubles: one division or product rounds once
  ///   (W. Clinger, *How to read floating point numbers accurately*, PLDI 1990).
  /// - Else, up to 10^±19, the quotient or product of two 64-bit integers is formed in 128 bits and rounded
  ///   once.
  @inline(__always)
  var value: Double? {
    guard !isLong else { return nil }
    let size: Double
    if mantissa <= 1 << 53, exponent >= -22, exponent <= 22 {
      size =
        exponent < 0
        ? Double(mantissa) / PowersOfTen.doubles[-exponent]
        : Double(mantissa) * PowersOfTen.doubles[exponent]
    } else if exponent >= -19, exponent <= 19 {
      size =
        exponent < 0
        ? WideArithmetic.quotient(mantissa, positions: -exponent)
        : WideArithmetic.product(mantissa, PowersOfTen.integers[exponent])
    } else {
      return nil
    }
    return negative ? -size : size
  }

  /// The double nearest to the number, whose text is [start, end); nil where it is not finite.
  @inline(__always)
  func finite(_ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>, mark: UInt8) -> Double? {
    let value = value ?? Self.rounded(start, end, mark: mark)
    return value.isFinite ? value : nil
  }

  /// The double nearest to the number that stands in [start, end): slow, for the few that ``value`` leaves
  /// out.
  @inline(never)
  static func rounded(
    _ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>, mark: UInt8
  ) -> Double {
    let bytes = UnsafeBufferPointer(start: start, count: end - start).map { $0 == mark ? Ascii.point : $0 }
    return Double(String(decoding: bytes, as: UTF8.self)) ?? .nan
  }
}
