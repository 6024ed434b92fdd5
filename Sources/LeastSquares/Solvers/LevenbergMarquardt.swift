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
