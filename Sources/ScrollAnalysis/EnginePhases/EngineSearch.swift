import LeastSquares
import ScrollFitting

/// The search for the least squares of an engine's model from several starts.
///
/// Where there are many, all go a few steps on a part of the samples, then the deepest of them on all samples until little is left to
/// gain. The lowest one goes on to its end.
struct EngineSearch {
  /// The evaluations that show which starts are worth following, the first turn of them, and how many starts these are.
  private static let (screening, turn, followed) = (20, 5, 3)
  /// The evaluations of a search after its screening, and those of them that find its last digits.
  private static let (limit, finishing) = (300, 100)
  /// A search that is followed is given up where its sum of squares is so many times the lowest one.
  private static let hopeless = 10.0
  /// The samples that screening looks at, where there are more than twice as many.
  private static let sketchCount = 32

  /// One for each start: its numbers are the start's.
  private let problems: [EngineProblem]
  /// The sum of squares that is low enough for other starts to be left out.
  private let resolved: Double

  /// - Parameters:
  ///   - problems: of one model and the same samples; the numbers of each are a start.
  ///   - resolution: of the offsets: nothing below what it leaves can be gained by another start.
  init(_ problems: [EngineProblem], resolution: Double) {
    self.problems = problems
    resolved = Double(problems.first?.residualCount ?? 0) * resolution * resolution / 12
  }

  /// The problem and the minimum of the search that leads deepest; nil where none has a finite sum of squares.
  func lowest() -> (EngineProblem, Minimum)? {
    guard problems.count > 1 else {
      return problems.first.flatMap { finished($0, from: $0.start, evaluations: Self.limit) }
    }
    let starts = problems.count > Self.followed ? screened : problems.indices.map { ($0, problems[$0].start) }
    var searches = self.searches(starts, on: nil, cosine: 1e-6)
    var (turn, used) = (2 * Self.turn, 0)
    while used < Self.limit {
      guard searches.resume(min(turn, Self.limit - used), until: resolved) else { break }
      searches.keep(lowest: Self.followed, within: Self.hopeless)
      (turn, used) = (2 * turn, used + turn)
    }
    guard let lowest = searches.remaining.first else { return nil }
    let problem = problems[starts[lowest.index].problem]
    let left = min(Self.finishing, Self.limit - lowest.minimum.evaluations)
    return left > 1
      ? finished(problem, from: lowest.minimum.parameters, evaluations: left) : (problem, lowest.minimum)
  }

  /// The starts that are worth following, and how far these have come.
  private var screened: [(problem: Int, point: [Double])] {
    let samples = problems[0].samples
    let sketch = samples.abscissas.count > 2 * Self.sketchCount ? samples.spread(over: Self.sketchCount) : nil
    let share = Double((sketch ?? samples).abscissas.count) / Double(samples.abscissas.count)
    let starts = problems.indices.map { ($0, problems[$0].start) }
    var searches = self.searches(starts, on: sketch, cosine: 1e-4)
    for turn in 1...(Self.screening / Self.turn) {
      guard searches.resume(Self.turn, until: share * resolved) else { break }
      // What is still far from the others after half of the turns is not followed either.
      if turn == 2 { searches.keep(lowest: 2 * Self.followed) }
    }
    return searches.remaining.prefix(Self.followed).map { ($0.index, $0.minimum.parameters) }
  }

  /// - Parameter cosine: of the largest angle between residuals and derivatives at which a search has ended.
  private func searches(
    _ starts: [(problem: Int, point: [Double])], on sketch: Samples?, cosine: Double
  ) -> ClusteredSearches<EngineProblem> {
    var solver = LevenbergMarquardt()
    solver.stepTolerance = 1e-11
    solver.gradientTolerance = cosine
    let own = starts.map { problems[$0.problem] }
    let held = own.map(\.held)
    return ClusteredSearches(
      own.indices.map { index in
        // Searches at other frames are of another problem.
        let group = own.indices.first { own[$0].context == own[index].context && held[$0] == held[index] }
        return ClusteredSearches.Start(
          sketch.map(own[index].on) ?? own[index], from: starts[index].point, group: group ?? index)
      }, solver: solver)
  }

  private func finished(
    _ problem: EngineProblem, from start: [Double], evaluations: Int
  ) -> (EngineProblem, Minimum)? {
    var solver = LevenbergMarquardt()
    solver.stepTolerance = 1e-11
    solver.evaluationLimit = evaluations
    let minimum = solver.minimize(problem, from: start)
    return minimum.sumOfSquares.isFinite ? (problem, minimum) : nil
  }
}
