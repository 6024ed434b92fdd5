extension TOMLParser {
  /// A string in quotes; one over several lines begins with three of them, and without a newline right behind them.
  mutating func string(closing quote: UInt8, spansLines: Bool) throws(TOMLError) -> String {
    let start = position
    let fence = [UInt8](repeating: quote, count: spansLines ? 3 : 1)
    position += fence.count
    if spansLines { _ = takeNewline() }
    var text: [UInt8] = []
    while let byte = next {
      if bytes[position...].starts(with: fence) {
        // Up to two quotes more belong to the text.
        for _ in 0..<2 where spansLines && position + 3 < bytes.count && bytes[position + 3] == quote {
          text.append(quote)
          position += 1
        }
        position += fence.count
        return String(decoding: text, as: UTF8.self)
      }
      if byte == Ascii.backslash, quote == Ascii.quote {
        try escape(into: &text, spansLines: spansLines)
      } else if isNewline {
        guard spansLines else { break }
        text.append(Ascii.newline)
        _ = takeNewline()
      } else {
        try checkPrintable(byte)
        text.append(byte)
        position += 1
      }
    }
    throw error(.missing("the closing quote"), at: start)
  }

  private mutating func escape(into text: inout [UInt8], spansLines: Bool) throws(TOMLError) {
    let start = position
    position += 1
    let letter = next
    if spansLines, endsLineWithBlanks {
      // A backslash at the end of a line takes all white space up to the next character away.
      while let byte = next, byte == Ascii.space || byte == Ascii.tab || isNewline { position += 1 }
      return
    }
    position += 1
    switch letter {
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "r"): text.append(0x0D)
    case Ascii.quote?, Ascii.backslash?: text.append(letter ?? 0)
    case UInt8(ascii: "u")?, UInt8(ascii: "U")?:
      let count = letter == UInt8(ascii: "u") ? 4 : 8
      let digits = String(decoding: bytes[position..<min(position + count, bytes.count)], as: UTF8.self)
      guard digits.utf8.count == count, digits.utf8.first != Ascii.plus,
        let scalar = UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init)
      else { throw error(.escape("\\" + (count == 4 ? "u" : "U") + digits), at: start) }
      text += Array(String(Character(scalar)).utf8)
      position += count
    default:
      let shown = letter.map { String(decoding: [$0], as: UTF8.self) } ?? ""
      throw error(.escape("\\" + shown), at: start)
    }
  }

  /// True if nothing but blanks stands between here and the end of the line.
  private var endsLineWithBlanks: Bool {
    var ahead = self
    ahead.skipBlanks()
    return ahead.isNewline
  }
}
