import Formula

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

extension FormulaText {
  /// Writes the terms that `... ` stands for: those between the term before it and the one after, which are the same
  /// but for one whole number, in names (`B2`) and as exponents.
  static func expandEllipsis(_ words: inout [FormulaWord], file: String) throws(ReferenceError) {
    while let position = words.firstIndex(where: { $0.text == FormulaWord.ellipsis }) {
      func isEnd(_ word: FormulaWord) -> Bool { word.text == "+" || word.text == "=" }
      let error = ReferenceError(file, line: words[position].line, column: words[position].column, .ellipsis)
      guard position > 1, position + 2 < words.count, words[position - 1].text == "+",
        words[position + 1].text == "+"
      else { throw error }
      let before = words[..<(position - 1)].reversed().prefix { !isEnd($0) }.reversed()
      let after = words[(position + 2)...].prefix { !isEnd($0) }
      guard let template = Template(Array(before), Array(after)) else { throw error }
      words.replaceSubrange(position...(position + 1), with: template.terms)
    }
  }

  /// Two terms that differ in a whole number, and those between them.
  private struct Template {
    private let first: [FormulaWord]
    /// The indices of the words that hold the number.
    private let positions: [Int]
    private let range: Range<Int>
    private let plus: FormulaWord

    init?(_ first: [FormulaWord], _ last: [FormulaWord]) {
      guard first.count == last.count, let word = first.first else { return nil }
      var positions: [Int] = []
      var ends: [[Int]] = []
      for (index, (a, b)) in zip(first, last).enumerated() where a.text != b.text {
        guard let (stem, low) = a.numbered, let (other, high) = b.numbered, stem == other else { return nil }
        positions.append(index)
        ends.append([low, high])
      }
      guard let (low, high) = ends.first.map({ ($0[0], $0[1]) }), ends.allSatisfy({ $0 == [low, high] }),
        low < high, high - low <= 100
      else { return nil }
      self.first = first
      self.positions = positions
      range = low + 1..<high
      plus = FormulaWord(text: "+", isName: false, line: word.line, column: word.column)
    }

    /// Each followed by a plus.
    var terms: [FormulaWord] {
      range.flatMap { number in
        var term = first
        for position in positions {
          term[position].text = (first[position].numbered?.stem ?? "") + String(number)
        }
        return term + [plus]
      }
    }
  }
}

/// A name, number or sign of a formula, and where it stands in the file.
struct FormulaWord: Equatable {
  var text: String
  let isName: Bool
  let line: Int
  /// The character in the line, from 1.
  let column: Int

  static let ellipsis = "..."

  /// A name or a whole number as what comes before its last digits, and those: `B10` is `B` and 10, `2` nothing and 2.
  var numbered: (stem: String, number: Int)? {
    let digits = text.utf8.reversed().prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }.count
    let stem = text.dropLast(digits)
    guard stem.isEmpty || isName, let number = Int(text.suffix(digits)) else { return nil }
    return (String(stem), number)
  }

  /// The words of a line: those of a typed formula, and the ellipsis, which none has.
  ///
  /// - Throws: ``ReferenceError`` at the first word that no formula has.
  static func words(of line: TextLine, file: String) throws(ReferenceError) -> [FormulaWord] {
    let text = String(decoding: line.bytes, as: UTF8.self)
    var words: [FormulaWord] = []
    // Characters of the line before the part.
    var offset = 0
    for part in text.split(separator: ellipsis, omittingEmptySubsequences: false) {
      if offset > 0 {
        words.append(FormulaWord(text: ellipsis, isName: false, line: line.number, column: offset - 2))
      }
      do {
        words += try Token.all(in: String(part)).map {
          FormulaWord(text: $0.text, isName: $0.isName, line: line.number, column: offset + $0.column)
        }
      } catch {
        throw ReferenceError(
          file, line: line.number, column: error.column.map { offset + $0 },
          .unexpectedCharacter(error.excerpt ?? String(part)))
      }
      offset += part.count + ellipsis.count
    }
    return words
  }
}

extension FormulaError {
  /// The text that is no word.
  fileprivate var excerpt: String? {
    switch problem {
    case .unexpectedCharacter(let character): String(character)
    case .malformedNumber(let text), .numberOutOfRange(let text): text
    default: nil
    }
  }
}
