import Foundation
import Testing

@testable import LeastSquares

/// Bounds, and places where the model has no value.
struct DomainTests {
  private func line(_ domains: [ClosedRange<Double>]) -> ClosureProblem {
    ClosureProblem(domains: domains, residualCount: 4) { p in
      zip([1.0, 2, 3, 4], [6.0, 5, 7, 10]).map { p[0] + p[1] * $0 - $1 }
    }
  }

  /// The free minimum is (3.5, 1.4). With b ≤ 1 the least is at b = 1, a = mean(y) − 2.5 = 4.5; cost 4.2 + 5·0.4².
  @Test(arguments: Solver.allCases, [[0, 0], [0, 1], [40, -30]]) func minimumOnABound(
    solver: Solver, start: [Double]
  ) {
    let minimum = solver.run(line([.everything, -50...1]), from: start)
    #expect(minimum.parameters[1] == 1)
    #expect(digits(minimum.parameters[0], 4.5) > 6)
    #expect(digits(minimum.sumOfSquares, 5) > 11)
    #expect(minimum.termination == .bound)
  }

  /// Both on bounds: a ≤ 3, b ≤ 1.
  @Test(arguments: Solver.allCases) func minimumInACorner(solver: Solver) {
    let minimum = solver.run(line([-10...3, -10...1]), from: [0, 0])
    #expect(minimum.parameters == [3, 1])
    #expect(minimum.termination == .bound)
  }

  /// A start on a bound that the minimum is away from.
  @Test(arguments: Solver.allCases) func boundsAreLeftWhereTheCostFallsInside(solver: Solver) {
    let minimum = solver.run(line([0...100, 0...100]), from: [0, 100])
    #expect(minimum.termination.converged)
    #expect(digits(minimum.parameters, [3.5, 1.4]) > 6)
  }

  @Test(arguments: Solver.allCases) func aStartOutsideIsMovedInside(solver: Solver) {
    let minimum = solver.run(line([0...100, 0...100]), from: [-7, 1e9])
    #expect(minimum.path.first?.parameters == [0, 100])
    #expect(digits(minimum.parameters, [3.5, 1.4]) > 6)
  }

  /// A domain of one point holds its parameter.
  @Test(arguments: Solver.allCases) func aDomainOfOnePoint(solver: Solver) {
    let minimum = solver.run(line([4.5...4.5, .everything]), from: [0, 0])
    #expect(minimum.parameters[0] == 4.5)
    // b = Σ x (y − 4.5)/Σ x² = (77 − 45)/30.
    #expect(digits(minimum.parameters[1], 32.0 / 30) > 6)
  }

  /// a·log(b − x) with data of a = 2, b = 5, plus waves of a tenth: for b ≤ 4 it has no value, and steps from b = 4.01 overshoot.
  @Test(arguments: Solver.allCases, [[0.1, 4.01], [1, 400], [30, 4.5]])
  func valuesThatAreNone(solver: Solver, start: [Double]) {
    let x = [0.0, 1, 2, 3, 4]
    let y = x.map { 2 * log(5 - $0) + 0.1 * sin(9 * $0) }
    let problem = ClosureProblem(domains: [.everything, .everything], residualCount: 5) { p in
      zip(x, y).map { p[0] * log(p[1] - $0) - $1 }
    }
    let minimum = solver.run(problem, from: start)
    // Minimized in 40-digit arithmetic.
    #expect(
      digits(minimum.parameters, [2.0210334598267393, 4.968109437469925])
        > (solver == .shrinkingCompass ? 7 : 12))
    #expect(digits(minimum.sumOfSquares, 0.021129625990968711) > 10)
    #expect(minimum.termination.converged)
  }

  @Test(arguments: Solver.allCases) func aStartWithoutAValueIsNamed(solver: Solver) {
    let problem = ClosureProblem(domains: [.everything], residualCount: 2) { p in [log(p[0]), p[0]] }
    #expect(solver.run(problem, from: [1]).termination != .undefined)
    for start in [-1.0, .nan, .infinity] {
      let minimum = solver.minimize(problem, from: [start])
      #expect(minimum.termination == .undefined)
      #expect(!minimum.termination.converged && minimum.iterations == 0)
    }
  }

  /// √p has a value but no finite derivative at 0: the point is left out, not stumbled over.
  @Test(arguments: Solver.allCases) func derivativesThatAreNone(solver: Solver) {
    let problem = ClosureProblem(domains: [0...10], residualCount: 2) { p in [sqrt(p[0]) - 0.1, p[0] + 0.5] }
    #expect(solver.minimize(problem, from: [0]).termination == .undefined)
    let minimum = solver.run(problem, from: [9])
    // s³ + s = 0.05 for s = √p. The residuals' curvature is that of JᵀJ: undamped steps leap across.
    #expect(minimum.termination.converged)
    #expect(digits(minimum.parameters, [0.002487608216914443]) > (solver == .shrinkingCompass ? 5 : 12))
    #expect(minimum.evaluations < 200)
  }
}
