/// Rows of fields with a byte between them: CSV, TSV, semicolons; or with blanks between them.
struct DelimitedParser: RowParser {
  private let file: String
  private let names: [String]
  private let delimiter: UInt8
  private let mark: UInt8
  /// For each field its slot in the store; -1 for a field that is not kept.
  private let slots: [Int]
  /// The field that splits the file; -1 for none.
  private let labelField: Int
  /// The slot of the times, which may be written as dates or times of day; -1 for none.
  private let timeSlot: Int
  private let isLabelNumber: Bool
  private(set) var line: Int
  let cleaning: [Trace.Cleaning] = []
  private var pattern: RowPattern

  init(_ header: Header, _ selection: Selection, file: String, line: Int) {
    self.file = file
    names = header.names
    delimiter = header.delimiter
    mark = header.mark
    var slots = [Int](repeating: -1, count: names.count)
    for (slot, index) in selection.numbers.enumerated() { slots[index] = slot }
    self.slots = slots
    labelField = selection.label ?? -1
    timeSlot = selection.time.flatMap { selection.numbers.firstIndex(of: $0) } ?? -1
    isLabelNumber = selection.isLabelNumber
    self.line = line
    pattern = RowPattern(mark: header.mark)
  }

  mutating func parse(
    _ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>, into store: inout ColumnStore
  ) throws(ReadingError) -> Int {
    let last = slots.count - 1
    var record = start
    while record < end {
      record = pattern.readRows(record, end, line: &line, into: &store)
      guard record < end else { break }
      var p = record
      skipBlanks(&p)
      if isBetweenRows(p, in: record) {
        record = try nextLine(record, end)
        continue
      }
      var linesInside = 0
      var isNumbers = true
      pattern.begin()
      for field in 0...last {
        skipBlanks(&p)
        let begin = p
        if field == labelField {
          guard let inside = skipField(&p, end) else { return record - start }
          store.put(label: Bytes(begin, p).trimmed)
          linesInside += inside
        }
        let slot = slots[field]
        if slot >= 0 {
          p = begin
          let isQuoted = p.pointee == Ascii.quote
          if isQuoted { p += 1 }
          let digits = p
          guard let decimal = Decimal.scanWords(&p, mark: mark),
            let value = decimal.finite(digits, p, mark: mark)
          else { throw fieldError(record, field, begin, end) }
          let clock = slot == timeSlot ? wallClock(&p, from: digits, end) : nil
          if isQuoted {
            guard p.pointee == Ascii.quote else { throw fieldError(record, field, begin, end) }
            p += 1
          }
          if let clock {
            isNumbers = false
            store.put(clock, slot: slot)
          } else {
            pattern.note(digits, isQuoted ? p - 1 : p, slot: slot)
            store.put(value, decimal, slot: slot)
          }
        } else if field != labelField {
          guard let inside = skipField(&p, end) else { return record - start }
          linesInside += inside
          pattern.note(field: Bytes(begin, p).trimmed)
        }
        let fieldEnd = p
        skipBlanks(&p)
        if field < last {
          // Blanks that separate fields are skipped already.
          if delimiter != Ascii.space || p == fieldEnd {
            guard p.pointee == delimiter else { throw fieldError(record, field, begin, end) }
            p += 1
          }
        } else {
          if p.pointee == Ascii.carriageReturn { p += 1 }
          guard p.pointee == Ascii.newline else { throw fieldError(record, field, begin, end) }
          p += 1
        }
      }
      guard p - record <= Window.lineLimit + 1 else { throw tooLong() }
      store.endRow(line: line)
      if linesInside == 0, !isLabelNumber, isNumbers { pattern.end(record, p) }
      line += 1 + linesInside
      record = p
    }
    return end - start
  }

  @inline(__always)
  private func skipBlanks(_ p: inout UnsafePointer<UInt8>) {
    while p.pointee == Ascii.space || (p.pointee == Ascii.tab && delimiter != Ascii.tab) { p += 1 }
  }

  /// The seconds of a date or a time of day whose first digits were read as a number: since 1970, or since midnight.
  @inline(__always)
  private func wallClock(
    _ p: inout UnsafePointer<UInt8>, from digits: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>
  ) -> Double? {
    guard p.pointee == Ascii.minus || p.pointee == Ascii.colon else { return nil }
    // A comma that parts fields is no decimal comma of the stamp.
    var fieldEnd = digits
    while fieldEnd < end, fieldEnd.pointee != delimiter, fieldEnd.pointee != Ascii.newline { fieldEnd += 1 }
    guard let (time, length) = WallClock.parse(Bytes(digits, fieldEnd)) else { return nil }
    p = digits + length
    return Double(time) / 1e9
  }

