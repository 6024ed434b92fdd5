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
