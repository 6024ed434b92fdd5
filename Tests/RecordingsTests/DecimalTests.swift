import Testing

@testable import Recordings

/// The parser's double for a text, read digit by digit or by words; nil where the text is not wholly a
/// number.
private func parsed(_ text: String, mark: UInt8 = Ascii.point, byWords: Bool = false) -> Double? {
  let count = text.utf8.count
  let bytes = Array(text.utf8) + [Ascii.newline] + [UInt8](repeating: 0x39, count: Decimal.lookahead)
  return bytes.withUnsafeBufferPointer { bytes in
    guard let start = bytes.baseAddress else { return nil }
    var p = start
    let decimal = byWords ? Decimal.scanWords(&p, mark: mark) : Decimal.scan(&p, mark: mark)
    guard let decimal, p == start + count else { return nil }
    return decimal.value ?? Decimal.rounded(start, p, mark: mark)
  }
}

private func integer(_ text: String) -> Int64? {
  let bytes = Array(text.utf8) + [Ascii.newline]
  return bytes.withUnsafeBufferPointer { bytes in
    guard var p = bytes.baseAddress else { return nil }
    return Decimal.scan(&p, mark: Ascii.point)?.integer
  }
}

struct DecimalTests {
  /// A million decimals of every shape against the standard library's correctly rounded conversion.
  @Test func everyDecimalIsCorrectlyRounded() {
    var generator = SeededGenerator(state: 20210917)
    var wrong: [String] = []
    for trial in 0..<1_000_000 {
      let text = Self.decimal(trial, &generator)
      guard let expected = Double(text) else {
        wrong.append(text)
        continue
      }
      if parsed(text)?.bitPattern != expected.bitPattern { wrong.append(text) }
      if parsed(text, byWords: true)?.bitPattern != expected.bitPattern { wrong.append("\(text) by words") }
    }
    #expect(wrong.isEmpty, "\(wrong.count) wrong, first \(wrong.prefix(5))")
  }

  private static func decimal(_ trial: Int, _ generator: inout SeededGenerator) -> String {
    let bits = generator.next()
    switch trial % 6 {
    case 0: return String(Double(bits >> 11) * 0x1p-53 * 4000)
    case 1:
      let value = Double(bitPattern: bits)
      return value.isFinite ? String(value) : "0"
    case 2:
      // 1 to 24 digits with a point anywhere.
      var digits = (0..<Int(bits % 24) + 1).map { _ in String(generator.next() % 10) }
      digits.insert(".", at: Int(generator.next() % UInt64(digits.count + 1)))
      return (bits & 1 << 40 == 0 ? "" : "-") + digits.joined()
    case 3: return "\(bits)e\(Int(generator.next() % 45) - 22)"
    case 4:
      // Half-way between two doubles: 54-bit odd integers, and such over powers of two as exact decimals.
      let odd = (bits >> 10) | 1 << 53 | 1
      return trial % 12 < 6
        ? String(odd) : "\(odd).\(["5", "0", "25", "000000001"][Int(generator.next() % 4)])"
    default: return "0.\(String(repeating: "0", count: Int(bits % 20)))\(generator.next() % 1_000_000_000)"
    }
  }

  @Test(arguments: [
    ("1", 1), ("-0.5", -0.5), ("+2", 2), (".5", 0.5), ("5.", 5), ("1e3", 1000), ("1E-3", 0.001),
    ("0e999999", 0),
    ("9007199254740993", 9_007_199_254_740_992), ("18446744073709551615", 0x1p64), ("1e22", 1e22),
    ("123456789012345678901234567890", 1.2345678901234568e29), ("4.9e-324", 0x1p-1074), ("1e400", .infinity),
    ("2.2250738585072014e-308", 0x1p-1022),
  ])
  func readsNotation(text: String, value: Double) {
    #expect(parsed(text) == value)
    #expect(parsed(text, byWords: true) == value)
  }

  @Test(arguments: ["", "-", ".", "e5", "abc", "1.2.3", "1e", "0x10", "1,5", "1 2", "--1", "nan", "inf"])
  func refusesOtherTexts(text: String) {
    #expect(parsed(text) == nil)
    #expect(parsed(text, byWords: true) == nil)
  }

  /// Every split of digits around the mark, on both sides of what a word holds.
  @Test func readsEveryLengthByWords() {
    let digits = "123456789012345678901234567890"
    for whole in 0...10 {
      for fraction in 0...20 where whole + fraction > 0 {
        for sign in ["", "-"] {
          let text = sign + digits.prefix(whole) + "." + digits.dropFirst(whole).prefix(fraction)
          #expect(parsed(text, byWords: true) == parsed(text) && parsed(text) != nil, "\(text)")
        }
      }
    }
  }

  @Test func keepsTheSignOfZero() {
    #expect(parsed("-0.0")?.sign == .minus)
  }

  @Test func readsDecimalCommas() {
    #expect(parsed("-1244,67", mark: Ascii.comma) == -1244.67)
    // 22 digits: the way through a text.
    #expect(parsed("1,234567890123456789012", mark: Ascii.comma) == 1.234567890123456789012)
  }

  @Test(arguments: [
    ("9223372036854775807", Int64.max), ("-9223372036854775808", .min), ("9223372036854775808", nil),
    ("1690000000123456789", 1_690_000_000_123_456_789), ("1.0", nil), ("1e3", nil),
    ("00000000000000000000000042", 42), ("123456789012345678901", nil),
  ])
  func knowsIntegers(text: String, value: Int64?) {
    #expect(integer(text) == value)
  }
}
