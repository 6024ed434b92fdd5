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
