internal import Foundation

/// A place in lines of JSON objects, each ended by a newline; behind the last ``Decimal/lookahead`` bytes may
/// be read.
struct LineCursor {
  var p: UnsafePointer<UInt8>
  let end: UnsafePointer<UInt8>
  /// The beginning of the current line, and its end once that was looked for.
  private var record: UnsafePointer<UInt8>
  private var knownLineEnd: UnsafePointer<UInt8>?
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

  /// Calls `body` with a cursor at the beginning of a text that has no byte behind its last.
  static func over<Result>(
    _ text: [UInt8], file: String, line: Int,
    _ body: (inout LineCursor) throws(ReadingError) -> Result
  ) throws(ReadingError) -> Result {
    let padding = 1 + Decimal.lookahead
    let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: text.count + padding)
    defer { copy.deallocate() }
    text.withUnsafeBufferPointer { bytes in
      if let base = bytes.baseAddress { copy.initialize(from: base, count: bytes.count) }
    }
    (copy + text.count).initialize(repeating: Ascii.newline, count: padding)
    var cursor = LineCursor(copy, copy + text.count, file: file, line: line)
    return try body(&cursor)
  }

  /// Moves to the next line that is neither blank nor a comment; false at the end.
  mutating func nextLine() -> Bool {
    record = p
    knownLineEnd = nil
    while p < end {
      // Files with a byte order mark may have been joined.
      if p[0] == 0xEF, p[1] == 0xBB, p[2] == 0xBF { p += 3 }
      skipBlanks()
      guard p.pointee == Ascii.newline || p.pointee == Ascii.hash else { return p < end }
      guard let newline = Window.newline(p, end) else { return false }
      line += 1
      p = newline + 1
      record = p
    }
    return false
  }

  /// The end of the current line: its newline, or the text's end.
  var lineEnd: UnsafePointer<UInt8> {
    mutating get {
      let found = knownLineEnd ?? Window.newline(p, end) ?? end
      knownLineEnd = found
      return found
    }
  }

  /// Moves to the line's end.
  mutating func endLine() throws(ReadingError) {
    skipBlanks()
    guard p >= end || p.pointee == Ascii.newline else { throw malformed("the end of the line") }
  }

  /// Makes sure that nothing stands behind the line.
  mutating func endText() throws(ReadingError) {
    skipBlanks()
    guard p == end else { throw malformed("the end of the line") }
  }

  /// Moves to the first member of an object; false where it has none.
  mutating func beginObject() throws(ReadingError) -> Bool {
    try expect(Ascii.openBrace, "'{'")
    skipBlanks()
    guard p.pointee == Ascii.closeBrace else { return true }
    p += 1
    return false
  }

  /// Moves behind a key and its colon; returns what stands between its quotes.
  mutating func key() throws(ReadingError) -> Bytes {
    skipBlanks()
    guard p.pointee == Ascii.quote else { throw malformed("a key") }
    let key = try text()
    skipBlanks()
    try expect(Ascii.colon, "':'")
    skipBlanks()
    return key
  }

  /// Moves behind a text; returns what stands between its quotes.
  mutating func text() throws(ReadingError) -> Bytes {
    let start = p
    guard JSONText.skipString(&p) else {
      throw error(start, .malformedObject(expected: "the text's closing quote"))
    }
    return Bytes(start + 1, p - 1)
  }

  /// Moves behind a number and returns it; nil, and the cursor unmoved, for what is no number or not finite.
  ///
  /// - Parameter origin: what is subtracted from it before it becomes a double.
  mutating func number(since origin: Int64? = nil) -> Double? {
    let start = p
    guard let decimal = Decimal.scanWords(&p, mark: Ascii.point), isBehindValue,
      let value = decimal.finite(start, p, mark: Ascii.point)
    else {
      p = start
      return nil
    }
    return origin.map { decimal.difference(from: $0, value) } ?? value
  }

  /// The integer that stands here; nil for anything else.
  var integer: Int64? {
    var end = p
    return Decimal.scanWords(&end, mark: Ascii.point)?.integer
  }

  /// Moves behind numbers as long as a comma stands behind each, and behind that comma; they go into the
  /// room.
  mutating func plainNumbers(_ buffer: inout NumberBuffer) {
    var pointer = p
    while let (value, end) = Decimal.double(at: pointer, mark: Ascii.point), end.pointee == Ascii.comma {
      buffer.append(value)
      pointer = end + (end[1] == Ascii.space ? 2 : 1)
    }
    p = pointer
  }

  /// Moves behind a value of any kind, however deep; returns it.
  mutating func value() throws(ReadingError) -> JSONValue {
    var parser = JSONParser(Bytes(p, lineEnd))
    do throws(JSONParser.Failure) {
      let value = try parser.value()
      p += parser.position
      return value
    } catch {
      throw self.error(p + error.position, .malformedObject(expected: error.expected))
    }
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

  mutating func expect(_ byte: UInt8, _ what: String) throws(ReadingError) {
    guard p < end, p.pointee == byte else { throw malformed(what) }
    p += 1
  }

  @inline(__always)
  mutating func skipBlanks() {
    while p.pointee == Ascii.space || p.pointee == Ascii.tab || p.pointee == Ascii.carriageReturn { p += 1 }
  }

  func malformed(_ expected: String) -> ReadingError { error(p, .malformedObject(expected: expected)) }

  /// The error of what stands at `pointer` where a column has its numbers.
  func fieldError(at pointer: UnsafePointer<UInt8>, column: Bytes) -> ReadingError {
    var cursor = self
    cursor.p = pointer
    let name = JSONText.unescaped(column)
    let value: JSONValue
    do { value = try cursor.value() } catch { return error }
    if case .decimal(let text) = value { return error(pointer, .notFinite(text: text, column: name)) }
    return error(pointer, .notANumber(text: value.json, column: name))
  }

  private var isBehindValue: Bool {
    @inline(__always) get {
      let byte = p.pointee
      return byte == Ascii.comma || byte <= Ascii.space || byte == Ascii.closeBracket
        || byte == Ascii.closeBrace
    }
  }

  private func error(_ pointer: UnsafePointer<UInt8>, _ problem: ReadingError.Problem) -> ReadingError {
    ReadingError(file, line: line, column: pointer - record + 1, problem)
  }
}

