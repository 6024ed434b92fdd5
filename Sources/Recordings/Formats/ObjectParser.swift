/// Rows of JSON objects, one a line; nested keys are joined with points.
///
/// An object without every kept column is another kind of record: kept as it stands where it describes an event or is a
/// recording's own header, else left out, counted.
struct ObjectParser: RowParser {
  private static let depthLimit = 64

  private let file: String
  private(set) var line: Int
  private var tree = KeyTree()
  /// While the columns are not known yet: every key with a number, or a text, becomes one.
  private var discovers: Bool
  private(set) var names: [String] = []
  private(set) var isNumeric: [Bool] = []
  /// The first numbers of each column, found while discovering.
  private(set) var beginning: [[Double]] = []
  /// For each column its slot in the store; -1 for one that is not kept.
  private var slots: [Int] = []
  private var labelColumn = -1
  private var isLabelNumber = false
  /// For each slot the object that filled it last.
  private var filledBy: [Int] = []
  private var labelledBy = -1
  private var filled = 0
  private var needed = 0
  private var object = 0
  private var skipped: (count: Int, lines: [Int]) = (0, [])
  /// The kinds of objects seen while discovering, each as its columns.
  private(set) var shapes: Set<[Int]> = []
  private var shape: [Int] = []
  /// A header of scrolltrace was seen.
  private(set) var isScrolltrace = false
  /// For each slot that may stay empty the value it had last: a finger is where it was.
  private var lastValues: [(slot: Int, value: Double)] = []
  /// The columns with a date or a time of day as a text, found while discovering.
  private(set) var clocks: Set<Int> = []
  /// The column of times that are texts, and the object that had one last; -1 for none.
  private var clockColumn = -1
  private var clockedBy = -1
  private var stateColumn = -1
  private var eventColumn = -1
  private var formatColumn = -1
  /// True if the object at hand is more than a sample.
  private var isRecord = false
  private var previous = KeyTree.root
  private var pattern = RowPattern(mark: Ascii.point)
  private var record: UnsafePointer<UInt8>

  /// A parser that learns the columns of the lines it is given and keeps nothing.
  init(discovering file: String, line: Int, at start: UnsafePointer<UInt8>) {
    self.file = file
    self.line = line
    discovers = true
    record = start
  }

  /// The parser for the columns found by this one.
  func reading(_ selection: Selection, line: Int) -> ObjectParser {
    var parser = self
    parser.discovers = false
    parser.beginning = []
    parser.line = line
    parser.slots = [Int](repeating: -1, count: names.count)
    for (slot, column) in selection.numbers.enumerated() { parser.slots[column] = slot }
    parser.lastValues = selection.optional.compactMap { column in
      selection.numbers.firstIndex(of: column).map { ($0, column == selection.states ? -1 : 0) }
    }
    parser.clockColumn = selection.time.flatMap { clocks.contains($0) ? $0 : nil } ?? -1
    parser.stateColumn = selection.states ?? -1
    parser.eventColumn = names.firstIndex(of: "event") ?? -1
    parser.formatColumn = names.firstIndex(of: "format") ?? -1
    parser.labelColumn = selection.label ?? -1
    parser.isLabelNumber = selection.isLabelNumber
    parser.pattern = RowPattern(mark: Ascii.point)
    parser.filledBy = [Int](repeating: -1, count: selection.numbers.count)
    parser.needed = selection.numbers.count - parser.lastValues.count + (selection.label == nil ? 0 : 1)
    parser.object = 0
    return parser
  }

  var cleaning: [Trace.Cleaning] {
    skipped.count == 0
      ? []
      : [
        Trace.Cleaning(
          what: "object without every column left out", count: skipped.count, lines: skipped.lines)
      ]
  }

