/// The headers and events of a file, given to the recordings they belong to.
struct SessionRecords {
  let file: String
  let roles: ColumnRoles
  let names: [String]
  let lines: LineNumbers
  private let headers: [Record]
  private let events: [Record]

  init(_ table: Table, roles: ColumnRoles) {
    file = table.source
    self.roles = roles
    names = table.names
    lines = table.lines
    headers = table.records.filter(\.isHeader)
    events = table.records.filter { !$0.isHeader }
  }

  /// The header that a recording begins with; nil where none stands before its first row.
  func header(of group: RowGroup) throws(ReadingError) -> SessionHeader? {
    guard let row = group.firstRow, let record = headers.last(where: { $0.line < lines[row] }) else {
      return nil
    }
    return try SessionHeader(record, file: file)
  }

  /// The events of a recording: those that name its series, and those that stand among its lines.
  ///
  /// - Parameters:
  ///   - origin: the number, in the unit of the time column, that the recording's clock starts at.
  ///   - times: of the piece's samples, s.
  func events(of group: RowGroup, origin: Double, first: Double, times: [Double], sign: Double) -> [Event] {
    guard !events.isEmpty else { return [] }
    let samples = group.samplesByRow
    guard let head = samples.first.map(group.row), let last = samples.last.map(group.row) else { return [] }
    let region = start(of: head)..<(last + 1 < lines.count ? start(of: last + 1) : .max)
    let own = events.filter { event in
      if let series = roles.series, let name = event.object[names[series]] {
        return (name.text ?? name.json) == group.name
      }
      return region.contains(event.line)
    }
    return own.map { event in
      let stamp = roles.time.flatMap { event.number(names[$0], from: origin) }
      let seconds = stamp.map { ($0 - first) * roles.secondsPerUnit / roles.unitsPerSecond }
      // An event without a time happened when the sample before it was taken.
      let later = Self.firstIndex(in: samples.count) { lines[group.row(samples[$0])] > event.line }
      return Self.event(
        event.object, at: seconds ?? times[samples[max(0, later - 1)]],
        without: roles.time.map { names[$0] }, sign: sign)
    }
  }

  /// The rows that a recording of its own begins with: the first behind each header.
  func starts() -> [Int] {
    var rows: [Int] = []
    for header in headers {
      let row = Self.firstIndex(in: lines.count) { lines[$0] >= header.line }
      if row > 0, row < lines.count, rows.last != row { rows.append(row) }
    }
    return rows
  }

  /// The line that what belongs to a row begins with: that of a header just before it, the file's first for the first.
  private func start(of row: Int) -> Int {
    guard row > 0 else { return 0 }
    return headers.last { $0.line < lines[row] && $0.line > lines[row - 1] }?.line ?? lines[row]
  }

