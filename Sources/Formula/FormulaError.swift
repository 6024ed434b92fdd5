/// An error of a formula's text, or of a formula that is no model of the data.
public struct FormulaError: Error, Equatable, Sendable {
  package enum Problem: Equatable, Sendable {
    // What is written.
    case empty
    case unexpectedCharacter(Character)
    case malformedNumber(String)
    case numberOutOfRange(String)
    case unexpected(found: String, expected: String)
    case unexpectedEnd(expected: String)
    case unclosedBracket(Character)
    case unopenedBracket(Character)
    case mismatchedBracket(found: Character, open: Character, openColumn: Int)
    case impliedProduct(left: String, right: String)
    case unknownFunction(String, known: [String])
    case functionWithoutArguments(String)
    case argumentCount(function: String, found: Int, expected: Int, orMore: Bool)
    case missingEquals
    case secondEquals
    case tooDeep(limit: Int)
    case tooLong(limit: Int)
    // What the names stand for.
    case reservedColumn(String)
    case responseWithoutColumn
    case parameterInResponse(String)
    case noParameter
    case unknownName(String, known: [String])
    // Ties.
    case unknownTie(String, parameters: [String])
    case columnInTie(String, parameter: String)
    /// The names from the tied one on, each given by an expression with the next; the last leads back to the first.
    case contradictoryTie([String])
    case secondTie(String)
    /// Counted from 0.
    case undefinedResponse(row: Int)
  }

  package let problem: Problem
  /// The formula, or the expression of a tie, that the column counts in.
  package let text: String
  /// The position in the text, in characters counted from 1; nil for what has no place in it.
  package let column: Int?

  init(_ problem: Problem, text: String, column: Int? = nil) {
    self.problem = problem
    self.text = text
    self.column = column
  }
}

extension FormulaError: CustomStringConvertible {
  /// One sentence: `column 9 of the formula: no function is called 'foo' (known: …)`.
  public var description: String {
    let position = text.contains("=") ? "formula" : "expression"
    return (column.map { "column \($0) of the \(position): " } ?? "") + problem.description
  }
}

extension FormulaError.Problem: CustomStringConvertible {
  /// The problem in a sentence.
  public var description: String {
    switch self {
    case .empty: "the formula is empty"
    case .unexpectedCharacter(let character): "\(quoted(character)) is not allowed in a formula"
    case .malformedNumber(let text): "\(quoted(text)) is not a number"
    case .numberOutOfRange(let text): "\(quoted(text)) is out of a double's range"
    case .unexpected(let found, let expected): "found \(quoted(found)) where \(expected) is expected"
    case .unexpectedEnd(let expected): "the formula ends where \(expected) is expected"
    case .unclosedBracket(let bracket): "\(quoted(bracket)) is not closed"
    case .unopenedBracket(let bracket): "\(quoted(bracket)) has no opening bracket"
    case .mismatchedBracket(let found, let open, let openColumn):
      "\(quoted(found)) does not close the \(quoted(open)) of column \(openColumn)"
    case .impliedProduct(let left, let right):
      "a product needs a '*': \(quoted("\(left)*\(right)")), not \(quoted("\(left) \(right)"))"
    case .unknownFunction(let name, let known):
      "unknown function \(quoted(name)) (known: \(known.joined(separator: ", "))); write products with '*'"
    case .functionWithoutArguments(let name):
      "\(quoted(name)) is a function and needs its arguments in brackets"
    case .argumentCount(let function, let found, let expected, let orMore):
      "\(quoted(function)) takes \(expected) argument\(expected == 1 ? "" : "s")\(orMore ? " or more" : ""), "
        + "not \(found)"
    case .missingEquals: "a formula is an equation such as 'y = a + b*x'; there is no '='"
    case .secondEquals: "a formula has one '='; this is the second"
    case .tooDeep(let limit): "brackets and powers are nested deeper than \(limit)"
    case .tooLong(let limit): "the formula has more than \(limit) operations"
    case .reservedColumn(let name):
      "the column name \(quoted(name)) is reserved in formulas; rename the column"
    case .responseWithoutColumn: "the left side has no column of the data"
    case .parameterInResponse(let name):
      "the left side has \(quoted(name)), which is not a column of the data; parameters belong on the right side"
    case .noParameter: "the right side has no parameter to fit: every name is a column"
    case .unknownName(let name, let known):
      "\(quoted(name)) is not known (known: \(known.joined(separator: ", ")))"
    case .unknownTie(let name, let parameters):
      "\(quoted(name)) is tied but is no parameter of the formula (\(parameters.joined(separator: ", ")))"
    case .columnInTie(let column, let parameter):
      "the tie of \(quoted(parameter)) has \(quoted(column)), a column of the data; a tie takes parameters only"
    case .contradictoryTie(let names):
      "contradictory tie: "
        + (names.count == 1
          ? "\(quoted(names[0])) is given by itself"
          : names.map { quoted($0) }.joined(separator: " is given by ")
            + ", which is given by \(quoted(names[0]))")
    case .secondTie(let name): "contradictory tie: \(quoted(name)) is tied twice"
    case .undefinedResponse(let row): "the left side has no finite value in row \(row + 1) of the data"
    }
  }
}

/// A part of the user's text in quotes, with control characters made visible.
private func quoted(_ text: some CustomStringConvertible) -> String {
  var result = "'"
  for scalar in text.description.unicodeScalars {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned, .privateUse:
      result += scalar.escaped(asASCII: true)
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result + "'"
}
