import LinearAlgebra

/// Levenberg–Marquardt on scaled columns, inside bounds.
///
/// Each step s minimizes ‖J s + r‖² + λ ‖D s‖² by QR of [J; √λ D], never through JᵀJ; λ follows Nielsen's rule. A
/// parameter at its bound with the gradient pushing outward is held.
/// Once the promised gain is lost in the rounding of the cost, costs decide nothing any more: the last digits come from
/// steps that are taken as long as the promised gain itself, the squared length of r's part along J, falls.
///
/// (J. Moré, *The Levenberg–Marquardt algorithm: implementation and theory*, 1978; K. Madsen, H. Nielsen and
/// O. Tingleff, *Methods for Non-Linear Least Squares Problems*, 2004, §3.2; M. Transtrum and J. Sethna,
/// *Improvements to the Levenberg–Marquardt algorithm for nonlinear least-squares minimization*, 2012.)
package struct LevenbergMarquardt: Sendable {
  /// The scale D by which steps are measured.
  package enum Scaling: Equatable, Sendable {
    /// The largest norm seen of each of J's columns (Moré): no unit matters, and a parameter that the residuals
    /// stopped feeling may leap.
    case columnNorms
    /// The sizes of the starting values (Levenberg's identity, free of units): a parameter that the residuals hardly
    /// feel stays where it is, which keeps searches from plateaus. A starting value of 0 has no size: its column's
    /// norm there does.
    case startingSizes
  }

  package var scaling = Scaling.columnNorms
  /// True if steps follow the residuals' curvature along them (geodesic acceleration, Transtrum and Sethna): one more
  /// evaluation a step, for far fewer steps along bent valleys.
  package var accelerates = false
  /// Stop when every |cos∠(J eⱼ, r)| over the free parameters is at most this. Dimensionless.
  package var gradientTolerance = 1e-15
  /// Stop when ‖D s‖ ≤ stepTolerance · ‖D p‖.
  package var stepTolerance = 1e-16
  /// Costs decide while the promised relative gain is above this; below, the promised gain does.
  package var costResolution = 1e-9
  package var evaluationLimit = 100_000
  /// λ at the start, where the scaled columns have length one; for ``Scaling/startingSizes`` the longest one has.
  package var initialDamping = 1e-3
  package var keepPath = false

  package init() {}

  /// - Parameter start: moved into the parameters' domains where it is outside.
  package func minimize<Problem: LeastSquaresProblem>(_ problem: Problem, from start: [Double]) -> Minimum {
    EvaluationBudget.charging(limit: evaluationLimit) { limit in
      var run = LevenbergMarquardtRun(problem, start: start, settings: self)
      return run.resume(limit: limit)
    }
  }
}

/// The state of one run of ``LevenbergMarquardt``, which can be taken up again where its evaluations ended.
struct LevenbergMarquardtRun<Problem: LeastSquaresProblem> {
  private let settings: LevenbergMarquardt
  private let domains: [ClosedRange<Double>]
  private var evaluator: Evaluator<Problem>
  private(set) var current: Linearization
  private var trial: Linearization
  private var steps = DampedSteps()
  private var trialSteps = DampedSteps()
  /// The largest norm seen of each of J's columns.
  private(set) var norms: [Double]
  /// D, where it is not `norms`.
  private var fixedScales: [Double]?
  private var atBound: [Bool]
  /// `trial.point` less `current.point`, of the free parameters.
  private var change: [Double] = []
  private var damping: Double
  private var limit = 0
  private var iterations = 0
  private var path: [PathPoint] = []

  init(_ problem: Problem, start: [Double], settings: LevenbergMarquardt) {
    self.settings = settings
    evaluator = Evaluator(problem)
    domains = problem.parameters.map(\.domain)
    current = evaluator.linearization(from: start)
    trial = current
    norms = .zeros(start.count)
    atBound = [Bool](repeating: false, count: start.count)
    damping = settings.initialDamping
    if settings.scaling == .startingSizes, current.cost.isFinite { fixedScales = current.scalesOfPoint() }
    record()
  }

  /// Goes on until it ends, or until `limit` evaluations have been made in all.
  mutating func resume(limit: Int) -> Minimum {
    self.limit = limit
    guard current.cost.isFinite else { return minimum(.undefined) }
    while evaluator.count < limit {
      if evaluator.isExact(current.cost) { return exactMinimum() }
      current.hold(in: domains, &atBound)
      if current.largestCosine(where: { !atBound[$0] }) <= settings.gradientTolerance {
        return stop(.gradient)
      }
      current.raise(&norms)
      steps.factor(current, atBound: atBound, norms: fixedScales ?? norms)
      guard steps.largestGain > smallestGain else { return polish() }
      guard descend() else { return stuck() }
    }
    return minimum(.evaluationLimit)
  }

  /// The gain below which costs decide nothing: it is lost in their rounding.
  private var smallestGain: Double {
    max(settings.costResolution * current.cost, evaluator.rounding(ofCost: current.cost))
  }

  /// Raises λ until a step gains what it promises, and takes it; false where none does.
  private mutating func descend() -> Bool {
    var growth = 2.0
    while evaluator.count < limit {
      steps.solve(damping: damping)
      move()
      guard isLong else { return false }
      let gain = steps.promisedGain(change)
      if bend() {
        let cost = evaluator.cost(at: trial.point, residuals: &trial.residuals)
        let ratio = (current.cost - cost) / gain
        if gain > 0, ratio > 1e-4 {
          evaluator.linearize(&trial)
          // Where only J is not finite, the point is as much outside of the domain as where r is not.
          if trial.cost.isFinite {
            accept()
            let bend = 2 * ratio - 1
            damping *= max(1.0 / 3, 1 - bend * bend * bend)
            return true
          }
        }
      }
      damping *= growth
      growth *= 2
      guard damping.isFinite else { return false }
    }
    return true
  }

