/// Gradient descent on scaled variables, with a line search on the directional derivative.
///
/// Variables are scaled by the column norms of J, so no unit decides the direction. Directions are made conjugate
/// (Polak and Ribière, restarted): the plain gradient zigzags across the valleys that correlated parameters make and
/// needs more than 10⁵ evaluations there; ``conjugate`` turns it off to show that. The line search looks for the zero
/// of the derivative along the line, not for the lowest cost: costs near a minimum differ by less than their rounding
/// as soon as parameters agree to 1e-8, derivatives don't.
///
/// A parameter that reaches its bound is held there while the gradient pushes outward.
///
/// (E. Polak and G. Ribière, 1969; J. Nocedal and S. Wright, *Numerical Optimization*, 2006, §5.2.)
public struct GradientDescent: Sendable {
  /// Stop when every |cos∠(J eⱼ, r)| over the free parameters is at most this. Dimensionless.
  public var gradientTolerance = 1e-13
  /// A point on the line is accepted when the derivative there is at most this part of the derivative at its start.
  public var lineTolerance = 0.1
  public var conjugate = true
  public var evaluationLimit = 100_000
  public var keepPath = false

  public init() {}

  /// - Parameter start: moved into the parameters' domains where it is outside.
  public func minimize<Problem: LeastSquaresProblem>(_ problem: Problem, from start: [Double]) -> Minimum {
    var descent = Descent(problem, start: start, settings: self)
    return descent.run()
  }
}

/// A point with its residuals and derivatives.
private struct Linearization {
  var point: [Double]
  var residuals: [Double]
  var jacobian: [Double]
  var cost: Double

  /// Jᵀr, j-th entry.
  func gradient(_ j: Int) -> Double {
    let m = residuals.count
    var sum = 0.0
    for i in 0..<m { sum += jacobian[j * m + i] * residuals[i] }
    return sum
  }

  func columnNorm(_ j: Int) -> Double {
    let m = residuals.count
    var sum = 0.0
    for i in 0..<m { sum += jacobian[j * m + i] * jacobian[j * m + i] }
    return sum.squareRoot()
  }

  /// ‖J d‖².
  func curvature(along direction: [Double]) -> Double {
    let m = residuals.count
    var sum = 0.0
    for i in 0..<m {
      var moved = 0.0
      for j in direction.indices { moved += jacobian[j * m + i] * direction[j] }
      sum += moved * moved
    }
    return sum
  }
}

private struct Descent<Problem: LeastSquaresProblem> {
  private let settings: GradientDescent
  private let domains: [ClosedRange<Double>]
  private var evaluator: Evaluator<Problem>
  private var current: Linearization
  private var trial: Linearization
  private var iterations = 0
  private var path: [PathPoint] = []

  init(_ problem: Problem, start: [Double], settings: GradientDescent) {
    self.settings = settings
    evaluator = Evaluator(problem)
    domains = problem.parameters.map(\.domain)
    let m = problem.residualCount
    current = Linearization(
      point: zip(start, domains).map { min(max($0, $1.lowerBound), $1.upperBound) },
      residuals: [Double](repeating: 0, count: m), jacobian: [Double](repeating: 0, count: m * domains.count),
      cost: 0)
    current.cost = evaluator.linearize(
      at: current.point, residuals: &current.residuals, jacobian: &current.jacobian)
    trial = current
    record()
  }

