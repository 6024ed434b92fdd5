/// The end of a search, and the steps that led there.
public struct Minimum: Equatable, Sendable {
  public let parameters: [Double]
  /// ‖r‖², the sum of squared residuals.
  public let sumOfSquares: Double
  public let termination: Termination
  public let iterations: Int
  /// Evaluations of the residuals, with or without their derivatives.
  public let evaluations: Int
  /// The start and every accepted point, where the path was asked for.
  public let path: [PathPoint]

  public init(
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
  public func stopped(_ termination: Termination) -> Minimum {
    Minimum(
      parameters: parameters, sumOfSquares: sumOfSquares, termination: termination, iterations: iterations,
      evaluations: evaluations, path: path)
  }
}

/// A point an iteration visited.
public struct PathPoint: Equatable, Sendable {
  public let parameters: [Double]
  /// ‖r‖² there.
  public let cost: Double

  public init(parameters: [Double], cost: Double) {
    self.parameters = parameters
    self.cost = cost
  }
}
