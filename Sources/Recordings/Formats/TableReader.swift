/// Reads a table in one pass through a buffer of fixed size.
///
/// Memory: the buffer (1.25 MiB), a block of rows, and 8 bytes for every number kept, of which the number is limited.
struct TableReader {
  /// The way the rows are written; nil to detect it from the first line.
  var format: InputFormat?

  /// - Parameter choose: which columns to keep, once the header is known.
  func read(
    _ source: consuming ByteSource, choose: (Header) throws(ReadingError) -> Selection
  ) throws(ReadingError) -> Table {
    let file = source.name
    var window = Window()
    try window.advance(past: 0, &source)
    guard window.count > 0 else {
      throw ReadingError(file, source.defect == nil ? .emptyFile : .damagedArchive)
    }
    var preamble = Preamble()
    try skipPreamble(&preamble, &window, &source)

    let isObjects = format.map(\.isObjects) ?? (firstByte(window) == Ascii.openBrace)
    return isObjects
      ? try readObjects(&source, &window, preamble, choose)
      : try readFields(&source, &window, preamble, choose)
  }

  private func readFields(
    _ source: inout ByteSource, _ window: inout Window, _ preamble: Preamble,
    _ choose: (Header) throws(ReadingError) -> Selection
  ) throws(ReadingError) -> Table {
    var preamble = preamble
    let sniffer = HeaderSniffer(file: source.name, format: format ?? preamble.format)
    var isTerminated = false
    if window.atEnd, window.end[-1] != Ascii.newline {
      // The header itself may be the last line; a newline for it, taken back for the rows.
      window.terminate()
      isTerminated = true
    }
    let (header, rows) = try sniffer.delimited(window.start, window.endOfLines, preamble)
    if isTerminated { window.unterminate() }
    if !header.isHeaderless { preamble.headerTaken() }
    let selection = try choose(header)
    guard selection.numbers.count <= ReadingLimits.maximumColumns else {
      throw ReadingError(source.name, .tooMany(.columns))
    }
    try window.advance(past: min(rows - window.start, window.count), &source)
    try checkText(window, line: preamble.line, file: source.name)
    var parser = DelimitedParser(header, selection, file: source.name, line: preamble.line)
    return try readRows(&source, &window, &parser, header, selection)
  }

  private func readObjects(
    _ source: inout ByteSource, _ window: inout Window, _ preamble: Preamble,
    _ choose: (Header) throws(ReadingError) -> Selection
  ) throws(ReadingError) -> Table {
    var nothing = ColumnStore(slots: 0, keepsLabels: false, stampSlot: nil)
    var discovery = ObjectParser(discovering: source.name, line: preamble.line, at: window.start)
    _ = try discovery.parse(window.start, window.endOfLines, into: &nothing)
    if window.atEnd, window.endOfLines < window.end, discovery.names.isEmpty {
      // A single line without a newline.
      let start = window.endOfLines
      window.terminate()
      _ = try discovery.parse(start, window.end, into: &nothing)
      window.unterminate()
    }
    let header = Header(
      format: discovery.isScrolltrace ? .scrolltrace : .ndjson, names: discovery.names,
      isNumeric: discovery.isNumeric, beginning: discovery.beginning, metadata: preamble.metadata,
      shapes: discovery.shapes, clocks: discovery.clocks)
    let selection = try choose(header)
    guard selection.numbers.count <= ReadingLimits.maximumColumns else {
      throw ReadingError(source.name, .tooMany(.columns))
    }
    var parser = discovery.reading(selection, line: preamble.line)
    return try readRows(&source, &window, &parser, header, selection)
  }

