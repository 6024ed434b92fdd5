/// Tells a file's format from its beginning, each format by what no other has.
struct FormatDetector {
  /// The number of bytes of a file that detection reads.
  static let length = 1 << 16
  /// The number of lines that detection reads.
  private static let lineCount = 50

  private let text: Bytes
  /// The first lines that are not blank.
  private let lines: [Bytes]
  /// The first that are no comments either.
  private let rows: [Bytes]

  /// The format; nil for a table, whose rows show more.
  ///
  /// - Throws: where two formats are equally likely.
  static func format(of beginning: [UInt8], file: String) throws(ReadingError) -> InputFormat? {
    let found = beginning.withUnsafeBufferPointer { FormatDetector($0).formats }
    guard found.count < 2 else { throw ReadingError(file, .ambiguousFormat(found)) }
    return found.first
  }

  /// The format of a file that is told by its first bytes, and is no text or one of a kind that holds a recording only here.
  static func wrapped(in beginning: [UInt8]) -> InputFormat? {
    if beginning.starts(with: ZipArchive.signature) { return .playwright }
    if PerfettoFormat.isBeginning(beginning) { return .perfetto }
    let isExport = beginning.withUnsafeBufferPointer { bytes in
      bytes.dropFirst(markLength(bytes)).drop(while: isBlank).first == UInt8(ascii: "<")
        && bytes.position(of: XctraceFormat.root) != nil
    }
    return isExport ? .xctrace : nil
  }

  private init(_ beginning: Bytes) {
    text = Bytes(rebasing: beginning.prefix(Self.length).dropFirst(Self.markLength(beginning)))
    var lines: [Bytes] = [], rows: [Bytes] = []
    var rest = text[...]
    while !rest.isEmpty, rows.count < Self.lineCount {
      let line = rest.prefix { $0 != Ascii.newline && $0 != Ascii.carriageReturn }
      rest = rest.dropFirst(line.count + 1)
      guard let first = line.first, !line.allSatisfy(Self.isBlank) else { continue }
      if lines.count < Self.lineCount { lines.append(Bytes(rebasing: line)) }
      if first != Ascii.hash { rows.append(Bytes(rebasing: line)) }
    }
    self.lines = lines
    self.rows = rows
  }

  /// The bytes of the byte order mark of UTF-8 in front of a text.
  private static func markLength(_ text: Bytes) -> Int { text.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0 }

  private var formats: [InputFormat] {
    guard let first = rows.first?.drop(while: Self.isBlank) else { return [] }
    return first.first == Ascii.openBrace || isArray(first) ? objects : texts
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == Ascii.space || (0x09...0x0D).contains(byte) }

  /// An array of objects or of rows of numbers, not a bracket that a log line begins with.
  private func isArray(_ line: Slice<Bytes>) -> Bool {
    guard line.first == Ascii.openBracket else { return false }
    let rest = text.drop(while: Self.isBlank).dropFirst().drop(while: Self.isBlank)
    if rest.first == Ascii.openBrace || rest.first == Ascii.closeBracket { return true }
    let row = rest.first == Ascii.openBracket ? rest.dropFirst() : rest
    guard let end = row.firstIndex(of: Ascii.closeBracket) else { return false }
    let numbers = HeaderSniffer.fields(Bytes(rebasing: row[..<end]), Ascii.comma)
    let next = row[end...].dropFirst().first { $0 != Ascii.space }
    guard
      next.map({ [Ascii.comma, Ascii.newline, Ascii.carriageReturn, Ascii.closeBracket].contains($0) })
        ?? true
    else { return false }
    return numbers.count > 1 && numbers.allSatisfy { FieldCheck.isWhollyNumber($0, mark: Ascii.point) }
  }

  private func contains(_ pattern: String) -> Bool { text.position(of: Array(pattern.utf8)) != nil }

  private func has(_ key: String) -> Bool { contains("\"\(key)\"") }

