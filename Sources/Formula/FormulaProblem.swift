import LeastSquares
import LinearAlgebra

/// A formula's residuals seen whole: r(p) = f(p) − response, with all its parameters and an exact Jacobian.
///
/// Residuals that are not defined, the logarithm of a negative number, are NaN: outside of the domain. An evaluation
/// with a Jacobian of more than eight columns takes a pass over the data for each eight.
package struct FormulaProblem: ExtendedPrecisionProblem {
  package let parameters: [Parameter]
  private let formula: BoundFormula
  private let program: Program

  /// - Parameter parameters: the formula's, in its order, with the values allowed to each; nil: without bounds.
  package init(_ formula: BoundFormula, parameters: [Parameter]? = nil) {
    let own = parameters ?? formula.parameters.map { Parameter($0, unit: "") }
    precondition(own.map(\.name) == formula.parameters, "parameters other than the formula's")
    self.parameters = own
    self.formula = formula
    program = Program(formula.code)
  }

  package struct Workspace {
    var stack: [Double]
    var duals: [Dual]
  }

  package var residualCount: Int { formula.response.count }

  package var residualRounding: Double { Double.ulpOfOne * euclideanNorm(formula.response) }

  package func makeWorkspace() -> Workspace {
    Workspace(stack: Program.stack(for: [program]), duals: Program.stack(for: [program]))
  }

  package func evaluate(
    _ point: [Double], residuals: inout [Double], jacobian: inout [Double], workspace: inout Workspace
  ) {
    let rows = formula.response.count
    for row in 0..<rows {
      residuals[row] =
        program.run(
          on: &workspace.stack, parameter: { point[$0] }, variable: { formula.columns.value($0, row: row) })
        - formula.response[row]
    }
    guard !jacobian.isEmpty else { return }
    for lanes in DualLanes(count: point.count) {
      let duals = lanes.duals(point)
      for row in 0..<rows {
        let value = program.run(
          on: &workspace.duals, parameter: { duals[$0] },
          variable: { Dual(formula.columns.value($0, row: row)) })
        for (lane, j) in lanes.range.enumerated() { jacobian[j * rows + row] = value.tangent[lane] }
      }
    }
  }

  /// The residuals to 30 digits, for polishing an answer; the data count to all their digits.
  package func residuals(at point: [DoubleDouble]) -> [DoubleDouble] {
    var stack: [DoubleDouble] = Program.stack(for: [program])
    return formula.extendedResponse.indices.map { row in
      program.run(
        on: &stack, parameter: { point[$0] }, variable: { formula.columns.extendedValue($0, row: row) })
        - formula.extendedResponse[row]
    }
  }
}