  /// A blank line, or a comment: a `#` that begins the line.
  @inline(__always)
  private func isBetweenRows(_ p: UnsafePointer<UInt8>, in record: UnsafePointer<UInt8>) -> Bool {
    p.pointee == Ascii.newline || p.pointee == Ascii.hash
      || (p.pointee == Ascii.carriageReturn && p[1] == Ascii.newline)
  }

  private mutating func nextLine(
    _ record: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>
  ) throws(ReadingError) -> UnsafePointer<UInt8> {
    guard let newline = Window.newline(record, end) else { return end }
    guard newline - record <= Window.lineLimit else { throw tooLong() }
    line += 1
    return newline + 1
  }

  /// Moves behind a field: to its delimiter or the line's end. Returns the newlines inside its quotes; nil
  /// where the quotes go on behind `end`.
  @inline(__always)
  private func skipField(_ p: inout UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>) -> Int? {
    var newlines = 0
    if p.pointee == Ascii.quote {
      p += 1
      while true {
        guard p < end else { return nil }
        if p.pointee == Ascii.quote {
          p += 1
          if p.pointee != Ascii.quote { break }
        } else if p.pointee == Ascii.newline {
          newlines += 1
        }
        p += 1
      }
    }
    while p.pointee != delimiter, p.pointee != Ascii.newline { p += 1 }
    return newlines
  }

  private func tooLong() -> ReadingError {
    ReadingError(file, line: line, .lineTooLong(limit: Window.lineLimit))
  }

  /// The reason that the field at `begin` is none of this table.
  private func fieldError(
    _ record: UnsafePointer<UInt8>, _ field: Int, _ begin: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>
  ) -> ReadingError {
    if (Window.newline(record, end) ?? end) - record > Window.lineLimit { return tooLong() }
    var p = record
    var count = 1
    while skipField(&p, end) != nil, p < end, p.pointee == delimiter {
      count += 1
      p += 1
      skipBlanks(&p)
    }
    guard count == slots.count else {
      return ReadingError(file, line: line, .fieldCount(found: count, expected: slots.count))
    }
    p = begin
    guard skipField(&p, end) != nil else { return ReadingError(file, line: line, .unclosedQuote) }
    return ReadingError(
      file, line: line, column: begin - record + 1,
      FieldCheck.problem(Bytes(begin, p).trimmed, column: names[field], mark: mark))
  }
}

/// Turns lines into rows of the kept columns.
protocol RowParser {
  /// The line, from 1, that the next call begins with.
  var line: Int { get }
  /// The rows that were dropped, for ``Table/cleaning``.
  var cleaning: [Trace.Cleaning] { get }

  /// Parses the complete records of [start, end), whose last byte is a newline, into `store`.
  ///
  /// - Returns: the number of bytes of complete records: fewer than given where a quoted field goes on behind
  ///   `end`.
  mutating func parse(
    _ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>, into store: inout ColumnStore
  ) throws(ReadingError) -> Int
}

/// The text that stands where a number should.
enum FieldCheck {
  /// - Parameter text: the field; a byte that is no digit stands behind it.
  static func problem(_ text: Bytes, column: String, mark: UInt8 = Ascii.point) -> ReadingError.Problem {
    let word = text.text
    if isWhollyNumber(text, mark: mark) { return .notFinite(text: word, column: column) }
    if !isText(text) { return .binary(byte: text.first { $0 >= 0x80 || $0 < 0x20 } ?? 0) }
    let bare = word.lowercased().drop { $0 == "+" || $0 == "-" }
    if ["nan", "inf", "infinity"].contains(String(bare)) { return .notFinite(text: word, column: column) }
    return .notANumber(text: word, column: column)
  }

  /// Returns true if the whole text is a number, between quotes or not: a number among those that do not fit is too
  /// large.
  static func isWhollyNumber(_ field: Bytes, mark: UInt8) -> Bool {
    let field =
      field.count >= 2 && field.first == Ascii.quote && field.last == Ascii.quote ? field.inner : field
    guard var p = field.baseAddress, !field.isEmpty else { return false }
    let end = p + field.count
    return Decimal.scan(&p, mark: mark) != nil && p == end
  }

  /// UTF-8 without control characters other than tabs.
  static func isText(_ bytes: Bytes) -> Bool {
    if bytes.contains(where: { $0 < 0x20 && $0 != Ascii.tab }) { return false }
    return String(validating: bytes, as: UTF8.self) != nil
  }
}
