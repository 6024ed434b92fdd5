import LeastSquares
import LinearAlgebra

/// A formula as a separable model: y = φ₀(x; α) + Σ cⱼ φⱼ(x; α).
///
/// Linear are as many parameters as the right side is jointly affine in, found on the expression, of several choices the
/// one that comes first: `b1` of `b1*b2*x/(1 + b2*x)`. None are where their coefficients would be far longer than the
/// formula. The φⱼ are expressions of their own, the coefficients of cⱼ, not differences of the whole; ∂φⱼ/∂α are exact.
///
/// Where φ₀ is not zero it is the last column, with a coefficient named `offset` that has to be held at 1: pass
/// ``fixed`` to ``ProjectedProblem``. The model holds its data, so its abscissas are row numbers, 0…n − 1
/// (``abscissas``); at any other abscissa it is NaN. Where an expression is not defined, Φ is NaN or infinite.
///
/// An evaluation allocates a stack for the expressions, nothing for each sample.
package struct FormulaModel: SeparableModel {
  package let linear: [Parameter]
  package let nonlinear: [Parameter]
  /// For each of the formula's parameters, in their order, its index in (c, α).
  package let order: [Int]
  /// The index in (c, α), and the value, of the coefficient of φ₀; empty where φ₀ is zero.
  package let fixed: [Int: Double]

  private struct Column: Sendable {
    let program: Program
    let dependsOnAlpha: Bool
  }

  private let columns: Columns
  private let basis: [Column]

  /// - Parameter nonlinear: names of parameters that are to stay nonlinear, whatever the formula's structure: bounds, for
  ///   example, hold for nonlinear ones only.
  package init(_ formula: BoundFormula, keepingNonlinear kept: Set<String> = []) {
    let names = formula.parameters
    let excluded = Set(names.indices.filter { kept.contains(names[$0]) })
    var linearIndices = LinearParameters.of(formula.code, excluding: excluded)
    let parts: [Int?: Code]
    if let found = AffineParts(formula.code, linear: Set(linearIndices)) {
      parts = found.parts
    } else {
      linearIndices = []
      parts = [nil: formula.code]
    }
    let isLinear = Set(linearIndices)
    let nonlinearIndices = names.indices.filter { !isLinear.contains($0) }
    let zero = Code(.constant(DoubleDouble(0)))
    let rest = parts[nil] ?? zero
    let hasOffset = rest != zero
    let codes = linearIndices.map { parts[$0] ?? zero } + (hasOffset ? [rest] : [])
    let linearCount = codes.count
    var order = [Int](repeating: 0, count: names.count)
    for (position, index) in linearIndices.enumerated() { order[index] = position }
    for (position, index) in nonlinearIndices.enumerated() { order[index] = linearCount + position }

    columns = formula.columns
    basis = codes.map { code in
      let alpha = code.replacingParameters { Code(.parameter(order[$0] - linearCount)) }
      return Column(program: Program(alpha), dependsOnAlpha: !alpha.parameters.isEmpty)
    }
    linear =
      linearIndices.map { Parameter(names[$0], unit: "") }
      + (hasOffset ? [Parameter("offset", unit: "")] : [])
    nonlinear = nonlinearIndices.map { Parameter(names[$0], unit: "") }
    fixed = hasOffset ? [linearIndices.count: 1] : [:]
    self.order = order
  }

  /// The row numbers, 0…n − 1.
  package var abscissas: [Double] { (0..<columns.count).map(Double.init) }

  package func evaluate(
    _ alpha: Span<Double>, at x: Span<Double>, basis values: inout MutableSpan<Double>,
    derivatives: inout MutableSpan<Double>
  ) {
    let parameters = alpha.indices.map { alpha[$0] }
    var stack: [Double] = Program.stack(for: basis.lazy.map(\.program))
    for (j, column) in basis.enumerated() {
      for i in 0..<x.count {
        guard let row = row(x[i]) else {
          values[j * x.count + i] = .nan
          continue
        }
        values[j * x.count + i] = column.program.run(
          on: &stack, parameter: { parameters[$0] }, variable: { columns.value($0, row: row) })
      }
    }
    if !derivatives.isEmpty { differentiate(parameters, at: x, &derivatives) }
  }

  private func differentiate(
    _ alpha: [Double], at x: Span<Double>, _ derivatives: inout MutableSpan<Double>
  ) {
    var stack: [Dual] = Program.stack(for: basis.lazy.map(\.program))
    let block = basis.count * x.count
    for lanes in DualLanes(count: alpha.count) {
      let parameters = lanes.duals(alpha)
      for (j, column) in basis.enumerated() {
        for i in 0..<x.count {
          var tangent = SIMD8<Double>()
          if let row = row(x[i]) {
            if column.dependsOnAlpha {
              tangent =
                column.program.run(
                  on: &stack, parameter: { parameters[$0] }, variable: { Dual(columns.value($0, row: row)) }
                ).tangent
            }
          } else {
            tangent = SIMD8(repeating: .nan)
          }
          for (lane, k) in lanes.range.enumerated() {
            derivatives[k * block + j * x.count + i] = tangent[lane]
          }
        }
      }
    }
  }

  private func row(_ x: Double) -> Int? {
    guard let row = Int(exactly: x), row >= 0, row < columns.count else { return nil }
    return row
  }
}

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

