import LinearAlgebra

/// A point with its residuals and their derivatives there, and what solvers ask of them.
struct Linearization {
  var point: [Double]
  var residuals: [Double]
  /// ∂rᵢ/∂pⱼ at `[j·m + i]`.
  var jacobian: [Double]
  /// ‖r‖²; infinite where a number of the point, of r or of J is not finite.
  var cost = Double.infinity

  init(point: [Double], residualCount: Int) {
    self.point = point
    residuals = .zeros(residualCount)
    jacobian = .zeros(residualCount * point.count)
  }

  /// ‖J eⱼ‖. Entries are divided by the largest one, so that no unit makes the squares overflow or vanish.
  func columnNorm(_ j: Int) -> Double {
    let largest = largestEntry(j)
    guard largest > 0 else { return 0 }
    let m = residuals.count
    return jacobian.withUnsafeBufferPointer { jacobian in
      var sum = 0.0
      for index in (j * m)..<((j + 1) * m) {
        let entry = jacobian[index] / largest
        sum += entry * entry
      }
      return largest * sum.squareRoot()
    }
  }

  /// Raises each of the norms to that of its column where this is the larger one.
  func raise(_ norms: inout [Double]) {
    for j in norms.indices {
      // The square shows what is certainly shorter without a division for each entry.
      let square = square(j)
      let isShorter = Self.isSafe(square) && square < (1 - 1e-12) * norms[j] * norms[j]
      if !isShorter { norms[j] = max(norms[j], columnNorm(j)) }
    }
  }

  /// cos∠(J eⱼ, r): half the cost's derivative by parameter j, free of all units. 0 for a column of zeros.
  func cosine(_ j: Int) -> Double {
    let square = square(j)
    if Self.isSafe(square), cost > 0 { return product(j) / square.squareRoot() / cost.squareRoot() }
    return scaledCosine(j)
  }

  /// (J eⱼ)·(J eⱼ), whose terms overflow or vanish in some units.
  private func square(_ j: Int) -> Double {
    let m = residuals.count
    return jacobian.withUnsafeBufferPointer { jacobian in
      jacobian.baseAddress.map { dot($0 + j * m, $0 + j * m, m) } ?? 0
    }
  }

  /// (J eⱼ)·r, whose terms overflow or vanish in some units.
  private func product(_ j: Int) -> Double {
    let m = residuals.count
    return jacobian.withUnsafeBufferPointer { jacobian in
      residuals.withUnsafeBufferPointer { residuals in
        guard let start = jacobian.baseAddress, let other = residuals.baseAddress else { return 0 }
        return dot(start + j * m, other, m)
      }
    }
  }

  /// True for a sum of squares from which no term of weight has vanished.
  private static func isSafe(_ square: Double) -> Bool { square > 1e-200 && square < 1e200 }

  /// The cosine with entries divided by the largest one.
  private func scaledCosine(_ j: Int) -> Double {
    let largest = largestEntry(j)
    guard largest > 0, cost > 0 else { return 0 }
    let m = residuals.count
    var product = 0.0
    var sum = 0.0
    for i in 0..<m {
      let entry = jacobian[j * m + i] / largest
      product += entry * residuals[i]
      sum += entry * entry
    }
    return product / sum.squareRoot() / cost.squareRoot()
  }

  /// The largest |cos∠(J eⱼ, r)| of the parameters for which `isIncluded` is true.
  func largestCosine(where isIncluded: (Int) -> Bool) -> Double {
    point.indices.lazy.filter(isIncluded).reduce(0) { max($0, abs(cosine($1))) }
  }

  /// The parameters at the edge of their domain while the cost falls beyond it, or does not change.
  func atBound(in domains: [ClosedRange<Double>]) -> [Bool] {
    var atBound = [Bool](repeating: false, count: point.count)
    hold(in: domains, &atBound)
    return atBound
  }

  /// The same in the caller's n flags.
  func hold(in domains: [ClosedRange<Double>], _ atBound: inout [Bool]) {
    for (j, domain) in domains.enumerated() {
      atBound[j] = false
      guard point[j] <= domain.lowerBound || point[j] >= domain.upperBound else { continue }
      let slope = cosine(j)
      atBound[j] =
        (point[j] <= domain.lowerBound && slope >= 0) || (point[j] >= domain.upperBound && slope <= 0)
    }
  }

  /// The name of a stop here: ``Termination/bound`` where a held parameter would gain by leaving its domain;
  /// ``Termination/noDescent`` where the residuals no longer feel a parameter that they felt before, as on the
  /// plateau a runaway rate ends on; else `reason`.
  ///
  /// - Parameter norms: the largest column norms seen.
  func stop(_ reason: Termination, atBound: [Bool], norms: [Double]) -> Termination {
    if largestCosine(where: { atBound[$0] }) > 1e-8 { return .bound }
    if norms.indices.contains(where: { norms[$0] > 0 && largestEntry($0) <= 1e-32 * norms[$0] }) {
      return .noDescent
    }
    return reason
  }

  private func largestEntry(_ j: Int) -> Double {
    let m = residuals.count
    return jacobian.withUnsafeBufferPointer { jacobian in
      jacobian.baseAddress.map { largestMagnitude($0 + j * m, m) } ?? 0
    }
  }
}

extension Evaluator {
  /// Moves `linearization` to `point`.
  mutating func linearize(_ linearization: inout Linearization, at point: [Double]) {
    linearization.point = point
    linearize(&linearization)
  }

  /// Fills `linearization` at its own point.
  mutating func linearize(_ linearization: inout Linearization) {
    linearization.cost = linearize(
      at: linearization.point, residuals: &linearization.residuals, jacobian: &linearization.jacobian)
  }

  /// The start moved into the domains, linearized.
  mutating func linearization(from start: [Double]) -> Linearization {
    let domains = problem.parameters.map(\.domain)
    precondition(
      start.count == domains.count, "\(start.count) starting values for \(domains.count) parameters")
    var linearization = Linearization(point: start, residualCount: problem.residualCount)
    linearize(&linearization, at: domains.nearest(to: start))
    return linearization
  }
}

extension [ClosedRange<Double>] {
  /// Every coordinate inside its range, where it is outside at the nearer end.
  package func nearest(to point: [Double]) -> [Double] {
    zip(point, self).map { Swift.min(Swift.max($0, $1.lowerBound), $1.upperBound) }
  }
}

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
