internal import LinearAlgebra

/// Levenberg–Marquardt on scaled columns, inside bounds, ended by undamped Gauss–Newton steps.
///
/// Each step s minimises ‖J s + r‖² + λ ‖D s‖² by QR of [J; √λ D], never through JᵀJ; D holds the largest column norms
/// seen (Moré), λ follows Nielsen's rule. A parameter at its bound with the gradient pushing outward is held.
/// Once the promised gain is lost in the rounding of the cost, costs say nothing any more: the last digits come from
/// Gauss–Newton steps, taken as long as the gradient shrinks.
///
/// (J. Moré, *The Levenberg–Marquardt algorithm: implementation and theory*, 1978; K. Madsen, H. Nielsen and
/// O. Tingleff, *Methods for Non-Linear Least Squares Problems*, 2004, §3.2.)
public struct LevenbergMarquardt: Sendable {
  /// Stop when every |cos∠(J eⱼ, r)| over the free parameters is at most this. Dimensionless.
  public var gradientTolerance = 1e-15
  /// Stop when ‖D s‖ ≤ stepTolerance · ‖D p‖.
  public var stepTolerance = 1e-16
  /// Costs decide while the promised relative gain is above this, and above the cost's rounding; below, gradients do.
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
  private let m: Int
  private let n: Int
  private var evaluator: Evaluator<Problem>
  private var point: [Double]
  private var residuals: [Double]
  private var trialResiduals: [Double]
  private var jacobian: [Double]
  private var cost: Double
  private var scales: [Double]
  private var iterations = 0
  private var path: [PathPoint] = []

  init(_ problem: Problem, start: [Double], settings: LevenbergMarquardt) {
    self.settings = settings
    evaluator = Evaluator(problem)
    domains = problem.parameters.map(\.domain)
    m = problem.residualCount
    n = domains.count
    point = zip(start, domains).map { min(max($0, $1.lowerBound), $1.upperBound) }
    residuals = [Double](repeating: 0, count: m)
    trialResiduals = residuals
    jacobian = [Double](repeating: 0, count: m * n)
    scales = [Double](repeating: 0, count: n)
    cost = evaluator.linearize(at: point, residuals: &residuals, jacobian: &jacobian)
    record()
  }

  mutating func run() -> Minimum {
    guard cost.isFinite else { return minimum(.undefined) }
    var damping = settings.initialDamping
    var growth = 2.0
    while evaluator.count < settings.evaluationLimit {
      guard cost > 0 else { return minimum(.exact) }
      updateScales()
      let held = heldParameters()
      let free = (0..<n).filter { !held[$0] }
      if free.isEmpty || gradientCosine(of: free) <= settings.gradientTolerance {
        return minimum(stop(.gradient, held: held))
      }
      let solver = StepSolver(jacobian: jacobian, residuals: residuals, free: free, scales: scales, rows: m)
      guard solver.largestGain > costResolution else { return polish(held: held) }

      // Inner loop: raise λ until a step gains what it promises.
      var accepted = false
      while !accepted, evaluator.count < settings.evaluationLimit {
        let trial = moved(by: solver.step(damping: damping), free: free)
        let change = free.map { trial[$0] - point[$0] }
        guard
          solver.scaledLength(change) > settings.stepTolerance * solver.scaledLength(free.map { point[$0] })
        else { return minimum(stop(.noDescent, held: held)) }
        let gain = solver.promisedGain(change)
        let trialCost = evaluator.cost(at: trial, residuals: &trialResiduals)
        let ratio = (cost - trialCost) / gain
        if gain > 0, ratio > 1e-4 {
          point = trial
          cost = evaluator.linearize(at: point, residuals: &residuals, jacobian: &jacobian)
          iterations += 1
          record()
          let bend = 2 * ratio - 1
          damping *= max(1.0 / 3, 1 - bend * bend * bend)
          growth = 2
          accepted = true
          guard cost.isFinite else { return minimum(.undefined) }
        } else {
          damping *= growth
          growth *= 2
          guard damping.isFinite else { return minimum(stop(.noDescent, held: held)) }
        }
      }
    }
    return minimum(.evaluationLimit)
  }

  /// Gauss–Newton steps for as long as the gradient shrinks. Large residuals bend the cost more or less than JᵀJ says: the
  /// change of the gradient along a step gives the length of the next one.
  private mutating func polish(held: [Bool]) -> Minimum {
    let free = (0..<n).filter { !held[$0] }
    var length = 1.0
    var failures = 0
    var cosine = gradientCosine(of: free)
    while failures < 3, evaluator.count < settings.evaluationLimit {
      let solver = StepSolver(jacobian: jacobian, residuals: residuals, free: free, scales: scales, rows: m)
      let trial = moved(by: solver.step(damping: 0).map { length * $0 }, free: free)
      let change = free.map { trial[$0] - point[$0] }
      let size = solver.scaledLength(free.map { point[$0] })
      guard solver.scaledLength(change) > settings.stepTolerance * size else { break }
      let before = (point: point, cost: cost, residuals: residuals, jacobian: jacobian)
      let slope = self.slope(along: change, of: free)
      point = trial
      cost = evaluator.linearize(at: trial, residuals: &residuals, jacobian: &jacobian)
      let trialCosine = gradientCosine(of: free)
      let secant = length / (1 - self.slope(along: change, of: free) / slope)
      // A step that raises the cost beyond its rounding and the promise is outside of the region where J is true.
      if trialCosine < cosine, cost <= before.cost + costResolution {
        cosine = trialCosine
        iterations += 1
        record()
        if cost == 0 { return minimum(.exact) }
      } else {
        (point, cost, residuals, jacobian) = before
        failures += 1
      }
      length = secant > 0.05 && secant < 20 ? secant : length / 2
    }
    return minimum(stop(.step, held: heldParameters()))
  }

