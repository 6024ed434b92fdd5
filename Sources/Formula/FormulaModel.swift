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
