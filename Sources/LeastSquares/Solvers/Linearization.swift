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
    residuals = [Double](repeating: 0, count: residualCount)
    jacobian = [Double](repeating: 0, count: residualCount * point.count)
  }

  /// ‖J eⱼ‖. Entries are divided by the largest one, so that no unit makes the squares overflow or vanish.
  func columnNorm(_ j: Int) -> Double {
    let largest = largestEntry(j)
    guard largest > 0 else { return 0 }
    let m = residuals.count
    var sum = 0.0
    for index in (j * m)..<((j + 1) * m) {
      let entry = jacobian[index] / largest
      sum += entry * entry
    }
    return largest * sum.squareRoot()
  }

  /// cos∠(J eⱼ, r): half the cost's derivative by parameter j, free of all units. 0 for a column of zeros.
  func cosine(_ j: Int) -> Double {
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
    var largest = 0.0
    for index in (j * m)..<((j + 1) * m) { largest = max(largest, abs(jacobian[index])) }
    return largest
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
