import Foundation
import Testing

@testable import LinearAlgebra

struct DoubleDoubleTests {
  private let reference: DoubleDoubleReference

  init() throws { reference = try DoubleDoubleReference() }

  @Test func decimalsAreReadToTheLastBits() throws {
    #expect(reference.decimals.count > 500)
    for entry in reference.decimals {
      let value = try #require(DoubleDouble(decimal: entry.text), "\(entry.text)")
      let expected = try number(entry.halves)
      // Below 2^-960 a double-double has no room for its low half.
      let tolerance =
        abs(expected.high) < 0x1p-960 ? 0x1p-53 : entry.isShort ? 0x1p-103 : 0x1p-98
      #expect(error(value, expected) <= tolerance, "\(entry.text)")
      #expect(value.high == Double(entry.text))
    }
  }

  @Test(arguments: [
    "", " ", "-", "+", ".", "e5", "1e", "1e+", "1e5.", "1.2.3", "--1", "+-1", "1 ", " 1", "1,5", "0x1p3",
    "nan", "inf",
    "infinity", "1d5", "1e5e5", "1_000", "١", "1e400", "-2e308", "12345e99999999999999999999",
  ])
  func whatIsNoNumberHasNone(text: String) {
    #expect(DoubleDouble(decimal: text) == nil)
  }

  @Test func digitsBeyondThoseThatCountKeepTheirPlace() throws {
    let zeros = String(repeating: "0", count: 60)
    #expect(DoubleDouble(decimal: "7" + zeros)?.high == 7e60)
    #expect(DoubleDouble(decimal: "7\(zeros).0\(zeros)e-60")?.high == 7)
    #expect(DoubleDouble(decimal: "0.\(zeros)7\(zeros)")?.high == 7e-61)
    let sevens = String(repeating: "7", count: 400)
    let value = try #require(DoubleDouble(decimal: "0." + sevens))
    #expect(error(value, DoubleDouble(7) / DoubleDouble(9)) < 0x1p-100)
  }

  @Test func arithmeticIsThatOfFractions() throws {
    for entry in reference.operations {
      let (a, b) = try (number(entry.a), number(entry.b))
      #expect(try error(a + b, number(entry.sum)) <= 0x1p-103)
      #expect(try error(a - b, number(entry.difference)) <= 0x1p-103)
      #expect(try error(a * b, number(entry.product)) <= 0x1p-102)
      #expect(try error(a / b, number(entry.quotient)) <= 0x1p-101)
      #expect(try error(a.magnitude.squareRoot(), number(entry.root)) <= 0x1p-101)
      if let seventh = entry.seventh { #expect(try error(a.power(7), number(seventh)) <= 0x1p-99) }
    }
  }

  @Test func powersOfAnySign() {
    let two = DoubleDouble(2)
    #expect(two.power(0) == DoubleDouble(1) && DoubleDouble(0).power(0) == DoubleDouble(1))
    #expect(two.power(100).high == 0x1p100 && two.power(-100).high == 0x1p-100)
    #expect(DoubleDouble(-3).power(3) == DoubleDouble(-27))
    #expect(DoubleDouble(10).power(400) == DoubleDouble(.infinity))
    #expect(DoubleDouble(10).power(-400) == DoubleDouble(0))
  }

  @Test func orderLooksAtBothHalves() {
    let one = DoubleDouble(1)
    let above = DoubleDouble(sumOf: 1, 1e-25)
    let below = DoubleDouble(sumOf: 1, -1e-25)
    #expect(below < one && one < above && !(above < one) && !(one < one))
    #expect([above, below, one].sorted() == [below, one, above])
    #expect((-above).magnitude == above && below.magnitude == below)
  }

  @Test func scalingMovesTheExponentAlone() {
    let number = DoubleDouble(sumOf: 3, 1e-20)
    #expect(number.scaled(byPowerOfTwo: 5).scaled(byPowerOfTwo: -5) == number)
    #expect(DoubleDouble(0x1p-1074).scaled(byPowerOfTwo: 1074) == DoubleDouble(1))
    #expect(number.scaled(byPowerOfTwo: 5000) == DoubleDouble(.infinity))
    #expect(number.scaled(byPowerOfTwo: -5000) == DoubleDouble(0))
  }

  private func number(_ halves: [String]) throws -> DoubleDouble {
    let numbers = try halves.map { try #require(Double($0)) }
    return DoubleDouble(sumOf: numbers[0], numbers[1])
  }

  /// |value − expected| / |expected|.
  private func error(_ value: DoubleDouble, _ expected: DoubleDouble) -> Double {
    value == expected ? 0 : abs((value - expected).high) / abs(expected.high)
  }
}

/// The values that scripts/reference/doubledouble.py computed. Halves are doubles in hexadecimal.
private struct DoubleDoubleReference: Decodable {
  struct DecimalText: Decodable {
    let text: String
    let halves: [String]

    /// True if digits and power of ten are few enough for a single rounding.
    var isShort: Bool {
      let parts = text.lowercased().split(separator: "e")
      let digits = parts.first?.filter(\.isNumber).count ?? 0
      return digits <= 30 && abs(parts.count > 1 ? Int(parts[1]) ?? 0 : 0) + digits <= 45
    }
  }

  struct Operation: Decodable {
    let a: [String]
    let b: [String]
    let sum: [String]
    let difference: [String]
    let product: [String]
    let quotient: [String]
    let root: [String]
    let seventh: [String]?
  }

  let decimals: [DecimalText]
  let operations: [Operation]

  init(from file: String = #filePath) throws {
    let url = URL(filePath: file).deletingLastPathComponent()
      .appending(path: "../../Fixtures/reference/doubledouble.json")
    self = try JSONDecoder().decode(Self.self, from: Data(contentsOf: url))
  }
}