  private func readRows(
    _ source: inout ByteSource, _ window: inout Window, _ parser: inout some RowParser, _ header: Header,
    _ selection: Selection
  ) throws(ReadingError) -> Table {
    var store = ColumnStore(
      slots: selection.numbers.count, keepsLabels: selection.label != nil,
      stampSlot: selection.stamps.flatMap { selection.numbers.firstIndex(of: $0) })
    var cleaning: [Trace.Cleaning] = []
    var isFirst = true
    while true {
      let consumed = try parser.parse(window.start, window.endOfLines, into: &store)
      if isFirst, consumed > 0, let size = source.size {
        // Memory that is reserved and never written costs nothing; columns that are moved while they grow do.
        store.reserve(Int(Double(store.rowCount) * Double(size) / Double(consumed) * 1.02) + 16)
      }
      isFirst = false
      if let excess = store.excess { throw ReadingError(source.name, excess) }
      if window.atEnd {
        cleaning += try readLastLine(&window, from: consumed, &parser, &store, file: source.name)
        break
      }
      guard consumed > 0 || !window.isFull else {
        throw ReadingError(source.name, line: parser.line, .lineTooLong(limit: Window.lineLimit))
      }
      try window.advance(past: consumed, &source)
      try checkText(window, line: parser.line, file: source.name)
    }
    if let cut = Self.note(of: source.defect, line: parser.line) { cleaning.append(cut) }
    guard store.rowCount > 0 else {
      throw ReadingError(source.name, source.defect == nil ? .noRows : .damagedArchive)
    }
    return store.table(header, selection, source: source.name, cleaning: parser.cleaning + cleaning)
  }

  /// The note on a gzip stream that could not be read to its end.
  static func note(of defect: Inflater.Failure?, line: Int) -> Trace.Cleaning? {
    guard let defect else { return nil }
    let what =
      defect == .cut ? "the gzip file is cut: used up to there" : "the gzip file is damaged: used up to there"
    return Trace.Cleaning(what: what, count: 1, lines: line > 0 ? [line] : [])
  }

  /// Reads the end of the file: nothing, a line without newline, or an unclosed quote.
  private func readLastLine(
    _ window: inout Window, from consumed: Int, _ parser: inout some RowParser, _ store: inout ColumnStore,
    file: String
  ) throws(ReadingError) -> [Trace.Cleaning] {
    guard consumed < window.count else { return [] }
    let start = window.start + consumed
    guard window.end[-1] != Ascii.newline else {
      throw ReadingError(file, line: parser.line, .unclosedQuote)
    }
    window.terminate()
    let line = parser.line
    let problem: ReadingError
    do throws(ReadingError) {
      if try parser.parse(start, window.end, into: &store) > 0 { return [] }
      problem = ReadingError(file, line: line, .unclosedQuote)
    } catch {
      problem = error
    }
    // A recorder that was stopped leaves half a line; a file of one bad line is a bad file.
    guard store.rowCount > 0 else { throw problem }
    if case .lineTooLong = problem.problem { throw problem }
    return [
      Trace.Cleaning(what: "last line without newline left out: \(problem)", count: 1, lines: [line])
    ]
  }

  /// Moves the window to the first line that is neither blank nor a comment.
  private func skipPreamble(
    _ preamble: inout Preamble, _ window: inout Window, _ source: inout ByteSource
  ) throws(ReadingError) {
    while true {
      try checkText(window, line: preamble.line, file: source.name)
      let isLast = window.atEnd && window.end[-1] != Ascii.newline
      if isLast { window.terminate() }
      let lines = window.endOfLines
      let found = try preamble.skip(window.start, lines, file: source.name)
      let consumed = (found ?? lines) - window.start
      if isLast { window.unterminate() }
      if found == nil {
        guard !window.atEnd else { throw ReadingError(source.name, .noRows) }
        guard consumed > 0 else {
          throw ReadingError(source.name, line: preamble.line, .lineTooLong(limit: Window.lineLimit))
        }
      }
      try window.advance(past: consumed, &source)
      if found != nil { return try checkText(window, line: preamble.line, file: source.name) }
      if window.count == 0 { throw ReadingError(source.name, .noRows) }
    }
  }

  private func firstByte(_ window: borrowing Window) -> UInt8 {
    Bytes(window.start, window.end).first { $0 != Ascii.space && $0 != Ascii.tab } ?? 0
  }

