import LeastSquares

/// A solver's solution of a reference dataset, before its comparison.
package struct Solved: Equatable, Sendable {
  /// In the order of the dataset's parameters.
  package var parameters: [Double]
  /// In the same order; NaN where the data leave one undetermined.
  package var standardErrors: [Double]
  package var residualSumOfSquares: Double
  package var termination: Termination
  package var iterations: Int
  package var evaluations: Int
  /// The largest |cos∠(J eⱼ, r)|, 0 at a stationary point; nil where it was not measured.
  package var gradient: Double?
  /// σ₁/σₚ of the column-scaled Jacobian or design; nil where it was not measured.
  package var conditionNumber: Double?
  /// The sum of squares of a lower minimum that a search from other starts found; nil for none.
  package var lowerMinimum: Double?

  package init(
    parameters: [Double], standardErrors: [Double], residualSumOfSquares: Double, termination: Termination,
    iterations: Int, evaluations: Int, gradient: Double? = nil, conditionNumber: Double? = nil,
    lowerMinimum: Double? = nil
  ) {
    self.parameters = parameters
    self.standardErrors = standardErrors
    self.residualSumOfSquares = residualSumOfSquares
    self.termination = termination
    self.iterations = iterations
    self.evaluations = evaluations
    self.gradient = gradient
    self.conditionNumber = conditionNumber
    self.lowerMinimum = lowerMinimum
  }
}
