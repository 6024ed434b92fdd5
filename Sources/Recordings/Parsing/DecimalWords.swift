/// Numbers read eight bytes at a time.
extension Decimal {
  /// The number of bytes behind a number must be readable.
  static let lookahead = 8

  /// The double nearest to the number that begins at `p`, and where it ends; nil where none begins, or none
  /// that is finite. What is a number, and what stands behind it, is as for ``scan(_:mark:)``, but that
  /// ``lookahead`` bytes may be read.
  @inline(__always)
  static func double(
    at p: UnsafePointer<UInt8>, mark: UInt8
  ) -> (value: Double, end: UnsafePointer<UInt8>)? {
    guard let short = ShortDecimal(p, mark: mark) else { return longDouble(at: p, mark: mark) }
    return (short.value, short.end)
  }

  /// As ``scan(_:mark:)``, where ``lookahead`` bytes may be read behind the number's last.
  @inline(__always)
  static func scanWords(_ cursor: inout UnsafePointer<UInt8>, mark: UInt8) -> Decimal? {
    guard let short = ShortDecimal(cursor, mark: mark) else { return scanLong(&cursor, mark: mark) }
    cursor = short.end
    return Decimal(
      mantissa: short.mantissa, exponent: -short.positions, negative: short.isNegative,
      isInteger: short.isInteger)
  }

  // The long ones are apart, so that the short ones' few instructions fit into the loops that read them.
  @inline(never)
  private static func longDouble(
    at p: UnsafePointer<UInt8>, mark: UInt8
  ) -> (value: Double, end: UnsafePointer<UInt8>)? {
    var end = p
    guard let decimal = scanLong(&end, mark: mark), let value = decimal.finite(p, end, mark: mark) else {
      return nil
    }
    return (value, end)
  }

  /// A word after the other. A plus sign, an exponent or more than nineteen digits are left to
  /// ``scan(_:mark:)``.
  private static func scanLong(_ cursor: inout UnsafePointer<UInt8>, mark: UInt8) -> Decimal? {
    var decimal = Decimal()
    decimal.negative = cursor.pointee == Ascii.minus
    var p = cursor + (decimal.negative ? 1 : 0)
    var digits = decimal.appendWords(&p)
    if p.pointee == mark {
      p += 1
      let positions = decimal.appendWords(&p)
      digits += positions
      decimal.isInteger = false
      decimal.exponent = -positions
    }
    guard digits > 0, digits < 20, p.pointee | 0x20 != Ascii.e else { return scan(&cursor, mark: mark) }
    cursor = p
    return decimal
  }

  /// Appends the digits that stand at a place to the mantissa and moves behind them; returns how many there
  /// are.
  @inline(__always)
  private mutating func appendWords(_ p: inout UnsafePointer<UInt8>) -> Int {
    let start = p
    var count = 8
    while count == 8 {
      let word = DigitWord(p)
      count = word.count
      mantissa = mantissa &* PowersOfTen.integers[count] &+ word.value(count)
      p += count
    }
    return p - start
  }
}

/// A decimal of up to seven digits before the mark and sixteen behind it, nineteen in all, without a plus
/// sign or an exponent, as most are: the places where its digits end, and what they are worth, follow without
/// a loop, so no branch has to guess how many there are.
struct ShortDecimal {
  let isNegative: Bool
  let isInteger: Bool
  let mantissa: UInt64
  /// The number of digits after the mark.
  let positions: Int
  let end: UnsafePointer<UInt8>

  /// Nil for what is longer, or no number. ``Decimal/lookahead`` bytes may be read.
  @inline(__always)
  init?(_ start: UnsafePointer<UInt8>, mark: UInt8) {
    isNegative = start.pointee == Ascii.minus
    let p = start + (isNegative ? 1 : 0)
    let first = DigitWord(p)
    let whole = first.count
    isInteger = whole == 8 || p[whole] != mark
    if isInteger {
      guard whole > 0, whole < 8 else { return nil }
      positions = 0
      mantissa = first.value(whole)
      end = p + whole
    } else {
      let length = first.countBehindOther ?? 8 + DigitWord(p + 8).count
      let fraction = DigitWord(p + whole + 1)
      let behind = length - whole - 1
      if length < 16, behind <= 8 {
        guard length > 1 else { return nil }
        positions = behind
        mantissa = first.value(whole) &* PowersOfTen.integers[positions] &+ fraction.value(positions)
      } else {
        let rest = DigitWord(p + whole + 9)
        positions = 8 + rest.count
        guard whole + positions < 20, p[whole + 1 + positions] &- Ascii.zero > 9 else { return nil }
        mantissa =
          (first.value(whole) &* 100_000_000 &+ fraction.value(8)) &* PowersOfTen.integers[rest.count]
          &+ rest.value(rest.count)
      }
      end = p + whole + 1 + positions
    }
    guard end.pointee | 0x20 != Ascii.e else { return nil }
  }

  /// The nearest double. A mantissa up to 2^53 and the power of ten are doubles, so that their quotient is
  /// rounded once (W. Clinger, *How to read floating point numbers accurately*, PLDI 1990).
  @inline(__always)
  var value: Double {
    let size =
      mantissa <= 1 << 53
      ? Double(Int64(truncatingIfNeeded: mantissa)) / PowersOfTen.doubles[positions]
      : WideArithmetic.quotient(mantissa, positions: positions)
    return isNegative ? -size : size
  }
}

/// Eight bytes that may begin with digits.
struct DigitWord {
  /// Digits as 0 ... 9, the first byte the lowest.
  private let bytes: UInt64
  /// The top bit of every byte that is no digit.
  private let others: UInt64

  @inline(__always)
  init(_ p: UnsafePointer<UInt8>) {
    bytes = UInt64(littleEndian: UnsafeRawPointer(p).loadUnaligned(as: UInt64.self)) ^ 0x3030_3030_3030_3030
    // Adding 0x76 sets the top bit of what is above 9; without its own top bit no byte carries into the next.
    others =
      (((bytes & 0x7F7F_7F7F_7F7F_7F7F) &+ 0x7676_7676_7676_7676) | bytes) & 0x8080_8080_8080_8080
  }

  /// The number of digits the bytes begin with, 0 to 8.
  @inline(__always)
  var count: Int { others.trailingZeroBitCount >> 3 }

  /// The end of the digits after the first other byte; nil where they go on behind the word.
  @inline(__always)
  var countBehindOther: Int? {
    let further = others & (others &- 1)
    return further == 0 ? nil : further.trailingZeroBitCount >> 3
  }

  /// The number that the first `count` bytes are.
  @inline(__always)
  func value(_ count: Int) -> UInt64 {
    // As if zeros stood before the digits; in two shifts, for a shift by all 64 bits would be none. Then
    // neighbors are joined to numbers of two, four and eight digits.
    let half = UInt64(truncatingIfNeeded: 32 &- count &* 4)
    var word = (bytes &<< half) &<< half
    word = (word &* 10 &+ (word >> 8)) & 0x00FF_00FF_00FF_00FF
    word = (word &* 100 &+ (word >> 16)) & 0x0000_FFFF_0000_FFFF
    return (word &* 10_000 &+ (word >> 32)) & 0xFFFF_FFFF
  }
}
