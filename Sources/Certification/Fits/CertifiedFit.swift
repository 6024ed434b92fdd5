import LeastSquares

/// A solution of a reference dataset beside its certified values.
package struct CertifiedFit: Equatable, Sendable {
  /// A parameter, computed and certified; digits as of ``ReferenceDataset/Kind/logRelativeError(of:certified:)``.
  package struct Row: Equatable, Sendable {
    package let name: String
    package let value: Double
    /// NaN where the data leave it undetermined.
    package let standardError: Double
    package let certified: Double
    package let certifiedStandardError: Double
    package let digits: Double
    package let standardErrorDigits: Double
  }

  package let file: String
  package let name: String
  package let kind: ReferenceDataset.Kind
  package let level: ReferenceDataset.Level?
  /// The index of the file's starting values, from 1; nil for a linear model.
  package let start: Int?
  /// In the order of the file; never empty.
  package let parameters: [Row]
  package let residualSumOfSquares: Double
  package let certifiedResidualSumOfSquares: Double
  package let residualSumOfSquaresDigits: Double
  /// n − p.
  package let degreesOfFreedom: Int
  package let termination: Termination
  package let iterations: Int
  package let evaluations: Int
  /// See ``Solved``.
  package let gradient: Double?
  package let conditionNumber: Double?
  package let lowerMinimum: Double?
  /// See ``ReferenceDataset/contradiction``.
  package let contradiction: String?

  /// - Parameter start: the index of the starting values, from 0; nil for a linear model.
  package init(_ dataset: ReferenceDataset, start: Int?, _ solved: Solved) {
    precondition(
      solved.parameters.count == dataset.parameters.count
        && solved.standardErrors.count == dataset.parameters.count,
      "a value and a standard error for each of \(dataset.parameters.count) parameters")
    let kind = dataset.kind
    file = dataset.file
    name = dataset.name
    self.kind = kind
    level = dataset.level
    self.start = start.map { $0 + 1 }
    parameters = dataset.parameters.enumerated().map { index, parameter in
      let value = solved.parameters[index]
      let error = solved.standardErrors[index]
      return Row(
        name: parameter.name, value: value, standardError: error, certified: parameter.certified,
        certifiedStandardError: parameter.certifiedStandardDeviation,
        digits: kind.logRelativeError(of: value, certified: parameter.certified),
        standardErrorDigits: kind.logRelativeError(
          of: error, certified: parameter.certifiedStandardDeviation))
    }
    residualSumOfSquares = solved.residualSumOfSquares
    certifiedResidualSumOfSquares = dataset.certifiedResidualSumOfSquares
    residualSumOfSquaresDigits = kind.logRelativeError(
      of: solved.residualSumOfSquares, certified: dataset.certifiedResidualSumOfSquares)
    degreesOfFreedom = dataset.degreesOfFreedom
    termination = solved.termination
    iterations = solved.iterations
    evaluations = solved.evaluations
    gradient = solved.gradient
    conditionNumber = solved.conditionNumber
    lowerMinimum = solved.lowerMinimum
    contradiction = dataset.contradiction
  }

  /// The fewest digits of a parameter.
  package var parameterDigits: Double { parameters.map(\.digits).min() ?? 0 }
  /// The fewest digits of a standard error.
  package var standardErrorDigits: Double { parameters.map(\.standardErrorDigits).min() ?? 0 }
  /// The fewest digits of anything certified.
  package var lowestDigits: Double { min(parameterDigits, standardErrorDigits, residualSumOfSquaresDigits) }

  package var isAboveBar: Bool { lowestDigits >= kind.bar }
}
