import LeastSquares

extension Minimum {
  /// The same minimum and path in other variables.
  package func mapped(_ change: ([Double]) -> [Double], sumOfSquares: Double? = nil) -> Minimum {
    Minimum(
      parameters: change(parameters), sumOfSquares: sumOfSquares ?? self.sumOfSquares,
      termination: termination,
      iterations: iterations, evaluations: evaluations,
      path: path.map { PathPoint(parameters: change($0.parameters), cost: $0.cost) })
  }

  /// This minimum as the end of a search that had come to another one before.
  func after(_ earlier: Minimum) -> Minimum {
    Minimum(
      parameters: parameters, sumOfSquares: sumOfSquares, termination: termination,
      iterations: earlier.iterations + iterations, evaluations: earlier.evaluations + evaluations,
      path: earlier.path + path.dropFirst())
  }
}
