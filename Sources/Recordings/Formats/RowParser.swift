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
