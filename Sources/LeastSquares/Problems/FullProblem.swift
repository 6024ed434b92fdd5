/// A separable model seen whole: r(q) = Φ(α) c − y, where (c, α) follow from the free numbers q.
///
/// ∂r/∂q = [Φ | Σⱼ cⱼ ∂φⱼ/∂α] · ∂(c, α)/∂q.
public struct FullProblem<Model: SeparableModel, Map: Parametrization>: LeastSquaresProblem {
  private let model: Model
  private let map: Map
  private let abscissas: [Double]
  private let observations: [Double]

  public init(_ model: Model, map: Map, abscissas: [Double], observations: [Double]) {
    precondition(abscissas.count == observations.count)
    self.model = model
    self.map = map
    self.abscissas = abscissas
    self.observations = observations
  }

  public struct Workspace {
    var basis: [Double]
    var derivatives: [Double]
    /// One row of ∂r/∂(c, α).
    var row: [Double]
    var none: [Double] = []
  }

  public var parameters: [Parameter] { map.parameters }
  public var residualCount: Int { observations.count }
  public var roundingCost: Double { Self.roundingCost(of: observations) }

  public func makeWorkspace() -> Workspace {
    let basisCount = observations.count * model.linear.count
    return Workspace(
      basis: [Double](repeating: 0, count: basisCount),
      derivatives: [Double](repeating: 0, count: basisCount * model.nonlinear.count),
      row: [Double](repeating: 0, count: model.linear.count + model.nonlinear.count))
  }

  public func evaluate(
    _ point: [Double], residuals: inout [Double], jacobian: inout [Double], workspace: inout Workspace
  ) {
    let m = observations.count
    let n = workspace.basis.count / max(m, 1)
    let q = workspace.row.count - n
    let values = map.modelParameters(point)
    let alpha = Array(values[n...])
    if jacobian.isEmpty {
      model.evaluate(alpha, at: abscissas, basis: &workspace.basis, derivatives: &workspace.none)
    } else {
      model.evaluate(alpha, at: abscissas, basis: &workspace.basis, derivatives: &workspace.derivatives)
    }
    for i in 0..<m {
      var sum = -observations[i]
      for j in 0..<n { sum += workspace.basis[j * m + i] * values[j] }
      residuals[i] = sum
    }
    guard !jacobian.isEmpty else { return }
    let transform = map.jacobian(point)
    for i in 0..<m {
      for j in 0..<n { workspace.row[j] = workspace.basis[j * m + i] }
      for k in 0..<q {
        var sum = 0.0
        for j in 0..<n { sum += workspace.derivatives[(k * n + j) * m + i] * values[j] }
        workspace.row[n + k] = sum
      }
      for column in point.indices {
        var sum = 0.0
        for inner in 0..<(n + q) { sum += workspace.row[inner] * transform[column * (n + q) + inner] }
        jacobian[column * m + i] = sum
      }
    }
  }
}