  /// Bends the step s to s + a/2, where a undoes the residuals' second derivative along s; false where a is as long as
  /// s itself, so that the step goes beyond what the model can show.
  private mutating func bend() -> Bool {
    // The second difference has 200 times the residuals' rounding: beside it, it means nothing.
    guard settings.accelerates, !evaluator.isExact(steps.largestGain, factor: 1e3) else { return true }
    let probe = 0.1
    let n = current.point.count
    let m = current.residuals.count
    for j in 0..<n { trial.point[j] = current.point[j] }
    for (position, j) in steps.free.enumerated() { trial.point[j] += probe * change[position] }
    let cost = evaluator.cost(at: trial.point, residuals: &trial.residuals)
    guard cost.isFinite else { return false }
    for i in 0..<m {
      var slope = 0.0
      for (position, j) in steps.free.enumerated() { slope += current.jacobian[j * m + i] * change[position] }
      trial.residuals[i] = 2 / probe * ((trial.residuals[i] - current.residuals[i]) / probe - slope)
    }
    steps.accelerate(trial.residuals)
    guard steps.scaledLength(steps.acceleration) <= 0.375 * steps.scaledLength(steps.step) else {
      return false
    }
    for (position, j) in steps.free.enumerated() {
      let target = current.point[j] + change[position] + steps.acceleration[position] / 2
      trial.point[j] = min(max(target, domains[j].lowerBound), domains[j].upperBound)
    }
    return true
  }

  /// Steps for as long as they lower the promised gain.
  ///
  /// Undamped steps do where the residuals' own curvature is less than JᵀJ; where it is as much, they leap to and fro
  /// across the minimum and are shortened. Short enough, every one does beside a minimum; where none does, what is
  /// left is rounding, or there is no minimum.
  private mutating func polish() -> Minimum {
    var shortening = 0.0
    var previous = [Double].zeros(steps.free.count)
    steps.solve(damping: 0)
    while evaluator.count < limit {
      move(1 / (1 + shortening))
      guard isLong else { return stop(.step) }
      evaluator.linearize(&trial)
      var remaining = Double.infinity
      if trial.cost <= current.cost + smallestGain {
        trialSteps.factor(trial, atBound: atBound, norms: fixedScales ?? norms)
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
        if remaining > 0.25 { shortening = isTurning ? max(0.25, 2 * shortening) : shortening / 2 }
        for position in change.indices { previous[position] = change[position] }
        steps.solve(damping: 0)
      } else {
        if steps.largestGain <= 1e-26 * current.cost { return stop(.step) }
        shortening = max(0.25, 4 * shortening)
        // Beside a minimum only steep curvature asks for more than this; a step of thirteen digits is not worth it.
        let size = steps.scaledLength(ofPoint: current.point)
        let length = steps.scaledLength(steps.step)
        if shortening > 4, length <= 1e-13 * size { return stop(.step) }
        if shortening > 1e9 { return stop(length <= 1e-8 * size ? .step : .noDescent) }
      }
    }
    return minimum(.evaluationLimit)
  }

  /// The end of a search at residuals of the size of rounding, after the undamped step: the steps before it had fewer digits.
  private mutating func exactMinimum() -> Minimum {
    guard current.cost > 0, evaluator.count < limit else { return minimum(.exact) }
    current.hold(in: domains, &atBound)
    current.raise(&norms)
    steps.factor(current, atBound: atBound, norms: fixedScales ?? norms)
    steps.solve(damping: 0)
    move()
    evaluator.linearize(&trial)
    if trial.cost < current.cost { accept() }
    return minimum(.exact)
  }

  /// The end of a search in which no step lowers the cost: the cost, or the part of it still to gain, is rounding; or the search is stuck.
  private func stuck() -> Minimum {
    if evaluator.isExact(current.cost, factor: 16) { return minimum(.exact) }
    return stop(evaluator.isExact(steps.largestGain, factor: 16) ? .step : .noDescent)
  }

  private var isLong: Bool {
    steps.scaledLength(change) > settings.stepTolerance * steps.scaledLength(ofPoint: current.point)
  }

  /// Moves the trial by a part of the step, as far as the domains allow.
  private mutating func move(_ part: Double = 1) {
    if change.count != steps.free.count { change = steps.step }
    for j in domains.indices { trial.point[j] = current.point[j] }
    for (position, j) in steps.free.enumerated() {
      let target = current.point[j] + part * steps.step[position]
      trial.point[j] = min(max(target, domains[j].lowerBound), domains[j].upperBound)
      change[position] = trial.point[j] - current.point[j]
    }
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
    minimum(current.stop(reason, atBound: current.atBound(in: domains), norms: norms))
  }

  private func minimum(_ termination: Termination) -> Minimum {
    Minimum(
      parameters: current.point, sumOfSquares: current.cost, termination: termination, iterations: iterations,
      evaluations: evaluator.count, path: path)
  }
}

extension Linearization {
  /// D of ``LevenbergMarquardt/Scaling/startingSizes``: 1/|pⱼ|, in units that give the column felt most the length one.
  fileprivate func scalesOfPoint() -> [Double] {
    let norms = point.indices.map { columnNorm($0) }
    let sizes = zip(point, norms).map { $0 == 0 ? ($1 > 0 ? 1 / $1 : 1) : abs($0) }
    let longest = zip(sizes, norms).reduce(0) { max($0, $1.0 * $1.1) }
    guard longest > 0, longest.isFinite else { return norms }
    return sizes.map { longest / $0 }
  }
}
