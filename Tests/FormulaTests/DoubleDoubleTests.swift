import Foundation
import LinearAlgebra
import Testing

@testable import Formula

/// The functions of double-doubles against values computed with 90 digits.
struct DoubleDoubleTests {
  static let functions: [(name: String, call: @Sendable (DoubleDouble) -> DoubleDouble)] = [
    ("exp", DoubleDouble.exp), ("expm1", DoubleDouble.expm1), ("log", DoubleDouble.log),
    ("log10", DoubleDouble.log10), ("log1p", DoubleDouble.log1p), ("sqrt", DoubleDouble.sqrt),
    ("sin", DoubleDouble.sin), ("cos", DoubleDouble.cos), ("tan", DoubleDouble.tan),
    ("asin", DoubleDouble.asin), ("acos", DoubleDouble.acos), ("atan", DoubleDouble.atan),
    ("sinh", DoubleDouble.sinh), ("cosh", DoubleDouble.cosh), ("tanh", DoubleDouble.tanh),
  ]

  static func entries() throws -> [String: [[[Double]]]] {
    try JSONDecoder().decode(
      [String: [[[Double]]]].self, from: Data(contentsOf: fixture("reference/elementary.json")))
  }

  @Test(arguments: functions.indices)
  func functionHasThirtyDigits(_ index: Int) throws {
    let (name, call) = Self.functions[index]
    let entries = try #require(Self.entries()[name])
    #expect(entries.count >= 40)
    for entry in entries {
      let error = error(call(number(entry[0])), number(entry[1]))
      #expect(error <= 1.2e-30, "\(name)(\(entry[0])) is off by \(error)")
    }
  }

  @Test func powersHaveThirtyDigits() throws {
    let entries = try #require(Self.entries()["power"])
    #expect(entries.count >= 40)
    for entry in entries {
      let error = error(DoubleDouble.power(number(entry[0]), number(entry[1])), number(entry[2]))
      #expect(error <= 3e-30, "\(entry[0]) to \(entry[1]) is off by \(error)")
    }
  }

  /// Edges are those of the double's functions.
  @Test(arguments: functions.indices)
  func edgesAreTheDoubles(_ index: Int) {
    let (name, call) = Self.functions[index]
    for x in [Double.nan, .infinity, -.infinity, 0, -1, 1, 2, -2, 800, -800, 1e300, -1e300, 1e17] {
      guard let expected = doubleFunction(name)?(x) else { continue }
      let result = call(DoubleDouble(x)).value
      #expect(relativeError(result, expected) <= 1e-15, "\(name)(\(x)) is \(result), not \(expected)")
    }
  }

  @Test func edgesOfPowers() {
    for (a, b) in [
      (0.0, 0.0), (0, 2), (0, -1), (-2, 3), (-2, -2), (-2, 0.5), (-1.5, 101), (-1.5, 100), (2, 2000),
      (2, -2000),
      (.infinity, 2), (.nan, 0), (2, .nan), (-8, 1.0 / 3), (1, 1e300),
    ] {
      let result = DoubleDouble.power(DoubleDouble(a), DoubleDouble(b)).value
      #expect(relativeError(result, pow(a, b)) <= 1e-15, "\(a)^\(b) is \(result), not \(pow(a, b))")
    }
  }

  private func number(_ halves: [Double]) -> DoubleDouble { DoubleDouble(sumOf: halves[0], halves[1]) }

  private func error(_ value: DoubleDouble, _ expected: DoubleDouble) -> Double {
    let difference = abs((value - expected).value)
    return expected.value == 0 ? difference : difference / abs(expected.value)
  }

  private func doubleFunction(_ name: String) -> ((Double) -> Double)? {
    switch name {
    case "exp": exp
    case "expm1": expm1
    case "log": log
    case "log10": log10
    case "log1p": log1p
    case "sqrt": { $0.squareRoot() }
    case "sin": sin
    case "cos": cos
    case "tan": tan
    case "asin": asin
    case "acos": acos
    case "atan": atan
    case "sinh": sinh
    case "cosh": cosh
    case "tanh": tanh
    default: nil
    }
  }
}
