/// Playwright's trace archive: the console lines of pages that log their scroll position, `time` in ms; in an archive without any the frame
/// snapshots, which have the position at each action.
///
/// Each page is a series where there are several.
enum PlaywrightFormat {
  static func records(_ text: ForeignText) throws(ReadingError) -> ForeignRecords {
    let archive = try ZipArchive(text.bytes, file: text.file)
    let traces = archive.members.filter { $0.name.hasSuffix(".trace") }
    guard !traces.isEmpty else { throw ReadingError(text.file, .otherKind("a ZIP archive")) }
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
