/// An error in a reference dataset, with its position.
package struct ReferenceError: Error, Equatable, Sendable {
  /// As it was named to the reader.
  package let file: String
  /// From 1; nil for what has no line, such as a section that is missing.
  package let line: Int?
  /// The byte in that line, from 1.
  package let column: Int?
  package let problem: Problem

  init(_ file: String, line: Int? = nil, column: Int? = nil, _ problem: Problem) {
    self.file = file
    self.line = line
    self.column = column
    self.problem = problem
  }

  /// The required parts of a dataset.
  package enum Section: String, Sendable {
    case name = "line 'Dataset Name:'"
    case procedure = "line 'Procedure:'"
    case model = "section 'Model:'"
    case formula = "formula under 'Model:'"
    case parameters = "table of certified parameters"
    case sumOfSquares = "certified residual sum of squares"
    case data = "line 'Data:' with the names of the columns"
  }

  package enum Problem: Equatable, Sendable {
    case missing(Section)
    /// Neither linear nor nonlinear.
    case unknownProcedure(String)
    case notANumber(String)
    /// `columns` names them where they have names.
    case fieldCount(found: Int, expected: Int, columns: [String])
    case noData
    case observationCount(stated: Int, found: Int)
    case parameterCount(stated: Int, found: Int)
    case startCount(found: Int, expected: Int)
    /// n ≤ p: no standard deviation can be certified.
    case tooFewObservations(Int, parameters: Int)
    case malformedName(String)
    case repeatedName(String)
    // The formula.
    case unexpectedCharacter(String)
    case unknownName(String, known: [String])
    /// A parameter of the table that the formula doesn't have.
    case unusedParameter(String)
    case secondEquals
    case missingResponse
    case ellipsis
    case linearTerm(String)
    case linearResponse(String, expected: String)
  }
}

/// The sentence, without the place: `file`, `line` and `column` stand before it.
extension ReferenceError: CustomStringConvertible {
  package var description: String {
    switch problem {
    case .missing(let section): "no \(section.rawValue)"
    case .unknownProcedure(let text): "the procedure is neither linear nor nonlinear: '\(Self.excerpt(text))'"
    case .notANumber(let text): "'\(Self.excerpt(text))' is not a number"
    case .fieldCount(let found, let expected, let columns):
      "\(found) field\(found == 1 ? "" : "s") where \(expected) are expected"
        + (columns.isEmpty ? "" : " (\(columns.map(Self.excerpt).joined(separator: ", ")))")
    case .noData: "no line of numbers after the names of the columns"
    case .observationCount(let stated, let found):
      "the file states \(stated) observation\(stated == 1 ? "" : "s") and has \(found)"
    case .parameterCount(let stated, let found):
      "the file states \(stated) parameter\(stated == 1 ? "" : "s") and certifies \(found)"
    case .startCount(let found, let expected):
      "\(found) starting value\(found == 1 ? "" : "s") where the parameter before has \(expected)"
    case .tooFewObservations(let count, let parameters):
      "\(count) observation\(count == 1 ? "" : "s") for \(parameters) parameter\(parameters == 1 ? "" : "s") "
        + "leave no degrees of freedom"
    case .malformedName(let name): "'\(Self.excerpt(name))' is not a name"
    case .repeatedName(let name): "the name '\(Self.excerpt(name))' is used twice"
    case .unexpectedCharacter(let character): "'\(Self.excerpt(character))' is not allowed in a formula"
    case .unknownName(let name, let known):
      "'\(Self.excerpt(name))' in the formula is neither a column nor a certified parameter nor a function "
        + "(known: \(known.prefix(40).map(Self.excerpt).joined(separator: ", ")))"
    case .unusedParameter(let name): "the formula has no parameter '\(Self.excerpt(name))'"
    case .secondEquals: "a formula has one '='; this is the second"
    case .missingResponse: "nothing precedes the formula's '='"
    case .ellipsis: "'...' needs a term before and after it that differ in one whole number"
    case .linearTerm(let text):
      "'\(Self.excerpt(text))' is not a parameter alone, or times a column or a whole power of one"
    case .linearResponse(let text, let expected):
      "the left side of a linear law is the response '\(Self.excerpt(expected))', not '\(Self.excerpt(text))'"
    }
  }

  /// One line of at most 60 characters, whatever the file holds.
  private static func excerpt(_ text: String) -> String {
    let clean = text.unicodeScalars.prefix(61).map { $0.value < 0x20 || $0.value == 0x7F ? " " : $0 }
    let shown = String(String.UnicodeScalarView(clean.prefix(60)))
    return clean.count > 60 ? shown + "…" : shown
  }
}
