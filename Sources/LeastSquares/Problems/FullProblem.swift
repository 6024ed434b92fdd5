/// A separable model seen whole: r(q) = Φ(α) c − y, where (c, α) follow from the free numbers q.
///
/// ∂r/∂q = [Φ | Σⱼ cⱼ ∂φⱼ/∂α] · ∂(c, α)/∂q.
package struct FullProblem<Model: SeparableModel, Map: Parametrization>: LeastSquaresProblem {
  private let model: Model
  private let map: Map
  private let abscissas: [Double]
  private let observations: [Double]

  package init(_ model: Model, map: Map, abscissas: [Double], observations: [Double]) {
    precondition(abscissas.count == observations.count)
    self.model = model
    self.map = map
    self.abscissas = abscissas
    self.observations = observations
  }

  package struct Workspace {
    var basis: [Double]
    var derivatives: [Double]
    /// One row of ∂r/∂(c, α).
    var row: [Double]
    var none: [Double] = []
  }

  package var parameters: [Parameter] { map.parameters }
  package var residualCount: Int { observations.count }
  package var residualRounding: Double { rounding(of: observations) }

  package func makeWorkspace() -> Workspace {
    let basisCount = observations.count * model.linear.count
    return Workspace(
      basis: [Double](repeating: 0, count: basisCount),
      derivatives: [Double](repeating: 0, count: basisCount * model.nonlinear.count),
      row: [Double](repeating: 0, count: model.linear.count + model.nonlinear.count))
  }

  package func evaluate(
    _ point: [Double], residuals: inout [Double], jacobian: inout [Double], workspace: inout Workspace
  ) {
    let m = observations.count
    let n = workspace.basis.count / max(m, 1)
    let values = map.modelParameters(point)
    let alpha = Array(values[n...])
    if jacobian.isEmpty {
      model.evaluate(alpha, at: abscissas, basis: &workspace.basis, derivatives: &workspace.none)
    } else {
      model.evaluate(alpha, at: abscissas, basis: &workspace.basis, derivatives: &workspace.derivatives)
    }
    residuals.withUnsafeMutableBufferPointer { residuals in
      workspace.basis.withUnsafeBufferPointer { basis in
        for i in 0..<m { residuals[i] = -observations[i] }
        for j in 0..<n {
          for i in 0..<m { residuals[i] += basis[j * m + i] * values[j] }
        }
      }
    }
    guard !jacobian.isEmpty else { return }
    if let selection = map.selection {
      select(selection, coefficients: values[..<n], from: workspace, into: &jacobian)
    } else {
      transform(map.jacobian(point), coefficients: values[..<n], &workspace, into: &jacobian)
    }
  }

  /// The columns of ∂r/∂(c, α) that the variables are.
  private func select(
    _ selection: [Int], coefficients: ArraySlice<Double>, from workspace: Workspace,
    into jacobian: inout [Double]
  ) {
    let m = observations.count
    let n = coefficients.count
    jacobian.withUnsafeMutableBufferPointer { jacobian in
      for (column, index) in selection.enumerated() {
        let first = column * m
        guard index >= n else {
          for i in 0..<m { jacobian[first + i] = workspace.basis[index * m + i] }
          continue
        }
        for i in 0..<m { jacobian[first + i] = 0 }
        for j in 0..<n {
          let block = ((index - n) * n + j) * m
          for i in 0..<m { jacobian[first + i] += workspace.derivatives[block + i] * coefficients[j] }
        }
      }
    }
  }

  /// ∂r/∂(c, α) times the map's own derivatives.
  private func transform(
    _ transform: [Double], coefficients: ArraySlice<Double>, _ workspace: inout Workspace,
    into jacobian: inout [Double]
  ) {
    let m = observations.count
    let n = coefficients.count
    let all = workspace.row.count
    for i in 0..<m {
      for j in 0..<n { workspace.row[j] = workspace.basis[j * m + i] }
      for k in 0..<(all - n) {
        var sum = 0.0
        for j in 0..<n { sum += workspace.derivatives[(k * n + j) * m + i] * coefficients[j] }
        workspace.row[n + k] = sum
      }
      for column in 0..<(jacobian.count / max(m, 1)) {
        var sum = 0.0
        for inner in 0..<all { sum += workspace.row[inner] * transform[column * all + inner] }
        jacobian[column * m + i] = sum
      }
    }
  }
}
