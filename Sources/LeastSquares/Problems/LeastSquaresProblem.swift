/// Residuals r(p) to be made small in the sense of least squares.
///
/// A problem is pure: it holds the data, never a current point. What it needs to compute without allocating stands in a
/// workspace that the solver owns.
public protocol LeastSquaresProblem: Sendable {
  associatedtype Workspace

  /// What may be moved; an estimator keeps each inside its ``Parameter/domain``.
  var parameters: [Parameter] { get }
  /// m, the number of residuals.
  var residualCount: Int { get }
  /// ‖r‖² up to this is rounding of the numbers that r is the difference of: there, no point is better than another.
  var roundingCost: Double { get }

  func makeWorkspace() -> Workspace

  /// Fills r(p) and, where asked, J = ∂r/∂p.
  ///
  /// Residuals that are not finite say that p is outside of the model's domain; a solver then tries another point.
  /// - Parameters:
  ///   - residuals: m numbers.
  ///   - jacobian: empty where it is not wanted; else m·n numbers, column-major: ∂rᵢ/∂pⱼ at `[j·m + i]`.
  func evaluate(
    _ point: [Double], residuals: inout [Double], jacobian: inout [Double], workspace: inout Workspace)
}

extension LeastSquaresProblem {
  public var roundingCost: Double { 0 }

  /// m (16 ε |y|)² for the largest observation |y|: what evaluating a sum of few terms of that size leaves.
  static func roundingCost(of observations: [Double]) -> Double {
    let rounding = 16 * Double.ulpOfOne * observations.reduce(0) { max($0, abs($1)) }
    return Double(observations.count) * rounding * rounding
  }

  /// The residuals and ∂r/∂p at one point, in arrays of their own; for a look, not for a loop.
  public func linearized(at point: [Double]) -> (residuals: [Double], jacobian: [Double]) {
    var workspace = makeWorkspace()
    var residuals = [Double](repeating: 0, count: residualCount)
    var jacobian = [Double](repeating: 0, count: residualCount * parameters.count)
    evaluate(point, residuals: &residuals, jacobian: &jacobian, workspace: &workspace)
    return (residuals, jacobian)
  }
}

/// A problem with the buffers to evaluate it and the count of how often that was done.
struct Evaluator<Problem: LeastSquaresProblem> {
  let problem: Problem
  private var workspace: Problem.Workspace
  private(set) var count = 0
  private var noJacobian: [Double] = []

  init(_ problem: Problem) {
    self.problem = problem
    workspace = problem.makeWorkspace()
  }

  /// ‖r(p)‖², infinite outside of the domain.
  mutating func cost(at point: [Double], residuals: inout [Double]) -> Double {
    count += 1
    problem.evaluate(point, residuals: &residuals, jacobian: &noJacobian, workspace: &workspace)
    return squaredNorm(residuals)
  }

  /// ‖r(p)‖² and, beside it, J.
  mutating func linearize(at point: [Double], residuals: inout [Double], jacobian: inout [Double]) -> Double {
    count += 1
    problem.evaluate(point, residuals: &residuals, jacobian: &jacobian, workspace: &workspace)
    guard jacobian.allSatisfy(\.isFinite) else { return .infinity }
    return squaredNorm(residuals)
  }

  private func squaredNorm(_ residuals: [Double]) -> Double {
    var sum = 0.0
    for residual in residuals { sum += residual * residual }
    return sum.isFinite ? sum : .infinity
  }
}
