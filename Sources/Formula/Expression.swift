import LinearAlgebra

/// A formula's right side alone, such as `2*pi/k`: what a tie gives a parameter.
///
/// | written                   | means                                                                    |
/// |---------------------------|--------------------------------------------------------------------------|
/// | `1`, `.5`, `1e-3`         | numbers                                                                  |
/// | `k`, `b1`, `contentOffset.y` | names: letters, digits and `_`, a letter first; `.` before a letter   |
/// | `+ - * /`                 | from the left; a product is always written                               |
/// | `^`, `**`                 | powers, from the right, above the sign before them: −x^2 = −(x²); 2^−1   |
/// | `( )`, `[ ]`              | the same thing                                                           |
/// | `exp(x)` …                | exp log log10 sqrt sin cos tan asin acos atan sinh cosh tanh abs         |
/// | `min(a, b, …)`, `max(a, b, …)` | of two or more                                                      |
/// | `pi`                      | π                                                                        |
///
/// Constants are computed to 30 digits. `1 - exp(u)`, `exp(u) - 1` and `log(1 + u)` are computed without the
/// cancellation they suggest.
package struct Expression: Equatable, Sendable {
  package let text: String
  /// The names in it, in the order of their first appearance.
  package let names: [String]
  /// The position at which each name appears first, in characters counted from 1.
  let columns: [Int]
  /// Every name is a parameter here, of its index in ``names``.
  let code: Code

  /// - Throws: ``FormulaError`` with the column of what cannot be read.
  package init(_ text: String) throws(FormulaError) {
    var parser = try Parser(text)
    let code = try parser.expression()
    self.init(text: text, names: parser.names, code: code)
  }

  init(text: String, names: Names, code: Code) {
    self.text = text
    self.names = names.all
    self.columns = names.columns
    self.code = code
  }

  /// A number, exactly: for a parameter that is held fixed.
  package init(_ value: Double) {
    self.init(text: "\(value)", names: Names(), code: Code(.constant(.init(value))))
  }

  /// Made ready to be evaluated where these names have the values of an array.
  /// - Throws: ``FormulaError`` where the expression has a name that is not among them.
  package func compiled(names: [String]) throws(FormulaError) -> CompiledExpression {
    var indices: [Int] = []
    for (name, column) in zip(self.names, columns) {
      guard let index = names.firstIndex(of: name) else {
        throw FormulaError(.unknownName(name, known: names), text: text, column: column)
      }
      indices.append(index)
    }
    return CompiledExpression(Program(code.replacingParameters { Code(.parameter(indices[$0])) }))
  }

  /// The value for the given values of its names; for a look, not for a loop.
  /// - Throws: ``FormulaError`` where a name has no value.
  package func evaluate<S: Scalar>(_ values: [String: S]) throws(FormulaError) -> S {
    let names = values.keys.sorted()
    return try compiled(names: names).value(names.compactMap { values[$0] })
  }
}

/// An expression of parameters that stand in an array.
package struct CompiledExpression: Sendable {
  private let program: Program

  init(_ program: Program) { self.program = program }

  /// The value at parameters in the order of the names it was compiled with; NaN where it is not defined.
  package func value<S: Scalar>(_ parameters: [S]) -> S {
    var stack: [S] = Program.stack(for: [program])
    return program.run(on: &stack, parameter: { parameters[$0] }, variable: { _ in S(Double.nan) })
  }

  /// The value and its gradient by all parameters: what the delta method needs.
  package func gradient(at parameters: [Double]) -> (value: Double, gradient: [Double]) {
    var gradient: [Double] = []
    for lanes in DualLanes(count: parameters.count) {
      let result = value(lanes.duals(parameters))
      for lane in 0..<lanes.range.count { gradient.append(result.tangent[lane]) }
    }
    return (value(parameters), gradient)
  }
}

/// The functions a formula may call, by the names it calls them.
enum Function: String, CaseIterable, Sendable {
  case exp, log, log10, sqrt, sin, cos, tan, asin, acos, atan, sinh, cosh, tanh, abs, min, max

  /// `min` and `max` take this many arguments or more, the others exactly this many.
  var argumentCount: Int { takesMore ? 2 : 1 }
  var takesMore: Bool { self == .min || self == .max }

  static let names = allCases.map(\.rawValue)
}

