/// Levenberg–Marquardt on scaled columns, inside bounds.
///
/// Each step s minimises ‖J s + r‖² + λ ‖D s‖² by QR of [J; √λ D], never through JᵀJ; λ follows Nielsen's rule. A
/// parameter at its bound with the gradient pushing outward is held.
/// Once the promised gain is lost in the rounding of the cost, costs say nothing any more: the last digits come from
/// steps that are taken as long as the promised gain itself, the squared length of r's part along J, falls.
///
/// (J. Moré, *The Levenberg–Marquardt algorithm: implementation and theory*, 1978; K. Madsen, H. Nielsen and
/// O. Tingleff, *Methods for Non-Linear Least Squares Problems*, 2004, §3.2; M. Transtrum and J. Sethna,
/// *Improvements to the Levenberg–Marquardt algorithm for nonlinear least-squares minimization*, 2012.)
public struct LevenbergMarquardt: Sendable {
  /// The scale D by which steps are measured.
  public enum Scaling: Equatable, Sendable {
    /// The largest norm seen of each of J's columns (Moré): no unit matters, and a parameter that the residuals
    /// stopped feeling may leap.
    case columnNorms
    /// The sizes of the starting values (Levenberg's identity, free of units): a parameter that the residuals hardly
    /// feel stays where it is, which keeps searches from plateaus. A starting value of 0 says no size: its column's
    /// norm there does.
    case startingSizes
  }

  public var scaling = Scaling.columnNorms
  /// True if steps follow the residuals' curvature along them (geodesic acceleration, Transtrum and Sethna): one more
  /// evaluation a step, for far fewer steps along bent valleys.
  public var accelerates = false
  /// Stop when every |cos∠(J eⱼ, r)| over the free parameters is at most this. Dimensionless.
  public var gradientTolerance = 1e-15
  /// Stop when ‖D s‖ ≤ stepTolerance · ‖D p‖.
  public var stepTolerance = 1e-16
  /// Costs decide while the promised relative gain is above this; below, the promised gain does.
  public var costResolution = 1e-9
  public var evaluationLimit = 100_000
  /// λ at the start, where the scaled columns have length one; for ``Scaling/startingSizes`` the longest one has.
  public var initialDamping = 1e-3
  public var keepPath = false

  public init() {}

  /// - Parameter start: moved into the parameters' domains where it is outside.
  public func minimize<Problem: LeastSquaresProblem>(_ problem: Problem, from start: [Double]) -> Minimum {
    EvaluationBudget.charging(limit: evaluationLimit) { limit in
      var run = LevenbergMarquardtRun(problem, start: start, settings: self)
      return run.resume(limit: limit)
    }
  }
}