  /// What a difference of costs must exceed to mean anything: its rounding, where the residuals are small beside the
  /// numbers they are differences of.
  private var costResolution: Double {
    let rounding = evaluator.problem.roundingCost
    return max(settings.costResolution * cost, cost > rounding ? (cost * rounding).squareRoot() : 0)
  }

  /// The derivative of ½‖r‖² along a change of the free parameters.
  private func slope(along change: [Double], of free: [Int]) -> Double {
    var slope = 0.0
    for (moved, j) in zip(change, free) {
      var gradient = 0.0
      for i in 0..<m { gradient += jacobian[j * m + i] * residuals[i] }
      slope += moved * gradient
    }
    return slope
  }

  /// The stop's name, or ``Termination/bound`` where a held parameter would gain by leaving its domain.
  private func stop(_ reason: Termination, held: [Bool]) -> Termination {
    if reason == .noDescent, cost <= evaluator.problem.roundingCost { return .exact }
    let pushed = (0..<n).contains { held[$0] && gradientCosine(of: [$0]) > 1e-8 }
    return pushed ? .bound : reason
  }

  private mutating func updateScales() {
    for j in 0..<n {
      var sum = 0.0
      for i in 0..<m { sum += jacobian[j * m + i] * jacobian[j * m + i] }
      scales[j] = max(scales[j], sum.squareRoot())
    }
  }

  /// Parameters at a bound whose gradient pushes outward.
  private func heldParameters() -> [Bool] {
    (0..<n).map { j in
      guard point[j] <= domains[j].lowerBound || point[j] >= domains[j].upperBound else { return false }
      var gradient = 0.0
      for i in 0..<m { gradient += jacobian[j * m + i] * residuals[i] }
      return point[j] <= domains[j].lowerBound ? gradient >= 0 : gradient <= 0
    }
  }

  private func gradientCosine(of free: [Int]) -> Double {
    var largest = 0.0
    for j in free {
      var product = 0.0
      var square = 0.0
      for i in 0..<m {
        product += jacobian[j * m + i] * residuals[i]
        square += jacobian[j * m + i] * jacobian[j * m + i]
      }
      if square > 0 { largest = max(largest, abs(product) / (square * cost).squareRoot()) }
    }
    return largest
  }

  private func moved(by step: [Double], free: [Int]) -> [Double] {
    var trial = point
    for (change, j) in zip(step, free) {
      trial[j] = min(max(point[j] + change, domains[j].lowerBound), domains[j].upperBound)
    }
    return trial
  }

  private mutating func record() {
    if settings.keepPath { path.append(PathPoint(parameters: point, cost: cost)) }
  }

  private func minimum(_ termination: Termination) -> Minimum {
    Minimum(
      parameters: point, sumOfSquares: cost, termination: termination, iterations: iterations,
      evaluations: evaluator.count, path: path)
  }
}

/// The damped steps from one linearisation: QR of J once, then QR of the small [R; √λ D] for each λ.
private struct StepSolver {
  private let scales: [Double]
  /// R of J's free columns in their own order, k × k, column-major.
  private let upper: [Double]
  private let transposedQr: [Double]
  private let k: Int

  init(jacobian: [Double], residuals: [Double], free: [Int], scales: [Double], rows m: Int) {
    k = free.count
    self.scales = free.map { scales[$0] > 0 ? scales[$0] : 1 }
    var columns: [Double] = []
    columns.reserveCapacity(m * k)
    for j in free { columns += jacobian[(j * m)..<((j + 1) * m)] }
    var qr = PivotedQR(rows: m, columns: k)
    qr.factor(columns)
    var right = residuals
    qr.applyTransposedQ(to: &right)
    transposedQr = Array(right.prefix(k))
    var upper = [Double](repeating: 0, count: k * k)
    for place in 0..<k {
      let column = qr.pivots[place]
      for i in 0...place { upper[column * k + i] = qr.upper(i, place) * qr.scale(column) }
    }
    self.upper = upper
  }

  /// The s of least ‖J s + r‖² + λ ‖D s‖².
  func step(damping: Double) -> [Double] {
    let root = damping.squareRoot()
    var stacked = [Double](repeating: 0, count: 2 * k * k)
    for j in 0..<k {
      for i in 0..<k { stacked[j * 2 * k + i] = upper[j * k + i] }
      stacked[j * 2 * k + k + j] = root * scales[j]
    }
    var qr = PivotedQR(rows: 2 * k, columns: k)
    qr.factor(stacked)
    var right = transposedQr.map { -$0 } + [Double](repeating: 0, count: k)
    qr.applyTransposedQ(to: &right)
    return qr.solution(transposedQb: right)
  }

  /// What the undamped step promises to gain: ‖r‖² − min ‖J s + r‖².
  var largestGain: Double { transposedQr.reduce(0) { $0 + $1 * $1 } }

  /// ‖r‖² − ‖J s + r‖², what the linear model says the step s gains.
  func promisedGain(_ step: [Double]) -> Double {
    var gain = 0.0
    for i in 0..<k {
      var moved = 0.0
      for j in 0..<k { moved += upper[j * k + i] * step[j] }
      gain -= moved * (2 * transposedQr[i] + moved)
    }
    return gain
  }

  func scaledLength(_ step: [Double]) -> Double {
    var sum = 0.0
    for (change, scale) in zip(step, scales) { sum += change * scale * change * scale }
    return sum.squareRoot()
  }
}
