/// The records of a foreign format: named numbers, before their meaning is known.
struct ForeignRecords {
  /// The name of the column of times.
  static let timeColumn = "time (ns)"

  let format: InputFormat
  private(set) var names: [String] = []
  /// The columns that hold a number in some record.
  private var isNumeric: [Bool] = []
  /// The columns that hold a date or a time of day as a text.
  private var clocks: Set<Int> = []
  private var positions: [String: Int] = [:]
  private var rows: [Row] = []
  /// The events, by line; times under ``timeColumn``.
  private(set) var events: [Record] = []
  /// Lengths by name that hold for the whole recording.
  var metadata: [String: String] = [:]
  var cleaning: [Trace.Cleaning] = []
  /// The notices about such files.
  var notices: [Notice] = []

  private struct Row {
    let line: Int
    let label: String?
    let time: Int64?
    let values: [(position: Int, value: Double)]
  }

  init(_ format: InputFormat) { self.format = format }

  /// The part of the file that is beyond its limit; what came after it is not kept.
  private(set) var excess: ReadingLimits.Part?
  /// Numbers and rows that are kept.
  private var valueCount = 0

  var isEmpty: Bool { rows.isEmpty }
  private var hasTimes = false
  private var hasLabels = false

  /// - Parameters:
  ///   - time: in whole nanoseconds, where the format has one of its own.
  ///   - label: of the series it belongs to.
  ///   - clocks: the dates and times of day that are texts, s.
  mutating func add(
    line: Int, time: Int64? = nil, label: String? = nil, _ values: [(name: String, value: Double)],
    clocks: [(name: String, value: Double)] = []
  ) {
    guard hasRoom(for: values.count + clocks.count) else { return }
    hasTimes = hasTimes || time != nil
    hasLabels = hasLabels || label != nil
    var row: [(Int, Double)] = []
    for (name, value) in values where value.isFinite {
      let position = position(of: name)
      isNumeric[position] = true
      row.append((position, value))
    }
    for (name, seconds) in clocks {
      let position = position(of: name)
      self.clocks.insert(position)
      row.append((position, seconds))
    }
    rows.append(Row(line: line, label: label, time: time, values: row))
  }

  /// The column of a name; a new one for a new name.
  private mutating func position(of name: String) -> Int {
    if let position = positions[name] { return position }
    positions[name] = names.count
    names.append(name)
    isNumeric.append(false)
    return names.count - 1
  }

  /// Counts a record; false from the one on that exceeds a limit.
  private mutating func hasRoom(for values: Int) -> Bool {
    valueCount += values + 1
    if names.count > ReadingLimits.maximumColumns { excess = .columns }
    if valueCount > ReadingLimits.maximumValues { excess = .values }
    return excess == nil
  }

  mutating func add(event name: String, line: Int, time: Int64?, _ details: [JSONMember] = []) {
    guard hasRoom(for: details.count + 2) else { return }
    let time = time.map { [JSONMember(Self.timeColumn, .decimal(String($0)))] } ?? []
    events.append(Record(line: line, object: .object(time + [JSONMember("event", .string(name))] + details)))
  }

  /// The columns as a file of fields would have them.
  var header: Header {
    var header = Header(
      format: format, names: names, isNumeric: isNumeric, metadata: metadata, clocks: clocks)
    if hasTimes {
      header.names.append(Self.timeColumn)
      header.isNumeric.append(true)
    }
    if hasLabels {
      header.names.append("series")
      header.isNumeric = zip(header.names, header.isNumeric + [false]).map { $0 != "series" && $1 }
    }
    return header
  }

  /// The records that have every column asked for, in the order of their times where the format has none of its own.
  func table(_ header: Header, _ selection: Selection, file: String) throws(ReadingError) -> Table {
    let timeIndex = hasTimes ? names.count : -1
    let wanted = selection.numbers.filter { $0 != timeIndex }
    let usesTime = selection.numbers.contains(timeIndex)
    var kept: [Int] = []
    var skipped: [Int] = []
    for (index, row) in rows.enumerated() {
      let isWhole = wanted.allSatisfy { position in row.values.contains { $0.position == position } }
      if isWhole, !usesTime || row.time != nil, !hasLabels || row.label != nil {
        kept.append(index)
      } else {
        skipped.append(row.line)
      }
    }
    guard !kept.isEmpty else { throw ReadingError(file, .noRows) }
    var cleaning = self.cleaning
    if format.isUnordered, usesTime {
      let sorted = kept.sorted { (rows[$0].time ?? 0, $0) < (rows[$1].time ?? 0, $1) }
      let moved = zip(kept, sorted).filter { $0.0 != $0.1 }.map { rows[$0.1].line }
      if !moved.isEmpty {
        cleaning.append(
          Trace.Cleaning(
            what: "sample out of order sorted", count: moved.count, lines: Array(moved.prefix(10))))
      }
      kept = sorted
    }
    if !skipped.isEmpty {
      cleaning.append(
        Trace.Cleaning(
          what: "record without every column left out", count: skipped.count, lines: Array(skipped.prefix(10))
        ))
    }
    return table(of: kept, header, selection, cleaning: cleaning, file: file)
  }

  private func table(
    of kept: [Int], _ header: Header, _ selection: Selection, cleaning: [Trace.Cleaning], file: String
  ) -> Table {
    let timeIndex = hasTimes ? names.count : -1
    let origin = rows[kept[0]].time
    var columns = [[Double]](repeating: [], count: header.names.count)
    for position in selection.numbers {
      columns[position] = kept.map { index in
        let row = rows[index]
        if position == timeIndex { return Double((row.time ?? 0) - (origin ?? 0)) }
        return row.values.last { $0.position == position }?.value ?? 0
      }
    }
    var labels: [String] = []
    var labelOfRow: [Int32] = []
    if selection.label != nil {
      var positions: [String: Int32] = [:]
      for index in kept {
        let label = rows[index].label ?? ""
        let position = positions[label] ?? Int32(labels.count)
        if position == Int32(labels.count) {
          positions[label] = position
          labels.append(label)
        }
        labelOfRow.append(position)
      }
    }
    var lines = LineNumbers()
    for index in kept { lines.append(rows[index].line) }
    return Table(
      source: file, format: format, metadata: metadata, names: header.names, columns: columns,
      rowCount: kept.count,
      labels: labels, labelOfRow: labelOfRow, lines: lines,
      origin: selection.stamps == timeIndex ? origin : nil, records: events, cleaning: cleaning)
  }
}
