/// Levenberg–Marquardt on scaled columns, inside bounds.
///
/// Each step s minimises ‖J s + r‖² + λ ‖D s‖² by QR of [J; √λ D], never through JᵀJ; D holds the largest column norms
/// seen (Moré), λ follows Nielsen's rule. A parameter at its bound with the gradient pushing outward is held.
/// Once the promised gain is lost in the rounding of the cost, costs say nothing any more: the last digits come from
/// steps that are taken as long as the promised gain itself, the squared length of r's part along J, falls.
///
/// (J. Moré, *The Levenberg–Marquardt algorithm: implementation and theory*, 1978; K. Madsen, H. Nielsen and
/// O. Tingleff, *Methods for Non-Linear Least Squares Problems*, 2004, §3.2.)
public struct LevenbergMarquardt: Sendable {
  /// Stop when every |cos∠(J eⱼ, r)| over the free parameters is at most this. Dimensionless.
  public var gradientTolerance = 1e-15
  /// Stop when ‖D s‖ ≤ stepTolerance · ‖D p‖.
  public var stepTolerance = 1e-16
  /// Costs decide while the promised relative gain is above this; below, the promised gain does.
  public var costResolution = 1e-9
  public var evaluationLimit = 100_000
  /// λ at the start, where the scaled columns have length one.
  public var initialDamping = 1e-3
  public var keepPath = false

  public init() {}

  /// - Parameter start: moved into the parameters' domains where it is outside.
  public func minimize<Problem: LeastSquaresProblem>(_ problem: Problem, from start: [Double]) -> Minimum {
    var iteration = Iteration(problem, start: start, settings: self)
    return iteration.run()
  }
}

/// The state of one run.
private struct Iteration<Problem: LeastSquaresProblem> {
  private let settings: LevenbergMarquardt
  private let domains: [ClosedRange<Double>]
  private var evaluator: Evaluator<Problem>
  private var current: Linearization
  private var trial: Linearization
  private var steps = DampedSteps()
  private var trialSteps = DampedSteps()
  /// D: the largest norm seen of each of J's columns.
  private var norms: [Double]
  private var iterations = 0
  private var path: [PathPoint] = []

  init(_ problem: Problem, start: [Double], settings: LevenbergMarquardt) {
    self.settings = settings
    evaluator = Evaluator(problem)
    domains = problem.parameters.map(\.domain)
    current = evaluator.linearization(from: start)
    trial = current
    norms = [Double](repeating: 0, count: start.count)
    record()
  }

  mutating func run() -> Minimum {
    guard current.cost.isFinite else { return minimum(.undefined) }
    var damping = settings.initialDamping
    while evaluator.count < settings.evaluationLimit {
      if evaluator.isExact(current.cost) { return minimum(.exact) }
      let held = current.held(in: domains)
      if current.largestCosine(where: { !held[$0] }) <= settings.gradientTolerance { return stop(.gradient) }
      for j in norms.indices { norms[j] = max(norms[j], current.columnNorm(j)) }
      steps.factor(current, free: norms.indices.filter { !held[$0] }, norms: norms)
      guard steps.largestGain > settings.costResolution * current.cost else { return polish() }
      guard descend(&damping) else { return stuck() }
    }
    return minimum(.evaluationLimit)
  }

  /// Raises λ until a step gains what it promises, and takes it; false where none does.
  private mutating func descend(_ damping: inout Double) -> Bool {
    var growth = 2.0
    while evaluator.count < settings.evaluationLimit {
      let target = moved(by: steps.step(damping: damping))
      let change = steps.free.map { target[$0] - current.point[$0] }
      guard isLong(change) else { return false }
      let gain = steps.promisedGain(change)
      let ratio = (current.cost - evaluator.cost(at: target, residuals: &trial.residuals)) / gain
      if gain > 0, ratio > 1e-4 {
        evaluator.linearize(&trial, at: target)
        // Where only J is not finite, the point is as much outside of the domain as where r is not.
        if trial.cost.isFinite {
          accept()
          let bend = 2 * ratio - 1
          damping *= max(1.0 / 3, 1 - bend * bend * bend)
          return true
        }
      }
      damping *= growth
      growth *= 2
      guard damping.isFinite else { return false }
    }
    return true
  }

  /// Steps for as long as they lower the promised gain.
  ///
  /// Undamped steps do where the residuals' own curvature is less than JᵀJ; where it is as much, they leap to and fro
  /// across the minimum, and damping shortens them. Where no step lowers it, what is left is rounding.
  private mutating func polish() -> Minimum {
    var damping = 0.0
    var previous = steps.free.map { _ in 0.0 }
    while evaluator.count < settings.evaluationLimit {
      let target = moved(by: steps.step(damping: damping))
      let change = steps.free.map { target[$0] - current.point[$0] }
      guard isLong(change) else { return stop(.step) }
      evaluator.linearize(&trial, at: target)
      var remaining = Double.infinity
      if trial.cost <= current.cost * (1 + settings.costResolution) {
        trialSteps.factor(trial, free: steps.free, norms: norms)
        if trialSteps.rank >= steps.rank { remaining = trialSteps.largestGain / steps.largestGain }
      }
      if remaining < 1 {
        accept()
        swap(&steps, &trialSteps)
        if evaluator.isExact(current.cost) { return minimum(.exact) }
        // The length of r's part along J bounds every one of the cosines.
        let tolerance = settings.gradientTolerance * settings.gradientTolerance
        if steps.largestGain <= tolerance * current.cost { return stop(.gradient) }
        let isTurning = steps.scaledProduct(change, previous) < 0
        if remaining > 0.25 { damping = isTurning ? max(0.25, 2 * damping) : damping / 2 }
        previous = change
      } else {
        let isRounding = steps.largestGain <= 1e-26 * current.cost
        damping = max(0.25, 4 * damping)
        if isRounding || damping > 1e3 { return stop(.step) }
      }
    }
    return minimum(.evaluationLimit)
  }

  /// Where no step lowers the cost: the cost, or the part of it still to gain, is rounding; or the search is stuck.
  private func stuck() -> Minimum {
    if evaluator.isExact(current.cost, factor: 16) { return minimum(.exact) }
    return stop(evaluator.isExact(steps.largestGain, factor: 16) ? .step : .noDescent)
  }

  /// Whether ‖D s‖ > stepTolerance · ‖D p‖.
  private func isLong(_ change: [Double]) -> Bool {
    steps.scaledLength(change) > settings.stepTolerance
      * steps.scaledLength(steps.free.map { current.point[$0] })
  }

  private func moved(by step: [Double]) -> [Double] {
    var target = current.point
    for (change, j) in zip(step, steps.free) { target[j] += change }
    return domains.nearest(to: target)
  }

  private mutating func accept() {
    swap(&current, &trial)
    iterations += 1
    record()
  }

  private mutating func record() {
    if settings.keepPath { path.append(PathPoint(parameters: current.point, cost: current.cost)) }
  }

  private func stop(_ reason: Termination) -> Minimum {
    minimum(current.stop(reason, held: current.held(in: domains), norms: norms))
  }

  private func minimum(_ termination: Termination) -> Minimum {
    Minimum(
      parameters: current.point, sumOfSquares: current.cost, termination: termination, iterations: iterations,
      evaluations: evaluator.count, path: path)
  }
}
