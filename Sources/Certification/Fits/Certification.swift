import Elementary
import LeastSquares

/// Reference datasets solved: nonlinear ones first, then linear ones, each by name and start.
package struct Certification: Equatable, Sendable {
  package let fits: [CertifiedFit]

  package init(fits: [CertifiedFit]) { self.fits = fits }

  /// A summary of the fits of one kind.
  package struct Summary: Equatable, Sendable {
    package let kind: ReferenceDataset.Kind
    /// The number of fits; at least 1.
    package let count: Int
    /// Those in which everything certified agrees to ``ReferenceDataset/Kind/bar`` digits or more.
    package let aboveBar: Int
    package let converged: Int
    /// The fewest digits of anything.
    package let lowestDigits: Double
    /// The mean over the fits of the fewest digits of a parameter.
    package let meanParameterDigits: Double

    fileprivate init?(_ fits: [CertifiedFit], _ kind: ReferenceDataset.Kind) {
      let fits = fits.filter { $0.kind == kind }
      guard let lowest = fits.map(\.lowestDigits).min() else { return nil }
      self.kind = kind
      count = fits.count
      aboveBar = fits.count(where: \.isAboveBar)
      converged = fits.count(where: \.termination.converged)
      lowestDigits = lowest
      meanParameterDigits = fits.reduce(0) { $0 + $1.parameterDigits } / Double(fits.count)
    }
  }

  /// One for each kind that was solved.
  package var summaries: [Summary] {
    ReferenceDataset.Kind.allCases.compactMap { Summary(fits, $0) }
  }
}

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

extension ReferenceDataset.Kind {
  /// The digits to which values are certified, and so the most that can agree.
  package var certifiedDigits: Double {
    switch self {
    case .nonlinear: 11
    case .linear: 15
    }
  }

  /// The digits that a good answer reaches. A certified value is itself rounded: the exact answer agrees with it in
  /// 10.3 at least where 11 are printed, in 14.3 where 15 are.
  package var bar: Double {
    switch self {
    case .nonlinear: 10
    case .linear: 13
    }
  }

  /// The decimal digits in which a value agrees with the certified one: −log₁₀(|q − c|/|c|), and −log₁₀|q| for c = 0.
  ///
  /// - Returns: 0 to ``certifiedDigits``; the latter where both are equal, 0 for a value that is not finite.
  package func logRelativeError(of value: Double, certified: Double) -> Double {
    guard value.isFinite else { return 0 }
    guard value != certified else { return certifiedDigits }
    let error = abs(certified == 0 ? value : (value - certified) / certified)
    return max(0, min(certifiedDigits, -logarithm(error) / logarithm(10)))
  }
}
