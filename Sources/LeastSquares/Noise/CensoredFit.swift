import Elementary

/// A fit to observations known only to lie in [y − q/2, y + q/2], with normal noise of an unknown σ before
/// the rounding: parameters and σ of the greatest likelihood Π Pᵢ (see ``RoundingLoss``).
///
/// Where some curve passes through every cell, it has probability 1 without any noise, and no σ > 0 does
/// better: σ is then 0, every curve through all cells is as likely as any other, and the one returned is the
/// first met of the least-squares curve and the most likely ones of a falling σ. No covariance describes such
/// a set.
package struct CensoredFit: Sendable {
  package let parameters: [Double]
  /// σ; 0 where the rounding alone explains the observations.
  package let deviation: Double
  /// −2 Σ ln Pᵢ.
  package let loss: Double
  /// rᵢ at the parameters, not transformed.
  package let residuals: [Double]
  /// By the observed information, of the parameters and, last, of σ where it was estimated. Exact for a curve
  /// linear in its parameters; of others it leaves out the curve's own second derivatives, as least squares
  /// does. Nil at σ = 0, and for fewer observations than parameters.
  package let covariance: Covariance?
  /// The end of the last fit; ``Termination/bound`` where σ falls below q/1024 and no curve passes through all
  /// cells.
  package let termination: Termination
  /// The fits that were made.
  package let rounds: Int

  /// - Parameters:
  ///   - problem: its residuals stand one for each observation, f − y.
  ///   - resolution: q > 0, in the residuals' unit.
  ///   - deviation: σ > 0 where it is known; it is then not estimated.
  ///   - start: where least squares begins.
  package init<Problem: LeastSquaresProblem>(
    _ problem: Problem, resolution: Double, from start: [Double], deviation: Double? = nil,
    solver: LevenbergMarquardt = LevenbergMarquardt()
  ) {
    precondition(resolution > 0 && resolution.isFinite, "a resolution of \(resolution)")
    precondition(deviation.map { $0 > 0 && $0.isFinite } ?? true, "a deviation of \(deviation ?? 0)")
    var search = DeviationSearch(problem, resolution: resolution, solver: solver, from: start)
    if let deviation {
      _ = search.score(at: deviation)
    } else {
      search.run()
    }
    parameters = search.minimum.parameters
    residuals = search.residuals
    termination = search.isCut ? .bound : search.minimum.termination
    rounds = search.rounds
    guard let sigma = search.deviation, search.minimum.termination != .undefined else {
      self.deviation = search.minimum.termination == .undefined ? .nan : 0
      loss = search.minimum.termination == .undefined ? .nan : 0
      covariance = nil
      return
    }
    let shape = RoundingLoss(resolution: resolution, deviation: sigma)
    self.deviation = sigma
    loss = search.minimum.sumOfSquares + Double(residuals.count) * shape.minimumCost
    covariance = Self.information(
      shape, residuals: residuals, jacobian: problem.linearized(at: parameters).jacobian,
      parameters: parameters.count, withDeviation: deviation == nil)
  }

  /// The rows A of the observed information AᵀA. −ln P is convex in η = r/σ and δ = q/(2σ) together, so each
  /// observation's 2 × 2 second derivative has a root, which gives two rows; dη = (J dp − η dσ)/σ, dδ = −δ
  /// dσ/σ. At the maximum the first derivatives sum to zero, so that no curvature of this change of variables
  /// is left.
  private static func information(
    _ shape: RoundingLoss, residuals: [Double], jacobian: [Double], parameters p: Int, withDeviation: Bool
  ) -> Covariance? {
    let n = residuals.count
    guard n >= p else { return nil }
    let columns = withDeviation ? p + 1 : p
    let sigma = shape.deviation
    let half = shape.resolution / 2 / sigma
    var rows = [Double](repeating: 0, count: 2 * n * columns)
    for i in 0..<n {
      let cell = shape.cell(residuals[i])
      let eta = residuals[i] / sigma
      let distance = abs(eta)
      let sign = eta < 0 ? -1.0 : 1.0
      let straight = half * cell.sum - distance * cell.difference
      let across = max(0, straight + cell.difference * cell.difference)
      let mixed = sign * (distance * cell.sum - (half + cell.sum) * cell.difference)
      let along = max(0, straight + cell.sum * cell.sum)
      let first = across.squareRoot()
      let second = first > 0 ? mixed / first : 0
      let third = max(0, along - second * second).squareRoot()
      for j in 0..<p { rows[j * 2 * n + i] = first * jacobian[j * n + i] / sigma }
      guard withDeviation else { continue }
      rows[p * 2 * n + i] = -(first * eta + second * half) / sigma
      rows[p * 2 * n + n + i] = -third * half / sigma
    }
    return Covariance(jacobian: rows, rows: 2 * n, columns: columns, variance: 1)
  }
}

