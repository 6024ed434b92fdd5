import Foundation
import LinearAlgebra

@testable import Formula

func fixture(_ path: String, from file: String = #filePath) -> URL {
  URL(fileURLWithPath: file).deletingLastPathComponent().appending(path: "../../Fixtures/\(path)")
}

/// |value − expected| relative to |expected|; absolute where 0 is expected, 0 where both are the same infinity or NaN.
func relativeError(_ value: Double, _ expected: Double) -> Double {
  if value == expected || (value.isNaN && expected.isNaN) { return 0 }
  let error = abs(value - expected) / (expected == 0 ? 1 : abs(expected))
  return error.isNaN ? .infinity : error
}

/// The value of an expression of the given names.
func value(_ text: String, _ values: [String: Double] = [:]) throws -> Double {
  try Expression(text).evaluate(values)
}

/// The error that an attempt throws.
func failure<T>(of attempt: () throws(FormulaError) -> T) -> FormulaError? {
  do {
    _ = try attempt()
    return nil
  } catch {
    return error
  }
}
