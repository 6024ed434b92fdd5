/// Finds the format of a file and its columns from its first lines.
struct HeaderSniffer {
  let file: String
  /// The user names columns by their numbers: a first row of numbers is data.
  let mayBeHeaderless: Bool
  /// The separator of fields; nil to detect it from the header.
  var format: InputFormat?

  /// The header of a file of fields.
  ///
  /// - Parameters:
  ///   - start: the header line.
  ///   - end: behind the last complete line that is in memory.
  /// - Returns: the header and where the rows begin.
  func delimited(
    _ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>, _ preamble: Preamble
  ) throws(ReadingError) -> (header: Header, rows: UnsafePointer<UInt8>) {
    let newline = Window.newline(start, end) ?? end
    let line = Bytes(start, newline)
    guard FieldCheck.isText(line.trimmed) else {
      let index = line.firstIndex { $0 >= 0x80 || ($0 < 0x20 && $0 != Ascii.tab) } ?? 0
      throw ReadingError(file, line: preamble.line, column: index + 1, .binary(byte: line[index]))
    }
    let format: InputFormat =
      self.format
      ?? (line.trimmed.contains(Ascii.tab) ? .tsv : line.contains(Ascii.semicolon) ? .semicolon : .csv)
    var header = Header(format: format, names: [], isNumeric: [], metadata: preamble.metadata)
    let fields = Self.fields(line, header.delimiter)
    let isNumbers = !fields.isEmpty && fields.allSatisfy { Self.isNumber($0, format) }
    if isNumbers {
      guard mayBeHeaderless else {
        throw ReadingError(file, line: preamble.line, .noHeader(columns: fields.count))
      }
      header.isHeaderless = true
      header.names = fields.indices.map { String($0 + 1) }
    } else {
      header.names = fields.map { $0.unquoted }
    }
    let rows = isNumbers ? start : min(newline + 1, end)
    if format != .csv { header.mark = Self.decimalMark(rows, end, header.delimiter) }
    header.isNumeric = Self.numericColumns(rows, end, header)
    return (header, rows)
  }

  /// The fields of one line, blanks around them left out.
  static func fields(_ line: Bytes, _ delimiter: UInt8) -> [Bytes] {
    var fields: [Bytes] = []
    var start = 0
    var isQuoted = false
    for index in 0...line.count {
      if index < line.count, line[index] == Ascii.quote { isQuoted.toggle() }
      if index == line.count || (line[index] == delimiter && !isQuoted) {
        fields.append(Bytes(rebasing: line[start..<index]).trimmed)
        start = index + 1
      }
    }
    return fields
  }

  /// A number in either notation, or one that is not finite.
  private static func isNumber(_ field: Bytes, _ format: InputFormat) -> Bool {
    if FieldCheck.isWhollyNumber(field, mark: Ascii.point)
      || (format != .csv && FieldCheck.isWhollyNumber(field, mark: Ascii.comma))
    {
      return true
    }
    if case .notFinite = FieldCheck.problem(field, column: "") { return true }
    return false
  }

  /// A comma where numbers have commas and none has a point.
  private static func decimalMark(
    _ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>, _ delimiter: UInt8
  ) -> UInt8 {
    var hasCommas = false
    var p = start
    while let newline = Window.newline(p, end) {
      for field in fields(Bytes(p, newline), delimiter) {
        if field.contains(Ascii.point), FieldCheck.isWhollyNumber(field, mark: Ascii.point) {
          return Ascii.point
        }
        if !hasCommas, field.contains(Ascii.comma) {
          hasCommas = FieldCheck.isWhollyNumber(field, mark: Ascii.comma)
        }
      }
      p = newline + 1
    }
    return hasCommas ? Ascii.comma : Ascii.point
  }

  /// The fields of the first row that are numbers, finite or not.
  private static func numericColumns(
    _ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>, _ header: Header
  ) -> [Bool] {
    var p = start
    while let newline = Window.newline(p, end) {
      let line = Bytes(p, newline)
      if let first = line.trimmed.first, first != Ascii.hash {
        let row = fields(line, header.delimiter)
        return header.names.indices.map { $0 < row.count && isNumber(row[$0], header.format) }
      }
      p = newline + 1
    }
    return header.names.map { _ in false }
  }
}
