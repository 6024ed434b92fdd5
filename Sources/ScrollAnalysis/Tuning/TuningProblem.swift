import LeastSquares

/// The differences from the target as a problem of least squares: the smooth start of a search for the least maximum.
struct TuningProblem: LeastSquaresProblem {
  /// Half the width of a central difference, of logarithms.
  private static let step = 1e-5

  let parameters: [Parameter]
  let residualCount: Int
  /// Nil outside the domain.
  private let difference: @Sendable ([Double]) -> [Double]?

  init(count: Int, residualCount: Int, difference: @escaping @Sendable ([Double]) -> [Double]?) {
    parameters = (0..<count).map { Parameter("logarithm\($0)", unit: "") }
    self.residualCount = residualCount
    self.difference = difference
  }

  func makeWorkspace() {}

  func evaluate(
    _ point: [Double], residuals: inout [Double], jacobian: inout [Double], workspace: inout Void
  ) {
    residuals = values(at: point)
    guard !jacobian.isEmpty else { return }
    for column in point.indices {
      var ahead = point
      var behind = point
      ahead[column] += Self.step
      behind[column] -= Self.step
      let (high, low) = (values(at: ahead), values(at: behind))
      for row in 0..<residualCount {
        jacobian[column * residualCount + row] = (high[row] - low[row]) / (2 * Self.step)
      }
    }
  }

  private func values(at point: [Double]) -> [Double] {
    difference(point) ?? [Double](repeating: .nan, count: residualCount)
  }

  /// ‖r‖², infinite outside the domain.
  func sumOfSquares(at point: [Double]) -> Double {
    let sum = values(at: point).reduce(0) { $0 + $1 * $1 }
    return sum.isFinite ? sum : .infinity
  }
}
