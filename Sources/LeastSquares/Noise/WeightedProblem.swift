/// A problem with every residual, and its row of J, divided by its observation's standard deviation.
///
/// The problem's residuals have to stand one for each observation, in order: not those of a
/// ``ProjectedProblem``, whose coordinates turn; project a ``WeightedModel`` instead.
package struct WeightedProblem<Problem: LeastSquaresProblem>: LeastSquaresProblem {
  package let problem: Problem
  /// 1/σᵢ.
  private let factors: [Double]

  /// - Throws: ``WeightError`` as ``Weights/factors(count:)``.
  package init(_ problem: Problem, weights: Weights) throws(WeightError) {
    self.problem = problem
    factors = try weights.factors(count: problem.residualCount)
  }

  package var parameters: [Parameter] { problem.parameters }
  package var residualCount: Int { factors.count }

  /// The problem's own by the root mean square of the factors: ‖y‖ of observations of one size.
  package var residualRounding: Double {
    problem.residualRounding * ResidualScale.rootMeanSquare(factors)
  }

  package func makeWorkspace() -> Problem.Workspace { problem.makeWorkspace() }

  package func evaluate(
    _ point: [Double], residuals: inout [Double], jacobian: inout [Double],
    workspace: inout Problem.Workspace
  ) {
    problem.evaluate(point, residuals: &residuals, jacobian: &jacobian, workspace: &workspace)
    let m = factors.count
    for i in 0..<m { residuals[i] *= factors[i] }
    guard !jacobian.isEmpty else { return }
    for j in 0..<(jacobian.count / max(m, 1)) {
      for i in 0..<m { jacobian[j * m + i] *= factors[i] }
    }
  }
}
