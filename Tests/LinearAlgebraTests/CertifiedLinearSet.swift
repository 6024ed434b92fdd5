import Foundation
import LinearAlgebra

/// A linear data set of NIST's StRD with its certified results.
struct CertifiedLinearSet {
  let estimates: [Double]
  let standardDeviations: [Double]
  let sumOfSquares: Double
  /// The texts of the response and of the predictors, row by row.
  let data: [[Substring]]
  /// The exponents of the one predictor's powers; nil where the predictors are columns as they are.
  let powers: [Int]?
  /// True if a column of ones stands before such predictors.
  private let intercept: Bool

  static let names = [
    "Norris", "Pontius", "NoInt1", "NoInt2", "Longley", "Wampler1", "Wampler2", "Wampler3", "Wampler4",
    "Wampler5", "Filip",
  ]

  init(_ name: String, from file: String = #filePath) throws {
    let url = URL(fileURLWithPath: file).deletingLastPathComponent()
      .appending(path: "../../Fixtures/nist/linear/\(name).dat")
    let rows = try String(contentsOf: url, encoding: .utf8).split(
      separator: "\n", omittingEmptySubsequences: false
    )
    .map { $0.split(separator: " ") }

    let certified = rows[30..<60].filter { $0.count == 3 && $0[0].first == "B" }
    estimates = certified.compactMap { Double($0[1]) }
    standardDeviations = certified.compactMap { Double($0[2]) }
    sumOfSquares =
      rows[30..<60].last { $0.first == "Residual" && $0.count >= 4 }.flatMap { Double($0[2]) } ?? .nan
    data = rows[60...].filter { $0.count > 1 && $0.allSatisfy { Double($0) != nil } }
    powers =
      switch name {
      case "Norris": [0, 1]
      case "Pontius": [0, 1, 2]
      case "Filip": Array(0...10)
      case _ where name.hasPrefix("Wampler"): Array(0...5)
      default: nil
      }
    intercept = name == "Longley"
  }

  var y: [Double] { data.compactMap { Double($0[0]) } }

  /// The design matrix of the set's model, in doubles.
  var design: Matrix {
    let predictors = data[0].indices.dropFirst().map { j in data.compactMap { Double($0[j]) } }
    let columns =
      powers.map { $0.map { n in predictors[0].map { pow($0, Double(n)) } } }
      ?? (intercept ? [y.map { _ in 1 }] : []) + predictors
    return Matrix(rows: data.count, columns: columns.count, elements: columns.flatMap { $0 })
  }

  /// Solved by refinement, with numbers as `read` takes them from their texts.
  func refined(_ read: (Substring) -> DoubleDouble?) throws -> RefinedLeastSquares {
    let numbers = data[0].indices.map { j in data.compactMap { read($0[j]) } }
    if let powers { return try RefinedLeastSquares(powers: powers, of: numbers[1], numbers[0]) }
    let ones = intercept ? [numbers[0].map { _ in DoubleDouble(1) }] : []
    return try RefinedLeastSquares(columns: ones + numbers.dropFirst(), numbers[0])
  }
}

/// The decimal digits in which `values` agree with `expected` at worst: NIST's log relative error, at most 15; the log
/// absolute error where 0 is certified.
func digits(_ values: [Double], _ expected: [Double]) -> Double {
  guard values.count == expected.count else { return .nan }
  return zip(values, expected).map { value, expected in
    min(15, -log10(abs(value - expected) / (expected == 0 ? 1 : abs(expected))))
  }.min() ?? .nan
}
