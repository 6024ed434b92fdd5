import Foundation
import Testing

@testable import Numerals

/// The decimal digits against the C library, which rounds exactly, ties to even.
struct DecimalDigitsTests {
  static let values: [Double] = [
    0, 1, -1, 0.5, 1.5, 2.5, -2.5, 0.125, 9.995, 9.9951, 99.95, 0.05, 0.25, 0.35, 999.9999, 1e22, 1e300,
    .leastNonzeroMagnitude, .leastNonzeroMagnitude * 2024,
    .greatestFiniteMagnitude, .leastNormalMagnitude, .pi, -123.456, 1.0 / 3, 0.1 + 0.2,
    4_503_599_627_370_497.5,
  ]

  @Test(arguments: values)
  func fixedMatchesTheCLibrary(_ value: Double) {
    for digits in [0, 1, 2, 3, 7, 20, 330] {
      let expected = String(format: "%.\(digits)f", value)
      // A rounded zero has no sign here.
      let unsigned =
        expected.contains { "123456789".contains($0) } ? expected : expected.replacing("-", with: "")
      #expect(Numerals.fixed(value, digits) == unsigned)
    }
  }

  @Test(arguments: values)
  func significantMatchesTheCLibrary(_ value: Double) {
    for count in 1...17 {
      #expect(
        Double(Numerals.significant(value, max(count, 9)))
          == Double(String(format: "%.*e", max(count, 9) - 1, value)))
      let rounded = DecimalDigits(value)?.rounded(significantDigits: count)
      let mantissa = String(format: "%.*e", count - 1, abs(value)).prefix { $0 != "e" }.filter { $0 != "." }
      let trimmed = mantissa.reversed().drop { $0 == "0" }.reversed()
      #expect(rounded?.digits.map(String.init).joined() == String(trimmed))
    }
  }

  @Test func randomBitPatterns() {
    var state: UInt64 = 20_190_428
    for _ in 0..<2000 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let value = Double(bitPattern: state)
      guard value.isFinite else { continue }
      #expect(Double(Numerals.plain(value)) == value)
      #expect(Numerals.plain(value).filter(\.isNumber).count <= 24)
      #expect(Double(Numerals.significant(value, 10)) == Double(String(format: "%.9e", value)))
    }
  }

  @Test func roundsBeforeThePoint() {
    #expect(Numerals.fixed(12_345, -2) == "12300")
    #expect(Numerals.fixed(-950, -3) == "-1000")
    #expect(Numerals.fixed(450, -3) == "0")
    #expect(DecimalDigits(.nan) == nil)
    #expect(DecimalDigits(-.infinity) == nil)
  }
}

struct NumeralsTests {
  @Test("Fixed decimals are rounded once, from the exact value") func fixed() {
    #expect(Numerals.fixed(9.995, 2) == "9.99")
    #expect(Numerals.fixed(9.9951, 2) == "10.00")
    #expect(Numerals.fixed(-0.0, 2) == "0.00")
    #expect(Numerals.fixed(-0.001, 2) == "0.00")
    #expect(Numerals.fixed(.nan, 2) == "undefined")
    #expect(Numerals.fixed(-.infinity, 2) == "-infinite")
  }

  @Test("Significant digits are written without trailing zeros") func significant() {
    #expect(Numerals.significant(0) == "0")
    #expect(Numerals.significant(-0.0) == "0")
    #expect(Numerals.significant(64) == "64")
    #expect(Numerals.significant(0.8016) == "0.8016")
    #expect(Numerals.significant(1_234_567.4, 3) == "1234567")
    #expect(Numerals.significant(999_999.99, 6) == "1000000")
    #expect(Numerals.significant(0.0001) == "0.0001")
    #expect(Numerals.significant(0.000_099_999_99, 3) == "0.0001")
    #expect(Numerals.significant(-0.000_012_345, 3) == "-1.23e-5")
    #expect(Numerals.significant(.leastNonzeroMagnitude * 2024, 2) == "1e-320")
    #expect(Numerals.significant(1.5e300) == "1.5e300")
    #expect(Numerals.significant(123_456_789) == "123456789")
    #expect(Numerals.significant(1_234_567_890, 4) == "1.235e9")
  }

  @Test func plainIsAsWritten() {
    #expect(Numerals.plain(500) == "500")
    #expect(Numerals.plain(10.9) == "10.9")
    #expect(Numerals.plain(-0.000124) == "-0.000124")
    #expect(Numerals.plain(2.0020026706730774) == "2.0020026706730776")  // The double nearest to it.
    #expect(Numerals.plain(1_700_000_000.125) == "1700000000.125")
    #expect(Numerals.plain(1e9) == "1e9")
    #expect(Numerals.plain(.infinity) == "infinite")
  }

  @Test func columnsShareTheirDecimals() {
    #expect(Numerals.column([499, 0.5, -1.25], significantDigits: 5) == ["499.00", "0.50", "-1.25"])
    #expect(Numerals.column([1e12, 0.5], significantDigits: 3) == ["1e12", "0.5"])
    #expect(Numerals.column([.nan, 1], significantDigits: 3) == ["undefined", "1.00"])
    #expect(Numerals.column([], significantDigits: 3) == [])
  }
}

struct RoundingTests {
  @Test(arguments: [
    (10.9038123, 0.00572, "10.9038 ± 0.0057"),
    (0.49965418, 0.0000414, "0.499654 ± 0.000041"),
    (10, 0.00996, "10.000 ± 0.010"),
    (-3.14159, 42, "-3 ± 42"),
    (12_345, 678.9, "12340 ± 680"),
    (0, 0.5, "0.00 ± 0.50"),
    (1_000_000, 0.3, "1000000.00 ± 0.30"),
    (-0.000124, 0.0000000178885, "-0.000124000 ± 0.000000018"),
    (-0.0000274, 0.0000012, "-2.74e-5 ± 0.12e-5"),
    (1.23456e300, 1e298, "1.235e300 ± 0.010e300"),
    (.leastNonzeroMagnitude * 2024, .leastNonzeroMagnitude * 202, "1.00e-320 ± 0.10e-320"),
    (2.5, 1e-16, "2.5 ± 1e-16"),
    (2.5, 0, "2.5 ± 0"),
    (1e-9, 1e5, "0 ± 100000"),
    (.infinity, 1, "infinite ± 1"),
    (1, .infinity, "1 ± infinite"),
  ])
  func valueAndError(value: Double, error: Double, text: String) {
    #expect(Rounding.text(value, error: error) == text)
  }

  @Test("A number without an error is written to four digits") func withoutError() {
    #expect(Rounding.text(2.0020026706730774, error: nil) == "2.002")
    #expect(Rounding.text(64, error: nil) == "64")
    #expect(Rounding.text(.nan, error: nil) == "undefined")
    #expect(Rounding.text(3, error: .nan) == "3")
  }
}
