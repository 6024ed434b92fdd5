/// Compass search: from the current point try the moves ± step along every axis, take the one that lowers the sum of
/// squares most, stop when none does.
///
/// This is what the damping article calls steepest descent: no derivatives, fixed steps. With fixed steps it stalls
/// short of the minimum where parameters trade off, since every single move raises the cost there;
/// ``ShrinkingCompassSearch`` is the variant that converges.
package struct CompassSearch: Sendable {
  /// The length of a move along each parameter, in the parameter's unit.
  package var steps: [Double]
  package var evaluationLimit = 1_000_000
  package var keepPath = false

  /// The steps of the damping article's author for amplitude (pt/s), damping (1/s) and phase (s)
  /// (LevisonNN/LNCustomScrollView).
  package static let articleSteps = [1, 0.01, 0.001]

  package init(steps: [Double]) { self.steps = steps }

  /// Moves are counted in ``Minimum/iterations``. The point is kept as a whole number of steps from the start, so that
  /// a thousand moves of 0.001 are 1. A move out of a parameter's domain is not tried; a start outside of it, or where
  /// the model has no finite value, ends the search as ``Termination/undefined``.
  package func minimize<Problem: LeastSquaresProblem>(_ problem: Problem, from start: [Double]) -> Minimum {
    precondition(
      steps.count == start.count, "\(steps.count) steps for \(start.count) parameters")
    var evaluator = Evaluator(problem)
    let domains = problem.parameters.map(\.domain)
    var residuals = [Double](repeating: 0, count: problem.residualCount)
    var moves = [Int](repeating: 0, count: start.count)
    var point = start
    let isInside = zip(domains, start).allSatisfy { $0.contains($1) }
    var cost = isInside ? evaluator.cost(at: point, residuals: &residuals) : .infinity
    var iterations = 0
    var path = keepPath ? [PathPoint(parameters: point, cost: cost)] : []

    func minimum(_ termination: Termination) -> Minimum {
      Minimum(
        parameters: point, sumOfSquares: cost, termination: termination, iterations: iterations,
        evaluations: evaluator.count, path: path)
    }

    guard cost.isFinite else { return minimum(.undefined) }
    while evaluator.count < evaluationLimit {
      var best: (axis: Int, sign: Int, cost: Double)?
      for axis in start.indices {
        let here = point[axis]
        for sign in [1, -1] {
          point[axis] = start[axis] + Double(moves[axis] + sign) * steps[axis]
          guard domains[axis].contains(point[axis]) else { continue }
          let trial = evaluator.cost(at: point, residuals: &residuals)
          if trial < best?.cost ?? cost { best = (axis, sign, trial) }
        }
        point[axis] = here
      }
      guard let best else { return minimum(.noDescent) }
      moves[best.axis] += best.sign
      point[best.axis] = start[best.axis] + Double(moves[best.axis]) * steps[best.axis]
      cost = best.cost
      iterations += 1
      if keepPath { path.append(PathPoint(parameters: point, cost: cost)) }
    }
    return minimum(.evaluationLimit)
  }
}
