import LeastSquares

/// A search for the least squares of an engine's model from one start.
struct EngineSearch {
  /// The evaluations that show which starts are worth following, and how many of these are.
  private static let screening = 20
  private static let followed = 3

  private let problem: EngineProblem
  private var minimum: Minimum?

  init(_ problem: EngineProblem) { self.problem = problem }

  private var sumOfSquares: Double { minimum?.sumOfSquares ?? .infinity }

  /// The problem and the minimum of the search that leads deepest; nil where none has a finite sum of squares.
  ///
  /// All go a few steps, the deepest of them on to the end.
  ///
  /// - Parameter resolved: the sum of squares that is low enough for the others to be left out.
  static func best(of searches: inout [EngineSearch], resolved: Double) -> (EngineProblem, Minimum)? {
    if searches.count > followed {
      follow(&searches, evaluations: screening, until: resolved)
      searches.sort { $0.sumOfSquares < $1.sumOfSquares }
      searches.removeLast(searches.count - followed)
    }
    follow(&searches, evaluations: 300, until: resolved)
    let best = searches.min { $0.sumOfSquares < $1.sumOfSquares }
    return best.flatMap { best in best.minimum.map { (best.problem, $0) } }
  }

  private static func follow(_ searches: inout [EngineSearch], evaluations: Int, until resolved: Double) {
    var solver = LevenbergMarquardt()
    solver.stepTolerance = 1e-11
    solver.evaluationLimit = evaluations
    for index in searches.indices {
      let problem = searches[index].problem
      let start = searches[index].minimum?.parameters ?? problem.free.map { problem.numbers[$0] }
      let found = solver.minimize(problem, from: start)
      if found.sumOfSquares.isFinite { searches[index].minimum = found }
      if found.sumOfSquares <= resolved { return }
    }
  }
}
