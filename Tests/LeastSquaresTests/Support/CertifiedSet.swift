import Foundation

/// A nonlinear data set of NIST's StRD with its certified results.
struct CertifiedSet {
  let starts: [[Double]]
  let parameters: [Double]
  let standardDeviations: [Double]
  let sumOfSquares: Double
  private(set) var y: [Double]
  /// The predictors, row by row.
  let x: [[Double]]
  /// Response and predictors as the file writes them, row by row.
  let decimals: [[String]]

  init(_ name: String, from file: String = #filePath) throws {
    let url = URL(fileURLWithPath: file).deletingLastPathComponent()
      .appending(path: "../../../Fixtures/nist/nonlinear/\(name).dat")
    let lines = try String(contentsOf: url, encoding: .utf8).split(
      separator: "\n", omittingEmptySubsequences: false
    )
    .map(String.init)
    func numbers(_ text: some StringProtocol) -> [Double] {
      text.split(separator: " ").compactMap { Double($0) }
    }

    let certified = lines[..<60].filter { $0.contains("=") }.map { numbers($0.split(separator: "=")[1]) }
      .filter { $0.count == 4 }
    starts = [certified.map { $0[0] }, certified.map { $0[1] }]
    parameters = certified.map { $0[2] }
    standardDeviations = certified.map { $0[3] }
    sumOfSquares =
      lines.first { $0.hasPrefix("Residual Sum of Squares:") }
      .flatMap { numbers($0.split(separator: ":")[1]).first } ?? .nan
    decimals = lines[60...].map { $0.split(separator: " ").map(String.init) }.filter { !$0.isEmpty }
    let rows = decimals.map { $0.compactMap { Double($0) } }
    y = rows.map { $0[0] }
    x = rows.map { Array($0.dropFirst()) }
  }

  /// The same with log(y) for y.
  func withLogarithmicResponse() -> CertifiedSet {
    var set = self
    set.y = y.map { log($0) }
    return set
  }
}

/// The decimal digits in which `value` agrees with `expected`: NIST's log relative error, absolute where 0 is expected.
func digits(_ value: Double, _ expected: Double) -> Double {
  guard value.isFinite else { return 0 }
  let error = expected == 0 ? abs(value) : abs(value - expected) / abs(expected)
  return -log10(max(error, 1e-17))
}

/// The fewest digits over a vector.
func digits(_ values: [Double], _ expected: [Double]) -> Double {
  zip(values, expected).map { digits($0, $1) }.min() ?? 0
}
