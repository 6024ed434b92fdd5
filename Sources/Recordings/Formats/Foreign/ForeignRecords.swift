/// The records of a foreign format: named numbers, before their meaning is known.
struct ForeignRecords {
  /// The name of the column of times.
  static let timeColumn = InputFormat.timeColumn

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

  /// Keeps the processes that records are labeled with where two of them write a number of the same name: they are series then. Elsewhere one
  /// process has all offsets, and needs no name.
  mutating func separateProcesses() {
    guard hasLabels else { return }
    var owners: [Int: String] = [:]
    let isShared = rows.contains { row in
      row.values.contains { position, _ in
        guard let label = row.label else { return false }
        return owners.updateValue(label, forKey: position).map { $0 != label } ?? false
      }
    }
    guard !isShared || rows.contains(where: { $0.label == nil }) else { return }
    rows = rows.map { Row(line: $0.line, label: nil, time: $0.time, values: $0.values) }
    hasLabels = false
  }

  /// The columns as a file of fields would have them.
  var header: Header {
    var header = Header(
      format: format, names: names, isNumeric: isNumeric, metadata: metadata, clocks: clocks)
    header.beginning = names.map { _ in [] }
    // Of each column the series that begins it: time goes back from one to the next.
    var series = [String??](repeating: nil, count: names.count)
    for row in rows.prefix(UnnamedColumns.rowLimit) {
      for (position, value) in row.values {
        let first = series[position] ?? row.label
        series[position] = first
        if row.label == first { header.beginning[position].append(value) }
      }
    }
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

/// Numbers of a JSON object by the path of their keys.
enum Flattened {
  static func numbers(_ value: JSONValue) -> [(name: String, value: Double)] {
    leaves(value, prefix: "") { $0.double }
  }

  /// The numbers of an array under their places from 1.
  static func numbered(_ elements: [JSONValue]) -> [(name: String, value: Double)] {
    elements.enumerated().compactMap { index, element in element.double.map { (String(index + 1), $0) } }
  }

  /// The dates and times of day, in seconds since 1970 or since midnight.
  static func clocks(_ value: JSONValue) -> [(name: String, value: Double)] {
    leaves(value, prefix: "") { $0.text.flatMap { WallClock.seconds($0) } }
  }

  /// - Parameter prefix: what the paths begin with.
  private static func leaves(
    _ value: JSONValue, prefix: String, _ number: (JSONValue) -> Double?
  ) -> [(name: String, value: Double)] {
    (value.members ?? []).flatMap { member in
      let path = prefix.isEmpty ? member.key : prefix + "." + member.key
      if let number = number(member.value) { return [(name: path, value: number)] }
      return leaves(member.value, prefix: path, number)
    }
  }

  /// A number of times, as nanoseconds; whole numbers stay exact.
  ///
  /// - Parameter unit: nanoseconds in one.
  static func time(_ value: JSONValue?, unit: Int64) -> Int64? {
    guard case .decimal(let text)? = value else { return nil }
    if let whole = Int64(text) { return Nanoseconds.of(whole, unit: unit) }
    return value?.double.flatMap { Nanoseconds.of($0, unit: unit) }
  }
}

/// The position at which a finger came down.
struct FingerTrack {
  let x: Double
  let y: Double

  /// The travel since, in the sense in which it moves the content.
  func travel(x: Double, y: Double, unit: String) -> [(name: String, value: Double)] {
    [("finger_x_\(unit)", self.x - x), ("finger_y_\(unit)", self.y - y)]
  }
}
