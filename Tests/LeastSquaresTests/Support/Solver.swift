import LeastSquares
import Synchronization
import Testing

/// The solvers that converge: one battery holds for all.
enum Solver: CaseIterable, Sendable {
  case levenbergMarquardt, geodesic, gradientDescent, shrinkingCompass

  func minimize(_ problem: some LeastSquaresProblem, from start: [Double]) -> Minimum {
    switch self {
    case .levenbergMarquardt:
      var solver = LevenbergMarquardt()
      solver.keepPath = true
      return solver.minimize(problem, from: start)
    case .geodesic:
      var solver = LevenbergMarquardt()
      solver.scaling = .startingSizes
      solver.accelerates = true
      solver.keepPath = true
      return solver.minimize(problem, from: start)
    case .gradientDescent:
      var solver = GradientDescent()
      solver.keepPath = true
      return solver.minimize(problem, from: start)
    case .shrinkingCompass:
      var solver = ShrinkingCompassSearch()
      solver.keepPath = true
      return solver.minimize(problem, from: start)
    }
  }

  /// Checks what every run has to keep, wherever it ends: the domain, the count, the path from the start downhill to the end.
  func run(
    _ problem: some LeastSquaresProblem, from start: [Double], location: SourceLocation = #_sourceLocation
  ) -> Minimum {
    let watched = Watched(problem)
    let minimum = minimize(watched, from: start)
    let (evaluations, outside) = watched.log.counts
    #expect(outside == 0, "evaluated outside of the domain", sourceLocation: location)
    #expect(evaluations == minimum.evaluations, sourceLocation: location)
    #expect(evaluations <= 100_020, sourceLocation: location)

    #expect(minimum.path.count == minimum.iterations + 1, sourceLocation: location)
    let inside = zip(start, problem.parameters).map {
      min(max($0, $1.domain.lowerBound), $1.domain.upperBound)
    }
    #expect(minimum.path.first?.parameters == inside, sourceLocation: location)
    #expect(minimum.path.last?.parameters == minimum.parameters, sourceLocation: location)
    #expect(minimum.path.last?.cost == minimum.sumOfSquares, sourceLocation: location)
    for (before, after) in zip(minimum.path, minimum.path.dropFirst()) {
      #expect(after.cost <= before.cost * (1 + 1e-9), sourceLocation: location)
    }
    let cost = squares(problem.linearized(at: minimum.parameters).residuals)
    #expect(cost == minimum.sumOfSquares, sourceLocation: location)
    return minimum
  }
}

/// A problem that counts how often it is evaluated, and how often outside of its parameters' domains.
struct Watched<Problem: LeastSquaresProblem>: LeastSquaresProblem {
  let problem: Problem
  let log = Log()

  init(_ problem: Problem) { self.problem = problem }

  final class Log: Sendable {
    private let mutex = Mutex((evaluations: 0, outside: 0))
    var counts: (evaluations: Int, outside: Int) { mutex.withLock { $0 } }

    func add(isOutside: Bool) {
      mutex.withLock {
        $0.evaluations += 1
        if isOutside { $0.outside += 1 }
      }
    }
  }

  var parameters: [Parameter] { problem.parameters }
  var residualCount: Int { problem.residualCount }
  var residualRounding: Double { problem.residualRounding }
  func makeWorkspace() -> Problem.Workspace { problem.makeWorkspace() }

  func evaluate(
    _ point: [Double], residuals: inout [Double], jacobian: inout [Double], workspace: inout Problem.Workspace
  ) {
    log.add(isOutside: zip(point, parameters).contains { !$1.domain.contains($0) })
    problem.evaluate(point, residuals: &residuals, jacobian: &jacobian, workspace: &workspace)
  }
}
