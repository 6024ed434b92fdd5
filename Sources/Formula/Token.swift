import LinearAlgebra

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
