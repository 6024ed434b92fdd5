public import LeastSquares

/// A solution of a reference dataset beside its certified values.
public struct CertifiedFit: Equatable, Sendable {
  /// A parameter, computed and certified; digits as of ``ReferenceDataset/Kind/logRelativeError(of:certified:)``.
  public struct Row: Equatable, Sendable {
    public let name: String
    public let value: Double
    /// NaN where the data leave it undetermined.
    public let standardError: Double
    public let certified: Double
    public let certifiedStandardError: Double
    public let digits: Double
    public let standardErrorDigits: Double
  }

  public let file: String
  public let name: String
  public let kind: ReferenceDataset.Kind
  public let level: ReferenceDataset.Level?
  /// The index of the file's starting values, from 1; nil for a linear model.
  public let start: Int?
  /// In the order of the file; never empty.
  public let parameters: [Row]
  public let residualSumOfSquares: Double
  public let certifiedResidualSumOfSquares: Double
  public let residualSumOfSquaresDigits: Double
  /// n − p.
  public let degreesOfFreedom: Int
  public let termination: Termination
  public let iterations: Int
  public let evaluations: Int
  /// See ``Solved``.
  public let gradient: Double?
  public let conditionNumber: Double?
  public let lowerMinimum: Double?
  /// See ``ReferenceDataset/contradiction``.
  public let contradiction: String?

  /// - Parameter start: the index of the starting values, from 0; nil for a linear law.
  public init(_ dataset: ReferenceDataset, start: Int?, _ solved: Solved) {
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
  public var parameterDigits: Double { parameters.map(\.digits).min() ?? 0 }
  /// The fewest digits of a standard error.
  public var standardErrorDigits: Double { parameters.map(\.standardErrorDigits).min() ?? 0 }
  /// The fewest digits of anything certified.
  public var lowestDigits: Double { min(parameterDigits, standardErrorDigits, residualSumOfSquaresDigits) }

  public var isAboveBar: Bool { lowestDigits >= kind.bar }
}
