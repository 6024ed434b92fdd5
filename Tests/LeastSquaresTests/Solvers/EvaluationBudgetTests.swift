import Testing

@testable import LeastSquares

struct EvaluationBudgetTests {
  /// Rosenbrock's valley takes more than five evaluations.
  private let problem = ClosureProblem(domains: [.everything, .everything], residualCount: 2) { p in
    [10 * (p[1] - p[0] * p[0]), 1 - p[0]]
  }

  @Test("Runs share a budget, and those that it stops end with it")
  func sharedBudget() {
    let free = LevenbergMarquardt().minimize(problem, from: [-1.2, 1])
    #expect(free.termination.converged && free.evaluations > 5)
    EvaluationBudget.limiting(to: free.evaluations + 5) {
      #expect(LevenbergMarquardt().minimize(problem, from: [-1.2, 1]) == free)
      #expect(!EvaluationBudget.isSpent)
      let stopped = LevenbergMarquardt().minimize(problem, from: [-1.2, 1])
      #expect(stopped.termination == .budget && !stopped.termination.converged && stopped.evaluations <= 7)
      #expect(EvaluationBudget.isSpent)
      #expect(LevenbergMarquardt().minimize(problem, from: [-1.2, 1]).evaluations == 1)
      #expect(GradientDescent().minimize(problem, from: [-1.2, 1]).termination == .budget)
      #expect(ShrinkingCompassSearch().minimize(problem, from: [-1.2, 1]).termination == .budget)
    }
    #expect(!EvaluationBudget.isSpent)
    #expect(LevenbergMarquardt().minimize(problem, from: [-1.2, 1]) == free)
  }

  @Test("A portfolio and the starts around it are charged, and stand at their start when nothing is left")
  func portfolio() {
    let free = Portfolio().minimize(problem, from: [-1.2, 1])
    #expect(free.termination.converged)
    EvaluationBudget.limiting(to: free.evaluations + 5) {
      #expect(Portfolio().minimize(problem, from: [-1.2, 1]) == free)
      let stopped = Portfolio().minimize(problem, from: [-1.2, 1])
      #expect(stopped.termination == .budget && stopped.evaluations <= 7)
      #expect(Portfolio().minimize(problem, from: [-1.2, 1]).evaluations == 1)
      #expect(EvaluationBudget.isSpent)
    }
    EvaluationBudget.limiting(to: 200) {
      let search = MultiStart(seed: 1).search(problem, from: [-1.2, 1])
      // A draw that the budget leaves nothing for still looks at its start.
      #expect(search.evaluations <= 200 + 3 * 25 && EvaluationBudget.isSpent)
    }
  }

  @Test("A solver's own limit is no spent budget")
  func ownLimit() {
    var solver = LevenbergMarquardt()
    solver.evaluationLimit = 4
    EvaluationBudget.limiting(to: 1000) {
      #expect(solver.minimize(problem, from: [-1.2, 1]).termination == .evaluationLimit)
      #expect(!EvaluationBudget.isSpent)
    }
  }
}
