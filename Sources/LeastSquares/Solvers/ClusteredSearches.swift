/// Searches for the least sum of squares from several starts, by turns: those that have met go on as one.
///
/// Most starts lead to a few local minima. After each turn, searches that have come to one curve are a cluster, of which only
/// the lowest goes on (A. Törn, *A search clustering approach to global optimization*, in *Towards Global Optimisation 2*, 1978;
/// A. Rinnooy Kan and G. Timmer, *Stochastic global optimization methods*, Mathematical Programming 39, 1987). No
/// ``EvaluationBudget`` counts their evaluations.
///
/// - Complexity: a turn takes the evaluations of all searches that are left, and compares each with those below it.
package struct ClusteredSearches<Problem: LeastSquaresProblem> {
  /// A point to search from.
  package struct Start {
    package let problem: Problem
    package let point: [Double]
    /// Searches of different groups never meet: their problems are not the same.
    package let group: Int

    package init(_ problem: Problem, from point: [Double], group: Int = 0) {
      (self.problem, self.point, self.group) = (problem, point, group)
    }
  }

  /// A search as far as it has come. A reference, so that sorting moves no buffers.
  package final class Search {
    /// The index of its start.
    package let index: Int
    package private(set) var minimum: Minimum
    private let group: Int
    private var run: LevenbergMarquardtRun<Problem>

    fileprivate init(_ start: Start, index: Int, solver: LevenbergMarquardt) {
      (self.index, group) = (index, start.group)
      run = LevenbergMarquardtRun(start.problem, start: start.point, settings: solver)
      minimum = run.resume(limit: 0)
    }

    /// True if it has ended, or creeps: a long turn lowered its sum of squares by next to nothing.
    fileprivate private(set) var hasEnded = false
    fileprivate var sumOfSquares: Double { minimum.sumOfSquares }

    /// The part of its sum of squares that a search lowers it by in a long turn, or it creeps, and the evaluations of one: a few may
    /// all be steps that are too long.
    private static var creeping: (share: Double, evaluations: Int) { (1e-6, 20) }

    /// Goes on until it ends, or until it has made so many evaluations in all.
    fileprivate func resume(limit: Int) {
      let before = minimum
      minimum = run.resume(limit: limit)
      let isLong = minimum.evaluations - before.evaluations >= Self.creeping.evaluations
      let creeps = before.sumOfSquares - sumOfSquares <= Self.creeping.share * sumOfSquares
      hasEnded = minimum.termination != .evaluationLimit || isLong && creeps
    }

    /// The squared distance of two curves that have met, and the difference of their sums of squares, over the latter.
    private static var nearness: Double { 1e-5 }

    /// Returns true if both are at one point of one problem, as far as the residuals show it.
    fileprivate func hasMet(_ other: Search) -> Bool {
      let (own, others) = (sumOfSquares, other.sumOfSquares)
      guard group == other.group, (own - others).magnitude <= Self.nearness * max(own, others) else {
        return false
      }
      var squaredDistance = 0.0
      for j in minimum.parameters.indices {
        let norm = max(run.norm(j), other.run.norm(j))
        let moved = norm * (minimum.parameters[j] - other.minimum.parameters[j])
        squaredDistance += moved * moved
      }
      return squaredDistance <= Self.nearness * min(own, others)
    }
  }

  /// The searches that are left, the lowest first; of equal ones the first.
  package private(set) var remaining: [Search]
  /// The evaluations that each search may have made.
  private var evaluations = 0

  package init(_ starts: [Start], solver: LevenbergMarquardt) {
    remaining = starts.enumerated().map { Search($1, index: $0, solver: solver) }
    order()
  }

  /// Goes on with every search that has not ended.
  ///
  /// - Parameters:
  ///   - count: the evaluations of each search in this turn.
  ///   - resolved: the sum of squares that is low enough: the first search that reaches it ends the turn.
  /// - Returns: false where every search has ended, or one is low enough.
  package mutating func resume(_ count: Int, until resolved: Double) -> Bool {
    evaluations += count
    var isResolved = false
    for search in remaining where !search.hasEnded && !isResolved {
      search.resume(limit: evaluations)
      isResolved = search.sumOfSquares <= resolved
    }
    order()
    return !isResolved && remaining.contains { !$0.hasEnded }
  }

  /// Gives up all but the lowest searches, and those whose sum of squares is so many times the lowest one.
  package mutating func keep(lowest count: Int, within factor: Double = .infinity) {
    guard let lowest = remaining.first?.sumOfSquares else { return }
    let kept = remaining.prefix(count).prefix { $0.sumOfSquares <= factor * lowest }.count
    remaining.removeLast(remaining.count - kept)
  }

  /// Sorts the searches, and removes those that have met a lower one or have no finite sum of squares.
  private mutating func order() {
    let all = remaining.sorted { ($0.sumOfSquares, $0.index) < ($1.sumOfSquares, $1.index) }
    remaining.removeAll(keepingCapacity: true)
    for search in all where search.sumOfSquares.isFinite {
      if !remaining.contains(where: { search.hasMet($0) }) { remaining.append(search) }
    }
  }
}
