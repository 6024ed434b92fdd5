/// The law under `Model:`, from what a file prints to what a strict parser of formulas takes.
///
/// - Lines are joined; the error term `+ e` at the end is left out.
/// - Square brackets become round ones, `arctan`, `arcsin`, `arccos` and `ln` become `atan`, `asin`, `acos` and `log`.
/// - A constant that the file defines above the model (`pi = 3.14159…`) is put in by its digits; one that is π to a
///   double's precision stays `pi`.
/// - Terms that `...` leaves out are written: `B1*x + B2*(x**2) + ... + B9*(x**9)`.
/// - Every name is a column, a certified parameter, a function or `pi`, and no parameter is missing.
struct FormulaText {
  let left: [FormulaWord]
  let right: [FormulaWord]

  /// `log(y) = b1-b2*x1*exp(-b3*x2)`.
  var text: String { [left, right].map { $0.map(\.text).joined() }.joined(separator: " = ") }

  private static let functions: Set = [
    "exp", "log", "log10", "sqrt", "sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "abs",
    "min", "max",
  ]
  private static let aliases = [
    "[": "(", "]": ")", "ln": "log", "arctan": "atan", "arcsin": "asin", "arccos": "acos",
  ]

  /// - Parameters:
  ///   - lines: the model's lines, each with what it defines.
  ///   - parameters: the names of the certified table.
  init(
    _ lines: [TextLine], constants: [String: String], parameters: [String], columns: [String], file: String
  ) throws(ReferenceError) {
    var words: [FormulaWord] = []
    for line in lines { words += try FormulaWord.words(of: line, file: file) }
    let names = Set(parameters + columns)
    if words.suffix(2).map(\.text) == ["+", "e"], !names.contains("e") { words.removeLast(2) }
    try Self.expandEllipsis(&words, file: file)

    let known = names.union(Self.functions).union(["pi"])
    for index in words.indices {
      let word = words[index]
      if let alias = Self.aliases[word.text], !names.contains(word.text) {
        words[index].text = alias
      } else if let constant = constants[word.text], !names.contains(word.text) {
        words[index].text = constant
      } else if word.isName, !known.contains(word.text) {
        throw ReferenceError(
          file, line: word.line, column: word.column,
          .unknownName(word.text, known: columns + parameters))
      }
    }

    let signs = words.indices.filter { words[$0].text == "=" }
    guard let sign = signs.first else {
      throw ReferenceError(file, line: lines.first?.number, .missing(.formula))
    }
    if signs.count > 1 {
      throw ReferenceError(file, line: words[signs[1]].line, column: words[signs[1]].column, .secondEquals)
    }
    left = Array(words[..<sign])
    right = Array(words[(sign + 1)...])
    if left.isEmpty {
      throw ReferenceError(file, line: words[sign].line, column: words[sign].column, .missingResponse)
    }
    if let unused = parameters.first(where: { name in !right.contains { $0.text == name } }) {
      throw ReferenceError(file, line: lines.first?.number, .unusedParameter(unused))
    }
  }

  /// The constant that a line defines, `pi = 3.14159…`; nil where it is no definition. The text is `pi` for π.
  static func constant(_ line: TextLine, file: String) -> (name: String, text: String)? {
    guard let words = try? FormulaWord.words(of: line, file: file), words.count >= 3, words[0].isName,
      words[1].text == "=", words.dropFirst(2).dropLast().allSatisfy({ $0.text == "-" }), words.count <= 4,
      let number = words.last, let value = Double(number.text)
    else { return nil }
    let isNegative = words.count == 4
    if value == .pi, !isNegative { return (words[0].text, "pi") }
    return (words[0].text, isNegative ? "(-\(number.text))" : number.text)
  }
}
