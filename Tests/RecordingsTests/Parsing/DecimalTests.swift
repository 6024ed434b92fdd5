import Foundation
import Testing

@testable import Recordings

private typealias Decimal = Recordings.Decimal

/// The ways in which a number is read.
private enum Way: CaseIterable {
  case byDigits, byWords, atOnce
}

/// The parser's double for a text; nil where the text is not wholly a number, or that is not finite.
private func parsed(_ text: String, _ way: Way = .byDigits, mark: UInt8 = Ascii.point) -> Double? {
  let count = text.utf8.count
  let bytes = Array(text.utf8) + [Ascii.newline] + [UInt8](repeating: 0x39, count: Decimal.lookahead)
  return bytes.withUnsafeBufferPointer { bytes in
    guard let start = bytes.baseAddress else { return nil }
    var p = start
    if way == .atOnce {
      guard let (value, end) = Decimal.double(at: p, mark: mark), end == start + count else { return nil }
      return value
    }
    let decimal = way == .byWords ? Decimal.scanWords(&p, mark: mark) : Decimal.scan(&p, mark: mark)
    guard let decimal, p == start + count else { return nil }
    return decimal.finite(start, p, mark: mark)
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
  private static let environment = ProcessInfo.processInfo.environment

  /// Decimals of every shape against the C library's correctly rounded conversion: `SCROLLFIT_NUMBERS`, or as
  /// many as take seconds, of `SCROLLFIT_SEED`.
  @Test func everyDecimalIsCorrectlyRounded() {
    let count = Self.environment["SCROLLFIT_NUMBERS"].flatMap { Int($0) } ?? 1_000_000
    var drawn = DrawnDecimal(seed: Self.environment["SCROLLFIT_SEED"].flatMap { UInt64($0) } ?? 20_210_917)
    var wrong: [String] = []
    var finite = 0
    for trial in 0..<count {
      let text = drawn.next(trial)
      let expected = strtod(text, nil)
      if expected.isFinite { finite += 1 }
      for way in Way.allCases {
        let value = parsed(text, way)
        let isRight = expected.isFinite ? value?.bitPattern == expected.bitPattern : value == nil
        if !isRight, wrong.count < 5 { wrong.append("\(text) \(way)") }
      }
    }
    #expect(wrong.isEmpty)
    // What is drawn is mostly what can be read.
    #expect(finite > count * 8 / 10)
  }

  @Test(
    "Decimals are read in every notation, as the nearest double",
    arguments: [
      ("1", 1), ("-0.5", -0.5), ("+2", 2), (".5", 0.5), ("5.", 5), ("1e3", 1000), ("1E-3", 0.001),
      ("0e999999", 0),
      ("9007199254740993", 9_007_199_254_740_992), ("18446744073709551615", 0x1p64), ("1e22", 1e22),
      ("123456789012345678901234567890", 1.2345678901234568e29), ("4.9e-324", 0x1p-1074),
      ("2.2250738585072014e-308", 0x1p-1022),
    ])
  func readsNotation(text: String, value: Double) {
    for way in Way.allCases { #expect(parsed(text, way) == value) }
  }

  @Test(arguments: [
    "1e400", "-1e309", "", "-", ".", "e5", "abc", "1.2.3", "1e", "0x10", "1,5", "1 2", "--1", "nan", "inf",
  ])
  func refusesOtherTexts(text: String) {
    for way in Way.allCases { #expect(parsed(text, way) == nil) }
  }

  /// Every split of digits around the mark, on both sides of what a word holds.
  @Test func readsEveryLengthByWords() {
    let digits = "123456789012345678901234567890"
    for whole in 0...10 {
      for fraction in 0...20 where whole + fraction > 0 {
        for sign in ["", "-"] {
          let text = sign + digits.prefix(whole) + "." + digits.dropFirst(whole).prefix(fraction)
          let expected = strtod(text, nil)
          for way in Way.allCases { #expect(parsed(text, way) == expected, "\(text)") }
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

  @Test(
    "Integers are read exactly",
    arguments: [
      ("9223372036854775807", Int64.max), ("-9223372036854775808", .min), ("9223372036854775808", nil),
      ("1690000000123456789", 1_690_000_000_123_456_789), ("1.0", nil), ("1e3", nil),
      ("00000000000000000000000042", 42), ("123456789012345678901", nil),
    ])
  func knowsIntegers(text: String, value: Int64?) {
    #expect(integer(text) == value)
  }
}
