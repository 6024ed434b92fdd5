import Testing

@testable import LeastSquares

/// The articles' search, against moves traced by hand.
struct CompassSearchTests {
  private func search(_ steps: [Double], limit: Int = 1_000_000) -> CompassSearch {
    var search = CompassSearch(steps: steps)
    search.keepPath = true
    search.evaluationLimit = limit
    return search
  }

  /// (a − 2)² + 4 (b − 3/4)² from (0, 0) in steps of 1 and ½: the best of four moves each time, until b = 1 costs as
  /// much as b = ½ does.
  @Test func theBestMoveIsTaken() {
    let problem = ClosureProblem(domains: [.everything, .everything], residualCount: 2) { p in
      [p[0] - 2, 2 * (p[1] - 0.75)]
    }
    let watched = Watched(problem)
    let minimum = search([1, 0.5]).minimize(watched, from: [0, 0])
    #expect(
      minimum.path == [
        PathPoint(parameters: [0, 0], cost: 6.25), PathPoint(parameters: [1, 0], cost: 3.25),
        PathPoint(parameters: [1, 0.5], cost: 1.25), PathPoint(parameters: [2, 0.5], cost: 0.25),
      ])
    #expect(minimum.iterations == 3)
    #expect(minimum.evaluations == 1 + 4 * 4)
    #expect(watched.log.counts.evaluations == minimum.evaluations)
    #expect(minimum.termination == .noDescent && !minimum.termination.converged)
  }

  @Test func ofEqualMovesTheFirstAxisAndTheMoveAheadWin() {
    let two = ClosureProblem(domains: [.everything, .everything], residualCount: 2) { p in
      [p[0] - 1, p[1] - 1]
    }
    #expect(search([1, 1]).minimize(two, from: [0, 0]).path[1].parameters == [1, 0])
    let even = ClosureProblem(domains: [.everything], residualCount: 1) { p in [p[0] * p[0] - 1] }
    #expect(search([1]).minimize(even, from: [0]).parameters == [1])
  }

  /// Adding 0.001 a thousand times gives 1.0000000000000007: the search counts steps.
  @Test func aThousandMovesOfAThousandthAreOne() {
    let problem = ClosureProblem(domains: [.everything], residualCount: 1) { p in [p[0] - 1] }
    let minimum = search([0.001]).minimize(problem, from: [0])
    #expect(minimum.parameters == [1])
    #expect(minimum.iterations == 1000)
    #expect(minimum.path[700].parameters == [700 * 0.001])
  }

  /// No single move gains where parameters trade off, though the minimum is far: the flaw that makes it stall.
  @Test func itStallsInASlantedValley() {
    let problem = ClosureProblem(domains: [.everything, .everything], residualCount: 2) { p in
      [10 * (p[0] - p[1]), p[0] + p[1] - 8]
    }
    let minimum = search([1, 1]).minimize(problem, from: [0, 0])
    #expect(minimum.parameters == [0, 0])
    #expect(minimum.termination == .noDescent)
    #expect(digits(Solver.shrinkingCompass.run(problem, from: [0, 0]).parameters, [4, 4]) > 5)
  }

  @Test func movesOutOfTheDomainAreNotTried() {
    let problem = Watched(ClosureProblem(domains: [-0.5...2.5], residualCount: 1) { p in [p[0] - 9] })
    let minimum = search([1]).minimize(problem, from: [0])
    #expect(minimum.parameters == [2])
    // The start; 1 only, as −1 is outside; 2 and 0; 1 only.
    #expect(minimum.evaluations == 5)
    #expect(problem.log.counts.outside == 0)
  }

  @Test func aStartOutsideIsNamedAndNotEvaluated() {
    let problem = Watched(ClosureProblem(domains: [0...1], residualCount: 1) { p in [p[0]] })
    let minimum = search([1]).minimize(problem, from: [-3])
    #expect(minimum.termination == .undefined)
    #expect(minimum.parameters == [-3] && problem.log.counts.evaluations == 0)
  }

  @Test func valuesThatAreNoneAreNoMoves() {
    let problem = ClosureProblem(domains: [.everything], residualCount: 1) { p in [log(p[0]) + 3] }
    let minimum = search([0.25]).minimize(problem, from: [1])
    #expect(minimum.parameters == [0.25])
    #expect(search([1]).minimize(problem, from: [0]).termination == .undefined)
  }

  @Test func theLimitEndsIt() {
    let problem = ClosureProblem(domains: [.everything], residualCount: 1) { p in [p[0] - 1e9] }
    let minimum = search([1], limit: 100).minimize(problem, from: [0])
    #expect(minimum.termination == .evaluationLimit)
    #expect((100...102).contains(minimum.evaluations))
    #expect(minimum.parameters == [Double(minimum.iterations)])
  }

  @Test("The original steps are 1, 0.01 and 0.001") func articleSteps() {
    #expect(CompassSearch.articleSteps == [1, 0.01, 0.001])
  }
}
