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
