/// A place in lines of JSON objects, each ended by a newline.
struct LineCursor {
  private(set) var p: UnsafePointer<UInt8>
  let end: UnsafePointer<UInt8>
  /// Where the line at hand begins.
  private var record: UnsafePointer<UInt8>
  let file: String
  /// Its number, from 1.
  private(set) var line: Int

  init(_ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>, file: String, line: Int) {
    p = start
    record = start
    self.end = end
    self.file = file
    self.line = line
  }

  /// Moves to the next line that is not blank; false at the end.
  mutating func nextLine() -> Bool {
    record = p
    while p < end {
      skipBlanks()
      guard p.pointee == Ascii.newline else { return p < end }
      line += 1
      p += 1
      record = p
    }
    return false
  }

  /// Moves to the line's end.
  mutating func endLine() throws(ReadingError) {
    skipBlanks()
    guard p >= end || p.pointee == Ascii.newline else { throw malformed("the end of the line") }
  }

  /// Moves behind a key and its colon; returns what stands between its quotes.
  mutating func key() throws(ReadingError) -> Bytes {
    skipBlanks()
    guard p.pointee == Ascii.quote else { throw malformed("a key") }
    let key = try text("the key's closing quote")
    skipBlanks()
    try expect(Ascii.colon, "':'")
    skipBlanks()
    return key
  }

  /// Moves behind a value and returns its bytes, without quotes where it is a text.
  mutating func value() throws(ReadingError) -> Bytes {
    if p.pointee == Ascii.quote { return try text("the closing quote") }
    let start = p
    guard Decimal.scan(&p, mark: Ascii.point) != nil || JSONText.skipOther(&p) else {
      throw malformed("a value")
    }
    return Bytes(start, p)
  }

  /// Moves behind a comma, or behind what closes a list: then it was the last.
  @inline(__always)
  mutating func isLast(_ closing: UInt8, _ expected: String) throws(ReadingError) -> Bool {
    skipBlanks()
    if p.pointee == Ascii.comma {
      p += 1
      return false
    }
    try expect(closing, expected)
    return true
  }

  /// Moves behind an array of numbers, which become what the room holds.
  mutating func numbers(_ room: inout NumberRoom) throws(ReadingError) {
    try expect(Ascii.openBracket, "'['")
    room.count = 0
    skipBlanks()
    if p.pointee == Ascii.closeBracket {
      p += 1
      return
    }
    repeat {
      skipBlanks()
      let start = p
      guard let decimal = Decimal.scanWords(&p, mark: Ascii.point) else { throw malformed("a number") }
      guard let number = decimal.finite(start, p, mark: Ascii.point) else {
        throw error(start, .notFinite(text: Bytes(start, p).text, column: "t or y"))
      }
      room.append(number)
    } while try !isLast(Ascii.closeBracket, "',' or ']'")
  }

  mutating func expect(_ byte: UInt8, _ what: String) throws(ReadingError) {
    guard p < end, p.pointee == byte else { throw malformed(what) }
    p += 1
  }

  func malformed(_ expected: String) -> ReadingError { error(p, .malformedObject(expected: expected)) }

  /// Moves behind a text; returns what stands between its quotes.
  private mutating func text(_ closing: String) throws(ReadingError) -> Bytes {
    let start = p
    guard JSONText.skipString(&p) else { throw malformed(closing) }
    return Bytes(start + 1, p - 1)
  }

  @inline(__always)
  private mutating func skipBlanks() {
    while p.pointee == Ascii.space || p.pointee == Ascii.tab || p.pointee == Ascii.carriageReturn { p += 1 }
  }

  private func error(_ place: UnsafePointer<UInt8>, _ problem: ReadingError.Problem) -> ReadingError {
    ReadingError(file, line: line, column: place - record + 1, problem)
  }
}