/// The part of the source that is in memory: the reader's only buffer, whatever the size of the file.
struct Window: ~Copyable {
  /// The longest line that is read, in bytes without its end.
  static let lineLimit = ReadingLimits.maximumLineLength
  private static let capacity = lineLimit + 1 << 18

  private let storage: UnsafeMutablePointer<UInt8>
  /// Bytes held.
  private(set) var count = 0
  /// The source has no more bytes than those held.
  private(set) var atEnd = false
  /// The position of a NUL byte among those held: no text has one.
  private(set) var nul: Int?

  init() {
    // One byte more than is read, for the newline that ends the last line; behind it what a number's last
    // word may reach.
    storage = .allocate(capacity: Self.capacity + 1 + Decimal.lookahead)
  }

  deinit { storage.deallocate() }

  var start: UnsafePointer<UInt8> { UnsafePointer(storage) }
  var end: UnsafePointer<UInt8> { UnsafePointer(storage) + count }
  var isFull: Bool { count == Self.capacity }

  /// Drops the first `consumed` bytes and fills the rest from the source.
  mutating func advance(past consumed: Int, _ source: inout ByteSource) throws(ReadingError) {
    let rest = count - consumed
    if consumed > 0, rest > 0 { memmove(storage, storage + consumed, rest) }
    count = rest
    while count < Self.capacity, !atEnd {
      let length = try source.read(into: storage + count, count: Self.capacity - count)
      atEnd = length == 0
      count += length
    }
    if let found = memchr(storage + rest, 0, count - rest) {
      nul = found - UnsafeMutableRawPointer(storage)
    }
  }

  /// The end of the last complete line: behind its newline; the window's start where there is none.
  var endOfLines: UnsafePointer<UInt8> {
    var p = end
    while p > start, p[-1] != Ascii.newline { p -= 1 }
    return p
  }

  /// Ends the last line of the file with a newline, as the parsers expect of every line.
  mutating func terminate() {
    storage[count] = Ascii.newline
    count += 1
  }

  /// Takes back the newline of ``terminate()``.
  mutating func unterminate() { count -= 1 }

  /// The first newline in [p, end); nil where there is none.
  static func newline(_ p: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>) -> UnsafePointer<UInt8>? {
    guard p < end, let found = memchr(p, Int32(Ascii.newline), end - p) else { return nil }
    return p + (UnsafeRawPointer(found) - UnsafeRawPointer(p))
  }
}