  private var objects: [InputFormat] {
    if has("format"), has("scrolltrace") { return [] }
    var found: [InputFormat] = []
    if has("eventMessage"), has("timestamp") { found.append(.oslog) }
    if has("traceEvents") || (has("ph") && has("ts") && has("name")) { found.append(.chrome) }
    if has("type"), has("data"), has("source"), has("timestamp") { found.append(.rrweb) }
    if has("nativeEvent") { found.append(.reactNative) }
    if has("timeStamp") && (has("physicalX") || (has("change") && has("position"))) { found.append(.flutter) }
    guard found.isEmpty else { return found }
    if TraceLine.isFirst(in: Array(text)) == true { return [.browser] }
    guard isDocument else { return [] }
    // A wheel event may give the position it led to: that is worth more than its delta.
    let isOfWheel = has("deltaX") || has("deltaY")
    let hasPositions = ["scrollTop", "scrollLeft", "scrollY", "y", "x"].contains(where: has)
    return isOfWheel && !hasPositions ? [.wheel] : [.browser]
  }

  /// An array, or an object with an array of objects or arrays in it or more than one line: not one object a line.
  private var isDocument: Bool {
    let first = (lines.first ?? text).filter { !Self.isBlank($0) }
    return first.first == Ascii.openBracket || first == [Ascii.openBrace]
      || zip(first, first.dropFirst()).contains {
        $0 == (Ascii.openBracket, Ascii.openBrace) || $0 == (Ascii.openBracket, Ascii.openBracket)
      }
  }

  private var texts: [InputFormat] {
    if contains("[type scroll]") { return [.scrollReverser] }
    if contains("MomentumEventDispatcher event log:") { return [.webkit] }
    if text.position(of: EventTapFormat.mark) != nil { return [.eventTap] }
    if isLibinput { return [.libinput] }
    let isEvents = lines.contains { line in
      line.first == Ascii.openBracket
        && ["EV_", "/dev/input/"].contains { line.position(of: Array($0.utf8)) != nil }
    }
    return isEvents ? [.getevent] : isLog ? [.log] : []
  }

  /// A line names a device and what it did: ` event4   POINTER_SCROLL_FINGER …`.
  private var isLibinput: Bool {
    lines.contains { line in
      let words = line.text.split(maxSplits: 2) { $0 == " " || $0 == "\t" }
      return words.count == 3 && (words[0].hasPrefix("event") || words[0].hasPrefix("-event"))
        && ["DEVICE_", "POINTER_", "TOUCH_", "GESTURE_"].contains { words[1].hasPrefix($0) }
    }
  }

  /// Most lines begin with a clock, or have a name and a number and are no row of fields.
  private var isLog: Bool {
    let sample = rows.prefix(40).filter { LogLine.heading($0) == nil }
    guard let first = sample.first, !first.contains(Ascii.tab), !first.contains(Ascii.semicolon) else {
      return false
    }
    if sample.count > 1, sample.dropFirst().allSatisfy({ HeaderSniffer.areRows(first, $0) }) { return false }
    func commas(_ line: Bytes) -> Int { line.count { $0 == Ascii.comma } }
    func names(_ line: Bytes) -> [String] {
      NamedNumbers.all(in: LogLine(line.trimmed).message).map(\.name)
    }
    // The first row of fields has other words than those after it.
    let count = commas(first)
    if count > 0, sample.allSatisfy({ commas($0) == count }),
      sample.count(where: { WallClock.parse($0.trimmed) != nil }) * 2 < sample.count,
      sample.count < 2 || names(sample[0]) != names(sample[1])
    {
      return false
    }
    func isStamped(_ line: Bytes) -> Bool {
      let line = LogLine(line.trimmed)
      return line.time != nil && line.bareNumbers != nil
    }
    return sample.count { !names($0).isEmpty || isStamped($0) } * 2 > sample.count
  }
}

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
