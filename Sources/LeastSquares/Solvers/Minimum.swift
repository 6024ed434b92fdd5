import LinearAlgebra
internal import Synchronization

/// The end of a search, and the steps that led there.
package struct Minimum: Equatable, Sendable {
  package let parameters: [Double]
  /// ‖r‖², the sum of squared residuals.
  package let sumOfSquares: Double
  package let termination: Termination
  package let iterations: Int
  /// Evaluations of the residuals, with or without their derivatives.
  package let evaluations: Int
  /// The start and every accepted point, where the path was asked for.
  package let path: [PathPoint]

  package init(
    parameters: [Double], sumOfSquares: Double, termination: Termination, iterations: Int, evaluations: Int,
    path: [PathPoint] = []
  ) {
    self.parameters = parameters
    self.sumOfSquares = sumOfSquares
    self.termination = termination
    self.iterations = iterations
    self.evaluations = evaluations
    self.path = path
  }

  /// The same point, known to be of another kind.
  package func stopped(_ termination: Termination) -> Minimum {
    Minimum(
      parameters: parameters, sumOfSquares: sumOfSquares, termination: termination, iterations: iterations,
      evaluations: evaluations, path: path)
  }
}

/// A point an iteration visited.
package struct PathPoint: Equatable, Sendable {
  package let parameters: [Double]
  /// ‖r‖² there.
  package let cost: Double

  package init(parameters: [Double], cost: Double) {
    self.parameters = parameters
    self.cost = cost
  }
}

/// The reason that an iteration stopped. A stop is an answer, not an error: the caller decides what to accept.
package enum Termination: String, Equatable, Sendable {
  /// Every |cos∠(J eⱼ, r)| is at most the gradient tolerance.
  case gradient
  /// The last step was at most the step tolerance, or steps no longer come nearer: what is left is rounding.
  case step
  /// The residuals are zero to working precision: at most ``LeastSquaresProblem/residualRounding``.
  case exact
  /// No nonlinear parameter was free: one linear solve is the answer.
  case linear
  /// The minimum stands where a sample passes from one piece of the model to another: the sum of squares rises on both
  /// sides, though its derivative does not vanish.
  case kink
  /// No move lowers the sum of squares, and that proves no minimum: a compass search's stop, or a plateau on which the
  /// residuals no longer feel a parameter.
  case noDescent
  /// A parameter stands at the edge of its domain and the sum of squares falls beyond it: the samples do not
  /// determine it.
  case bound
  /// The evaluations allowed were used up.
  case evaluationLimit
  /// The evaluations allowed for all starts of a search, or for all profiles of a fit, were used up.
  case budget
  /// The model has no finite value, or no finite derivative where one is needed, at the start.
  case undefined

  /// True if the point is a minimum to the solver's precision.
  package var converged: Bool {
    switch self {
    case .gradient, .step, .exact, .linear, .kink: true
    case .noDescent, .bound, .evaluationLimit, .budget, .undefined: false
    }
  }
}

/// The number of evaluations that several runs of solvers may make together: from all starts of a search, or along all
/// profiles of a fit.
///
/// A run inside of ``limiting(to:_:)`` that the budget stops ends with ``Termination/budget``, and so does every later
/// one. Threads that the body starts are not part of it.
package final class EvaluationBudget: Sendable {
  /// The budget that runs are charged to.
  @TaskLocal private static var current: EvaluationBudget?

  private let total: Int
  private let used = Atomic(0)
  private let isOverdrawn = Atomic(false)

  private init(_ total: Int) { self.total = total }

  /// Calls a body whose runs share a budget; an outer budget does not count there.
  package static func limiting<Value, Failure: Error>(
    to total: Int, _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    // A result of typed failures in between would copy the value, which may be large.
    do { return try $current.withValue(EvaluationBudget(total)) { try body() } } catch {
      guard let failure = error as? Failure else { preconditionFailure("\(error)") }
      throw failure
    }
  }

  /// True if a run of the current budget was stopped by it.
  package static var isSpent: Bool { current?.isOverdrawn.load(ordering: .relaxed) ?? false }

  /// The evaluations that the current budget was charged with.
  package static var spent: Int { current?.used.load(ordering: .relaxed) ?? 0 }

  /// Runs a solver with its own limit or what is left of the budget, whichever is less.
  static func charging(limit: Int, _ run: (_ limit: Int) -> Minimum) -> Minimum {
    guard let current else { return run(limit) }
    let left = max(0, current.total - current.used.load(ordering: .relaxed))
    let minimum = run(min(limit, left))
    current.used.add(minimum.evaluations, ordering: .relaxed)
    guard minimum.termination == .evaluationLimit, left < limit else { return minimum }
    current.isOverdrawn.store(true, ordering: .relaxed)
    return minimum.stopped(.budget)
  }
}

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
