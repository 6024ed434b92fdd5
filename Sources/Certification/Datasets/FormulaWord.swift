import Formula

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
