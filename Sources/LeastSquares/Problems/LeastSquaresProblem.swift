import LinearAlgebra

/// Residuals r(p) to be made small in the sense of least squares.
///
/// Their squares are summed in doubles, so residuals have to be of a size between 1e-150 and 1e150.
/// A problem is pure: it holds the data, never a current point. What it needs to compute without allocating stands in a
/// workspace that the solver owns.
package protocol LeastSquaresProblem: Sendable {
  associatedtype Workspace

  /// The free parameters; an estimator keeps each inside its ``Parameter/domain``.
  var parameters: [Parameter] { get }
  /// m, the number of residuals.
  var residualCount: Int { get }
  /// ‖r‖ where it is nothing but rounding, as far as that is known: ε ‖y‖ for a curve through observations y. Smaller
  /// residuals are zero to working precision. 0, the default, proves nothing.
  var residualRounding: Double { get }

  func makeWorkspace() -> Workspace

  /// Fills r(p) and, where asked, J = ∂r/∂p.
  ///
  /// Residuals that are not finite mean that p is outside of the model's domain; a solver then tries another point.
  /// - Parameters:
  ///   - residuals: m numbers.
  ///   - jacobian: empty where it is not wanted; else m·n numbers, column-major: ∂rᵢ/∂pⱼ at `[j·m + i]`.
  func evaluate(
    _ point: [Double], residuals: inout [Double], jacobian: inout [Double], workspace: inout Workspace)

  /// ‖r(p)‖² alone, for a look at many points; not finite where r is not.
  ///
  /// - Parameter residuals: m numbers that may be overwritten.
  func sumOfSquares(
    at point: [Double], residuals: inout [Double], workspace: inout Workspace
  ) -> Double
}

extension LeastSquaresProblem {
  package var residualRounding: Double { 0 }

  package func sumOfSquares(
    at point: [Double], residuals: inout [Double], workspace: inout Workspace
  ) -> Double {
    var none: [Double] = []
    evaluate(point, residuals: &residuals, jacobian: &none, workspace: &workspace)
    var sum = 0.0
    for residual in residuals { sum += residual * residual }
    return sum
  }

  /// The residuals and ∂r/∂p at one point, in arrays of their own; for a look, not for a loop.
  package func linearized(at point: [Double]) -> (residuals: [Double], jacobian: [Double]) {
    var workspace = makeWorkspace()
    var residuals = [Double](repeating: 0, count: residualCount)
    var jacobian = [Double](repeating: 0, count: residualCount * parameters.count)
    evaluate(point, residuals: &residuals, jacobian: &jacobian, workspace: &workspace)
    return (residuals, jacobian)
  }

  /// ‖r‖² at one point; for a look, not for a loop.
  package func cost(at point: [Double]) -> Double {
    var workspace = makeWorkspace()
    var residuals = [Double](repeating: 0, count: residualCount)
    return sumOfSquares(at: point, residuals: &residuals, workspace: &workspace)
  }
}

/// A problem that can compute its residuals to about 32 digits.
///
/// Data that a model fits to all of a double's digits leave residuals that are the data's own rounding: what stands
/// there, and with it every standard deviation, is known only where data and model are read and evaluated with more.
package protocol ExtendedPrecisionProblem: LeastSquaresProblem {
  /// r(p): ``LeastSquaresProblem/residualCount`` numbers. Not finite outside of the model's domain.
  func residuals(at point: [DoubleDouble]) -> [DoubleDouble]
}
