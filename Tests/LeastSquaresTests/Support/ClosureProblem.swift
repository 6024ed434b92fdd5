import LeastSquares

/// A problem whose residuals are a closure on dual numbers.
struct ClosureProblem: LeastSquaresProblem {
  let parameters: [Parameter]
  let residualCount: Int
  var residualRounding = 0.0
  let residuals: @Sendable ([Dual]) -> [Dual]

  init(
    domains: [ClosedRange<Double>], residualCount: Int, residuals: @escaping @Sendable ([Dual]) -> [Dual]
  ) {
    parameters = domains.enumerated().map { Parameter("b\($0 + 1)", unit: "", domain: $1) }
    self.residualCount = residualCount
    self.residuals = residuals
  }

  /// f(b, x) − y over a certified set's rows.
  init(_ set: CertifiedSet, model: @escaping @Sendable (_ b: [Dual], _ x: [Double]) -> Dual) {
    let (x, y) = (set.x, set.y)
    self.init(domains: set.parameters.map { _ in .everything }, residualCount: y.count) { b in
      zip(x, y).map { model(b, $0) - $1 }
    }
    residualRounding = Double.ulpOfOne * squares(y).squareRoot()
  }

  func makeWorkspace() {}

  func evaluate(_ point: [Double], residuals: inout [Double], jacobian: inout [Double], workspace: inout Void)
  {
    for (i, residual) in self.residuals(Dual.variables(point)).enumerated() {
      residuals[i] = residual.value
      guard !jacobian.isEmpty else { continue }
      for (j, slope) in residual.gradient.enumerated() { jacobian[j * residualCount + i] = slope }
    }
  }
}

extension ClosedRange<Double> {
  static var everything: ClosedRange<Double> { -.infinity ... .infinity }
}
