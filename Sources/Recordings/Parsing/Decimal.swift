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

/// The powers of ten that a double or a 64-bit integer holds exactly.
enum PowersOfTen {
  static let doubles: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18,
    1e19, 1e20, 1e21, 1e22,
  ]
  static let integers: [UInt64] = [
    1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000, 10_000_000_000,
    100_000_000_000, 1_000_000_000_000, 10_000_000_000_000, 100_000_000_000_000, 1_000_000_000_000_000,
    10_000_000_000_000_000, 100_000_000_000_000_000, 1_000_000_000_000_000_000, 10_000_000_000_000_000_000,
  ]
  /// ⌊(2^127 − 1) / d⌋ for each of the integers, shifted to d ≥ 2^63.
  static let reciprocals: [UInt64] = integers.map {
    ($0 << UInt64($0.leadingZeroBitCount)).dividingFullWidth((.max >> 1, .max)).quotient
  }
}

/// Quotient and product of two 64-bit integers, correctly rounded to a double.
enum WideArithmetic {
  /// a / 10^places for places ≤ 19, rounded once, ties to even.
  @inline(never)
  static func quotient(_ a: UInt64, positions: Int) -> Double {
    let power = PowersOfTen.integers[positions]
    guard a > 0 else { return 0 }
    let shift = a.leadingZeroBitCount
    let (high, low) = (a << UInt64(shift)).multipliedFullWidth(by: PowersOfTen.reciprocals[positions])
    // Scaled to 64 bits the quotient is `bits` plus less than 4: the reciprocal is too small by little more
    // than 1, the product's end was cut off. That decides unless the middle between two doubles lies there.
    let isBelowOne = high >> 63 == 0
    let bits = isBelowOne ? high << 1 | low >> 63 : high
    guard bits & 0x7FF < 0x3FC || bits & 0x7FF > 0x400 else { return quotient(a, power) }
    return rounded(
      bits, sticky: true, exponent: (isBelowOne ? -64 : -63) + power.leadingZeroBitCount - shift)
  }

  /// a / b for b > 0, rounded once, ties to even.
  @inline(never)
  static func quotient(_ a: UInt64, _ b: UInt64) -> Double {
    guard a > 0 else { return 0 }
    let shiftA = a.leadingZeroBitCount, shiftB = b.leadingZeroBitCount
    let dividend = a << UInt64(shiftA), divisor = b << UInt64(shiftB)
    // Both have their top bit set, so the quotient lies in (1/2, 2): scaled to 64 bits its top bit is set.
    let isBelowOne = dividend < divisor
    let (quotient, remainder) = divisor.dividingFullWidth(
      isBelowOne ? (dividend, 0) : (dividend >> 1, dividend << 63))
    return rounded(
      quotient, sticky: remainder != 0, exponent: (isBelowOne ? -64 : -63) + shiftB - shiftA)
  }

  /// a · b, rounded once, ties to even.
  static func product(_ a: UInt64, _ b: UInt64) -> Double {
    let (high, low) = a.multipliedFullWidth(by: b)
    guard high > 0 else { return Double(low) }
    let shift = UInt64(high.leadingZeroBitCount)
    let top = shift == 0 ? high : high << shift | low >> (64 - shift)
    return rounded(top, sticky: low << shift != 0, exponent: 64 - Int(shift))
  }

  /// (bits + a part below 1 that is not 0 where `sticky`) · 2^exponent; the top bit of `bits` is set, and the
  /// result is a normal number.
  @inline(__always)
  private static func rounded(_ bits: UInt64, sticky: Bool, exponent: Int) -> Double {
    var significand = bits >> 11
    let rest = bits & 0x7FF
    if rest > 0x400 || (rest == 0x400 && (sticky || significand & 1 == 1)) { significand += 1 }
    return Double(significand) * Double(bitPattern: UInt64(1023 + exponent + 11) << 52)
  }
}
