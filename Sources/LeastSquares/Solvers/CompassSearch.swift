import LinearAlgebra

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

/// Compass search whose moves follow the Jacobian's principal axes and shrink until they no longer matter.
///
/// A move of length h along axis i is h·vᵢ/σᵢ in column-scaled variables: each changes the fitted curve by h, so
/// parameters that trade off are moved together. h doubles when a move gains and is quartered when none does; then the
/// axes are taken anew. Stops when h is at most `tolerance` times the residual standard deviation. A parameter at the
/// edge of its domain with the cost falling beyond it is left out of the axes: no move would be felt.
///
/// A search without derivatives can be caught far out, where no move of its length gains though the cost has a slope.
/// The derivative shows it: such a stop is ``Termination/noDescent``.
///
/// (R. Hooke and T. Jeeves, 1961; T. Kolda, R. Lewis and V. Torczon, *Optimization by direct search*, SIAM Review 45,
/// 2003, for convergence under shrinking steps.)
package struct ShrinkingCompassSearch: Sendable {
  /// The last step's change of the curve (the norm over all samples) relative to √(SS/(m − n)).
  package var tolerance = 1e-6
  /// The lower bound of the residual standard deviation, in units of the residuals: below it,
  /// differences of costs are rounding.
  package var residualFloor = 0.0
  package var evaluationLimit = 100_000
  package var keepPath = false

  package init() {}

  /// - Parameter start: moved into the parameters' domains where it is outside.
  package func minimize<Problem: LeastSquaresProblem>(_ problem: Problem, from start: [Double]) -> Minimum {
    EvaluationBudget.charging(limit: evaluationLimit) { limit in
      minimize(problem, from: start, evaluationLimit: limit)
    }
  }

  private func minimize<Problem: LeastSquaresProblem>(
    _ problem: Problem, from start: [Double], evaluationLimit: Int
  ) -> Minimum {
    var evaluator = Evaluator(problem)
    let domains = problem.parameters.map(\.domain)
    let m = problem.residualCount
    var current = evaluator.linearization(from: start)
    var linearized = current
    var residuals = current.residuals
    var iterations = 0
    var path: [PathPoint] = []

    func record() {
      if keepPath { path.append(PathPoint(parameters: current.point, cost: current.cost)) }
    }
    func minimum(_ termination: Termination) -> Minimum {
      Minimum(
        parameters: current.point, sumOfSquares: current.cost, termination: termination,
        iterations: iterations,
        evaluations: evaluator.count, path: path)
    }

    record()
    guard current.cost.isFinite else { return minimum(.undefined) }
    var norms = start.indices.map { current.columnNorm($0) }
    var step = current.cost.squareRoot()
    var atBound = current.atBound(in: domains)
    var axes = principalAxes(current, atBound: atBound)
    while evaluator.count < evaluationLimit {
      if evaluator.isExact(current.cost) { return minimum(.exact) }
      var best: (point: [Double], cost: Double)?
      for axis in axes {
        for sign in [1.0, -1.0] {
          let trial = domains.nearest(to: zip(current.point, axis).map { $0 + sign * step * $1 })
          let cost = evaluator.cost(at: trial, residuals: &residuals)
          if cost < best?.cost ?? current.cost { best = (trial, cost) }
        }
      }
      if let best {
        (current.point, current.cost) = best
        iterations += 1
        step *= 2
        record()
        continue
      }
      evaluator.linearize(&linearized, at: current.point)
      // Where J is not finite, the axes stay what they were.
      let isSmooth = linearized.cost.isFinite
      if isSmooth {
        current = linearized
        for j in norms.indices { norms[j] = max(norms[j], current.columnNorm(j)) }
        atBound = current.atBound(in: domains)
        axes = principalAxes(current, atBound: atBound)
      }
      let deviation = max((current.cost / Double(max(1, m - start.count))).squareRoot(), residualFloor)
      if step <= tolerance * deviation || axes.isEmpty {
        let slope = current.largestCosine(where: { !atBound[$0] }) * current.cost.squareRoot()
        let isFlat = isSmooth && slope <= 1000 * tolerance * deviation
        return minimum(current.stop(isFlat ? .step : .noDescent, atBound: atBound, norms: norms))
      }
      step /= 4
    }
    return minimum(.evaluationLimit)
  }

  /// vᵢ/σᵢ of the parameters that are not held, in the parameters' units; the coordinate axes where there is no
  /// decomposition.
  private func principalAxes(_ linearization: Linearization, atBound: [Bool]) -> [[Double]] {
    let m = linearization.residuals.count
    let free = atBound.indices.filter { !atBound[$0] }
    let columns = free.flatMap { linearization.jacobian[($0 * m)..<(($0 + 1) * m)] }
    let matrix = Matrix(rows: m, columns: free.count, elements: columns)
    guard let (values, vectors, scales) = try? matrix.scaledSingularVectors() else {
      return free.map { axis in atBound.indices.map { $0 == axis ? 1 : 0 } }
    }
    return free.indices.map { i in
      // A direction that the residuals do not feel gets the shortest move: one by its σ would have no end.
      let isSignificant = values[i] > Double(max(m, free.count)) * Double.ulpOfOne * values[0]
      let length = 1 / (isSignificant ? values[i] : values[0] > 0 ? values[0] : 1)
      var axis = atBound.map { _ in 0.0 }
      for (position, j) in free.enumerated() { axis[j] = length * vectors[position, i] / scales[position] }
      return axis
    }
  }
}