  /// The first of 0 ..< count that is behind a place, where all after it are; `count` where none is.
  private static func firstIndex(in count: Int, where isBehind: (Int) -> Bool) -> Int {
    var low = 0, high = count
    while low < high {
      let middle = (low + high) / 2
      if isBehind(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }

  private static func event(_ object: JSONValue, at time: Double, without timeKey: String?, sign: Double)
    -> Event
  {
    var details = (object.members ?? []).filter { $0.key != timeKey && $0.key != "event" }
    func lengths(_ key: String) -> [Axis: Double] {
      var lengths: [Axis: Double] = [:]
      for axis in Axis.allCases {
        lengths[axis] = object["\(key).\(axis)"]?.double.map { sign < 0 ? 0 - $0 : $0 }
      }
      if !lengths.isEmpty { details.removeAll { $0.key == key } }
      return lengths
    }
    let offset = lengths("offset"), velocity = lengths("velocity"), target = lengths("target")
    return Event(
      time: time, name: object["event"]?.text ?? "", offset: offset, velocity: velocity, target: target,
      details: details)
  }
}

/// A recording's own header (scrolltrace).
package struct SessionHeader {
  let record: Record

  /// - Throws: a version that this program does not read.
  init(_ record: Record, file: String) throws(ReadingError) {
    self.record = record
    guard record.number("version") == Record.version else {
      let version = record.object["version"]?.json ?? "null"
      throw ReadingError(file, line: record.line, .version(version))
    }
  }

  /// Every key in its order, but those that say that and how the samples are written, which a writer says anew.
  var members: [JSONMember] {
    (record.object.members ?? []).filter { !["format", "version", "timeOrigin"].contains($0.key) }
  }

  /// What the recorder says of the recording.
  var remarks: [Notice] {
    func remarks(_ kind: Notice.Kind, _ key: String) -> [Notice] {
      (record.object[key]?.elements ?? []).compactMap { $0.text.map { Notice(kind, $0) } }
    }
    return remarks(.recorderWarning, Self.warningsKey) + remarks(.recorderNote, Self.notesKey)
  }

  package static let warningsKey = "warnings"
  package static let notesKey = "notes"

  /// s, of the samples' t = 0.
  var timeOrigin: Double { record.number("timeOrigin") ?? 0 }

  func isPixels(_ axes: some Sequence<Axis>) -> Bool {
    axes.contains { record.object["units.\($0)"]?.text == "px" }
  }

  /// The edges of the content; of several layouts the outermost, so that no offset inside of one is beyond an edge.
  ///
  /// - Parameters:
  ///   - events: of the recording; those of layouts have the header's lengths anew.
  ///   - notices: takes the sentence for a header that gives some of the lengths or gives them wrongly.
  func edges(_ axis: Axis, _ events: [Event], _ notices: inout [Notice]) -> ClosedRange<Double>? {
    let layouts = events.filter { $0.name == Self.layoutEvent }.map {
      Record(line: 0, object: .object($0.details))
    }
    let ranges = ([record] + layouts).compactMap { Self.edges(axis, $0) }
    if ranges.isEmpty, record.object["contentSize"] != nil {
      let length = Self.lengths(axis).viewport
      notices.append(
        Notice(
          .unusedEdges,
          "the header has no contentSize.\(length) and viewport.\(length) that are lengths: it gives no edges for \(axis)"
        )
      )
    }
    guard let low = ranges.map(\.lowerBound).min(), let high = ranges.map(\.upperBound).max() else {
      return nil
    }
    return low...high
  }

  /// The edges of one layout: [−inset, content + inset − viewport], never below its lower end.
  private static func edges(_ axis: Axis, _ layout: Record) -> ClosedRange<Double>? {
    let (length, before, after) = lengths(axis)
    let content = layout.number("contentSize.\(length)"), viewport = layout.number("viewport.\(length)")
    guard let content, let viewport, content >= 0, viewport > 0 else { return nil }
    let low = 0 - (layout.number("insets.\(before)") ?? 0)
    return low...max(low, content + (layout.number("insets.\(after)") ?? 0) - viewport)
  }

  private static func lengths(_ axis: Axis) -> (viewport: String, before: String, after: String) {
    axis == .x ? ("width", "left", "right") : ("height", "top", "bottom")
  }

  /// The event of a layout that changed: `viewport`, `contentSize` and `insets` as in the header.
  private static let layoutEvent = "layout"
}

extension Trace {
  /// A number of the recording's own header by its path: `viewport.height`; nil where there is none.
  package func headerNumber(_ path: String) -> Double? {
    Record(line: 1, object: .object(header)).number(path)
  }

  /// A value of the recording's own header by its path; nil where there is none.
  func headerValue(_ path: String) -> JSONValue? { JSONValue.object(header)[path] }
}

extension JSONMember {
  /// The same member; the lengths of a view's layout are each divided by the factor of its axis.
  func dividing(by factor: (Axis) -> Double) -> JSONMember {
    guard ["viewport", "contentSize", "insets"].contains(key), let members = value.members else {
      return self
    }
    return JSONMember(
      key,
      .object(
        members.map { member in
          let axis: Axis? =
            switch member.key {
            case "width", "left", "right": .x
            case "height", "top", "bottom": .y
            default: nil
            }
          guard let axis, let length = member.value.double else { return member }
          return JSONMember(member.key, .decimal(length / factor(axis)))
        }))
  }
}
