import Foundation
import Testing

@testable import LeastSquares

private let exponential = SeparableClosure(linear: 2, nonlinear: 1) { alpha, x in
  let zero = Dual(value: 0, gradient: alpha[0].gradient.map { _ in 0 })
  return [zero + 1, exp(-alpha[0] * x)]
}

struct CensoredFitTests {
  private let reference: NoiseReference
  private let problem: FullProblem<SeparableClosure, DirectParametrization>

  init() throws {
    reference = try NoiseReference()
    problem = FullProblem(
      exponential, map: DirectParametrization(exponential.linear + exponential.nonlinear),
      abscissas: reference.rounded.x, observations: reference.rounded.y)
  }

  @Test func termsAgreeWith50Digits() {
    for row in reference.intervalTerms {
      let cell = CensoredLikelihood(half: row[0], distance: row[1])
      // The exponent's own rounding is felt where it is large.
      let tolerance = 4e-14 + 4e-16 * (row[0] * row[0] + row[1] * row[1])
      #expect(abs(cell.loss / row[2] - 1) < tolerance, "loss at \(row): \(cell.loss)")
      #expect(abs(cell.difference / row[3] - 1) < tolerance, "difference at \(row): \(cell.difference)")
      #expect(abs(cell.sum / row[4] - 1) < tolerance, "sum at \(row): \(cell.sum)")
    }
    #expect(reference.intervalTerms.count > 100)
  }

  @Test(arguments: [1e-3, 0.01, 0.4, 0.6, 3, 1e5])
  func slopesAreDerivatives(deviation: Double) {
    let loss = RoundingLoss(resolution: 1, deviation: deviation)
    for r in [0.01, 0.3, 0.5, 0.52, 0.9, 7, -0.4, -3] {
      let (value, slope) = loss.transformed(r)
      #expect(value.isFinite && slope.isFinite && slope >= 0)
      let step = 1e-5 * min(abs(r), deviation)
      let estimate = (loss.transformed(r + step).residual - loss.transformed(r - step).residual) / (2 * step)
      #expect(abs(slope - estimate) < 1e-5 * max(slope, 1e-3), "\(deviation) \(r)")
    }
    #expect(loss.transformed(0).residual == 0)
    for r in [Double.leastNonzeroMagnitude, 1e-160, 1e-30, 1e30, 1e200, 1e300] {
      let (value, slope) = loss.transformed(r)
      #expect(!value.isNaN && value >= 0 && slope.isFinite && slope >= 0)
    }
  }

  /// Noise far above the grid: −2 ln P is r²/(σ² + q²/12) nearly.
  @Test func coarseNoiseIsLeastSquares() {
    let loss = RoundingLoss(resolution: 1, deviation: 40)
    for r in [0.1, 5, 130] {
      #expect(abs(loss.transformed(r).residual * (1600 + 1.0 / 12).squareRoot() / r - 1) < 1e-6)
    }
  }

  @Test func parametersAndNoiseAgreeWithBruteForce() throws {
    let expected = reference.rounded
    let fit = CensoredFit(problem, resolution: expected.resolution, from: [2, 9, 1.3])
    #expect(fit.termination.converged)
    #expect(digits(fit.parameters + [fit.deviation], expected.parameters) > 5.5)
    #expect(digits(fit.loss, expected.loss) > 10)
    #expect(fit.rounds < 30)
    let covariance = try #require(fit.covariance)
    #expect(covariance.count == 4)
    // The reference has the curve's second derivatives too.
    for j in 0..<4 {
      let error = try #require(covariance.standardError(covariance.unit(j)))
      #expect(abs(error / expected.errors[j] - 1) < 0.1, "\(j): \(error), \(expected.errors[j])")
    }
  }

  @Test("A given deviation is kept, and the fit is the reference's") func knownNoise() throws {
    let expected = reference.rounded.fixedDeviation
    let fit = CensoredFit(problem, resolution: 1, from: [2, 9, 1.3], deviation: expected.deviation)
    #expect(fit.deviation == expected.deviation && fit.rounds == 2)
    #expect(digits(fit.parameters, expected.parameters) > 5.5)
    #expect(digits(fit.loss, expected.loss) > 10)
    #expect(try #require(fit.covariance).count == 3)
  }

  /// The observed information of a line is exact: against second differences of the likelihood itself.
  @Test func informationOfALine() throws {
    let x = (0..<12).map { Double($0) / 3 }
    let y = x.map { (1 + 0.9 * $0 + 0.8 * sin(9 * $0 * $0)).rounded() }
    let line = Powers(exponents: [0, 1])
    let problem = FullProblem(
      line, map: DirectParametrization(line.linear), abscissas: x, observations: y)
    let fit = CensoredFit(problem, resolution: 1, from: [0, 0])
    func half(_ p: [Double]) -> Double {
      let loss = RoundingLoss(resolution: 1, deviation: p[2])
      let values = problem.linearized(at: [p[0], p[1]]).residuals.map { loss.transformed($0).residual }
      return (squares(values) + 12 * loss.minimumCost) / 2
    }
    let best = fit.parameters + [fit.deviation]
    let covariance = try #require(fit.covariance)
    // H · C = 1, column by column.
    let step = 1e-3
    let hessian = (0..<3).map { i in
      (0..<3).map { j in
        var corners: [Double] = []
        for (a, b) in [(1.0, 1.0), (1, -1), (-1, 1), (-1, -1)] {
          var p = best
          p[i] += a * step
          p[j] += b * step
          corners.append(half(p))
        }
        return (corners[0] - corners[1] - corners[2] + corners[3]) / (4 * step * step)
      }
    }
    for i in 0..<3 {
      for j in 0..<3 {
        let product = try (0..<3).reduce(0.0) {
          $0 + hessian[i][$1] * (try #require(covariance.covariance(covariance.unit($1), covariance.unit(j))))
        }
        #expect(abs(product - (i == j ? 1 : 0)) < 1e-3, "\(i) \(j)")
      }
    }
  }

  /// A curve through all cells needs no noise.
  @Test func roundingAloneHasNoNoise() {
    let x = reference.rounded.x
    let y = x.map { (2.2 + 9 * exp(-1.3 * $0)).rounded() }
    let rounded = FullProblem(
      exponential, map: DirectParametrization(exponential.linear + exponential.nonlinear), abscissas: x,
      observations: y)
    let fit = CensoredFit(rounded, resolution: 1, from: [2, 9, 1.3])
    #expect(fit.deviation == 0 && fit.loss == 0 && fit.covariance == nil)
    #expect(fit.residuals.allSatisfy { abs($0) <= 0.5 })
    #expect(zip(fit.parameters, [2.2, 9, 1.3]).allSatisfy { abs($0 - $1) < 0.3 })
  }

  @Test func undefinedAtTheStart() {
    let fit = CensoredFit(problem, resolution: 1, from: [2, 9, -1e6])
    #expect(fit.termination == .undefined && fit.deviation.isNaN && fit.covariance == nil)
  }
}
