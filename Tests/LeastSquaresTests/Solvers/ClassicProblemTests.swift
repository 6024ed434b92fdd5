import Foundation
import Testing

@testable import LeastSquares

/// Problems with known answers, through every solver.
struct ClassicProblemTests {
  /// J. Moré, B. Garbow and K. Hillstrom, *Testing unconstrained optimization software*, 1981, problem 1.
  @Test("Every solver finds the minimum of Rosenbrock's function", arguments: Solver.allCases)
  func rosenbrock(solver: Solver) {
    let problem = ClosureProblem(domains: [.everything, .everything], residualCount: 2) { p in
      [10 * (p[1] - p[0] * p[0]), 1 - p[0]]
    }
    let minimum = solver.run(problem, from: [-1.2, 1])
    #expect(digits(minimum.parameters, [1, 1]) > 9)
    #expect(minimum.sumOfSquares < 1e-18)
  }

  @Test(
    "The same, problem 13: J has rank 2 of 4 at the minimum, where every method slows down",
    arguments: Solver.allCases) func powellSingular(solver: Solver)
  {
    let problem = ClosureProblem(
      domains: [.everything, .everything, .everything, .everything], residualCount: 4
    ) { p in
      let (inner, outer) = (p[1] - 2 * p[2], p[0] - p[3])
      return [
        p[0] + 10 * p[1], 5.0.squareRoot() * (p[2] - p[3]), inner * inner,
        10.0.squareRoot() * (outer * outer),
      ]
    }
    let minimum = solver.run(problem, from: [3, -1, 0, 1])
    #expect(minimum.parameters.allSatisfy { abs($0) < 1e-3 })
    #expect(minimum.sumOfSquares < 1e-12)
  }

  @Test(
    "A straight line: Σ(y − a − b x)² over (1, 6), (2, 5), (3, 7), (4, 10) is least at a = 3.5, b = 1.4",
    arguments: Solver.allCases) func straightLine(solver: Solver)
  {
    let problem = ClosureProblem(domains: [.everything, .everything], residualCount: 4) { p in
      zip([1.0, 2, 3, 4], [6.0, 5, 7, 10]).map { p[0] + p[1] * $0 - $1 }
    }
    let minimum = solver.run(problem, from: [-100, 70])
    #expect(minimum.termination.converged)
    #expect(digits(minimum.parameters, [3.5, 1.4]) > (solver == .shrinkingCompass ? 6 : 14))
    #expect(digits(minimum.sumOfSquares, 4.2) > 11)
    if solver == .levenbergMarquardt { #expect(minimum.evaluations < 30) }
  }

  /// The unit of a problem decides nothing: observations of 1e100, parameters of 1e±120.
  @Test(arguments: Solver.allCases) func unitsDoNotMatter(solver: Solver) {
    let units = [1e120, 1e-120]
    let problem = ClosureProblem(domains: [.everything, .everything], residualCount: 4) { p in
      let (a, b) = (p[0] / units[0], p[1] / units[1])
      return zip([1.0, 2, 3, 4], [6.0, 5, 7, 10]).map { 1e100 * (a + b * $0 - $1) }
    }
    let minimum = solver.run(problem, from: [-100e120, 70e-120])
    #expect(minimum.termination.converged)
    #expect(digits([minimum.parameters[0] / 1e120, minimum.parameters[1] / 1e-120], [3.5, 1.4]) > 6)
  }

  @Test(
    "Data made by the model itself: residuals end at their own rounding, and that is named",
    arguments: Solver.allCases, [1.0, 1e-6, 1e9]) func exactData(solver: Solver, scale: Double)
  {
    let observations = sampleAbscissas.map { (x: Double) -> Double in
      scale * (750 - 420 * exp(-0.4 * x) + 90 * exp(-3.1 * x))
    }
    let model = TwoExponentials()
    let full = FullProblem(
      model, map: DirectParametrization(model.linear + model.nonlinear), abscissas: sampleAbscissas,
      observations: observations)
    let expected = [750 * scale, -420 * scale, 90 * scale, 0.4, 3.1]
    let start = [700 * scale, -400 * scale, 100 * scale, 0.35, 2.5]
    let minimum = solver.run(full, from: start)
    #expect(minimum.termination == .exact)
    #expect(digits(minimum.parameters, expected) > 12)
    #expect(minimum.evaluations < 10_000)

    let projected = ProjectedProblem(model, abscissas: sampleAbscissas, observations: observations)
    let reduced = solver.run(projected, from: [0.35, 2.5])
    #expect(reduced.termination == .exact)
    #expect(digits(reduced.parameters, [0.4, 3.1]) > 12)
  }

  /// Amplitude times a sum that two parameters share: one direction changes nothing. The minimum is reached, only not a
  /// point of it.
  @Test("A minimum along a line is reached, whichever point of it", arguments: Solver.allCases)
  func rankDeficient(solver: Solver) {
    let problem = ClosureProblem(domains: [.everything, .everything, .everything], residualCount: 4) { p in
      zip([1.0, 2, 3, 4], [6.0, 5, 7, 10]).map { p[0] + p[1] + p[2] * $0 - $1 }
    }
    let minimum = solver.run(problem, from: [1, 9, -3])
    #expect(minimum.termination.converged)
    #expect(digits(minimum.sumOfSquares, 4.2) > 10)
    #expect(digits(minimum.parameters[0] + minimum.parameters[1], 3.5) > 6)
  }

  /// Fewer residuals than parameters: many points fit exactly, one of them is found.
  @Test(arguments: Solver.allCases) func fewerResidualsThanParameters(solver: Solver) {
    let problem = ClosureProblem(domains: [.everything, .everything, .everything], residualCount: 1) { p in
      [p[0] * p[0] + p[1] + exp(p[2]) - 7]
    }
    let minimum = solver.run(problem, from: [1, 1, 1])
    #expect(minimum.sumOfSquares < 1e-12)
  }

  @Test(arguments: Solver.allCases) func withoutParametersThereIsNothingToMove(solver: Solver) {
    let problem = ClosureProblem(domains: [], residualCount: 2) { _ in
      [Dual(value: 3, gradient: []), Dual(value: -4, gradient: [])]
    }
    let minimum = solver.run(problem, from: [])
    #expect(minimum.termination.converged)
    #expect(minimum.parameters.isEmpty && minimum.iterations == 0 && minimum.sumOfSquares == 25)
  }
}
