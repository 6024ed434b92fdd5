/// Reads a JSON text (RFC 8259) into a tree; for headers, events and documents, not for rows of samples.
struct JSONParser {
  /// The expectation that failed, and the byte, from 0, where it is missing.
  struct Failure: Error, Equatable {
    let position: Int
    let expected: String
    /// The text has more values than are read of one.
    var isExcess = false
  }

  private let bytes: Bytes
  private(set) var position = 0
  private var valueCount = 0

  init(_ bytes: Bytes) {
    self.bytes = bytes
    // A byte order mark.
    if bytes.count >= 3, bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF { position = 3 }
  }

  /// The value that a text consists of.
  static func value(_ bytes: Bytes) throws(Failure) -> JSONValue {
    var parser = JSONParser(bytes)
    let value = try parser.value(depth: 0)
    parser.skipBlanks()
    guard parser.position == bytes.count else { throw parser.failure("the end of the text") }
    return value
  }

  /// True if the text ended behind a whole element of a list that was not closed.
  private(set) var endsOpen = false

  /// True if nothing but blanks follows.
  var isAtEnd: Bool {
    mutating get {
      skipBlanks()
      return position == bytes.count
    }
  }

  /// The value that comes next.
  mutating func value() throws(Failure) -> JSONValue {
    skipBlanks()
    return try value(depth: 0)
  }

  /// Calls `body` with the elements of an array that comes next, or of the arrays of objects or arrays inside an object that comes next, each
  /// with its place; false, nothing read, for anything else.
  mutating func elements(_ body: (Int, JSONValue) -> Void) throws(Failure) -> Bool {
    skipBlanks()
    if next == Ascii.openBracket {
      try list(body)
      return true
    }
    guard next == Ascii.openBrace else { return false }
    let start = position
    var hasList = false
    position += 1
    if take(Ascii.closeBrace) {
      position = start
      return false
    }
    repeat {
      skipBlanks()
      guard next == Ascii.quote else { throw failure("a key") }
      _ = try string()
      guard take(Ascii.colon) else { throw failure("':'") }
      skipBlanks()
      if beginsRecords {
        hasList = true
        try list(body)
      } else {
        _ = try value(depth: 1)
      }
    } while take(Ascii.comma)
    if endsOpen { return true }
    guard take(Ascii.closeBrace) else { throw failure("',' or '}'") }
    if !hasList { position = start }
    return hasList
  }

  /// True if an array whose first element is an object or an array comes next.
  private var beginsRecords: Bool {
    guard next == Ascii.openBracket else { return false }
    let first = bytes[(position + 1)...].first { $0 != Ascii.space && !(0x09...0x0D).contains($0) }
    return first == Ascii.openBrace || first == Ascii.openBracket
  }

  private mutating func list(_ body: (Int, JSONValue) -> Void) throws(Failure) {
    position += 1
    if take(Ascii.closeBracket) { return }
    repeat {
      if isAtEnd { break }
      let start = position
      body(start, try value(depth: 1))
    } while take(Ascii.comma)
    if isAtEnd {
      endsOpen = true
      return
    }
    guard take(Ascii.closeBracket) else { throw failure("',' or ']'") }
  }

  private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  private func failure(_ expected: String) -> Failure { Failure(position: position, expected: expected) }

  private mutating func skipBlanks() {
    while let byte = next, byte == Ascii.space || (0x09...0x0D).contains(byte) { position += 1 }
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    skipBlanks()
    guard next == byte else { return false }
    position += 1
    return true
  }

  private mutating func value(depth: Int) throws(Failure) -> JSONValue {
    guard depth < ReadingLimits.maximumDepth else { throw failure("a value nested less deeply") }
    valueCount += 1
    guard valueCount <= ReadingLimits.maximumValues else {
      throw Failure(position: position, expected: "the end of the text", isExcess: true)
    }
    skipBlanks()
    switch next {
    case Ascii.openBrace: return try object(depth: depth)
    case Ascii.openBracket: return try array(depth: depth)
    case Ascii.quote: return .string(try string())
    case .some(let byte) where JSONText.isLetter(byte): return try word()
    default: return try number()
    }
  }

  private mutating func object(depth: Int) throws(Failure) -> JSONValue {
    position += 1
    var members: [JSONMember] = []
    if take(Ascii.closeBrace) { return .object(members) }
    repeat {
      skipBlanks()
      guard next == Ascii.quote else { throw failure("a key") }
      let key = try string()
      guard take(Ascii.colon) else { throw failure("':'") }
      members.append(JSONMember(key, try value(depth: depth + 1)))
    } while take(Ascii.comma)
    guard take(Ascii.closeBrace) else { throw failure("',' or '}'") }
    return .object(members)
  }

  private mutating func array(depth: Int) throws(Failure) -> JSONValue {
    position += 1
    var elements: [JSONValue] = []
    if take(Ascii.closeBracket) { return .array(elements) }
    repeat { elements.append(try value(depth: depth + 1)) } while take(Ascii.comma)
    guard take(Ascii.closeBracket) else { throw failure("',' or ']'") }
    return .array(elements)
  }

  private mutating func string() throws(Failure) -> String {
    let opening = position
    position += 1
    while let byte = next, byte != Ascii.quote { position += byte == Ascii.backslash ? 2 : 1 }
    guard position < bytes.count else {
      position = opening
      throw failure("the text's closing quote")
    }
    position += 1
    return JSONText.unescaped(Bytes(rebasing: bytes[(opening + 1)..<(position - 1)]))
  }

  private mutating func word() throws(Failure) -> JSONValue {
    let start = position
    while let byte = next, JSONText.isLetter(byte) { position += 1 }
    switch Bytes(rebasing: bytes[start..<position]).text {
    case "true": return .bool(true)
    case "false": return .bool(false)
    case "null": return .null
    default:
      position = start
      throw failure("a value")
    }
  }

  private mutating func number() throws(Failure) -> JSONValue {
    let start = position
    while let byte = next, Self.isInNumber(byte) { position += 1 }
    let text = Bytes(rebasing: bytes[start..<position])
    guard Double(text.text) != nil else {
      position = start
      throw failure("a value")
    }
    return .decimal(text.text)
  }

  private static func isInNumber(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || byte == Ascii.minus || byte == Ascii.plus || byte == Ascii.point
      || byte | 0x20 == Ascii.e
  }
}

/// An error of a JSON text: its position, and what is missing there.
package struct JSONError: Error, Equatable, Sendable {
  /// From 1.
  package let line: Int
  /// The byte in the line, from 1.
  package let column: Int
  package let expected: String
}

extension JSONValue {
  /// The value that a JSON text in UTF-8 consists of.
  ///
  /// - Throws: where the text is no JSON.
  package init(json text: [UInt8]) throws(JSONError) {
    let result = text.withUnsafeBufferPointer { bytes in
      Result { () throws(JSONParser.Failure) in try JSONParser.value(bytes) }
    }
    do { self = try result.get() } catch {
      let before = text.prefix(error.position)
      let start = before.lastIndex(of: Ascii.newline).map { $0 + 1 } ?? 0
      throw JSONError(
        line: before.count { $0 == Ascii.newline } + 1, column: error.position - start + 1,
        expected: error.expected)
    }
  }
}
