/// A name, number or sign of a formula, and where it stands in the file.
struct FormulaWord: Equatable {
  var text: String
  let line: Int
  /// The byte in the line, from 1.
  let column: Int

  var isName: Bool { text.utf8.first.map(Self.isNameStart) ?? false }

  /// A name or a whole number as what comes before its last digits, and those: `B10` is `B` and 10, `2` nothing and 2.
  var numbered: (stem: String, number: Int)? {
    let digits = text.utf8.reversed().prefix(while: Self.isDigit).count
    let stem = text.dropLast(digits)
    guard stem.isEmpty || isName, let number = Int(text.suffix(digits)) else { return nil }
    return (String(stem), number)
  }

  /// - Throws: ``ReferenceError`` at the first character that no formula has.
  static func words(of line: TextLine, file: String) throws(ReferenceError) -> [FormulaWord] {
    let bytes = line.bytes
    var words: [FormulaWord] = []
    var rest = bytes
    while let byte = rest.first {
      let start = rest.startIndex
      if byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") {
        rest.removeFirst()
        continue
      }
      let length = Self.length(rest)
      let text = String(decoding: rest.prefix(max(1, length)), as: UTF8.self)
      let column = start - bytes.startIndex + 1
      guard length > 0 else {
        throw ReferenceError(file, line: line.number, column: column, .unexpectedCharacter(text))
      }
      words.append(FormulaWord(text: text, line: line.number, column: column))
      rest.removeFirst(length)
    }
    return words
  }

  /// The length of the word that the bytes begin with; 0 where they begin with none.
  private static func length(_ bytes: ArraySlice<UInt8>) -> Int {
    guard let first = bytes.first else { return 0 }
    if isNameStart(first) { return bytes.prefix { isNameStart($0) || isDigit($0) }.count }
    if bytes.starts(with: "...".utf8) { return 3 }
    if bytes.starts(with: "**".utf8) { return 2 }
    if isDigit(first) || first == UInt8(ascii: ".") { return numberLength(bytes) }
    return "+-*/^()[],=".utf8.contains(first) ? 1 : 0
  }

  private static func numberLength(_ bytes: ArraySlice<UInt8>) -> Int {
    let whole = bytes.prefix(while: isDigit).count
    var length = whole
    if bytes.dropFirst(length).first == UInt8(ascii: ".") {
      let fraction = bytes.dropFirst(length + 1).prefix(while: isDigit).count
      guard whole + fraction > 0 else { return 0 }
      length += 1 + fraction
    }
    let mark = bytes.dropFirst(length)
    guard mark.first == UInt8(ascii: "e") || mark.first == UInt8(ascii: "E") else { return length }
    let sign = mark.dropFirst().first.map { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") } ?? false
    let digits = mark.dropFirst(sign ? 2 : 1).prefix(while: isDigit).count
    return digits > 0 ? length + (sign ? 2 : 1) + digits : length
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private static func isNameStart(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) && byte < 0x80 || byte == UInt8(ascii: "_")
  }
}
