/// A model typed as an equation: `y = x0 + v0/k*(1 - exp(-k*t))`.
///
/// The left side is the response, an expression of columns of the data: `y`, `log(y)`. On the right, names that are
/// columns are variables and the others parameters, in the order of their first appearance. For the grammar see
/// ``Expression``; brackets may be nested 200 deep, and a formula may have 10,000 operations.
package struct Formula: Equatable, Sendable {
  package let text: String
  /// The response.
  package let left: Expression
  /// The model as it is written, ties ignored.
  package let right: Expression
  /// Parameters given by others, in the order of the ties.
  package private(set) var ties: [Tie] = []

  /// A parameter that an expression of others gives.
  package struct Tie: Equatable, Sendable {
    package let name: String
    /// In the parameters that are left to be fitted: names that are tied themselves are replaced.
    package fileprivate(set) var expression: Expression
  }

  /// - Throws: ``FormulaError`` with the column of what cannot be read.
  package init(_ text: String) throws(FormulaError) {
    var parser = try Parser(text)
    let leftCode = try parser.leftSide()
    let leftNames = parser.takeNames()
    let rightCode = try parser.expression()
    self.text = text
    left = Expression(text: text, names: leftNames, code: leftCode)
    right = Expression(text: text, names: parser.names, code: rightCode)
  }

  /// The right side in the parameters and variables that are left when every tie is put in.
  var resolved: Expression {
    get throws(FormulaError) { try right.substituting(ties) }
  }

  /// The same model with a parameter given by an expression of others, which may be new ones, or by a number.
  ///
  /// The name drops out of the parameters; new names follow where it stood. Ties may build on each other, in any order.
  /// - Throws: ``FormulaError`` where the formula has no such name, where it is tied already, or where the ties lead
  ///   back to it.
  package func replacing(_ name: String, with expression: Expression) throws(FormulaError) -> Formula {
    guard !ties.contains(where: { $0.name == name }) else {
      throw FormulaError(.secondTie(name), text: expression.text)
    }
    let known = try resolved.names
    guard known.contains(name) else {
      throw FormulaError(.unknownTie(name, parameters: known), text: expression.text)
    }
    let own = try expression.substituting(ties)
    guard !own.names.contains(name) else {
      // The way round: from the name to one its expression has, which a tie gives by the name again.
      let between = ties.first { expression.names.contains($0.name) && $0.expression.names.contains(name) }
      let position = (between?.name ?? name)
      let column = zip(expression.names, expression.columns).first { $0.0 == position }?.1
      throw FormulaError(
        .contradictoryTie([name] + (between.map { [$0.name] } ?? [])), text: expression.text, column: column)
    }
    var formula = self
    let tie = Tie(name: name, expression: own)
    for index in ties.indices {
      formula.ties[index].expression = try ties[index].expression.substituting([tie])
    }
    formula.ties.append(tie)
    _ = try formula.resolved
    return formula
  }
}

extension Expression {
  /// The expression with tied names replaced by theirs.
  func substituting(_ ties: [Formula.Tie]) throws(FormulaError) -> Expression {
    guard ties.contains(where: { names.contains($0.name) }) else { return self }
    var merged = Names()
    var replacements: [Code] = []
    for (name, column) in zip(names, columns) {
      guard let tie = ties.first(where: { $0.name == name }) else {
        replacements.append(Code(.parameter(merged.index(of: name, column: column))))
        continue
      }
      let indices = tie.expression.names.map { merged.index(of: $0, column: column) }
      replacements.append(tie.expression.code.replacingParameters { Code(.parameter(indices[$0])) })
    }
    let length = code.instructions.reduce(0) { sum, instruction in
      guard case .parameter(let index) = instruction else { return sum + 1 }
      return sum + replacements[index].instructions.count
    }
    // Ties that double each other would grow without end.
    guard length <= 4 * Parser.lengthLimit else {
      throw FormulaError(.tooLong(limit: Parser.lengthLimit), text: text)
    }
    return Expression(
      text: text, names: merged, code: code.replacingParameters { replacements[$0] })
  }
}

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
