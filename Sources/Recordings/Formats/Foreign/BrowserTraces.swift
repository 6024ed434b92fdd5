/// Trace event JSON of Chrome and Perfetto: an array of events, or one under `traceEvents`; `ts` in µs; the closing bracket may be missing.
///
/// Taken are the events of scrolling (ScrollTree::ScrollBy, GestureScrollUpdate, …): offsets among their arguments, else deltas,
/// which are summed up; those of a gesture are the finger's and count against it. Events stand in the order in which threads
/// wrote them: they are sorted.
enum ChromeFormat {
  private static let names = [
    "scrollby", "gesturescrollupdate", "scrollupdate", "setscrolloffset", "scrolloffset",
  ]
  private static let offsets: Set = [
    "offset", "scroll_offset", "current_offset", "scroll_top", "content_offset", "new_offset",
  ]
  private static let deltas: Set = ["delta", "scroll_delta", "d", "scroll"]

  static func records(_ text: ForeignText) throws(ReadingError) -> ForeignRecords {
    var records = ForeignRecords(.chrome)
    let (objects, cleaning) = try text.objects(mayEndOpen: true)
    records.cleaning = cleaning
    for (line, object) in objects {
      guard let name = object["name"]?.text, let time = Flattened.time(object["ts"], unit: 1000) else {
        continue
      }
      add(name: name, Flattened.numbers(object["args"] ?? .null), line: line, time: time, to: &records)
    }
    return records
  }

  /// Adds an event by its name and the numbers among its arguments, where it is one of scrolling.
  static func add(
    name: String, _ arguments: [(name: String, value: Double)], line: Int, time: Int64,
    to records: inout ForeignRecords
  ) {
    let lower = name.lowercased().filter { $0 != "_" }
    guard names.contains(where: lower.contains) else {
      if name == "GestureScrollBegin" || name == "GestureScrollEnd" || name == "GestureFlingStart" {
        records.add(event: name, line: line, time: time)
      }
      return
    }
    var values: [(name: String, value: Double)] = []
    for (path, value) in arguments {
      guard let role = role(path), !values.contains(where: { $0.name == role }) else { continue }
      values.append((role, role.hasPrefix("delta") && lower.contains("gesture") ? 0 - value : value))
    }
    if !values.isEmpty { records.add(line: line, time: time, values) }
  }

  /// The role of an argument by its last words: `data.delta_y`, `scroll_offset.y`.
  private static func role(_ path: String) -> String? {
    let base = ColumnName(path).base
    guard let axis = Axis.allCases.first(where: { base.hasSuffix("_\($0)") || base.hasSuffix("d\($0)") })
    else { return nil }
    let stem = base.hasSuffix("_\(axis)") ? String(base.dropLast(2)) : String(base.dropLast(1))
    func ends(_ words: Set<String>) -> Bool { words.contains { stem == $0 || stem.hasSuffix("_" + $0) } }
    if ends(deltas) { return "delta_\(axis)" }
    return ends(offsets) ? "offset_\(axis)_px" : nil
  }
}

/// WebKit's log of momentum scrolling (`MomentumEventDispatcher::flushLog`): `time,generatedOffset,generatedPhase,eventOffset,eventPhase`
/// behind a prefix on every line, seconds since the first entry.
enum WebKitFormat {
  static let prefix = Array("MomentumEventDispatcher event log:".utf8)
  static let names = ["time", "generatedOffset", "generatedPhase", "eventOffset", "eventPhase"]

  static func records(_ text: ForeignText) throws(ReadingError) -> ForeignRecords {
    var records = ForeignRecords(.webkit)
    try text.forEachLine { (line, bytes) throws(ReadingError) in
      if let numbers = numbers(in: bytes), !numbers.isEmpty { records.add(line: line, numbers) }
    }
    return records
  }

  /// The fields behind the prefix; none of the line that names them; nil for a line of anything else.
  static func numbers(in line: Bytes) -> [(name: String, value: Double)]? {
    guard let start = line.position(of: prefix) else { return nil }
    let fields = HeaderSniffer.fields(Bytes(rebasing: line[(start + prefix.count)...]).trimmed, Ascii.comma)
    guard fields.count == names.count else { return nil }
    let values = fields.compactMap { Double($0.text) }
    return values.count == names.count ? Array(zip(names, values)) : []
  }
}

/// Session recordings of rrweb: type 3 (incremental snapshot), source 3 (scroll) by the element's id, `timestamp` in ms; source 6 (touch move) is an
/// event for every position.
enum RrwebFormat {
  static func records(_ text: ForeignText) throws(ReadingError) -> ForeignRecords {
    var records = ForeignRecords(.rrweb)
    let (objects, cleaning) = try text.objects()
    records.cleaning = cleaning
    records.notices = [
      Notice(.format, "rrweb records a scroll position about every 100 ms: fast motions have few samples")
    ]
    for (line, object) in objects where object["type"]?.double == 3 {
      guard let time = Flattened.time(object["timestamp"], unit: 1_000_000), let data = object["data"] else {
        continue
      }
      switch data["source"]?.double {
      case 3:
        let values = ["x", "y"].compactMap { key in data[key]?.double.map { (name: key + "_px", value: $0) } }
        records.add(line: line, time: time, label: data["id"]?.json ?? "", values)
      case 6:
        for position in data["positions"]?.elements ?? [] {
          let offset = Flattened.time(position["timeOffset"], unit: 1_000_000) ?? 0
          records.add(
            event: "touchMove", line: line, time: time + offset,
            (position.members ?? []).filter { $0.key != "timeOffset" })
        }
      default: continue
      }
    }
    return records
  }
}