/// Returns true for names that a formula reserves: the functions and the constant.
func isReserved(_ name: String) -> Bool { name == "pi" || Function(rawValue: name) != nil }

/// A word of a formula.
package struct Token: Equatable {
  enum Kind: Equatable {
    case number(DoubleDouble)
    case name
    case plus, minus, times, over, power
    case open, close, comma, equals, end
  }

  let kind: Kind
  /// As it is written.
  package let text: String
  /// The column of the first character, from 1.
  package let column: Int

  package var isName: Bool { kind == .name }
}

extension Token {
  /// The words of a text without its end, for readers with a grammar of their own.
  ///
  /// - Throws: ``FormulaError`` at the first character that no formula has.
  package static func all(in text: String) throws(FormulaError) -> [Token] {
    var scanner = Scanner(text)
    var tokens: [Token] = []
    while true {
      let token = try scanner.next()
      guard token.kind != .end else { return tokens }
      tokens.append(token)
    }
  }
}

/// Cuts a formula into words. Any text is safe; what is no word is an error with its column.
struct Scanner {
  let text: String
  private let characters: [Character]
  private var position = 0

  init(_ text: String) {
    self.text = text
    characters = Array(text)
  }

  mutating func next() throws(FormulaError) -> Token {
    while let character = peek(), character.isWhitespace { position += 1 }
    let start = position
    guard let character = peek() else { return token(.end, from: start) }
    if character.isDigit || (character == "." && peek(1)?.isDigit == true) { return try number() }
    if character.isNameStart { return name() }
    position += 1
    switch character {
    case "+": return token(.plus, from: start)
    case "-": return token(.minus, from: start)
    case "*":
      guard peek() == "*" else { return token(.times, from: start) }
      position += 1
      return token(.power, from: start)
    case "^": return token(.power, from: start)
    case "/": return token(.over, from: start)
    case "(", "[": return token(.open, from: start)
    case ")", "]": return token(.close, from: start)
    case ",": return token(.comma, from: start)
    case "=": return token(.equals, from: start)
    default: throw error(.unexpectedCharacter(character), at: start)
    }
  }

  /// Letters, digits and `_`; `.` where a letter follows it, as in `contentOffset.y`.
  private mutating func name() -> Token {
    let start = position
    while let character = peek(),
      character.isNameStart || character.isDigit || (character == "." && peek(1)?.isNameStart == true)
    {
      position += 1
    }
    return token(.name, from: start)
  }

  private mutating func number() throws(FormulaError) -> Token {
    let start = position
    skipDigits()
    if peek() == "." {
      position += 1
      skipDigits()
    }
    if peek() == "e" || peek() == "E" {
      let signed = peek(1) == "+" || peek(1) == "-"
      if peek(signed ? 2 : 1)?.isDigit == true {
        position += signed ? 2 : 1
        skipDigits()
      } else if signed || peek(1)?.isNameStart != true {
        position += signed ? 2 : 1
        throw error(.malformedNumber(string(from: start)), at: start)
      }
    }
    if peek() == "." {
      while let character = peek(), character == "." || character.isDigit { position += 1 }
      throw error(.malformedNumber(string(from: start)), at: start)
    }
    let text = string(from: start)
    let isZero = !text.prefix { $0 != "e" && $0 != "E" }.contains { $0 != "0" && $0 != "." }
    guard let value = DoubleDouble(decimal: text), isZero == (value.high == 0) else {
      throw error(.numberOutOfRange(text), at: start)
    }
    return token(.number(value), from: start)
  }

  private mutating func skipDigits() {
    while let character = peek(), character.isDigit { position += 1 }
  }

  private func peek(_ distance: Int = 0) -> Character? {
    position + distance < characters.count ? characters[position + distance] : nil
  }

  private func string(from start: Int) -> String { String(characters[start..<position]) }

  private func token(_ kind: Token.Kind, from start: Int) -> Token {
    Token(kind: kind, text: string(from: start), column: start + 1)
  }

  private func error(_ problem: FormulaError.Problem, at start: Int) -> FormulaError {
    FormulaError(problem, text: text, column: start + 1)
  }
}

extension Character {
  fileprivate var isDigit: Bool { ("0"..."9").contains(self) && isASCII }
  fileprivate var isNameStart: Bool { isLetter || self == "_" }
}
