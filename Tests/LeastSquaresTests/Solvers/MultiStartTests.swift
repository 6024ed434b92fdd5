import Foundation
import Testing

@testable import LeastSquares

struct MultiStartTests {
  /// (p² − 1) and (p − 1)/5: minima near −1 and at 1, where both vanish.
  private let two = ClosureProblem(domains: [.everything], residualCount: 2) { p in
    [p[0] * p[0] - 1, (p[0] - 1) / 5]
  }

  @Test func theLowerMinimumIsFoundAndTheOtherListed() {
    let minima = MultiStart(seed: 1).search(two, from: [-2])
    #expect(digits(minima.best.parameters, [1]) > 12)
    #expect(minima.isLowerElsewhere)
    #expect(minima.fromStart.parameters[0] < 0 && minima.fromStart.termination.converged)
    #expect(minima.others == [minima.fromStart])

    let fromBest = MultiStart(seed: 1).search(two, from: [2])
    #expect(!fromBest.isLowerElsewhere)
    #expect(fromBest.best == fromBest.fromStart)
  }

  @Test("Equal seeds draw equal starts") func seedsRepeat() throws {
    let (problem, set) = try CertifiedModels.problem("Gauss1")
    let start = set.starts[0].map { $0 * 0.8 }
    var search = MultiStart(seed: 3)
    search.draws = 6
    let first = search.search(problem, from: start)
    #expect(search.search(problem, from: start) == first)
    search.seed = 4
    #expect(search.search(problem, from: start).evaluations != first.evaluations)
    for (lower, higher) in zip([first.best] + first.others, first.others) {
      #expect(lower.sumOfSquares <= higher.sumOfSquares * (1 + 1e-8))
    }
  }

  @Test func drawsStayInsideTheDomains() {
    let problem = ClosureProblem(domains: [0...0.5, -1...1, 3...3], residualCount: 4) { p in
      zip([1.0, 2, 3, 4], [6.0, 5, 7, 10]).map { p[2] * exp(p[0] * $0) + p[1] * $0 - $1 }
    }
    let watched = Watched(problem)
    let minima = MultiStart(seed: 9).search(watched, from: [0.4, 0, 3])
    #expect(watched.log.counts.outside == 0)
    #expect(minima.evaluations <= watched.log.counts.evaluations)
    #expect(minima.best.parameters[2] == 3)
  }

  @Test func withoutDrawsOrAValueItIsThePortfolio() {
    var search = MultiStart(seed: 0)
    search.draws = 0
    let minima = search.search(two, from: [-2])
    #expect(minima.best == minima.fromStart && minima.others.isEmpty)
    let undefined = ClosureProblem(domains: [-5...(-1)], residualCount: 1) { p in [log(p[0])] }
    #expect(MultiStart(seed: 0).search(undefined, from: [-2]).best.termination == .undefined)
  }
}
