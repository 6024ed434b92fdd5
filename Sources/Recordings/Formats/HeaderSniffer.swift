/// Finds the format of a file and its columns from its first lines.
struct HeaderSniffer {
  let file: String
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
    let second = min(newline + 1, end)
    let next = Bytes(second, Window.newline(second, end) ?? end)
    let format = self.format ?? Self.format(line, next: next)
    var header = Header(format: format, names: [], isNumeric: [], metadata: preamble.metadata)
    let fields = Self.fields(line, header.delimiter)
    let isRow =
      !fields.isEmpty && fields.allSatisfy(Self.isNumber) || format == .spaces && Self.areRows(line, next)
    if isRow {
      header.isHeaderless = true
      header.names = fields.indices.map { String($0 + 1) }
    } else {
      header.names = fields.map { $0.unquoted }
    }
    let rows = isRow ? start : second
    header.mark = Self.decimalMark(rows, end, header.delimiter)
    Self.readFirstRows(rows, end, into: &header)
    return (header, rows)
  }

  /// The way the fields of a first line are separated: by blanks where it has no other separator, and the next line has as many words.
  private static func format(_ line: Bytes, next: Bytes) -> InputFormat {
    if line.trimmed.contains(Ascii.tab) { return .tsv }
    if line.contains(Ascii.semicolon) { return .semicolon }
    let words = fields(line, Ascii.space).count
    let isSpaced = !line.contains(Ascii.comma) && words > 1 && fields(next, Ascii.space).count == words
    return isSpaced ? .spaces : .csv
  }

  /// Returns true if two lines are rows of fields with blanks between them, as a console shows what is printed: `flutter: 16 12.5`. They end in two
  /// numbers at least, and have the same words before them.
  static func areRows(_ line: Bytes, _ next: Bytes) -> Bool {
    let (first, second) = (fields(line, Ascii.space), fields(next, Ascii.space))
    return first.count == second.count && first.count > 1 && first.suffix(2).allSatisfy(isNumber)
      && zip(first, second).allSatisfy { isNumber($0) && isNumber($1) || $0.elementsEqual($1) }
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
    // Several blanks separate as one does.
    return delimiter == Ascii.space ? fields.filter { !$0.isEmpty } : fields
  }

  /// A number in either notation, or one that is not finite.
  private static func isNumber(_ field: Bytes) -> Bool {
    if FieldCheck.isWhollyNumber(field, mark: Ascii.point)
      || FieldCheck.isWhollyNumber(field, mark: Ascii.comma)
    {
      return true
    }
    if case .notFinite = FieldCheck.problem(field, column: "") { return true }
    return false
  }

  /// A comma where numbers have commas and none has a point. Between commas, where such a number stands in quotes, one at least has a comma that groups
  /// no digits.
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
          hasCommas =
            FieldCheck.isWhollyNumber(field, mark: Ascii.comma)
            && (delimiter != Ascii.comma || !mayGroup(field))
        }
      }
      p = newline + 1
    }
    return hasCommas ? Ascii.comma : Ascii.point
  }

  /// Returns true if the comma of a number may group its digits: `1,234`.
  ///
  /// - Parameter field: a number with a decimal comma, between quotes.
  private static func mayGroup(_ field: Bytes) -> Bool {
    let digits = field.inner.drop { $0 == Ascii.plus || $0 == Ascii.minus }
    guard let comma = digits.firstIndex(of: Ascii.comma) else { return false }
    return NamedNumbers.mayGroup(Bytes(rebasing: digits[..<comma]), behind: digits.endIndex - comma - 1)
  }

  /// Notes which fields of the first row are numbers, finite or not, and the numbers of the rows that follow.
  private static func readFirstRows(
    _ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>, into header: inout Header
  ) {
    header.isNumeric = header.names.map { _ in false }
    header.beginning = header.names.map { _ in [] }
    var p = start
    var count = 0
    while count < UnnamedColumns.rowLimit, let newline = Window.newline(p, end) {
      let line = Bytes(p, newline)
      p = newline + 1
      guard let first = line.trimmed.first, first != Ascii.hash else { continue }
      for (column, field) in zip(header.names.indices, fields(line, header.delimiter)) {
        if count == 0 { header.isNumeric[column] = isNumber(field) }
        if FieldCheck.isWhollyNumber(field, mark: header.mark),
          let number = Double(field.unquoted.replacing(",", with: "."))
        {
          header.beginning[column].append(number)
        }
      }
      count += 1
    }
  }
}
