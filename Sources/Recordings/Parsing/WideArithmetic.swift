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
