import LeastSquares

/// A separable model whose columns are closures on dual numbers.
struct SeparableClosure: SeparableModel {
  let linear: [Parameter]
  let nonlinear: [Parameter]
  let columns: @Sendable (_ alpha: [Dual], _ x: Double) -> [Dual]

  init(linear: Int, nonlinear: Int, columns: @escaping @Sendable (_ alpha: [Dual], _ x: Double) -> [Dual]) {
    self.linear = (0..<linear).map { Parameter("c\($0 + 1)", unit: "") }
    self.nonlinear = (0..<nonlinear).map { Parameter("a\($0 + 1)", unit: "") }
    self.columns = columns
  }

  func evaluate(
    _ alpha: Span<Double>, at x: Span<Double>, basis: inout MutableSpan<Double>,
    derivatives: inout MutableSpan<Double>
  ) {
    let variables = Dual.variables((0..<alpha.count).map { alpha[$0] })
    for i in 0..<x.count {
      for (j, column) in columns(variables, x[i]).enumerated() {
        basis[j * x.count + i] = column.value
        guard !derivatives.isEmpty else { continue }
        for (k, slope) in column.gradient.enumerated() {
          derivatives[(k * linear.count + j) * x.count + i] = slope
        }
      }
    }
  }
}
