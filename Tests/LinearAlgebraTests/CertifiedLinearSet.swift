import Foundation
import LinearAlgebra

/// A linear data set of NIST's StRD with its certified results.
struct CertifiedLinearSet {
  let estimates: [Double]
  let sumOfSquares: Double
  let y: [Double]
  /// The predictors, row by row.
  let x: [[Double]]

  init(_ name: String, from file: String = #filePath) throws {
    let url = URL(fileURLWithPath: file).deletingLastPathComponent()
      .appending(path: "../../Fixtures/nist/linear/\(name).dat")
    let rows = try String(contentsOf: url, encoding: .utf8).split(
      separator: "\n", omittingEmptySubsequences: false
    )
    .map { $0.split(separator: " ") }
    func numbers(_ row: [Substring]) -> [Double] { row.compactMap { Double($0) } }

    estimates = rows[30..<60].filter { $0.count == 3 && $0[0].first == "B" }.map { numbers($0)[0] }
    sumOfSquares =
      rows[30..<60].last { $0.first == "Residual" && $0.count == 4 }.map { numbers($0)[1] } ?? .nan
    let data = rows[60...].map(numbers).filter { !$0.isEmpty }
    y = data.map { $0[0] }
    x = data.map { Array($0.dropFirst()) }
  }

  /// The design matrix with the powers 0 to `degree` of the one predictor.
  func polynomial(degree: Int) -> Matrix {
    Matrix(
      rows: y.count, columns: degree + 1,
      elements: (0...degree).flatMap { n in x.map { pow($0[0], Double(n)) } })
  }

  /// The design matrix with the predictors as they are, after a column of ones where `intercept` asks for it.
  func linear(intercept: Bool) -> Matrix {
    let ones = intercept ? y.map { _ in 1.0 } : []
    let elements = ones + x[0].indices.flatMap { j in x.map { $0[j] } }
    return Matrix(rows: y.count, columns: elements.count / y.count, elements: elements)
  }

  /// The matrix that the set's model states.
  static func load(_ name: String) throws -> (set: CertifiedLinearSet, design: Matrix) {
    let set = try CertifiedLinearSet(name)
    let design =
      switch name {
      case "Pontius": set.polynomial(degree: 2)
      case "Filip": set.polynomial(degree: 10)
      case _ where name.hasPrefix("Wampler"): set.polynomial(degree: 5)
      default: set.linear(intercept: !name.hasPrefix("NoInt"))
      }
    return (set, design)
  }
}

/// The decimal digits in which `values` agree with `expected` at worst: NIST's log relative error.
func digits(_ values: [Double], _ expected: [Double]) -> Double {
  zip(values, expected).map { -log10(max(abs($0 - $1) / abs($1), 1e-17)) }.min() ?? 0
}
