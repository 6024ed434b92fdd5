import LinearAlgebra

/// A least-squares problem whose answer is certified: one file of NIST's Statistical Reference Datasets, as it stands.
///
/// Nothing is known but the file's content: model, starting values, certified results and data are its own. ``file`` and
/// ``name`` only label the result.
///
/// (National Institute of Standards and Technology, *Statistical Reference Datasets*,
/// https://www.itl.nist.gov/div898/strd.)
package struct ReferenceDataset: Equatable, Sendable {
  /// The kind of procedure that certified the values.
  package enum Kind: String, CaseIterable, Sendable {
    case nonlinear, linear
  }

  /// NIST's word for how hard the problem is.
  package enum Level: String, Sendable {
    case lower = "Lower"
    case average = "Average"
    case higher = "Higher"
  }

  /// A parameter with its certified value.
  package struct Parameter: Equatable, Sendable {
    package let name: String
    /// The position at which a search begins: one number for each start of the dataset; none for a linear model.
    package let starts: [Double]
    package let certified: Double
    package let certifiedStandardDeviation: Double
  }

  /// As it was named to the reader.
  package let file: String
  package let name: String
  /// Nil where the file does not give it.
  package let level: Level?
  package let kind: Kind
  /// The model as the file prints it, its lines joined by a space: `y = b1*(1-exp[-b2*x])  +  e`.
  package let formula: String
  /// The model without its error term, as a strict parser takes it; see ``FormulaText``.
  package let formulaText: String
  /// The line of the file on which the model begins.
  package let formulaLine: Int
  /// In the order of the certified table; never empty.
  package let parameters: [Parameter]
  /// The way each parameter enters a linear model, in the order of ``parameters``; empty for a nonlinear one.
  package let terms: [LinearTerm]
  package let certifiedResidualSumOfSquares: Double
  /// Nil where the file has none.
  package let certifiedResidualStandardDeviation: Double?
  /// As the file prints them, which may be wrong; nil where it has none. See ``degreesOfFreedom``.
  package let printedDegreesOfFreedom: Int?
  /// The names of the columns, the response first.
  package let columns: [String]
  /// The numbers of each column; equally many, more than there are parameters.
  package let data: [[DecimalNumber]]

  /// The number of observations n.
  package var count: Int { data.first?.count ?? 0 }

  /// n − p for p parameters, whatever the file prints.
  package var degreesOfFreedom: Int { count - parameters.count }

  /// The starting values of every search, each in the order of ``parameters``; empty for a linear model.
  package var starts: [[Double]] {
    (parameters.first?.starts.indices ?? 0..<0).map { start in parameters.map { $0.starts[start] } }
  }
}

extension ReferenceDataset {
  /// A sentence where the printed degrees of freedom contradict n − p, with the count that the certified residual
  /// standard deviation s speaks for by s² · degrees = sum of squares; nil where they agree.
  package var contradiction: String? {
    guard let printed = printedDegreesOfFreedom, printed != degreesOfFreedom else { return nil }
    let sentence =
      "the file prints \(printed) degrees of freedom; \(count) observations less \(parameters.count) parameters "
      + "leave \(degreesOfFreedom), which the standard deviations here use"
    guard let deviation = certifiedResidualStandardDeviation, certifiedResidualSumOfSquares > 0 else {
      return sentence
    }
    func agrees(_ degrees: Int) -> Bool {
      let ratio = deviation * deviation * Double(degrees) / certifiedResidualSumOfSquares
      return abs(ratio - 1) < 1e-6
    }
    if agrees(degreesOfFreedom) { return sentence + ", and its own residual standard deviation does" }
    if agrees(printed) { return sentence + ", but not its own residual standard deviation" }
    return sentence
  }
}

/// A number as a file writes it, with all its digits: `10.07E0`, `.11019`, `-0.358191792925910E-01`.
package struct DecimalNumber: Equatable, Sendable {
  /// The digits as they stand in the file.
  package let text: String
  /// The nearest double.
  package let value: Double
  /// The number to some 31 digits.
  package let extended: DoubleDouble

  /// Nil where the text is no decimal number (``LinearAlgebra/DoubleDouble/init(decimal:)``), or one beyond the largest
  /// double.
  package init?(_ text: String) {
    guard let extended = DoubleDouble(decimal: text), let value = Double(text), value.isFinite else {
      return nil
    }
    self.text = text
    self.value = value
    self.extended = extended
  }
}
