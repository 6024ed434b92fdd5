/// Gradient descent on scaled variables, with a line search on the directional derivative.
///
/// Variables are scaled by the column norms of J, so no unit decides the direction. Directions are made conjugate
/// (Polak and Ribière, restarted): the plain gradient zigzags across the local minima that correlated parameters make and
/// needs more than 10⁵ evaluations there; ``conjugate`` turns it off to show that. The line search looks for the zero
/// of the derivative along the line, not for the lowest cost: costs near a minimum differ by less than their rounding
/// as soon as parameters agree to 1e-8, derivatives don't.
///
/// A parameter that reaches its bound is held there while the gradient pushes outward.
///
/// (E. Polak and G. Ribière, 1969; J. Nocedal and S. Wright, *Numerical Optimization*, 2006, §5.2.)
package struct GradientDescent: Sendable {
  /// Stop when every |cos∠(J eⱼ, r)| over the free parameters is at most this. Dimensionless.
  package var gradientTolerance = 1e-13
  /// A point on the line is accepted when the derivative there is at most this part of the derivative at its start.
  package var lineTolerance = 0.1
  package var conjugate = true
  package var evaluationLimit = 100_000
  package var keepPath = false

  package init() {}

  /// - Parameter start: moved into the parameters' domains where it is outside.
  package func minimize<Problem: LeastSquaresProblem>(_ problem: Problem, from start: [Double]) -> Minimum {
    EvaluationBudget.charging(limit: evaluationLimit) { limit in
      var settings = self
      settings.evaluationLimit = limit
      var descent = Descent(problem, start: start, settings: settings)
      return descent.run()
    }
  }
}

private struct Descent<Problem: LeastSquaresProblem> {
  private let settings: GradientDescent
  private let domains: [ClosedRange<Double>]
  private var evaluator: Evaluator<Problem>
  private var current: Linearization
  private var trial: Linearization
  /// The largest norm seen of each of J's columns.
  private var norms: [Double]
  private var iterations = 0
  private var path: [PathPoint] = []

  init(_ problem: Problem, start: [Double], settings: GradientDescent) {
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
    let n = domains.count
    var scales = norms
    var previousGradient = norms
    var direction: [Double] = []
    var smallest = Double.infinity
    var sinceSmallest = 0
    while evaluator.count < settings.evaluationLimit {
      if evaluator.isExact(current.cost) { return minimum(.exact) }
      for j in 0..<n { norms[j] = max(norms[j], current.columnNorm(j)) }
      let atBound = current.atBound(in: domains)
      let cosine = current.largestCosine(where: { !atBound[$0] })
      if cosine <= settings.gradientTolerance { return stop(.gradient, atBound: atBound) }
      // Rounding bounds the cosine from below: when it has stopped falling, the point is as good as it gets.
      if cosine < 0.9 * smallest {
        smallest = cosine
        sinceSmallest = 0
      } else {
        sinceSmallest += 1
        if smallest < 1e-9, sinceSmallest > 50 + 10 * n { return stop(.step, atBound: atBound) }
      }

      let isRestart = direction.isEmpty || iterations % (4 * n + 4) == 0
      if isRestart { scales = (0..<n).map { max(current.columnNorm($0), 1e-300) } }
      let gradient = (0..<n).map { atBound[$0] ? 0 : current.slope($0, scale: scales[$0]) }
      let conjugation = isRestart || !settings.conjugate ? 0 : polakRibiere(gradient, after: previousGradient)
      direction = (0..<n).map {
        atBound[$0] ? 0 : -gradient[$0] + (isRestart ? 0 : conjugation * direction[$0])
      }
      if zip(direction, gradient).reduce(0, { $0 + $1.0 * $1.1 }) >= 0 { direction = gradient.map { -$0 } }
      previousGradient = gradient
      if search(along: (0..<n).map { direction[$0] / scales[$0] }) {
        iterations += 1
        record()
      } else if isRestart || !settings.conjugate {
        if evaluator.isExact(current.cost, factor: 16) { return minimum(.exact) }
        return stop(cosine < 1e-9 ? .step : .noDescent, atBound: atBound)
      } else {
        direction = []
      }
    }
    return minimum(.evaluationLimit)
  }

  /// max(0, g·(g − g₋)/‖g₋‖²).
  private func polakRibiere(_ gradient: [Double], after previous: [Double]) -> Double {
    var product = 0.0
    var square = 0.0
    for (new, old) in zip(gradient, previous) {
      product += new * (new - old)
      square += old * old
    }
    return square > 0 ? max(0, product / square) : 0
  }

  /// Moves `current` to a zero of the derivative along the line, to ``GradientDescent/lineTolerance``; false where no
  /// point beyond the start has a derivative nearer to zero.
  ///
  /// Where the line leaves the domain it goes on along the edge.
  private mutating func search(along line: [Double]) -> Bool {
    let slope = current.slope(along: line)
    var low = 0.0
    var lowSlope = slope
    var high = Double.infinity
    var length = -slope / max(current.curvature(along: line), 1e-300)
    for _ in 0..<60 where evaluator.count < settings.evaluationLimit {
      let aim = line.indices.map { current.point[$0] + length * line[$0] }
      let target = domains.nearest(to: aim)
      guard target != current.point else { return false }
      evaluator.linearize(&trial, at: target)
      let isClipped = target != aim
      let trialSlope = trial.cost.isFinite ? trial.slope(along: line) : .infinity
      // Far from the minimum the cost must fall; near it, where it cannot be told, the derivative decides.
      let falls = trial.cost <= current.cost * (1 + 1e-12)
      if falls, abs(trialSlope) <= settings.lineTolerance * abs(slope) || (isClipped && trialSlope < 0) {
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
        if trialSlope.isFinite, trialSlope > 0 {
          let secant = low + (high - low) * lowSlope / (lowSlope - trialSlope)
          let margin = 0.05 * (high - low)
          length = min(max(secant, low + margin), high - margin)
        } else {
          length = low == 0 ? high / 10 : (low + high) / 2
        }
      }
    }
    return false
  }

  private mutating func record() {
    if settings.keepPath { path.append(PathPoint(parameters: current.point, cost: current.cost)) }
  }

  private func stop(_ reason: Termination, atBound: [Bool]) -> Minimum {
    minimum(current.stop(reason, atBound: atBound, norms: norms))
  }

  private func minimum(_ termination: Termination) -> Minimum {
    Minimum(
      parameters: current.point, sumOfSquares: current.cost, termination: termination, iterations: iterations,
      evaluations: evaluator.count, path: path)
  }
}

extension Linearization {
  /// (J eⱼ)·r / scale: half the cost's derivative by parameter j in units of 1/scale.
  fileprivate func slope(_ j: Int, scale: Double) -> Double {
    let m = residuals.count
    var sum = 0.0
    for i in 0..<m { sum += jacobian[j * m + i] / scale * residuals[i] }
    return sum
  }

  /// (J d)·r: half the cost's derivative along d.
  fileprivate func slope(along direction: [Double]) -> Double {
    moved(along: direction) { $0 * $1 }
  }

  /// ‖J d‖².
  fileprivate func curvature(along direction: [Double]) -> Double {
    moved(along: direction) { change, _ in change * change }
  }

  private func moved(along direction: [Double], _ term: (_ change: Double, _ residual: Double) -> Double)
    -> Double
  {
    let m = residuals.count
    var sum = 0.0
    for i in 0..<m {
      var change = 0.0
      for j in direction.indices { change += jacobian[j * m + i] * direction[j] }
      sum += term(change, residuals[i])
    }
    return sum
  }
}
