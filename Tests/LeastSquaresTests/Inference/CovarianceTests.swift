import Foundation
import Testing

@testable import LeastSquares

struct CovarianceTests {
  private func certified(_ name: String) throws -> (covariance: Covariance, set: CertifiedSet) {
    let (problem, set) = try CertifiedModels.problem(name)
    let minimum = LevenbergMarquardt().minimize(problem, from: set.starts[1])
    let (m, n) = (problem.residualCount, set.parameters.count)
    let covariance = Covariance(
      jacobian: problem.linearized(at: minimum.parameters).jacobian, rows: m, columns: n,
      variance: minimum.sumOfSquares / Double(m - n))
    return (covariance, set)
  }

  @Test(arguments: ["Misra1a", "Misra1d", "Chwirut2", "Rat42", "Thurber", "MGH09", "ENSO"])
  func certifiedStandardDeviations(name: String) throws {
    let (covariance, set) = try certified(name)
    let errors = set.parameters.indices.map { covariance.standardError(covariance.unit($0)) ?? .nan }
    #expect(digits(errors, set.standardDeviations) > 9)
    #expect(covariance.rank == set.parameters.count)
  }

  /// For two parameters the correlation is −cos of the angle between J's columns.
  @Test(arguments: ["Misra1a", "Misra1d", "BoxBOD"]) func correlationIsTheAngleOfColumns(name: String) throws
  {
    let (problem, set) = try CertifiedModels.problem(name)
    let (covariance, _) = try certified(name)
    let m = problem.residualCount
    let jacobian = problem.linearized(at: set.parameters).jacobian
    let product = products(jacobian, jacobian, rows: m)
    let expected = -product[1] / (product[0] * product[3]).squareRoot()
    #expect(digits(covariance.correlation(0, 1) ?? .nan, expected) > 8)
    #expect(covariance.correlation(1, 0) == covariance.correlation(0, 1))
    #expect(digits(covariance.correlation(1, 1) ?? .nan, 1) > 15)
  }

  @Test("Misra1d's slope at zero, g = b₁b₂: var g = b₂² var b₁ + 2 b₁ b₂ cov + b₁² var b₂")
  func deltaMethod() throws {
    let (covariance, set) = try certified("Misra1d")
    let (b, sd) = (set.parameters, set.standardDeviations)
    let correlation = try #require(covariance.correlation(0, 1))
    let (first, second) = (b[1] * sd[0], b[0] * sd[1])
    let expected = (first * first + 2 * correlation * first * second + second * second).squareRoot()
    let gradient = numericalGradient(at: b, sizes: [1, 1e-6]) { $0[0] * $0[1] }
    #expect(digits(covariance.standardError([b[1], b[0]]) ?? .nan, expected) > 7)
    #expect(digits(covariance.standardError(gradient) ?? .nan, expected) > 7)
    let product = covariance.covariance(covariance.unit(0), covariance.unit(1)) ?? .nan
    #expect(digits(product, correlation * sd[0] * sd[1]) > 8)
  }

  /// Columns u = (1, …) and u + 2⁻³⁰ w with w ⟂ u: κ = 1e9. In JᵀJ the difference is below rounding. Exactly,
  /// var p₂ = s²/(2⁻⁶⁰ w·w), var(p₁ + p₂) = s²/m, and p₁ = (p₁ + p₂) − p₂.
  @Test func nearlyDependentColumns() {
    let w = [-7.0, 3, 5, -4, 1, 9, -2, -5]
    let (delta, variance) = (0x1p-30, 0.37)
    let covariance = Covariance(
      jacobian: w.map { _ in 1 } + w.map { 1 + delta * $0 }, rows: 8, columns: 2, variance: variance)
    let expected = (variance / squares(w)).squareRoot() / delta
    #expect(covariance.rank == 2)
    #expect(digits(covariance.standardError([0, 1]) ?? .nan, expected) > 6.5)
    #expect(digits(covariance.standardError([1, 0]) ?? .nan, expected) > 6.5)
    #expect(digits(covariance.standardError([1, 1]) ?? .nan, (variance / 8).squareRoot()) > 6.5)
    #expect((covariance.correlation(0, 1) ?? 0) < -1 + 1e-12)
  }

  /// p₁ + p₂ is all that the first two columns tell: it has a variance, they have none.
  @Test func whatIsNotDeterminedHasNoVariance() {
    let t = [0.5, 1.5, 2, 4.5, 6]
    let covariance = Covariance(
      jacobian: t + t + t.map { $0 * $0 }, rows: 5, columns: 3, variance: 2)
    let reduced = Covariance(jacobian: t + t.map { $0 * $0 }, rows: 5, columns: 2, variance: 2)
    #expect(covariance.rank == 2)
    #expect(covariance.standardError([1, 0, 0]) == nil)
    #expect(covariance.standardError([0, 1, 0]) == nil)
    #expect(covariance.standardError([1, 1 + 1e-5, 0]) == nil)
    #expect(digits(covariance.standardError([1, 1, 0]) ?? .nan, reduced.standardError([1, 0]) ?? 0) > 13)
    #expect(digits(covariance.standardError([0, 0, 1]) ?? .nan, reduced.standardError([0, 1]) ?? 0) > 13)
    #expect(digits(covariance.standardError([3, 3, -2]) ?? .nan, reduced.standardError([3, -2]) ?? 0) > 13)
    #expect(covariance.correlation(0, 2) == nil)
    #expect(covariance.covariance([1, 0, 0], [0, 0, 1]) == nil)
  }

  @Test func aColumnOfZerosDeterminesNothing() {
    let covariance = Covariance(jacobian: [1, 2, 3, 0, 0, 0], rows: 3, columns: 2, variance: 14)
    #expect(covariance.standardError([0, 1]) == nil)
    #expect(digits(covariance.standardError([1, 0]) ?? .nan, 1) > 15)
  }

  @Test("A parameter's unit changes its error by the same factor and nothing else")
  func unitsCancel() throws {
    let t = [0.5, 1.5, 2, 4.5, 6]
    let plain = Covariance(jacobian: t + t.map { $0 * $0 }, rows: 5, columns: 2, variance: 2)
    let scaled = Covariance(
      jacobian: t.map { $0 * 0x1p-600 } + t.map { $0 * $0 * 0x1p600 }, rows: 5, columns: 2, variance: 2)
    #expect(scaled.standardError([1, 0]) == (plain.standardError([1, 0]) ?? 0) * 0x1p600)
    #expect(scaled.standardError([0, 1]) == (plain.standardError([0, 1]) ?? 0) * 0x1p-600)
    #expect(scaled.correlation(0, 1) == plain.correlation(0, 1))
  }

  @Test("Covariances of exact, singular and empty problems") func edges() {
    let exact = Covariance(jacobian: [1, 2, 1, 1], rows: 2, columns: 2, variance: 0)
    #expect(exact.standardError([1, 0]) == 0)
    #expect(digits(exact.correlation(0, 1) ?? .nan, -3 / 10.0.squareRoot()) > 14)
    #expect(exact.standardError([.nan, 0]) == nil)
    #expect(exact.standardError([0, 0]) == 0)
    let broken = Covariance(jacobian: [1, .nan, 1, 1], rows: 2, columns: 2, variance: 1)
    #expect(broken.rank == 0 && broken.standardError([1, 0]) == nil)
    #expect(Covariance(jacobian: [], rows: 3, columns: 0, variance: 1).rank == 0)
  }
}
