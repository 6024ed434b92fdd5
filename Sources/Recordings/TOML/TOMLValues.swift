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

/// The numbers of TOML: integers in four bases, floats, underscores between digits.
enum TOMLNumber {
  struct Failure: Error { let problem: TOMLError.Problem }

  /// The number as JSON writes it.
  static func json(_ text: String) -> Result<JSONValue, Failure> {
    let sign = text.hasPrefix("-") ? "-" : ""
    let unsigned = text.hasPrefix("-") || text.hasPrefix("+") ? text.dropFirst() : text[...]
    if unsigned == "inf" || unsigned == "nan" { return .failure(Failure(problem: .notFinite(text))) }
    for (prefix, radix) in [("0x", 16), ("0o", 8), ("0b", 2)] where text.hasPrefix(prefix) {
      return integer(unsigned.dropFirst(2), radix: radix, of: text)
    }
    guard let first = unsigned.utf8.first, isDigit(first) else {
      return .failure(Failure(problem: .missing("a value")))
    }
    if isDate(unsigned) { return .failure(Failure(problem: .date)) }
    let mantissa = unsigned.prefix { $0 != "e" && $0 != "E" }
    let parts = mantissa.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count <= 2, parts.allSatisfy({ isGrouped($0, radix: 10) }),
      parts[0] == "0" || !parts[0].hasPrefix("0")
    else { return .failure(Failure(problem: .missing("a value"))) }
    let digits = sign + unsigned.filter { $0 != "_" }
    guard parts.count == 2 || mantissa.count < unsigned.count else {
      let isSmall = Int64(digits) != nil || UInt64(digits) != nil
      return isSmall ? .success(.decimal(digits)) : .failure(Failure(problem: .integerTooLarge(text)))
    }
    if mantissa.count < unsigned.count {
      let exponent = unsigned.dropFirst(mantissa.count + 1)
      let isSigned = exponent.hasPrefix("+") || exponent.hasPrefix("-")
      guard isGrouped(exponent.dropFirst(isSigned ? 1 : 0), radix: 10) else {
        return .failure(Failure(problem: .missing("a value")))
      }
    }
    guard let value = Double(digits), value.isFinite else {
      return .failure(Failure(problem: .notFinite(text)))
    }
    return .success(.decimal(digits))
  }

  private static func integer(
    _ digits: Substring, radix: Int, of text: String
  ) -> Result<JSONValue, Failure> {
    guard isGrouped(digits, radix: radix) else { return .failure(Failure(problem: .missing("a value"))) }
    guard let value = UInt64(digits.filter { $0 != "_" }, radix: radix) else {
      return .failure(Failure(problem: .integerTooLarge(text)))
    }
    return .success(.decimal("\(value)"))
  }

  /// Returns true if a text is digits, with single underscores between them.
  private static func isGrouped(_ text: Substring, radix: Int) -> Bool {
    text.split(separator: "_", omittingEmptySubsequences: false).allSatisfy { group in
      !group.isEmpty && group.allSatisfy { $0.isASCII && ($0.hexDigitValue ?? 99) < radix }
    }
  }

  /// Returns true if a text begins as a date, `1979-05-27`, or a time, `07:32`, does.
  private static func isDate(_ text: Substring) -> Bool {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    let rest = text.dropFirst(digits.count)
    return digits.count == 4 && rest.hasPrefix("-") || digits.count == 2 && rest.hasPrefix(":")
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
