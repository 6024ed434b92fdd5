/// A problem with one of its parameters held at a value.
package struct FixedParameterProblem<Problem: LeastSquaresProblem>: LeastSquaresProblem {
  private let problem: Problem
  private let index: Int
  private let value: Double
  package let parameters: [Parameter]

  /// - Parameter index: the place of the held one in the problem's ``LeastSquaresProblem/parameters``.
  package init(_ problem: Problem, holding index: Int, at value: Double) {
    self.problem = problem
    self.index = index
    self.value = value
    var parameters = problem.parameters
    parameters.remove(at: index)
    self.parameters = parameters
  }

  package struct Workspace {
    var inner: Problem.Workspace
    var jacobian: [Double]
    var none: [Double] = []
  }

  package var residualCount: Int { problem.residualCount }
  package var residualRounding: Double { problem.residualRounding }

  package func makeWorkspace() -> Workspace {
    Workspace(
      inner: problem.makeWorkspace(),
      jacobian: [Double](repeating: 0, count: residualCount * (parameters.count + 1)))
  }

  /// The problem's own point for one of the free parameters.
  package func fullPoint(_ point: [Double]) -> [Double] {
    var full = point
    full.insert(value, at: index)
    return full
  }

  package func evaluate(
    _ point: [Double], residuals: inout [Double], jacobian: inout [Double], workspace: inout Workspace
  ) {
    let full = fullPoint(point)
    guard !jacobian.isEmpty else {
      problem.evaluate(
        full, residuals: &residuals, jacobian: &workspace.none, workspace: &workspace.inner)
      return
    }
    problem.evaluate(
      full, residuals: &residuals, jacobian: &workspace.jacobian, workspace: &workspace.inner)
    let skipped = index * residualCount
    for position in jacobian.indices {
      jacobian[position] = workspace.jacobian[position < skipped ? position : position + residualCount]
    }
  }
}
