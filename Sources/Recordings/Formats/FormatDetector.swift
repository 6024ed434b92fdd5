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
    if PerfettoBeginning.isTrace(beginning) { return .perfetto }
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
    if hasColumns { return [.browser] }
    guard isDocument else { return [] }
    // A wheel event may give the position it led to: that is worth more than its delta.
    let isOfWheel = has("deltaX") || has("deltaY")
    let hasPositions = ["scrollTop", "scrollLeft", "scrollY", "y", "x"].contains(where: has)
    return isOfWheel && !hasPositions ? [.wheel] : [.browser]
  }

  /// True if the first line has an array under the name of a time or an offset, as an object of columns has.
  private var hasColumns: Bool {
    (lines.first ?? text).split(separator: Ascii.openBracket).dropLast().contains { piece in
      let parts = Bytes(rebasing: piece).text.split(separator: "\"", omittingEmptySubsequences: false)
      guard parts.count > 2, parts.last?.filter({ $0 != " " }) == ":" else { return false }
      return ColumnRole.isOfSample(String(parts[parts.count - 2]))
    }
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
    func names(_ line: LogLine) -> [String] { NamedNumbers.all(in: line.message).map(\.name) }
    let lines = sample.map { LogLine($0.trimmed) }
    // The first row of fields has other words than those after it.
    let count = commas(first)
    if count > 0, sample.allSatisfy({ commas($0) == count }),
      sample.count(where: { WallClock.parse($0.trimmed) != nil }) * 2 < sample.count,
      lines.count < 2 || names(lines[0]) != names(lines[1])
    {
      return false
    }
    return lines.count { !names($0).isEmpty || $0.time != nil && $0.bareNumbers != nil } * 2 > lines.count
  }
}
