import LinearAlgebra

/// A formula and the data it is fitted to: which names are columns is decided here.
package struct BoundFormula: Sendable {
  package let formula: Formula
  /// The names of the parameters, in the order of their first appearance on the right side. Tied names are not among
  /// them; the names that their expressions add stand in their place.
  package let parameters: [String]
  /// The response's value in each row, to the digits of the data.
  package let extendedResponse: [DoubleDouble]
  /// The response, rounded to doubles.
  package let response: [Double]
  /// The right side's columns; the model's variables are their indices.
  let columns: Columns
  let code: Code

  /// - Throws: ``FormulaError`` where the left side has a parameter or no column, where the right side has no
  ///   parameter, where a column has the name of a function or constant that the formula uses, where a tie has a
  ///   column, and where the response has no finite value in some row.
  init(_ formula: Formula, columns: Columns) throws(FormulaError) {
    let names = try Self.check(formula, columns: columns.names)
    let right = try formula.resolved
    let variables = right.names.filter { columns.names.contains($0) }
    self.formula = formula
    self.columns = columns.selecting(variables)
    parameters = names
    code = right.code.replacingParameters { index in
      let name = right.names[index]
      if let variable = variables.firstIndex(of: name) { return Code(.variable(variable)) }
      return Code(.parameter(names.firstIndex(of: name) ?? 0))
    }

    let left = Program(formula.left.code)
    let data = columns.selecting(formula.left.names)
    var stack: [DoubleDouble] = Program.stack(for: [left])
    var response: [DoubleDouble] = []
    response.reserveCapacity(columns.count)
    for row in 0..<columns.count {
      let value = left.run(
        on: &stack, parameter: { data.extendedValue($0, row: row) }, variable: { _ in DoubleDouble(.nan) })
      guard value.isFinite else { throw FormulaError(.undefinedResponse(row: row), text: formula.text) }
      response.append(value)
    }
    extendedResponse = response
    self.response = response.map(\.high)
  }

  /// The right side's columns, the model's variables, in the order of their first appearance.
  package var variables: [String] { columns.names }

  /// The model in every row of its data or, for a curve, of other data that has its ``variables``.
  ///
  /// Dual numbers give each value's derivatives: what a band around the curve needs.
  /// - Throws: ``FormulaError`` where the other data lack a variable.
  package func values<S: Scalar>(_ parameters: [S], at data: Columns? = nil) throws(FormulaError) -> [S] {
    var rows = columns
    if let data {
      for name in variables where !data.names.contains(name) {
        throw FormulaError(.unknownName(name, known: data.names), text: formula.text)
      }
      rows = data.selecting(variables)
    }
    let program = Program(code)
    var stack: [S] = Program.stack(for: [program])
    return (0..<rows.count).map { row in
      program.run(
        on: &stack, parameter: { parameters[$0] }, variable: { S(rows.extendedValue($0, row: row)) })
    }
  }

  /// The parameters, when the names agree with the columns.
  static func check(_ formula: Formula, columns: [String]) throws(FormulaError) -> [String] {
    let columns = Set(columns)
    func fail(_ problem: FormulaError.Problem, at name: String? = nil, in expression: Expression? = nil)
      -> FormulaError
    {
      let position = expression.flatMap { side in
        zip(side.names, side.columns).first { $0.0 == name }?.1
      }
      return FormulaError(problem, text: expression?.text ?? formula.text, column: position)
    }
    for word in formula.reservedWords where columns.contains(word) { throw fail(.reservedColumn(word)) }
    guard formula.left.names.contains(where: { columns.contains($0) }) else {
      throw FormulaError(.responseWithoutColumn, text: formula.text, column: formula.left.columns.first)
    }
    for name in formula.left.names where !columns.contains(name) {
      throw fail(.parameterInResponse(name), at: name, in: formula.left)
    }
    for tie in formula.ties {
      if columns.contains(tie.name) {
        throw fail(.unknownTie(tie.name, parameters: formula.right.names.filter { !columns.contains($0) }))
      }
      for name in tie.expression.names where columns.contains(name) {
        throw fail(.columnInTie(name, parameter: tie.name), at: name, in: tie.expression)
      }
    }
    let parameters = try formula.resolved.names.filter { !columns.contains($0) }
    guard !parameters.isEmpty else { throw fail(.noParameter) }
    return parameters
  }
}

extension Formula {
  /// The names that are left to be fitted when these are columns, in the order of their first appearance.
  /// - Throws: ``FormulaError`` where the names do not agree with the columns; see ``bound(to:)``.
  package func parameters(columns: [String]) throws(FormulaError) -> [String] {
    try BoundFormula.check(self, columns: columns)
  }

  /// The law as a model of data.
  /// - Throws: ``FormulaError`` where the left side has a parameter or no column, where the right side has no
  ///   parameter, where a column has the name of a function or constant that the formula uses, where a tie has a
  ///   column, and where the response has no finite value in some row.
  package func bound(to columns: Columns) throws(FormulaError) -> BoundFormula {
    try BoundFormula(self, columns: columns)
  }

  /// The functions and constants the formula uses.
  package var reservedWords: [String] {
    var words: [String] = []
    var scanner = Scanner(text)
    while let token = try? scanner.next(), token.kind != .end {
      if token.kind == .name, isReserved(token.text) { words.append(token.text) }
    }
    return words
  }
}

/// The data a formula is fitted to: named columns of equal length.
package struct Columns: Sendable {
  package let names: [String]
  /// The count of rows.
  package let count: Int
  private let values: [[Double]]
  /// The remainders of the numbers beyond their doubles; empty where nothing is left.
  private let remainders: [[Double]]

  /// - Parameter columns: names and values, all of the same count; a name that comes twice stands for its first column.
  package init(_ columns: [(name: String, values: [Double])]) {
    self.init(names: columns.map(\.name), values: columns.map(\.values), remainders: [])
  }

  /// Columns of more digits than doubles have, as decimals do: 0.1 is not a double. Where a value is asked for as a
  /// double it is the nearest one.
  package init(extended columns: [(name: String, values: [DoubleDouble])]) {
    self.init(
      names: columns.map(\.name), values: columns.map { $0.values.map(\.high) },
      remainders: columns.map { $0.values.map(\.low) })
  }

  private init(names: [String], values: [[Double]], remainders: [[Double]]) {
    count = values.first?.count ?? 0
    for column in values {
      precondition(column.count == count, "columns of \(count) and \(column.count) rows")
    }
    self.names = names
    self.values = values
    self.remainders = remainders
  }

  /// The named columns alone, in their order.
  func selecting(_ selected: [String]) -> Columns {
    let indices = selected.compactMap { names.firstIndex(of: $0) }
    return Columns(
      names: selected, values: indices.map { values[$0] },
      remainders: remainders.isEmpty ? [] : indices.map { remainders[$0] }, count: count)
  }

  private init(names: [String], values: [[Double]], remainders: [[Double]], count: Int) {
    self.names = names
    self.values = values
    self.remainders = remainders
    self.count = count
  }

  @inline(__always)
  func value(_ column: Int, row: Int) -> Double { values[column][row] }

  func extendedValue(_ column: Int, row: Int) -> DoubleDouble {
    let value = values[column][row]
    return remainders.isEmpty ? DoubleDouble(value) : DoubleDouble(sumOf: value, remainders[column][row])
  }
}
