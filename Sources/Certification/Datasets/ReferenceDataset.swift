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

/// A parameter's factor in a model that is linear in its parameters: 1, or a power of a column.
package struct LinearTerm: Equatable, Sendable {
  /// The index of the column in the dataset's columns; nil for the constant term.
  package let column: Int?
  /// 1 or more where there is a column, else 0.
  package let power: Int
}

extension LinearTerm {
  /// Reads the right side of a model such as `B0 + B1*x + B2*(x**2)`: each parameter once, alone or times a column or a
  /// whole power of one.
  ///
  /// - Returns: a term for each parameter, in their order.
  static func read(
    _ words: [FormulaWord], parameters: [String], columns: [String], file: String
  ) throws(ReferenceError) -> [LinearTerm] {
    var terms = [LinearTerm?](repeating: nil, count: parameters.count)
    for words in words.split(omittingEmptySubsequences: false, whereSeparator: { $0.text == "+" }) {
      guard let first = words.first, let parameter = parameters.firstIndex(of: first.text),
        terms[parameter] == nil, let term = LinearTerm(words.dropFirst().map(\.text), columns: columns)
      else {
        let position = words.first
        throw ReferenceError(
          file, line: position?.line, column: position?.column, .linearTerm(words.map(\.text).joined()))
      }
      terms[parameter] = term
    }
    return terms.compactMap { $0 }
  }

  /// The factor after a parameter: nothing, `*x`, `*x**2` or `*(x**2)`.
  private init?(_ words: [String], columns: [String]) {
    guard !words.isEmpty else {
      self.init(column: nil, power: 0)
      return
    }
    var rest = words.dropFirst()
    guard words[0] == "*" else { return nil }
    if rest.first == "(", rest.last == ")" { rest = rest.dropFirst().dropLast() }
    guard let name = rest.popFirst(), let column = columns.firstIndex(of: name) else { return nil }
    guard let sign = rest.popFirst() else {
      self.init(column: column, power: 1)
      return
    }
    guard sign == "**" || sign == "^", rest.count == 1, let power = rest.first.flatMap({ Int($0) }),
      (1...100).contains(power)
    else { return nil }
    self.init(column: column, power: power)
  }
}
