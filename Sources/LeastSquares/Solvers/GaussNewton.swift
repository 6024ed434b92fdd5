import LinearAlgebra

/// Undamped Gauss–Newton steps to a minimum that is near, by QR of J beside r: a few evaluations where a search that
/// could begin anywhere takes a dozen.
///
/// It only follows what converges at once. Whatever else a search meets (a bound, a plateau, residuals of the size of
/// rounding, a start that is not near) is left to ``LevenbergMarquardt``.
package struct GaussNewton: Sendable {
  /// Evaluations that are made at most; no ``EvaluationBudget`` counts them.
  package var evaluationLimit = 12
  /// Converged where the part of r along J has this share of r's length and no longer falls: of n residuals it moves an
  /// estimate by tolerance · √n of its standard error.
  package var tolerance = 1e-10

  package init() {}

  /// A minimum with the residuals and derivatives there.
  package struct Result: Sendable {
    package let minimum: Minimum
    package let residuals: [Double]
    package let jacobian: [Double]
  }

  /// The minimum beside `start`; nil where the steps do not lead to one inside of the parameters' domains.
  package func minimize<Problem: LeastSquaresProblem>(_ problem: Problem, near start: [Double]) -> Result? {
    let (rows, count) = (problem.residualCount, start.count)
    guard rows > count, count > 0 else { return nil }
    let domains = problem.parameters.map(\.domain)
    var evaluator = Evaluator(problem)
    var qr = NarrowQR(rows: rows, columns: count)
    var current = Linearization(point: start, residualCount: rows)
    var trial = current
    var least = Double.infinity
    while evaluator.count < evaluationLimit {
      guard zip(trial.point, domains).allSatisfy({ $0 > $1.lowerBound && $0 < $1.upperBound }) else {
        return nil
      }
      evaluator.linearize(&trial)
      guard trial.cost.isFinite, !evaluator.isExact(trial.cost, factor: 16) else { return nil }
      let step = qr.step(trial)
      let along = qr.projections.reduce(0) { $0 + $1 * $1 } / trial.cost
      // What no longer falls is rounding, or does not converge.
      let isRounding = along > least / 16
      if !isRounding {
        swap(&current, &trial)
        least = along
      }
      if isRounding || along <= 1e-8 * tolerance * tolerance {
        guard least <= tolerance * tolerance else { return nil }
        return Result(
          minimum: Minimum(
            parameters: current.point, sumOfSquares: current.cost, termination: .step,
            iterations: evaluator.count - 1, evaluations: evaluator.count),
          residuals: current.residuals, jacobian: current.jacobian)
      }
      guard let step else { return nil }
      for j in 0..<count { trial.point[j] = current.point[j] - step[j] }
    }
    return nil
  }
}

extension NarrowQR {
  /// The s of least ‖J s − r‖; nil where J's columns are dependent.
  fileprivate mutating func step(_ linearization: Linearization) -> [Double]? {
    let count = linearization.jacobian.count
    columns.withUnsafeMutableBufferPointer { columns in
      for index in 0..<count { columns[index] = linearization.jacobian[index] }
      for (i, residual) in linearization.residuals.enumerated() { columns[count + i] = residual }
    }
    factor()
    return solution
  }
}
