import Foundation
import Testing

@testable import LeastSquares

struct ClusteredSearchesTests {
  /// The sum of squares (p² − 4)² + 0.01 (p − 1)², with minima near 2 and near −2, of which the first is the lower.
  private let problem = ClosureProblem(domains: [.everything], residualCount: 2) { p in
    [p[0] * p[0] - 4, 0.1 * (p[0] - 1)]
  }

  private func searches(_ starts: [Double], groups: [Int]? = nil) -> ClusteredSearches<ClosureProblem> {
    var solver = LevenbergMarquardt()
    solver.gradientTolerance = 1e-6
    return ClusteredSearches(
      starts.enumerated().map { .init(problem, from: [$1], group: groups?[$0] ?? 0) }, solver: solver)
  }

  @Test func searchesThatMeetGoOnAsOne() {
    var searches = searches([1, 1.5, 2.5, 3, -1, -3])
    #expect(searches.remaining.count == 6)
    while searches.resume(3, until: 0) {}
    #expect(searches.remaining.count == 2)
    #expect(abs(searches.remaining[0].minimum.parameters[0] - 2) < 0.01)
    #expect(abs(searches.remaining[1].minimum.parameters[0] + 2) < 0.01)
    #expect(searches.remaining[0].minimum.sumOfSquares < searches.remaining[1].minimum.sumOfSquares)
  }

  /// The lowest of them is the one that a search by itself finds.
  @Test func theLowestIsTheMinimumOfASearchAlone() {
    var searches = searches([3, -3])
    while searches.resume(5, until: 0) {}
    let alone = LevenbergMarquardt().minimize(problem, from: [3])
    #expect(searches.remaining[0].index == 0)
    #expect(abs(searches.remaining[0].minimum.parameters[0] - alone.parameters[0]) < 1e-6)
  }

  @Test func searchesOfOtherGroupsNeverMeet() {
    var searches = searches([1, 3, 1], groups: [0, 1, 0])
    // One start twice is one search.
    #expect(searches.remaining.count == 2)
    while searches.resume(5, until: 0) {}
    #expect(searches.remaining.map(\.index).sorted() == [0, 1])
  }

  @Test func aSumOfSquaresThatIsLowEnoughEndsTheTurn() {
    var searches = searches([-3, 3])
    let goesOn = searches.resume(100, until: 1)
    #expect(!goesOn)
    // The second has not begun.
    #expect(searches.remaining.map(\.index) == [0, 1])
    #expect(searches.remaining[1].minimum.evaluations == 1)
  }

  @Test func startsWithoutAValueAreLeftOut() {
    var searches = searches([.nan, 3])
    #expect(searches.remaining.map(\.index) == [1])
    searches.keep(lowest: 0)
    #expect(searches.remaining.isEmpty)
    let goesOn = searches.resume(5, until: 0)
    #expect(!goesOn)
  }
}