  mutating func parse(
    _ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>, into store: inout ColumnStore
  ) throws(ReadingError) -> Int {
    var p = start
    while p < end {
      p = pattern.readRows(p, end, line: &line, into: &store)
      guard p < end else { break }
      record = p
      pattern.begin()
      skipBlanks(&p)
      if p.pointee != Ascii.newline, p.pointee != Ascii.hash {
        filled = 0
        isRecord = false
        shape.removeAll(keepingCapacity: true)
        previous = KeyTree.root
        try parseObject(&p, in: KeyTree.root, depth: 0, &store)
        skipBlanks(&p)
        guard p.pointee == Ascii.newline else { throw malformed(p, "the end of the line") }
        if try endObject(Bytes(record, p), &store) { pattern.end(record, p + 1) }
      }
      guard let newline = Window.newline(p, end) else { return end - start }
      guard newline - record <= Window.lineLimit else {
        throw ReadingError(file, line: line, .lineTooLong(limit: Window.lineLimit))
      }
      line += 1
      p = newline + 1
    }
    return end - start
  }

  /// - Returns: whether one that differs from it in its numbers alone has no more than they; the first ones' are noted.
  private mutating func endObject(_ text: Bytes, _ store: inout ColumnStore) throws(ReadingError) -> Bool {
    defer { object += 1 }
    if discovers {
      shapes.insert(shape)
      return object >= UnnamedColumns.rowLimit
    }
    if isRecord { store.keep(try Record(text, line: line, file: file), size: text.count) }
    if filled == needed {
      for index in lastValues.indices where filledBy[lastValues[index].slot] != object {
        store.put(lastValues[index].value, slot: lastValues[index].slot)
      }
      store.endRow(line: line)
      return !isRecord && lastValues.isEmpty && !isLabelNumber && clockedBy != object
    }
    if !isRecord {
      skipped.count += 1
      if skipped.lines.count < 10 { skipped.lines.append(line) }
    }
    return false
  }

  private mutating func parseObject(
    _ p: inout UnsafePointer<UInt8>, in parent: Int, depth: Int, _ store: inout ColumnStore
  ) throws(ReadingError) {
    guard p.pointee == Ascii.openBrace else { throw malformed(p, "'{'") }
    guard depth < Self.depthLimit else { throw malformed(p, "an object nested less deeply") }
    p += 1
    skipBlanks(&p)
    if p.pointee == Ascii.closeBrace {
      p += 1
      return
    }
    while true {
      skipBlanks(&p)
      guard p.pointee == Ascii.quote else { throw malformed(p, "a key") }
      let opening = p
      guard JSONText.skipString(&p) else { throw malformed(opening, "the key's closing quote") }
      let node = tree.find(Bytes(opening + 1, p - 1), in: parent, after: previous)
      if let node { previous = node }
      skipBlanks(&p)
      guard p.pointee == Ascii.colon else { throw malformed(p, "':'") }
      p += 1
      skipBlanks(&p)
      try parseValue(&p, node, depth: depth, &store)
      skipBlanks(&p)
      if p.pointee == Ascii.closeBrace {
        p += 1
        return
      }
      guard p.pointee == Ascii.comma else { throw malformed(p, "',' or '}'") }
      p += 1
    }
  }

  private mutating func parseValue(
    _ p: inout UnsafePointer<UInt8>, _ node: Int?, depth: Int, _ store: inout ColumnStore
  ) throws(ReadingError) {
    let begin = p
    if p.pointee == Ascii.openBrace, let node {
      return try parseObject(&p, in: node, depth: depth + 1, &store)
    }
    if p.pointee == Ascii.quote {
      guard JSONText.skipString(&p) else { throw malformed(begin, "the text's closing quote") }
      take(text: Bytes(begin, p), node, &store)
      return
    }
    if let decimal = Decimal.scanWords(&p, mark: Ascii.point), !JSONText.isLetter(p.pointee) {
      try take(decimal, Bytes(begin, p), node, &store)
      return
    }
    p = begin
    guard JSONText.skipOther(&p) else {
      while !isEndOfValue(p.pointee) { p += 1 }
      let problem = FieldCheck.problem(Bytes(begin, p), column: node.map { tree.path($0) } ?? "")
      if case .notFinite = problem { throw error(begin, problem) }
      throw malformed(begin, "a value")
    }
  }

