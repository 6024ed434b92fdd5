import Foundation
import Testing

@testable import LeastSquares

struct CorrelatedErrorsTests {
  /// Σ wᵢ yᵢ of a straight line through correlated errors, over its standard error: the share within 1.96.
  private func coverage(
    of correlation: Double, rows: Int, seed: UInt64
  ) throws -> Double {
    var random = SplitMix64(seed: seed)
    let times = (0..<rows).map { Double($0) / Double(rows - 1) }
    let jacobian = [Double](repeating: 1, count: rows) + times
    let (count, deviations) = (2000, [Double](repeating: 1, count: rows))
    var covered = 0
    for _ in 0..<count {
      var error = random.normal()
      let observations = (0..<rows).map { row in
        if row > 0 {
          error = correlation * error + (1 - correlation * correlation).squareRoot() * random.normal()
        }
        return deviations[row] * error
      }
      let means = (times.reduce(0, +) / Double(rows), observations.reduce(0, +) / Double(rows))
      let squares = times.reduce(0) { $0 + ($1 - means.0) * ($1 - means.0) }
      let slope = zip(times, observations).reduce(0) { $0 + ($1.0 - means.0) * $1.1 } / squares
      let residuals = zip(times, observations).map { means.1 + slope * ($0 - means.0) - $1 }
      let errors = try #require(
        CorrelatedErrors(residuals: residuals, deviations: deviations, jacobian: jacobian, columns: 2))
      covered += abs(slope) <= 1.96 * (try #require(errors.standardError([0, 1]))) ? 1 : 0
    }
    return Double(covered) / Double(count)
  }

  @Test(
    "Intervals of a slope hold the truth in nearly 95 % of lines through correlated errors",
    arguments: [0, 0.3, 0.6])
  func correlated(_ correlation: Double) throws {
    let covered = try coverage(of: correlation, rows: 60, seed: 81)
    #expect((0.92...0.975).contains(covered), "\(covered)")
  }

  /// The error of y = c t where all times are longer by a factor: that of the factor.
  @Test("An error that all samples share is added")
  func shared() throws {
    let times = (1...20).map(Double.init)
    let residuals = (0..<20).map { $0.isMultiple(of: 2) ? 1e-9 : -1e-9 }
    let errors = try #require(
      CorrelatedErrors(
        residuals: residuals, deviations: times.map { _ in 1e-9 }, jacobian: times, columns: 1))
    let error = try #require(errors.standardError([1], shared: times.map { 3 * $0 * 0.01 }))
    #expect(abs(error - 0.03) < 1e-6)
  }

  @Test("As many numbers as samples have no errors, undetermined ones neither")
  func undetermined() {
    #expect(CorrelatedErrors(residuals: [0], deviations: [1], jacobian: [1], columns: 1) == nil)
    let errors = CorrelatedErrors(
      residuals: [1, -1, 1], deviations: [1, 1, 1], jacobian: [1, 1, 1, 2, 2, 2], columns: 2)
    #expect(errors?.standardError([1, 0]) == nil)
  }
}
