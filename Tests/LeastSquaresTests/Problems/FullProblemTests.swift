import Foundation
import Testing

@testable import LeastSquares

struct FullProblemTests {
  private func check<Map: Parametrization>(_ model: some SeparableModel, map: Map, at point: [Double]) {
    let problem = FullProblem(
      model, map: map, abscissas: sampleAbscissas, observations: sampleObservations)
    let (residuals, jacobian) = problem.linearized(at: point)
    let expected = differences(at: point) { problem.linearized(at: $0).residuals }
    #expect(jacobian.count == residuals.count * point.count)
    #expect(largestError(jacobian, expected) < 1e-8)
  }

  @Test(arguments: [[2, -1.5, 0.7, 0.4, 3.1], [-40, 300, 0.02, 0.05, 0.06], [0.5, 0, 2, 1.7, 8]])
  func derivativesOfTwoExponentials(point: [Double]) {
    let model = TwoExponentials()
    check(model, map: DirectParametrization(model.linear + model.nonlinear), at: point)
  }

  @Test(arguments: [[1.8, 0.3, 0.7, 1.9, 2.4], [-0.4, 25, 3, 0.2, 0.6]])
  func derivativesOfARationalFunction(point: [Double]) {
    let model = Rational()
    check(model, map: DirectParametrization(model.linear + model.nonlinear), at: point)
  }

  @Test(arguments: [[1: -1.5], [3: 0.4], [0: 2, 4: 3.1], [0: 2, 1: -1.5, 2: 0.7]] as [[Int: Double]])
  func derivativesWithSomeParametersFixed(fixed: [Int: Double]) {
    let model = TwoExponentials()
    let all = [2, -1.5, 0.7, 0.4, 3.1]
    let point = all.indices.filter { fixed[$0] == nil }.map { all[$0] }
    check(model, map: DirectParametrization(model.linear + model.nonlinear, fixed: fixed), at: point)
  }

  @Test(arguments: [[2.4, 0.3, 1.1], [-1.7, -0.8, 4.2]])
  func derivativesThroughAChangeOfVariables(point: [Double]) {
    check(TwoExponentials(), map: Tied(), at: point)
  }

  @Test func residualsAreModelMinusObservation() {
    let model = TwoExponentials()
    let problem = FullProblem(
      model, map: DirectParametrization(model.linear + model.nonlinear), abscissas: [0.5, 2],
      observations: [10, 20])
    let expected = [0.5, 2].map { 3 - 1.5 * exp(-0.4 * $0) + 0.7 * exp(-3.1 * $0) }
    let residuals = problem.linearized(at: [3, -1.5, 0.7, 0.4, 3.1]).residuals
    #expect(abs(residuals[0] - (expected[0] - 10)) < 1e-14)
    #expect(abs(residuals[1] - (expected[1] - 20)) < 1e-14)
    #expect(abs(problem.residualRounding - 0x1p-52 * 500.0.squareRoot()) < 1e-28)
  }

  @Test func outsideOfTheModelResidualsAreNotFinite() {
    let model = TwoExponentials()
    let problem = FullProblem(
      model, map: DirectParametrization(model.linear + model.nonlinear), abscissas: [1, 2],
      observations: [1, 2])
    #expect(!problem.linearized(at: [1, 1, 1, -1e4, 1]).residuals.allSatisfy { $0.isFinite })
  }
}

/// Three numbers (u, v, w) for five: base u², amplitudes e^v and −u e^v, rates w and w² + u²: nothing is linear.
private struct Tied: Parametrization {
  var parameters: [Parameter] { ["u", "v", "w"].map { Parameter($0, unit: "") } }

  func modelParameters(_ p: [Double]) -> [Double] {
    [p[0] * p[0], exp(p[1]), -p[0] * exp(p[1]), p[2], p[2] * p[2] + p[0] * p[0]]
  }

  func jacobian(_ p: [Double]) -> [Double] {
    [2 * p[0], 0, -exp(p[1]), 0, 2 * p[0]] + [0, exp(p[1]), -p[0] * exp(p[1]), 0, 0] + [0, 0, 0, 1, 2 * p[2]]
  }
}