/// A model written as one function over a scalar: its derivatives come with it.
///
///     struct Deceleration: GenericModel {
///       let parameters = [
///         Parameter("initialOffset", unit: "pt"), Parameter("initialVelocity", unit: "pt/s"),
///         Parameter("decayConstant", unit: "1/s"),
///       ]
///       func value<S: Scalar>(_ p: [S], at t: Double) -> S {
///         p[0] - p[1] / p[2] * S.expm1(-p[2] * t)
///       }
///     }
package protocol GenericModel: Sendable {
  /// The free parameters, with their units and the values allowed.
  var parameters: [Parameter] { get }
  /// The model at one abscissa; NaN where it is not defined.
  /// - Parameter parameters: as many as ``parameters``, in their order.
  func value<S: Scalar>(_ parameters: [S], at x: Double) -> S
}

/// A generic model and observations: r(p) = f(x; p) − y with an exact Jacobian.
package struct GenericProblem<Model: GenericModel>: ExtendedPrecisionProblem {
  package let model: Model
  package let abscissas: [Double]
  package let observations: [Double]

  package init(_ model: Model, abscissas: [Double], observations: [Double]) {
    precondition(abscissas.count == observations.count)
    self.model = model
    self.abscissas = abscissas
    self.observations = observations
  }

  /// Nothing: a model computes without buffers.
  package struct Workspace {}

  package var parameters: [Parameter] { model.parameters }
  package var residualCount: Int { observations.count }

  package var residualRounding: Double { Double.ulpOfOne * euclideanNorm(observations) }

  package func makeWorkspace() -> Workspace { Workspace() }

  package func evaluate(
    _ point: [Double], residuals: inout [Double], jacobian: inout [Double], workspace: inout Workspace
  ) {
    let rows = observations.count
    for i in 0..<rows { residuals[i] = model.value(point, at: abscissas[i]) - observations[i] }
    guard !jacobian.isEmpty else { return }
    for lanes in DualLanes(count: point.count) {
      let duals = lanes.duals(point)
      for i in 0..<rows {
        let value = model.value(duals, at: abscissas[i])
        for (lane, j) in lanes.range.enumerated() { jacobian[j * rows + i] = value.tangent[lane] }
      }
    }
  }

  /// The residuals to 30 digits, for polishing an answer.
  package func residuals(at point: [DoubleDouble]) -> [DoubleDouble] {
    abscissas.indices.map { model.value(point, at: abscissas[$0]) - DoubleDouble(observations[$0]) }
  }
}

/// ‖y‖, without overflow.
func euclideanNorm(_ numbers: [Double]) -> Double {
  let largest = numbers.reduce(0) { Swift.max($0, $1.magnitude) }
  guard largest > 0 else { return 0 }
  return largest * numbers.reduce(0) { $0 + ($1 / largest) * ($1 / largest) }.squareRoot()
}