  private mutating func take(
    _ decimal: Decimal, _ text: Bytes, _ node: Int?, _ store: inout ColumnStore
  ) throws(ReadingError) {
    let column = column(node, numeric: true) ?? -1
    let slot = discovers || column < 0 ? -1 : slots[column]
    guard let start = text.baseAddress else { return }
    if discovers, column >= 0, beginning[column].count < UnnamedColumns.rowLimit,
      let value = decimal.finite(start, start + text.count, mark: Ascii.point)
    {
      beginning[column].append(value)
    }
    if discovers || column < 0 || column != labelColumn {
      pattern.note(start, start + text.count, slot: slot)
    } else {
      take(label: text, &store)
    }
    guard slot >= 0 else { return }
    guard let value = decimal.finite(start, start + text.count, mark: Ascii.point) else {
      throw error(start, .notFinite(text: text.text, column: names[column]))
    }
    fill(slot, value)
    store.put(value, decimal, slot: slot)
  }

  /// Notes that the object at hand has a value for a slot.
  @inline(__always)
  private mutating func fill(_ slot: Int, _ value: Double) {
    if filledBy[slot] == object { return }
    filledBy[slot] = object
    if let index = lastValues.firstIndex(where: { $0.slot == slot }) {
      // A state holds for its sample alone.
      if slots.indices.contains(stateColumn), slots[stateColumn] == slot { return }
      lastValues[index].value = value
    } else {
      filled += 1
    }
  }

  private mutating func take(text: Bytes, _ node: Int?, _ store: inout ColumnStore) {
    guard let column = column(node, numeric: false) else { return }
    if discovers {
      if names[column] == "format", Record.isScrolltrace(text.inner) { isScrolltrace = true }
      if WallClock.seconds(text.inner) != nil { clocks.insert(column) }
      return
    }
    if column == clockColumn, let seconds = WallClock.seconds(text.inner) {
      clockedBy = object
      fill(slots[column], seconds)
      store.put(seconds, slot: slots[column])
    }
    if column == labelColumn { take(label: text, &store) }
    if column == eventColumn { isRecord = !Record.isSample(text.inner) }
    if column == formatColumn { isRecord = Record.isScrolltrace(text.inner) }
    if column == stateColumn, let code = TouchState.code(text.inner) {
      fill(slots[column], code)
      store.put(code, slot: slots[column])
    }
  }

  private mutating func take(label: Bytes, _ store: inout ColumnStore) {
    store.put(label: label, isJSON: true)
    if labelledBy != object {
      labelledBy = object
      filled += 1
    }
  }

  /// The column of a node; a new one while the columns are being discovered.
  private mutating func column(_ node: Int?, numeric: Bool) -> Int? {
    guard let node else { return nil }
    let known = tree[column: node]
    defer { if discovers { shape.append(tree[column: node]) } }
    if known >= 0 {
      if discovers, numeric { isNumeric[known] = true }
      return known
    }
    guard discovers else { return nil }
    tree[column: node] = names.count
    names.append(tree.path(node))
    isNumeric.append(numeric)
    beginning.append([])
    return tree[column: node]
  }

  @inline(__always)
  private func skipBlanks(_ p: inout UnsafePointer<UInt8>) {
    while p.pointee == Ascii.space || p.pointee == Ascii.tab || p.pointee == Ascii.carriageReturn { p += 1 }
  }

  private func isEndOfValue(_ byte: UInt8) -> Bool {
    byte == Ascii.comma || byte == Ascii.closeBrace || byte == Ascii.newline || byte == Ascii.space
  }

  private func malformed(_ p: UnsafePointer<UInt8>, _ expected: String) -> ReadingError {
    error(p, .malformedObject(expected: expected))
  }

  private func error(_ p: UnsafePointer<UInt8>, _ problem: ReadingError.Problem) -> ReadingError {
    ReadingError(file, line: line, column: p - record + 1, problem)
  }
}