  mutating func run() -> Minimum {
    guard current.cost.isFinite else { return minimum(.undefined) }
    let n = domains.count
    var scales = (0..<n).map { current.columnNorm($0) }
    var previousGradient: [Double] = []
    var direction: [Double] = []
    var smallest = Double.infinity
    var sinceSmallest = 0
    while evaluator.count < settings.evaluationLimit {
      guard current.cost > 0 else { return minimum(.exact) }
      let gradient = (0..<n).map { current.gradient($0) }
      let held = (0..<n).map { isHeld($0, gradient: gradient[$0]) }
      let cosine = largestCosine(gradient, except: held)
      if cosine <= settings.gradientTolerance { return minimum(stop(.gradient, held: held, gradient)) }
      // Rounding bounds the cosine from below: when it has stopped falling, the point is as good as it gets.
      if cosine < 0.9 * smallest {
        smallest = cosine
        sinceSmallest = 0
      } else {
        sinceSmallest += 1
        if smallest < 1e-9, sinceSmallest > 50 + 10 * n { return minimum(stop(.step, held: held, gradient)) }
      }

      let restart = iterations % (4 * n + 4) == 0 || direction.isEmpty
      if restart { scales = (0..<n).map { max(current.columnNorm($0), 1e-300) } }
      let scaled = (0..<n).map { held[$0] ? 0 : gradient[$0] / scales[$0] }
      var conjugation = 0.0
      if settings.conjugate, !restart {
        var product = 0.0
        var square = 0.0
        for j in 0..<n {
          product += scaled[j] * (scaled[j] - previousGradient[j])
          square += previousGradient[j] * previousGradient[j]
        }
        conjugation = square > 0 ? max(0, product / square) : 0
      }
      direction = (0..<n).map { held[$0] ? 0 : -scaled[$0] + (restart ? 0 : conjugation * direction[$0]) }
      previousGradient = scaled
      var slope = zip(direction, scaled).reduce(0) { $0 + $1.0 * $1.1 }
      if slope >= 0 {
        direction = scaled.map { -$0 }
        slope = -scaled.reduce(0) { $0 + $1 * $1 }
      }
      guard search(along: (0..<n).map { direction[$0] / scales[$0] }, slope: slope) else {
        if restart || !settings.conjugate {
          return minimum(stop(cosine < 1e-9 ? .step : .noDescent, held: held, gradient))
        }
        direction = []
        continue
      }
      iterations += 1
      record()
    }
    return minimum(.evaluationLimit)
  }

  /// Moves `current` to a zero of the derivative along the line, to ``GradientDescent/lineTolerance``; false where no
  /// point beyond the start has a derivative nearer to zero.
  private mutating func search(along line: [Double], slope: Double) -> Bool {
    var low = 0.0
    var lowSlope = slope
    var high = Double.infinity
    var highSlope = 0.0
    var length = -slope / max(current.curvature(along: line), 1e-300)
    for _ in 0..<60 where evaluator.count < settings.evaluationLimit {
      let target = current.point.indices.map { j in
        min(max(current.point[j] + length * line[j], domains[j].lowerBound), domains[j].upperBound)
      }
      guard target != current.point else { return false }
      trial.point = target
      trial.cost = evaluator.linearize(at: target, residuals: &trial.residuals, jacobian: &trial.jacobian)
      let trialSlope =
        trial.cost.isFinite
        ? line.indices.reduce(0) { $0 + line[$1] * trial.gradient($1) } : Double.infinity
      let clipped = zip(target.indices, target).contains { $1 != current.point[$0] + length * line[$0] }
      // Far from the minimum the cost must fall; near it, where it cannot be told, the derivative decides.
      let falls = trial.cost <= current.cost * (1 + 1e-12)
      if falls, abs(trialSlope) <= settings.lineTolerance * abs(slope) || (clipped && trialSlope < 0) {
        swap(&current, &trial)
        return true
      }
      if trialSlope < 0, falls {
        low = length
        lowSlope = trialSlope
        let secant = length * slope / (slope - trialSlope)
        length = high.isFinite ? (low + high) / 2 : min(max(secant, 2 * length), 10 * length)
      } else {
        high = length
        highSlope = trialSlope
        let usable = highSlope.isFinite && highSlope > 0
        let secant = low + (high - low) * lowSlope / (lowSlope - highSlope)
        let margin = 0.05 * (high - low)
        length = usable ? min(max(secant, low + margin), high - margin) : (low + high) / 2
        if low == 0, !usable { length = high / 10 }
      }
    }
    return false
  }

  private func isHeld(_ j: Int, gradient: Double) -> Bool {
    (current.point[j] <= domains[j].lowerBound && gradient >= 0)
      || (current.point[j] >= domains[j].upperBound && gradient <= 0)
  }

  private func largestCosine(_ gradient: [Double], except held: [Bool]) -> Double {
    var largest = 0.0
    for j in gradient.indices where !held[j] {
      let norm = current.columnNorm(j)
      if norm > 0 { largest = max(largest, abs(gradient[j]) / (norm * current.cost.squareRoot())) }
    }
    return largest
  }

  private func stop(_ reason: Termination, held: [Bool], _ gradient: [Double]) -> Termination {
    if reason == .noDescent, current.cost <= evaluator.problem.roundingCost { return .exact }
    let pushed = largestCosine(gradient, except: held.map { !$0 }) > 1e-8
    return pushed ? .bound : reason
  }

  private mutating func record() {
    if settings.keepPath { path.append(PathPoint(parameters: current.point, cost: current.cost)) }
  }

  private func minimum(_ termination: Termination) -> Minimum {
    Minimum(
      parameters: current.point, sumOfSquares: current.cost, termination: termination, iterations: iterations,
      evaluations: evaluator.count, path: path)
  }
}
