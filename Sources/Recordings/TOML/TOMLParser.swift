/// Reads TOML 1.0 into a JSON tree: all of it but dates and times, which JSON has not.
struct TOMLParser {
  let bytes: [UInt8]
  var position = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    // A byte order mark.
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
  }

  /// The document: key-value pairs and headers, one a line.
  mutating func document() throws(TOMLError) -> JSONValue {
    var tree = TOMLTree()
    while true {
      skipBlanks()
      if next == Ascii.openBracket {
        try header(&tree)
      } else if let byte = next, byte != Ascii.hash, !isNewline {
        let start = position
        let path = try key(depth: 0)
        try expect(UInt8(ascii: "="), "'='")
        skipBlanks()
        try set(path, try value(depth: path.count), in: &tree, at: start)
      }
      try endLine()
      if next == nil { return tree.json }
    }
  }

  // MARK: Lines and keys

  private mutating func header(_ tree: inout TOMLTree) throws(TOMLError) {
    let start = position
    position += 1
    let isArray = next == Ascii.openBracket
    if isArray { position += 1 }
    skipBlanks()
    let path = try key(depth: 0)
    try expect(Ascii.closeBracket, isArray ? "']]'" : "']'")
    if isArray { try expect(Ascii.closeBracket, "']]'", afterBlanks: false) }
    do throws(TOMLTree.Failure) { try tree.open(path, isArray: isArray) } catch {
      throw failure(error, path, at: start)
    }
  }

  /// The parts of a key, joined by points in the text.
  private mutating func key(depth: Int) throws(TOMLError) -> [String] {
    var parts: [String] = []
    repeat {
      skipBlanks()
      guard depth + parts.count < ReadingLimits.maximumDepth else {
        throw error(.tooDeep(limit: ReadingLimits.maximumDepth))
      }
      parts.append(try keyPart())
      skipBlanks()
    } while take(Ascii.point)
    return parts
  }

  private mutating func keyPart() throws(TOMLError) -> String {
    switch next {
    case Ascii.quote: return try string(closing: Ascii.quote, spansLines: false)
    case UInt8(ascii: "'"): return try string(closing: UInt8(ascii: "'"), spansLines: false)
    default:
      let start = position
      while let byte = next,
        JSONText.isLetter(byte) || Self.isDigit(byte) || byte == Ascii.minus || byte == 0x5F
      {
        position += 1
      }
      guard position > start else { throw error(.missing("a key")) }
      return String(decoding: bytes[start..<position], as: UTF8.self)
    }
  }

  private func set(
    _ path: [String], _ value: JSONValue, in tree: inout TOMLTree, at start: Int
  ) throws(TOMLError) {
    do throws(TOMLTree.Failure) { try tree.set(path, value) } catch { throw failure(error, path, at: start) }
  }

  private func failure(_ failure: TOMLTree.Failure, _ path: [String], at start: Int) -> TOMLError {
    let name = path.joined(separator: ".")
    return switch failure {
    case .duplicate: error(.duplicate(name), at: start)
    case .notATable: error(.notATable(name), at: start)
    }
  }

  // MARK: Values

  private mutating func value(depth: Int) throws(TOMLError) -> JSONValue {
    guard depth <= ReadingLimits.maximumDepth else {
      throw error(.tooDeep(limit: ReadingLimits.maximumDepth))
    }
    switch next {
    case Ascii.openBracket: return try array(depth: depth)
    case Ascii.openBrace: return try inlineTable(depth: depth)
    case Ascii.quote?, UInt8(ascii: "'")?:
      let quote = bytes[position]
      let spansLines = bytes[position...].starts(with: [quote, quote, quote])
      return .string(try string(closing: quote, spansLines: spansLines))
    default: return try word()
    }
  }

  private mutating func array(depth: Int) throws(TOMLError) -> JSONValue {
    position += 1
    var elements: [JSONValue] = []
    while true {
      try skipLines()
      if take(Ascii.closeBracket) { return .array(elements) }
      elements.append(try value(depth: depth + 1))
      try skipLines()
      if take(Ascii.comma) { continue }
      guard take(Ascii.closeBracket) else { throw error(.missing("',' or ']'")) }
      return .array(elements)
    }
  }

  private mutating func inlineTable(depth: Int) throws(TOMLError) -> JSONValue {
    position += 1
    var tree = TOMLTree()
    skipBlanks()
    if take(Ascii.closeBrace) { return tree.json }
    repeat {
      skipBlanks()
      let start = position
      let path = try key(depth: depth)
      try expect(UInt8(ascii: "="), "'='")
      skipBlanks()
      try set(path, try value(depth: depth + path.count), in: &tree, at: start)
      skipBlanks()
    } while take(Ascii.comma)
    try expect(Ascii.closeBrace, "',' or '}'")
    return tree.json
  }

  /// A number or a Boolean.
  private mutating func word() throws(TOMLError) -> JSONValue {
    let start = position
    while let byte = next, JSONText.isLetter(byte) || Self.isDigit(byte) || Self.isInNumber(byte) {
      position += 1
    }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    switch text {
    case "true": return .bool(true)
    case "false": return .bool(false)
    default:
      switch TOMLNumber.json(text) {
      case .success(let number): return number
      case .failure(let failure): throw error(failure.problem, at: start)
      }
    }
  }

  // MARK: Bytes

  var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  /// True if a line feed stands here, alone or behind a carriage return.
  var isNewline: Bool {
    next == Ascii.newline
      || next == Ascii.carriageReturn && position + 1 < bytes.count && bytes[position + 1] == Ascii.newline
  }

  mutating func takeNewline() -> Bool {
    guard isNewline else { return false }
    position += next == Ascii.newline ? 1 : 2
    return true
  }

  mutating func skipBlanks() {
    while let byte = next, byte == Ascii.space || byte == Ascii.tab { position += 1 }
  }

  /// Passes blanks, comments and line ends.
  private mutating func skipLines() throws(TOMLError) {
    repeat {
      skipBlanks()
      try skipComment()
    } while takeNewline()
  }

  private mutating func skipComment() throws(TOMLError) {
    guard next == Ascii.hash else { return }
    while let byte = next, !isNewline {
      try checkPrintable(byte)
      position += 1
    }
  }

  private mutating func endLine() throws(TOMLError) {
    skipBlanks()
    try skipComment()
    guard takeNewline() || next == nil else { throw error(.missing("the end of the line")) }
  }

  func checkPrintable(_ byte: UInt8) throws(TOMLError) {
    guard byte >= 0x20 && byte != 0x7F || byte == Ascii.tab else { throw error(.controlCharacter(byte)) }
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard next == byte else { return false }
    position += 1
    return true
  }

  private mutating func expect(
    _ byte: UInt8, _ expected: String, afterBlanks: Bool = true
  ) throws(TOMLError) {
    if afterBlanks { skipBlanks() }
    guard take(byte) else { throw error(.missing(expected)) }
  }

  func error(_ problem: TOMLError.Problem, at index: Int? = nil) -> TOMLError {
    let before = bytes.prefix(index ?? position)
    let start = before.lastIndex(of: Ascii.newline).map { $0 + 1 } ?? 0
    return TOMLError(
      line: before.count { $0 == Ascii.newline } + 1, column: before.count - start + 1, problem: problem)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  private static func isInNumber(_ byte: UInt8) -> Bool {
    [Ascii.plus, Ascii.minus, Ascii.point, UInt8(ascii: "_"), Ascii.colon].contains(byte)
  }
}

extension JSONValue {
  /// The value that a TOML text in UTF-8 consists of: tables as objects, numbers in their decimal text.
  ///
  /// - Throws: ``TOMLError`` with the first place where the text is not TOML.
  package init(toml text: [UInt8]) throws(TOMLError) {
    var parser = TOMLParser(text)
    self = try parser.document()
  }
}
