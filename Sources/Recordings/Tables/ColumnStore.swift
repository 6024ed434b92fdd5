/// The columns while they are read: rows go into a block of fixed size, full blocks to the end of the
/// columns.
struct ColumnStore: ~Copyable {
  private static let blockRows = 4096

  private var columns: [[Double]]
  private let block: UnsafeMutablePointer<Double>
  private var rowInBlock = 0
  private(set) var lines = LineNumbers()
  private let keepsLabels: Bool
  private(set) var labels: [String] = []
  private var labelOfRow: [Int32] = []
  private var labelIndices: [String: Int32] = [:]
  private var lastLabel: [UInt8] = []
  private var lastLabelIndex: Int32 = -1
  /// The slot of the time stamps, as long as something may have to be subtracted from them; else -1.
  private(set) var stampSlot: Int
  private var origin: Int64?
  private var records: [Record] = []
  /// Bytes of the texts of ``records``.
  private var recordSize = 0

  init(slots: Int, keepsLabels: Bool, stampSlot: Int?) {
    columns = Array(repeating: [], count: slots)
    block = .allocate(capacity: max(1, slots * Self.blockRows))
    self.keepsLabels = keepsLabels
    self.stampSlot = stampSlot ?? -1
  }

  deinit { block.deallocate() }

  var rowCount: Int { lines.count }

  /// The part of the table that is beyond its limit; nil as long as none is.
  var excess: ReadingError.Problem? {
    if rowCount > maximumRows { return .tooMany(.numbers) }
    if labels.count > ReadingLimits.maximumSeries { return .tooMany(.series) }
    return recordSize > ReadingLimits.maximumWholeSize
      ? .tooLarge(limit: ReadingLimits.maximumWholeSize) : nil
  }

  private var maximumRows: Int { ReadingLimits.maximumNumbers / (columns.count + 1) }

  /// Makes room for an estimated number of rows, so that columns need not be moved while they grow.
  mutating func reserve(_ estimate: Int) {
    let rows = min(estimate, maximumRows)
    for index in columns.indices { columns[index].reserveCapacity(rows) }
    if keepsLabels { labelOfRow.reserveCapacity(rows) }
  }

  /// Puts a number into the current row. The first stamp, where it is an integer, is the origin of all: later
  /// integers are subtracted before they become doubles, so that 19 digits of nanoseconds lose nothing.
  @inline(__always)
  mutating func put(_ value: Double, _ decimal: Decimal, slot: Int) {
    block[slot &* Self.blockRows &+ rowInBlock] = slot == stampSlot ? sinceOrigin(value, decimal) : value
  }

  /// Puts a number that is no time stamp into the current row.
  @inline(__always)
  mutating func put(_ value: Double, slot: Int) {
    block[slot &* Self.blockRows &+ rowInBlock] = value
  }

  /// Keeps an object that is more than a row.
  ///
  /// - Parameter size: bytes of its text.
  mutating func keep(_ record: Record, size: Int) {
    records.append(record)
    recordSize += size
  }

  private mutating func sinceOrigin(_ value: Double, _ decimal: Decimal) -> Double {
    if rowCount == 0 {
      origin = decimal.integer
      if origin ?? 0 == 0 { stampSlot = -1 }
    }
    return origin.map { decimal.difference(from: $0, value) } ?? value
  }

  /// Names the series of the current row by a field's bytes, with their quotes.
  mutating func put(label: Bytes, isJSON: Bool = false) {
    if lastLabelIndex >= 0, label.count == lastLabel.count, label.elementsEqual(lastLabel) { return }
    lastLabel = Array(label)
    let text = isJSON && label.first == Ascii.quote ? JSONText.unescaped(label.inner) : label.unquoted
    if let index = labelIndices[text] {
      lastLabelIndex = index
    } else {
      lastLabelIndex = Int32(labels.count)
      labelIndices[text] = lastLabelIndex
      labels.append(text)
    }
  }

  @inline(__always)
  mutating func endRow(line: Int) {
    if keepsLabels { labelOfRow.append(lastLabelIndex) }
    lines.append(line)
    rowInBlock += 1
    if rowInBlock == Self.blockRows { flush() }
  }

  private mutating func flush() {
    for slot in columns.indices {
      columns[slot].append(
        contentsOf: UnsafeBufferPointer(start: block + slot * Self.blockRows, count: rowInBlock))
    }
    rowInBlock = 0
  }

  /// The table of all complete rows.
  consuming func table(
    _ header: Header, _ selection: Selection, source: String, cleaning: [Trace.Cleaning]
  ) -> Table {
    flush()
    var kept = [[Double]](repeating: [], count: header.names.count)
    for (slot, index) in selection.numbers.enumerated() {
      kept[index] = columns[slot]
      columns[slot] = []
    }
    return Table(
      source: source, format: header.format, metadata: header.metadata, names: header.names, columns: kept,
      rowCount: rowCount, labels: labels, labelOfRow: labelOfRow, lines: lines, origin: origin,
      records: records, cleaning: cleaning)
  }
}
