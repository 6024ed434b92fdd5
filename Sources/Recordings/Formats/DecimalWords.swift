/// Numbers read eight bytes at a time.
///
/// What stands before and behind the mark is looked at as words: where digits end and what they are worth
/// follow without a loop, so no branch has to guess how many there are. More than seven digits before the
/// mark, more than fifteen behind it, more than nineteen in all, a plus sign or an exponent are left to
/// ``Decimal/scan(_:mark:)``.
extension Decimal {
  /// How many bytes behind a number must be readable.
  static let lookahead = 8

  /// As ``scan(_:mark:)``, where ``lookahead`` bytes may be read behind the number's last.
  @inline(__always)
  static func scanWords(_ cursor: inout UnsafePointer<UInt8>, mark: UInt8) -> Decimal? {
    var decimal = Decimal()
    decimal.negative = cursor.pointee == Ascii.minus
    var p = cursor + (decimal.negative ? 1 : 0)
    let whole = DigitWord(p)
    p += whole.count
    var digits = whole.count
    decimal.mantissa = whole.value
    if p.pointee == mark {
      p += 1
      var fraction = DigitWord(p)
      decimal.mantissa = decimal.mantissa &* fraction.place &+ fraction.value
      p += fraction.count
      var places = fraction.count
      if fraction.isFull {
        fraction = DigitWord(p)
        guard digits + 8 + fraction.count < 20, !fraction.isFull else {
          return scanDigits(&cursor, mark: mark)
        }
        decimal.mantissa = decimal.mantissa &* fraction.place &+ fraction.value
        p += fraction.count
        places += fraction.count
      }
      digits += places
      decimal.isInteger = false
      decimal.exponent = -places
    }
    guard digits > 0, !whole.isFull, p.pointee | 0x20 != Ascii.e else {
      return scanDigits(&cursor, mark: mark)
    }
    cursor = p
    return decimal
  }

  /// Apart, so that the words' few instructions fit into the loops that read them.
  @inline(never)
  private static func scanDigits(_ cursor: inout UnsafePointer<UInt8>, mark: UInt8) -> Decimal? {
    scan(&cursor, mark: mark)
  }
}

/// The digits that eight bytes begin with.
struct DigitWord {
  /// How many there are, 0 to 8.
  let count: Int
  let value: UInt64

  /// All eight bytes are digits: there may be more.
  var isFull: Bool { count == 8 }
  /// 10^count.
  @inline(__always)
  var place: UInt64 { PowersOfTen.integers[count] }

  @inline(__always)
  init(_ p: UnsafePointer<UInt8>) {
    // The first byte is the lowest: digits become 0 ... 9, and adding 0x76 sets the top bit of every other
    // byte, up to the first of them.
    let bytes =
      UInt64(littleEndian: UnsafeRawPointer(p).loadUnaligned(as: UInt64.self)) ^ 0x3030_3030_3030_3030
    let others = ((bytes &+ 0x7676_7676_7676_7676) | bytes) & 0x8080_8080_8080_8080
    count = others.trailingZeroBitCount >> 3
    // As if zeros stood before the digits; in two shifts, for a shift by all 64 bits would be none. Then
    // neighbours are joined to numbers of two, four and eight digits.
    let half = UInt64(truncatingIfNeeded: 32 &- count &* 4)
    var word = (bytes &<< half) &<< half
    word = (word &* 10 &+ (word >> 8)) & 0x00FF_00FF_00FF_00FF
    word = (word &* 100 &+ (word >> 16)) & 0x0000_FFFF_0000_FFFF
    value = (word &* 10_000 &+ (word >> 32)) & 0xFFFF_FFFF
  }
}
