/// The end of a search, and the steps that led there.
package struct Minimum: Equatable, Sendable {
  package let parameters: [Double]
  /// ‖r‖², the sum of squared residuals.
  package let sumOfSquares: Double
  package let termination: Termination
  package let iterations: Int
  /// Evaluations of the residuals, with or without their derivatives.
  package let evaluations: Int
  /// The start and every accepted point, where the path was asked for.
  package let path: [PathPoint]

  package init(
    parameters: [Double], sumOfSquares: Double, termination: Termination, iterations: Int, evaluations: Int,
    path: [PathPoint] = []
  ) {
    self.parameters = parameters
    self.sumOfSquares = sumOfSquares
    self.termination = termination
    self.iterations = iterations
    self.evaluations = evaluations
    self.path = path
  }

  /// The same point, known to be of another kind.
  package func stopped(_ termination: Termination) -> Minimum {
    Minimum(
      parameters: parameters, sumOfSquares: sumOfSquares, termination: termination, iterations: iterations,
      evaluations: evaluations, path: path)
  }
}

/// A point an iteration visited.
package struct PathPoint: Equatable, Sendable {
  package let parameters: [Double]
  /// ‖r‖² there.
  package let cost: Double

  package init(parameters: [Double], cost: Double) {
    self.parameters = parameters
    self.cost = cost
  }
}
