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

/// A loss that large residuals cost less than their square, ρ(u) of u = (r/c)², c the threshold: ρ ≈ u for
/// small u.
///
/// | loss   | ρ(u)                                   | weight ρ′(u)    | c / σ  |
/// |--------|----------------------------------------|-----------------|--------|
/// | linear | u                                      | 1               | 1      |
/// | softL1 | 2 (√(1 + u) − 1)                       | 1/√(1 + u)      | 1.2871 |
/// | huber  | u; 2√u − 1 for u > 1                   | 1; 1/√u         | 1.345  |
/// | cauchy | ln(1 + u)                              | 1/(1 + u)       | 2.385  |
/// | tukey  | (1 − (1 − u)³)/3; 1/3 for u > 1        | (1 − u)²; 0     | 4.685  |
///
/// With c/σ as stated an estimate from normal noise σ keeps 95 % of the efficiency of least squares. For
/// softL1 it solves (E ψ′)² / E ψ² = 0.95 with ψ(x) = x ρ′(x²/c²); the others are tabulated.
///
/// (P. Huber, *Robust Estimation of a Location Parameter*, Ann. Math. Stat. 35, 1964; A. Beaton and J. Tukey,
/// Technometrics 16, 1974; P. Holland and R. Welsch, *Robust regression using iteratively reweighted
/// least-squares*, Comm. Stat. A6, 1977; B. Triggs et al., *Bundle Adjustment — A Modern Synthesis*, 2000,
/// for the soft L1.)
public enum RobustLoss: String, CaseIterable, Equatable, Sendable {
  case linear, softL1, huber, cauchy, tukey

  /// c/σ of 95 % efficiency.
  package var tuning: Double {
    switch self {
    case .linear: 1
    case .softL1: 1.2870992242661927
    case .huber: 1.345
    case .cauchy: 2.385
    case .tukey: 4.685
    }
  }

  /// ρ′(x²): what weighted least squares would weight a residual of x thresholds with, 0…1.
  package func weight(_ x: Double) -> Double {
    switch self {
    case .linear: return 1
    case .softL1: return 1 / length(1, x)
    case .huber: return abs(x) <= 1 ? 1 : 1 / abs(x)
    case .cauchy: return 1 / (1 + x * x)
    case .tukey:
      let rest = max(0, (1 - x) * (1 + x))
      return rest * rest
    }
  }

  /// ψ′(x), the derivative of ψ(x) = x ρ′(x²).
  func influenceSlope(_ x: Double) -> Double {
    switch self {
    case .linear: return 1
    case .softL1:
      let w = weight(x)
      return w * w * w
    case .huber: return abs(x) <= 1 ? 1 : 0
    case .cauchy:
      let w = weight(x)
      // (1 − x²)/(1 + x²)² = 2w² − w, without x² where it overflows.
      return 2 * w * w - w
    case .tukey: return abs(x) <= 1 ? (1 - x) * (1 + x) * (1 - 5 * x * x) : 0
    }
  }

  /// √ρ(x²)/x, the factor by which a residual shrinks; 1 at x = 0.
  fileprivate func shrinkage(_ x: Double) -> Double {
    switch self {
    case .linear: return 1
    case .softL1: return (2 / (1 + length(1, x))).squareRoot()
    case .huber: return abs(x) <= 1 ? 1 : (2 * abs(x) - 1).squareRoot() / abs(x)
    case .cauchy:
      guard abs(x) > 1e-100 else { return 1 }
      // ln(1 + x²), and ln x² where the square overflows.
      let cost = abs(x) < 1e100 ? logarithmOfOnePlus(x * x) : 2 * logarithm(abs(x))
      return cost.squareRoot() / abs(x)
    case .tukey:
      guard abs(x) <= 1 else { return (1.0 / 3).squareRoot() / abs(x) }
      return (1 - x * x * (1 - x * x / 3)).squareRoot()
    }
  }
}

/// A robust loss with its threshold c in the residuals' unit: r̃ = c · sign(r) · √ρ(r²/c²), so that Σ r̃² =
/// c² Σ ρ.
package struct ScaledLoss: ResidualLoss, Equatable {
  package let loss: RobustLoss
  /// c > 0.
  package let threshold: Double

  package init(_ loss: RobustLoss, threshold: Double) {
    precondition(threshold > 0, "a threshold of \(threshold)")
    self.loss = loss
    self.threshold = threshold
  }

  package func transformed(_ residual: Double) -> (residual: Double, slope: Double) {
    if loss == .linear { return (residual, 1) }
    let x = residual / threshold
    guard x.isFinite else { return (residual, 0) }
    let shrinkage = loss.shrinkage(x)
    return (residual * shrinkage, loss.weight(x) / shrinkage)
  }
}

/// The loss of a residual in place of its square, written as the square of a transformed residual r̃, so that
/// every least-squares solver minimizes it.
package protocol ResidualLoss: Sendable {
  /// r̃(r), odd and nowhere falling, its square the cost, and dr̃/dr. Both are finite for every finite r.
  func transformed(_ residual: Double) -> (residual: Double, slope: Double)
}

/// A problem whose residuals cost another loss than their squares: r̃(rᵢ), with rows of J by the chain rule.
///
/// The problem's residuals have to stand one for each observation, in order: not those of a
/// ``ProjectedProblem``, whose coordinates turn. A loss ends the separation of linear parameters; take a
/// ``FullProblem``.
package struct LossProblem<Problem: LeastSquaresProblem, Loss: ResidualLoss>: LeastSquaresProblem {
  package let problem: Problem
  package let loss: Loss

  package init(_ problem: Problem, loss: Loss) {
    self.problem = problem
    self.loss = loss
  }

  package var parameters: [Parameter] { problem.parameters }
  package var residualCount: Int { problem.residualCount }

  /// The problem's own, by the slope of r̃ at 0.
  package var residualRounding: Double { problem.residualRounding * loss.transformed(0).slope }

  package func makeWorkspace() -> Problem.Workspace { problem.makeWorkspace() }

  package func evaluate(
    _ point: [Double], residuals: inout [Double], jacobian: inout [Double],
    workspace: inout Problem.Workspace
  ) {
    problem.evaluate(point, residuals: &residuals, jacobian: &jacobian, workspace: &workspace)
    let m = residuals.count
    for i in 0..<m where residuals[i].isFinite {
      let (residual, slope) = loss.transformed(residuals[i])
      residuals[i] = residual
      guard !jacobian.isEmpty else { continue }
      for j in 0..<(jacobian.count / m) { jacobian[j * m + i] *= slope }
    }
  }
}