/// The σ at which the likelihood's derivative by ln σ vanishes, parameters at their best for each σ.
private struct DeviationSearch<Problem: LeastSquaresProblem> {
  private let problem: Problem
  private let resolution: Double
  private let solver: LevenbergMarquardt
  private(set) var minimum: Minimum
  private(set) var residuals: [Double]
  /// Nil while none was tried, and where a curve passes through all cells.
  private(set) var deviation: Double?
  private(set) var rounds = 1
  /// True if the search gave up at the smallest σ.
  private(set) var isCut = false

  init(_ problem: Problem, resolution: Double, solver: LevenbergMarquardt, from start: [Double]) {
    self.problem = problem
    self.resolution = resolution
    self.solver = solver
    minimum = solver.minimize(problem, from: start)
    residuals = problem.linearized(at: minimum.parameters).residuals
  }

  /// True if every residual is inside its cell.
  private var isFeasible: Bool { residuals.allSatisfy { abs($0) < resolution / 2 } }

  mutating func run() {
    guard minimum.termination != .undefined, !isFeasible else { return }
    let excess = minimum.sumOfSquares / Double(residuals.count) - resolution * resolution / 12
    var low = max(excess, resolution * resolution / 16).squareRoot()
    var lowScore = score(at: low)
    guard !endedFeasibly() else { return }
    var (high, highScore) = (low, lowScore)
    while lowScore > 0 {
      guard low > resolution / 1024 else {
        isCut = true
        return
      }
      (high, highScore) = (low, lowScore)
      low /= 2
      lowScore = score(at: low)
      guard !endedFeasibly() else { return }
    }
    for _ in 0..<64 where highScore <= 0 {
      (low, lowScore) = (high, highScore)
      high *= 2
      highScore = score(at: high)
    }
    close(in: (logarithm(low), lowScore), (logarithm(high), highScore))
  }

  /// d(−2 ln likelihood)/d ln σ = 2 Σ (δ (φ₋ + φ₊) − |η| (φ₋ − φ₊))/P at the best parameters for σ.
  mutating func score(at sigma: Double) -> Double {
    let shape = RoundingLoss(resolution: resolution, deviation: sigma)
    minimum = solver.minimize(LossProblem(problem, loss: shape), from: minimum.parameters)
    residuals = problem.linearized(at: minimum.parameters).residuals
    deviation = sigma
    rounds += 1
    return residuals.reduce(0) { total, residual in
      let cell = shape.cell(residual)
      return total + 2 * (resolution / 2 * cell.sum - abs(residual) * cell.difference) / sigma
    }
  }

  private mutating func endedFeasibly() -> Bool {
    guard isFeasible else { return false }
    deviation = nil
    return true
  }

  /// The zero between by the Illinois method, in ln σ.
  private mutating func close(in left: (Double, Double), _ right: (Double, Double)) {
    var (low, lowScore) = left
    var (high, highScore) = right
    var wasLow: Bool?
    for iteration in 0..<60 where high - low > 1e-10 && lowScore < 0 && highScore > 0 {
      var middle = (low * highScore - high * lowScore) / (highScore - lowScore)
      if !(middle > low && middle < high) || iteration % 10 == 9 { middle = (low + high) / 2 }
      let value = score(at: exponential(middle))
      if min(middle - low, high - middle) <= 1e-12 || value == 0 { return }
      let isLow = value < 0
      if isLow {
        (low, lowScore) = (middle, value)
        if wasLow == true { highScore /= 2 }
      } else {
        (high, highScore) = (middle, value)
        if wasLow == false { lowScore /= 2 }
      }
      wasLow = isLow
    }
  }
}
