import Elementary

/// A fit by a robust loss, its scale found together with the parameters (an M-estimate).
///
/// The scale σ is the normalized median absolute residual, median |r| / 0.6745, which equals the standard
/// deviation for normal noise and hardly feels a minority of gross errors. Fits and scales alternate until
/// the scale reproduces itself. They start from least squares, Tukey's from the solution of Huber's loss,
/// whose minimum is one: Tukey's own cost has many, and only the near one is meant.
///
/// (P. Huber and E. Ronchetti, *Robust Statistics*, 2009, §7.6–7.8.)
package struct RobustFit: Sendable {
  package let loss: RobustLoss
  package let parameters: [Double]
  /// σ, in the residuals' unit.
  package let scale: Double
  /// rᵢ at the parameters, not transformed.
  package let residuals: [Double]
  /// ρ′(rᵢ²/c²), 0…1: what least squares with these weights would give the same parameters.
  package let weights: [Double]
  /// The parameters' by Huber's formula; nil without degrees of freedom, or where the residuals' influence
  /// vanishes.
  package let covariance: Covariance?
  /// The end of the last fit.
  package let termination: Termination
  /// The fits that were made.
  package let rounds: Int
  /// True if the scale reproduces itself to 1e-10 relative.
  package let isSettled: Bool

  /// The samples that are gross errors by their distance: |r| > `deviations`·σ, counted from 0.
  ///
  /// - Parameter deviations: 3.5 of normal noise is passed by one sample in 2,000 (B. Iglewicz and D.
  ///   Hoaglin, *How to Detect and Handle Outliers*, 1993).
  package func outliers(beyond deviations: Double = 3.5) -> [Int] {
    residuals.indices.filter { abs(residuals[$0]) > deviations * scale }
  }

  /// Fits `problem`, whose residuals stand one for each observation.
  ///
  /// Where more than half of the residuals are zero to rounding, the scale stays at that rounding: every
  /// other sample is an outlier.
  ///
  /// - Parameters:
  ///   - start: where least squares begins.
  ///   - scale: σ > 0 where it is known; it is then not estimated.
  ///   - roundLimit: the fits at most, in each of Huber's and Tukey's stages.
  package init<Problem: LeastSquaresProblem>(
    _ problem: Problem, loss: RobustLoss, from start: [Double], scale: Double? = nil,
    solver: LevenbergMarquardt = LevenbergMarquardt(), roundLimit: Int = 100
  ) {
    precondition(scale.map { $0 > 0 && $0.isFinite } ?? true, "a scale of \(scale ?? 0)")
    var search = ScaleSearch(problem, solver: solver, from: start, known: scale)
    if loss == .tukey { search.iterate(.huber, roundLimit: roundLimit) }
    if loss != .linear { search.iterate(loss, roundLimit: roundLimit) }

    let scale = search.scale
    let (residuals, jacobian) = problem.linearized(at: search.minimum.parameters)
    let scaled = residuals.map { $0 / (scale * loss.tuning) }
    self.loss = loss
    self.scale = scale
    self.residuals = residuals
    parameters = search.minimum.parameters
    weights = scaled.map { loss.weight($0) }
    termination = search.minimum.termination
    rounds = search.rounds
    isSettled = search.isSettled
    let factor = Self.variance(
      scaled, loss: loss, threshold: scale * loss.tuning, parameters: parameters.count)
    covariance = factor.map {
      Covariance(
        jacobian: jacobian, rows: residuals.count, columns: search.minimum.parameters.count, variance: $0)
    }
  }

  /// K² · Σ ψ²/(n − p) / (mean ψ′)², the s² of Huber's covariance, with his correction for finite n,
  /// K = 1 + (p/n) · var(ψ′)/(mean ψ′)² (*Robust Statistics*, 2009, formula 7.81).
  private static func variance(
    _ scaled: [Double], loss: RobustLoss, threshold: Double, parameters: Int
  ) -> Double? {
    let count = Double(scaled.count)
    guard scaled.count > parameters, scaled.allSatisfy(\.isFinite) else { return nil }
    let slopes = scaled.map { loss.influenceSlope($0) }
    let mean = slopes.reduce(0, +) / count
    guard mean > 0 else { return nil }
    let spread = slopes.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / count
    let correction = 1 + Double(parameters) / count * spread / (mean * mean)
    let influences = scaled.map { threshold * $0 * loss.weight($0) }
    let squares = influences.reduce(0) { $0 + $1 * $1 } / (count - Double(parameters))
    let variance = correction * correction * squares / (mean * mean)
    return variance.isFinite ? variance : nil
  }
}

/// Fits and scales by turns.
private struct ScaleSearch<Problem: LeastSquaresProblem> {
  private let problem: Problem
  private let solver: LevenbergMarquardt
  private let isKnown: Bool
  /// The smallest scale that is not rounding.
  private let floor: Double
  private(set) var minimum: Minimum
  private(set) var scale: Double
  private(set) var rounds = 1
  private(set) var isSettled = true

  init(_ problem: Problem, solver: LevenbergMarquardt, from start: [Double], known: Double?) {
    self.problem = problem
    self.solver = solver
    isKnown = known != nil
    minimum = solver.minimize(problem, from: start)
    let residuals = problem.linearized(at: minimum.parameters).residuals
    let largest = residuals.reduce(0) { max($0, abs($1)) }
    let rounding = problem.residualRounding / Double(max(residuals.count, 1)).squareRoot()
    floor = max(rounding, Double.ulpOfOne * largest, Double.leastNormalMagnitude)
    scale = known ?? max(floor, Self.normalizedMedian(residuals))
  }

  mutating func iterate(_ loss: RobustLoss, roundLimit: Int) {
    guard minimum.termination != .undefined, scale.isFinite else { return }
    for round in 1...max(1, roundLimit) {
      let shaped = LossProblem(problem, loss: ScaledLoss(loss, threshold: loss.tuning * scale))
      minimum = solver.minimize(shaped, from: minimum.parameters)
      rounds += 1
      if isKnown { return }
      let next = max(floor, Self.normalizedMedian(problem.linearized(at: minimum.parameters).residuals))
      isSettled = abs(next - scale) <= 1e-10 * scale
      if isSettled { return }
      // The geometric mean ends a cycle.
      scale = round < 30 ? next : (scale * next).squareRoot()
    }
  }

  /// median |r| / Φ⁻¹(¾).
  private static func normalizedMedian(_ residuals: [Double]) -> Double {
    let sizes = residuals.map(abs).sorted()
    guard !sizes.isEmpty else { return 0 }
    return (sizes[(sizes.count - 1) / 2] / 2 + sizes[sizes.count / 2] / 2) / 0.6744897501960817
  }
}
