import Foundation
import LinearAlgebra
import Testing

@testable import LeastSquares

/// Minima beyond a double's digits, against 50-digit arithmetic (`scripts/reference/nonlinear.py`).
struct ExtendedMinimumTests {
  private struct Reference: Decodable {
    let parameters: [String]
    let standardDeviations: [String]
    let sumOfSquares: String
  }

  private func reference(_ name: String, from file: String = #filePath) throws -> Reference {
    let url = URL(fileURLWithPath: file).deletingLastPathComponent()
      .appending(path: "../../../Fixtures/reference/nonlinear.json")
    return try JSONDecoder().decode([String: Reference].self, from: Data(contentsOf: url))[name].unwrapped
  }

  @Test(arguments: ["Misra1d", "MGH09", "Thurber", "Lanczos1"], [1, 2])
  func sumsOfSquaresHaveAllTheirDigits(name: String, start: Int) throws {
    let problem = try ExtendedClosure(name)
    let set = try CertifiedSet(name)
    let minimum = Portfolio().minimize(problem, from: set.starts[start - 1])
    #expect(minimum.termination.converged)
    let extended = problem.extendedMinimum(from: minimum.parameters)
    let expected = try reference(name)
    #expect(extended.iterations > 0)
    #expect(
      extended.sumOfSquares.difference(from: expected.sumOfSquares) < 1e-26 / (name == "Lanczos1" ? 1e-13 : 1)
    )
    for (value, decimal) in zip(extended.parameters, expected.parameters) {
      #expect(value.difference(from: decimal) < 1e-18)
    }
    // What doubles alone leave of the parameters.
    let before = zip(minimum.parameters, expected.parameters).map { DoubleDouble($0).difference(from: $1) }
      .max()
    let after = zip(extended.parameters, expected.parameters).map { $0.difference(from: $1) }.max()
    #expect(try after.unwrapped < 1e-3 * before.unwrapped)
  }

  /// The residuals of Lanczos1 are the rounding of its thirteenth decimals.
  @Test(arguments: [1, 2]) func lanczosToCertifiedDigits(start: Int) throws {
    let problem = try ExtendedClosure("Lanczos1")
    let set = try CertifiedSet("Lanczos1")
    let minimum = Portfolio().minimize(problem, from: set.starts[start - 1])
    let extended = problem.extendedMinimum(from: minimum.parameters)
    let values = extended.parameters.map(\.value)
    let (rows, columns) = (set.y.count, set.parameters.count)
    let covariance = Covariance(
      jacobian: problem.linearized(at: values).jacobian, rows: rows, columns: columns,
      variance: extended.sumOfSquares.value / Double(rows - columns))
    let deviations = values.indices.map { covariance.standardError(covariance.unit($0)) ?? .nan }
    #expect(digits(values, set.parameters) > 10)
    #expect(digits(deviations, set.standardDeviations) > 10)
    #expect(digits(extended.sumOfSquares.value, set.sumOfSquares) > 10)
    // Doubles alone do not get there.
    #expect(digits(minimum.sumOfSquares, set.sumOfSquares) < 6)
  }

  /// A point that is no minimum is not carried to one: the answer says how far a step would go.
  @Test func aPointFarOffStaysWhereItIs() throws {
    let problem = try ExtendedClosure("Misra1d")
    let set = try CertifiedSet("Misra1d")
    let extended = problem.extendedMinimum(from: set.starts[0])
    #expect(extended.parameters.map(\.value) == set.starts[0])
    #expect(extended.iterations == 0 && extended.remainingStep > 0.01)
    let nowhere = problem.extendedMinimum(from: [.nan, 1])
    #expect(nowhere.remainingStep == .infinity)
  }
}
