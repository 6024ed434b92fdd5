internal import LinearAlgebra

/// Compass search: from the current point try the moves ± step along every axis, take the one that lowers the sum of
/// squares most, stop when none does.
///
/// This is what the damping article calls steepest descent: no derivatives, fixed steps. With fixed steps it stalls
/// short of the minimum where parameters trade off, since every single move raises the cost there;
/// ``ShrinkingCompassSearch`` is the variant that converges.
public struct CompassSearch: Sendable {
  /// The length of a move along each parameter, in the parameter's unit.
  public var steps: [Double]
  public var evaluationLimit = 1_000_000
  public var keepPath = false

  /// The steps of the damping article's author for amplitude (pt/s), damping (1/s) and phase (s)
  /// (LevisonNN/LNCustomScrollView).
  public static let articleSteps = [1, 0.01, 0.001]

  public init(steps: [Double]) { self.steps = steps }

  /// Moves are counted in ``Minimum/iterations``. The point is kept as a whole number of steps from the start, so that
  /// a thousand moves of 0.001 are 1. A move out of a parameter's domain is not tried.
  public func minimize<Problem: LeastSquaresProblem>(_ problem: Problem, from start: [Double]) -> Minimum {
    precondition(steps.count == start.count, "\(steps.count) steps for \(start.count) parameters")
    var evaluator = Evaluator(problem)
    let domains = problem.parameters.map(\.domain)
    var residuals = [Double](repeating: 0, count: problem.residualCount)
    var moves = [Int](repeating: 0, count: start.count)
    var point = start
    var cost = evaluator.cost(at: point, residuals: &residuals)
    var iterations = 0
    var path = keepPath ? [PathPoint(parameters: point, cost: cost)] : []
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
      guard let best else {
        return Minimum(
          parameters: point, sumOfSquares: cost, termination: .noDescent, iterations: iterations,
          evaluations: evaluator.count, path: path)
      }
      moves[best.axis] += best.sign
      point[best.axis] = start[best.axis] + Double(moves[best.axis]) * steps[best.axis]
      cost = best.cost
      iterations += 1
      if keepPath { path.append(PathPoint(parameters: point, cost: cost)) }
    }
    return Minimum(
      parameters: point, sumOfSquares: cost, termination: .evaluationLimit, iterations: iterations,
      evaluations: evaluator.count, path: path)
  }
}

/// Compass search whose moves follow the Jacobian's principal axes and shrink until they no longer matter.
///
/// A move of length h along axis i is h·vᵢ/σᵢ in column-scaled variables: each changes the fitted curve by h, so
/// parameters that trade off are moved together. h doubles when a move gains, halves when none does, and the axes are
/// taken anew with each halving. Stops when h is `tolerance` times the residual standard deviation.
///
/// (R. Hooke and T. Jeeves, 1961; T. Kolda, R. Lewis and V. Torczon, *Optimization by direct search*, SIAM Review 45,
/// 2003, for convergence under shrinking steps.)
public struct ShrinkingCompassSearch: Sendable {
  /// The last step's change of the curve (the norm over all samples) relative to √(SS/(m − n)).
  public var tolerance = 1e-6
  /// What the residual standard deviation is taken for where it is smaller, in units of the residuals: below it,
  /// differences of costs are rounding.
  public var residualFloor = 0.0
  public var evaluationLimit = 100_000
  public var keepPath = false

  public init() {}

  /// - Parameter start: moved into the parameters' domains where it is outside.
  public func minimize<Problem: LeastSquaresProblem>(_ problem: Problem, from start: [Double]) -> Minimum {
    var evaluator = Evaluator(problem)
    let domains = problem.parameters.map(\.domain)
    let n = start.count
    let m = problem.residualCount
    var residuals = [Double](repeating: 0, count: m)
    var jacobian = [Double](repeating: 0, count: m * n)
    var point = zip(start, domains).map { min(max($0, $1.lowerBound), $1.upperBound) }
    var cost = evaluator.linearize(at: point, residuals: &residuals, jacobian: &jacobian)
    var iterations = 0
    var path = keepPath ? [PathPoint(parameters: point, cost: cost)] : []
    var step = cost.squareRoot()
    var axes = principalAxes(jacobian, rows: m, columns: n)

    func minimum(_ termination: Termination) -> Minimum {
      Minimum(
        parameters: point, sumOfSquares: cost, termination: termination, iterations: iterations,
        evaluations: evaluator.count, path: path)
    }

    /// Whether the cost falls beyond a bound that the point stands at.
    func isPushedOut() -> Bool {
      _ = evaluator.linearize(at: point, residuals: &residuals, jacobian: &jacobian)
      return (0..<n).contains { j in
        var product = 0.0
        var square = 0.0
        for i in 0..<m {
          product += jacobian[j * m + i] * residuals[i]
          square += jacobian[j * m + i] * jacobian[j * m + i]
        }
        let outward =
          point[j] <= domains[j].lowerBound ? product : point[j] >= domains[j].upperBound ? -product : 0
        return outward > 1e-8 * (square * cost).squareRoot()
      }
    }

    guard cost.isFinite else { return minimum(.undefined) }
    while evaluator.count < evaluationLimit {
      guard cost > 0 else { return minimum(.exact) }
      var best: (point: [Double], cost: Double)?
      for axis in axes {
        for sign in [1.0, -1.0] {
          let trial = (0..<n).map { j in
            min(max(point[j] + sign * step * axis[j], domains[j].lowerBound), domains[j].upperBound)
          }
          let trialCost = evaluator.cost(at: trial, residuals: &residuals)
          if trialCost < best?.cost ?? cost { best = (trial, trialCost) }
        }
      }
      if let best {
        point = best.point
        cost = best.cost
        iterations += 1
        step *= 2
        if keepPath { path.append(PathPoint(parameters: point, cost: cost)) }
      } else {
        let deviation = (cost / Double(max(1, m - n))).squareRoot()
        if step <= tolerance * max(deviation, residualFloor) || axes.isEmpty {
          return minimum(isPushedOut() ? .bound : .step)
        }
        step /= 4
        _ = evaluator.linearize(at: point, residuals: &residuals, jacobian: &jacobian)
        axes = principalAxes(jacobian, rows: m, columns: n)
      }
    }
    return minimum(.evaluationLimit)
  }

  /// vᵢ/σᵢ in the parameters' units; the coordinate axes where the decomposition fails.
  private func principalAxes(_ jacobian: [Double], rows: Int, columns: Int) -> [[Double]] {
    let matrix = Matrix(rows: rows, columns: columns, elements: jacobian)
    guard let (values, vectors, scales) = try? matrix.scaledSingularVectors() else {
      return (0..<columns).map { axis in (0..<columns).map { $0 == axis ? 1 : 0 } }
    }
    return (0..<columns).map { i in
      // A direction the data does not feel still gets a finite move.
      let length = 1 / max(values[i], values[0] * 1e-12, 1e-300)
      return (0..<columns).map { length * vectors[$0, i] / scales[$0] }
    }
  }
}