/// Playwright's trace archive: the console lines of pages that log their scroll position, `time` in ms; in an archive without any the frame
/// snapshots, which have the position at each action.
///
/// Each page is a series where there are several.
enum PlaywrightFormat {
  static func records(_ text: ForeignText) throws(ReadingError) -> ForeignRecords {
    let archive = try ZipArchive(text.bytes, file: text.file)
    let traces = archive.members.filter { $0.name.hasSuffix(".trace") }
    guard !traces.isEmpty else {
      let isWorkbook = archive.members.contains { $0.name == "xl/workbook.xml" }
      throw ReadingError(
        text.file, .otherKind(isWorkbook ? "an Excel workbook (it can be saved as CSV)" : "a ZIP archive"))
    }
    var reader = Reader(file: text.file)
    var room = ReadingLimits.maximumWholeSize
    for trace in traces {
      let bytes = try archive.bytes(of: trace)
      room -= bytes.count
      guard room >= 0 else {
        throw ReadingError(text.file, .tooLarge(limit: ReadingLimits.maximumWholeSize))
      }
      try reader.read(bytes)
    }
    return reader.records
  }

  /// Collects what has a scroll position, and actions of the wheel.
  private struct Reader {
    let file: String
    private var consoles: [Sample] = []
    private var snapshots: [Sample] = []
    private var wheels: [(line: Int, time: Int64?, details: [JSONMember])] = []
    /// The position of each frame in the snapshot before.
    private var positions: [String: [(name: String, value: Double)]] = [:]
    private var longLines: [Int] = []

    private struct Sample {
      let line: Int
      let time: Int64
      let page: String
      let values: [(name: String, value: Double)]
    }

    init(file: String) { self.file = file }

    mutating func read(_ bytes: [UInt8]) throws(ReadingError) {
      var line = 0
      for text in bytes.split(separator: Ascii.newline, omittingEmptySubsequences: false) {
        line += 1
        // A snapshot of a large page is a long line; no console line is.
        guard text.count <= Window.lineLimit else {
          longLines.append(line)
          continue
        }
        let result = text.withUnsafeBufferPointer { bytes in
          Result { () throws(JSONParser.Failure) in try Self.entry(bytes) }
        }
        switch result {
        case .success(let entry?): take(entry, line: line)
        case .success(nil): continue
        case .failure(let failure):
          throw ReadingError(
            file, line: line, column: failure.position + 1, .malformedObject(expected: failure.expected))
        }
      }
    }

    /// The entry of a line; nil for kinds without a position, which are not parsed.
    private static func entry(_ line: Bytes) throws(JSONParser.Failure) -> JSONValue? {
      let kinds = ["console", "frame-snapshot", "mouseWheel"].map { Array("\"\($0)\"".utf8) }
      guard kinds.contains(where: { line.position(of: $0) != nil }) else { return nil }
      return try JSONParser.value(line)
    }

    private mutating func take(_ entry: JSONValue, line: Int) {
      let page = (entry["pageId"] ?? entry["snapshot.pageId"])?.text ?? ""
      switch entry["type"]?.text {
      case "console":
        guard let time = Flattened.time(entry["time"], unit: 1_000_000) else { return }
        let numbers = Array((entry["text"]?.text ?? "").utf8).withUnsafeBufferPointer(NamedNumbers.all)
        if !numbers.isEmpty {
          consoles.append(Sample(line: line, time: time, page: page, values: numbers))
        }
      case "frame-snapshot":
        guard let snapshot = entry["snapshot"], snapshot["isMainFrame"] == .bool(true),
          let time = Flattened.time(snapshot["timestamp"], unit: 1_000_000)
        else { return }
        let position = position(in: snapshot, of: snapshot["frameId"]?.text ?? page)
        snapshots.append(Sample(line: line, time: time, page: page, values: position))
      case "before":
        let time = Flattened.time(entry["startTime"], unit: 1_000_000)
        wheels.append((line, time, entry["params"]?.members ?? []))
      default: break
      }
    }

    /// The document's scroll position: attributes of its root, 0 without them; a root that is a reference is that of the snapshot before.
    private mutating func position(
      in snapshot: JSONValue, of frame: String
    ) -> [(name: String, value: Double)] {
      if let root = snapshot["html"]?.elements, root.first?.text != nil {
        positions[frame] = [("x_px", "left"), ("y_px", "top")].map { name, side in
          let text = root.dropFirst().first?["__playwright_scroll_\(side)_"]?.text
          return (name, text.flatMap { Double($0) } ?? 0)
        }
      }
      return positions[frame] ?? []
    }

    var records: ForeignRecords {
      var records = ForeignRecords(.playwright)
      let samples = consoles.isEmpty ? snapshots : consoles
      let hasPages = Set(samples.map(\.page)).count > 1
      for sample in samples {
        records.add(
          line: sample.line, time: sample.time, label: hasPages ? sample.page : nil, sample.values)
      }
      for wheel in wheels {
        records.add(event: "mouseWheel", line: wheel.line, time: wheel.time, wheel.details)
      }
      if consoles.isEmpty {
        records.notices = [
          Notice(
            .format, "the scroll positions are those of Playwright's frame snapshots, one or two an action")
        ]
      }
      if !longLines.isEmpty {
        records.cleaning.append(
          Trace.Cleaning(
            what: "line over 1 MiB left out", count: longLines.count, lines: Array(longLines.prefix(10))))
      }
      return records
    }
  }
}
