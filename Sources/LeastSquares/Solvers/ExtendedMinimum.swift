import LinearAlgebra

/// A minimum continued beyond the digits of a double.
package struct ExtendedMinimum: Equatable, Sendable {
  package let parameters: [DoubleDouble]
  /// ‖r‖².
  package let sumOfSquares: DoubleDouble
  /// The Gauss–Newton steps taken.
  package let iterations: Int
  /// The step that was left, as its largest part of a parameter's size: about the relative error that remains.
  /// Infinite where the residuals are not finite.
  package let remainingStep: Double
}

extension ExtendedPrecisionProblem {
  /// Continues from a minimum found in doubles by Gauss–Newton steps: the Jacobian's QR in doubles; parameters,
  /// residuals and the gradient Jᵀr in double-doubles.
  ///
  /// Steps are taken while each is at most nine tenths as long as the one before. The gradient comes from central
  /// differences of the residuals, good to about 21 digits of J; so parameters end with a relative error of about
  /// 1e-21·‖r‖/‖y‖ times the square of J's condition number, and ‖r‖² with all of its digits. Where the residuals'
  /// curvature makes Gauss–Newton steps leap across the minimum, none is taken and ``ExtendedMinimum/remainingStep``
  /// says how long it would be. A parameter at the edge of its domain stays there; a step out of a domain is not taken.
  ///
  /// - Complexity: 2n + 1 evaluations in double-doubles a step.
  package func extendedMinimum(from point: [Double]) -> ExtendedMinimum {
    var evaluator = Evaluator(self)
    let domains = parameters.map(\.domain)
    let center = evaluator.linearization(from: point)
    let atBound = center.atBound(in: domains)
    let frame = ExtendedFrame(center, free: point.indices.filter { !atBound[$0] }, domains: domains)
    var current = center.point.map { DoubleDouble($0) }
    var rest = residuals(at: current)
    var iterations = 0
    // A start that is no minimum is not for Gauss–Newton alone.
    var previous = 1e-3
    while center.cost.isFinite, rest.allSatisfy(\.isFinite) {
      let step = frame.step(self, at: current, residuals: rest)
      let length = frame.relativeLength(step)
      let next = zip(current, step).map { $0 + DoubleDouble($1) }
      let nextRest = residuals(at: next)
      let isInside = zip(next, domains).allSatisfy { $1.contains($0.value) }
      guard length <= 0.9 * previous, length > 0x1p-104, isInside, nextRest.allSatisfy(\.isFinite) else {
        return end(length)
      }
      (current, rest, previous) = (next, nextRest, length)
      iterations += 1
    }
    return end(.infinity)

    func end(_ remaining: Double) -> ExtendedMinimum {
      let sum = rest.reduce(DoubleDouble(0)) { $0 + $1 * $1 }
      return ExtendedMinimum(
        parameters: current, sumOfSquares: sum, iterations: iterations, remainingStep: remaining)
    }
  }
}

/// The Jacobian's QR at the start, by which all steps are solved.
private struct ExtendedFrame {
  private let center: Linearization
  private let free: [Int]
  private let domains: [ClosedRange<Double>]
  private var qr: PivotedQR

  init(_ center: Linearization, free: [Int], domains: [ClosedRange<Double>]) {
    self.center = center
    self.free = free
    self.domains = domains
    let m = center.residuals.count
    let rows = max(m, free.count)
    var columns = [Double](repeating: 0, count: rows * free.count)
    for (position, j) in free.enumerated() {
      for i in 0..<m { columns[position * rows + i] = center.jacobian[j * m + i] }
    }
    qr = PivotedQR(rows: rows, columns: free.count)
    qr.factor(columns)
  }

  /// −R⁻¹ R⁻ᵀ Jᵀr: the gradient has the digits that Qᵀr would lose.
  func step<Problem: ExtendedPrecisionProblem>(
    _ problem: Problem, at point: [DoubleDouble], residuals: [DoubleDouble]
  ) -> [Double] {
    let gradient = free.map { j in slope(problem, j, at: point, residuals: residuals) }
    var z = [Double](repeating: 0, count: free.count)
    qr.transposedSolve(gradient, into: &z)
    var step = [Double](repeating: 0, count: point.count)
    for (change, j) in zip(qr.solution(transposedQb: z), free) { step[j] = -change }
    return step
  }

  /// (J eⱼ)·r.
  private func slope<Problem: ExtendedPrecisionProblem>(
    _ problem: Problem, _ j: Int, at point: [DoubleDouble], residuals: [DoubleDouble]
  ) -> Double {
    let m = residuals.count
    var (ahead, behind) = (point, point)
    // Both errors, the third derivative's 1e-22 and the rounding's 1e-32/1e-11, are about 1e-21 here.
    let width = DoubleDouble(1e-11 * abs(point[j].value))
    ahead[j] += width
    behind[j] -= width
    var sum = DoubleDouble(0)
    if width.value > 0, domains[j].contains(ahead[j].value), domains[j].contains(behind[j].value) {
      let (high, low) = (problem.residuals(at: ahead), problem.residuals(at: behind))
      for i in 0..<m { sum += (high[i] - low[i]) * residuals[i] }
      return (sum / (ahead[j] - behind[j])).value
    }
    // At 0 or at an edge the derivative in doubles has to do.
    for i in 0..<m { sum += DoubleDouble(center.jacobian[j * m + i]) * residuals[i] }
    return sum.value
  }

  /// The largest part of a parameter's size; the change itself where that is 0.
  func relativeLength(_ step: [Double]) -> Double {
    step.indices.reduce(0) { largest, j in
      let size = abs(center.point[j])
      return max(largest, step[j] == 0 ? 0 : size > 0 ? abs(step[j]) / size : abs(step[j]))
    }
  }
}