  /// - Parameter line: the line that the window begins with.
  private func checkText(_ window: borrowing Window, line: Int, file: String) throws(ReadingError) {
    guard let nul = window.nul else { return }
    let before = Bytes(window.start, window.start + nul)
    let lines = before.lazy.filter { $0 == Ascii.newline }.count
    let lineStart = before.lastIndex(of: Ascii.newline).map { $0 + 1 } ?? 0
    throw ReadingError(file, line: line + lines, column: nul - lineStart + 1, .binary(byte: 0))
  }
}

/// The part before the rows: comments, metadata and the header.
struct Preamble {
  private(set) var metadata: [String: String] = [:]
  /// The format of the separator that a first line `sep=;` names, as spreadsheets write it; nil without one.
  private(set) var format: InputFormat?
  /// The line, from 1, that comes next.
  private(set) var line = 1

  /// Takes the lines before the header; returns the header's first byte, or nil where there is none in
  /// [start, end).
  ///
  /// - Parameter end: behind a newline.
  mutating func skip(
    _ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>, file: String
  ) throws(ReadingError) -> UnsafePointer<UInt8>? {
    var p = start
    if line == 1, end - p >= 3, p[0] == 0xEF, p[1] == 0xBB, p[2] == 0xBF { p += 3 }
    while p < end {
      guard let newline = Window.newline(p, end) else { return nil }
      guard newline - p <= Window.lineLimit else {
        throw ReadingError(file, line: line, .lineTooLong(limit: Window.lineLimit))
      }
      let text = Bytes(p, newline).trimmed
      if !text.isEmpty {
        if text[0] == Ascii.hash {
          take(comment: text)
        } else if line == 1, let named = Self.format(separator: Bytes(p, newline)) {
          format = named
        } else {
          return p
        }
      }
      line += 1
      p = newline + 1
    }
    return nil
  }

  mutating func headerTaken() { line += 1 }

  /// The format whose separator a line `sep=;` names; nil for another line.
  private static func format(separator line: Bytes) -> InputFormat? {
    let words = line.last == Ascii.carriageReturn ? Bytes(rebasing: line.dropLast()) : line
    guard words.count == 5, words.text.lowercased().hasPrefix("sep=") else { return nil }
    return [InputFormat.csv, .tsv, .semicolon].first { $0.delimiter == words[4] }
  }

  /// `# key: value` names something about the recording; any other comment is for people.
  private mutating func take(comment: Bytes) {
    guard let colon = comment.firstIndex(of: Ascii.colon) else { return }
    let key = Bytes(rebasing: comment[1..<colon]).trimmed.text.lowercased()
    let value = Bytes(rebasing: comment[(colon + 1)...]).trimmed.text
    // A file of nothing but comments must not fill the memory.
    if !key.isEmpty, metadata[key] == nil, metadata.count < 1000 { metadata[key] = value }
  }
}

extension InputFormat {
  /// The records of a file in this format, which is no table.
  func records(_ text: ForeignText) throws(ReadingError) -> ForeignRecords {
    switch self {
    case .log: try LogFormat.records(text)
    case .oslog: try OSLogFormat.records(text)
    case .webkit: try WebKitFormat.records(text)
    case .reactNative: try ReactNativeFormat.records(text)
    case .flutter: try FlutterFormat.records(text)
    case .chrome: try ChromeFormat.records(text)
    case .rrweb: try RrwebFormat.records(text)
    case .getevent: try GeteventFormat.records(text)
    case .scrollReverser: try ScrollReverserFormat.records(text)
    case .libinput: try LibinputFormat.records(text)
    case .eventTap: try EventTapFormat.records(text)
    case .playwright: try PlaywrightFormat.records(text)
    case .xctrace: try XctraceFormat.records(text)
    case .perfetto: try PerfettoFormat.records(text)
    case .browser, .wheel, .csv, .tsv, .semicolon, .spaces, .ndjson, .scrolltrace:
      try BrowserFormat.records(text, as: self)
    }
  }
}
