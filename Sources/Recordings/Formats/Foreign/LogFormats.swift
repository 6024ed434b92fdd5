/// Lines with values inside text, printed, by NSLog or by logcat.
///
/// `2021-04-05 13:51:45.123456+0800 App[123:456] contentOffset:{0, 12.5}`: the stamp is the time where every line has one, or one above it
/// (`logcat -v long`); without, rows are frames (`--interval`, `--frame-rate`) or counted. Processes that write the same value are series.
enum LogFormat {
  static func records(_ text: ForeignText) throws(ReadingError) -> ForeignRecords {
    var records = ForeignRecords(.log)
    var heading: (time: Int64, process: String)?
    try text.forEachLine { (line, bytes) throws(ReadingError) in
      guard FieldCheck.isText(bytes) else {
        let index = bytes.firstIndex { $0 >= 0x80 || ($0 < 0x20 && $0 != Ascii.tab) } ?? 0
        throw ReadingError(text.file, line: line, column: index + 1, .binary(byte: bytes[index]))
      }
      if let above = LogLine.heading(bytes) {
        heading = above
        return
      }
      let entry = LogLine(bytes)
      let numbers = entry.bareNumbers ?? NamedNumbers.all(in: entry.message)
      guard !numbers.isEmpty else { return }
      records.add(
        line: line, time: entry.time ?? heading?.time, label: entry.process ?? heading?.process, numbers)
    }
    records.separateProcesses()
    return records
  }
}

/// The log of macOS and iOS as `log show --style ndjson` writes it: one object a line, the values inside `eventMessage`, its time in
/// `timestamp`. Signposts are events. (The ticks of `machTimestamp` have a unit that the file does not give.)
enum OSLogFormat {
  static func records(_ text: ForeignText) throws(ReadingError) -> ForeignRecords {
    var records = ForeignRecords(.oslog)
    let (objects, cleaning) = try text.objects()
    records.cleaning = cleaning
    for (line, object) in objects {
      guard let stamp = object["timestamp"]?.text else { continue }
      let message = object["eventMessage"]?.text ?? ""
      guard let time = withBytes(stamp, { WallClock.parse($0)?.time }) else {
        throw ReadingError(text.file, line: line, .notANumber(text: stamp, column: "timestamp"))
      }
      if object["eventType"]?.text == "signpostEvent" {
        let details = ["signpostType", "signpostID", "eventMessage"].compactMap { key in
          object[key].map { JSONMember(key, $0) }
        }
        records.add(event: object["signpostName"]?.text ?? "signpost", line: line, time: time, details)
        continue
      }
      let numbers = withBytes(message) { WebKitFormat.numbers(in: $0) ?? NamedNumbers.all(in: $0) }
      if !numbers.isEmpty { records.add(line: line, time: time, numbers) }
    }
    return records
  }

  private static func withBytes<Value>(_ text: String, _ body: (Bytes) -> Value) -> Value {
    Array(text.utf8).withUnsafeBufferPointer(body)
  }
}

/// React Native's scroll events: `nativeEvent.contentOffset` and what surrounds it, one object a line or an array of them.
///
/// Edges follow from `contentSize`, `layoutMeasurement` and `contentInset`. An event by another name than onScroll is an event.
/// Android calls twice a frame: a call with the offset of the one before, within 10 ms, is left out (`OnScrollDispatchHelper`).
enum ReactNativeFormat {
  /// s: calls this near to each other are of one frame.
  private static let sameFrame = 0.010

  static func records(_ text: ForeignText) throws(ReadingError) -> ForeignRecords {
    var records = ForeignRecords(.reactNative)
    let (objects, cleaning) = try text.objects()
    records.cleaning = cleaning
    var previous: (time: Double, offset: JSONValue)?
    var repeated: [Int] = []
    for (line, object) in objects {
      guard let native = object["nativeEvent"] ?? (object["contentOffset"] == nil ? nil : object),
        let offset = native["contentOffset"]
      else { continue }
      if records.metadata.isEmpty { records.metadata = edges(native) }
      let numbers = Flattened.numbers(object).filter { !isGeometry($0.name) }
        .map { (name: BrowserFormat.inMilliseconds($0.name), value: $0.value) }
      let name = ["event", "type", "eventName", "name"].lazy.compactMap { object[$0]?.text }.first
      if let name, !name.lowercased().hasSuffix("onscroll"), name != "scroll", name != "topScroll" {
        records.add(event: name, line: line, time: nil, native.members ?? [])
      }
      let time = ["timeStamp", "timestamp", "t", "time"].lazy.compactMap {
        (object[$0] ?? native[$0])?.double
      }.first
      if let time, let last = previous, last.offset == offset,
        (0...(sameFrame * 1000)).contains(time - last.time)
      {
        repeated.append(line)
        continue
      }
      if let time { previous = (time, offset) }
      records.add(line: line, numbers)
    }
    if !repeated.isEmpty {
      records.cleaning.append(
        Trace.Cleaning(
          what: "second call of a frame dropped", count: repeated.count, lines: Array(repeated.prefix(10))))
    }
    return records
  }

  private static func isGeometry(_ name: String) -> Bool {
    ["contentSize", "layoutMeasurement", "contentInset", "targetContentOffset", "velocity"].contains { key in
      name.contains(key + ".")
    }
  }

  private static func edges(_ native: JSONValue) -> [String: String] {
    var metadata: [String: String] = [:]
    for (axis, length, before, after) in [("x", "width", "left", "right"), ("y", "height", "top", "bottom")] {
      guard let content = native["contentSize.\(length)"]?.double,
        let viewport = native["layoutMeasurement.\(length)"]?.double
      else { continue }
      let low = 0 - (native["contentInset.\(before)"]?.double ?? 0)
      let high = max(low, content + (native["contentInset.\(after)"]?.double ?? 0) - viewport)
      metadata["bounds_\(axis)"] = "\(low)...\(high)"
    }
    return metadata
  }
}

/// Flutter's pointer records: `timeStamp` (µs, or ms where that is what its differences make of it), `change` 0…6 (cancel, add, remove, hover, down,
/// move, up), `physicalX`, `physicalY` (device pixels) or `position` (logical ones), and the frame's `ts`.
///
/// They are of the finger, not of the content: the travel since it came down, in the content's sense, is the finger; where a record
/// has an offset beside (`pixels`, `offset`, `scrollOffset`) that is the content's.
enum FlutterFormat {
  static func records(_ text: ForeignText) throws(ReadingError) -> ForeignRecords {
    var records = ForeignRecords(.flutter)
    let (objects, cleaning) = try text.objects()
    records.cleaning = cleaning
    let all = objects.flatMap { line, object in
      (object["events"]?.elements ?? object["data"]?.elements ?? [object]).map {
        (line: line, pointer: $0, frame: object)
      }
    }
    let stamps = all.compactMap { $0.pointer["timeStamp"]?.double }
    let unit: Int64 = isMicroseconds(stamps) ? 1000 : 1_000_000
    records.notices = clocks(all.map { ($0.pointer, $0.frame) }, unit: unit)
    var touch: FingerTrack?
    for (line, pointer, frame) in all {
      let change = pointer["change"]?.double.flatMap { Int(exactly: $0) }
      let x = pointer["physicalX"]?.double ?? pointer["position.x"]?.double ?? pointer["position.dx"]?.double
      let y = pointer["physicalY"]?.double ?? pointer["position.y"]?.double ?? pointer["position.dy"]?.double
      let time = Flattened.time(pointer["timeStamp"] ?? frame["ts"], unit: unit)
      var values: [(name: String, value: Double)] = []
      if let x, let y {
        if change == 4 || touch == nil { touch = FingerTrack(x: x, y: y) }
        values += touch?.travel(x: x, y: y, unit: pointer["physicalX"] == nil ? "lpx" : "px") ?? []
      }
      for key in ["pixels", "offset", "scrollOffset"] {
        if let offset = (pointer[key] ?? frame[key])?.double { values.append(("offset_px", offset)) }
      }
      if let change, change == 4 || change == 6 {
        records.add(event: change == 4 ? "touchDown" : "touchUp", line: line, time: time)
      }
      if !values.isEmpty, change != 1, change != 2, change != 3 {
        records.add(line: line, time: time, values)
      }
    }
    return records
  }

  /// The offset of the frames' clock from the touch screen's, where both were recorded.
  private static func clocks(_ records: [(pointer: JSONValue, frame: JSONValue)], unit: Int64) -> [Notice] {
    let lags = records.compactMap { pointer, frame -> Double? in
      guard let touch = pointer["timeStamp"]?.double, let shown = frame["ts"]?.double else { return nil }
      return (shown - touch) * Double(unit) / 1e6
    }.sorted()
    guard let least = lags.first, let most = lags.last else { return [] }
    func text(_ lag: Double) -> String { JSONValue.decimal((lag * 100).rounded() / 100).json }
    return [
      Notice(
        .format,
        "frames ('ts') come \(text(least)) to \(text(most)) ms after the touches they show ('timeStamp'): the touches' clock is used"
      )
    ]
  }

  /// Fingers are sampled every 2 to 20 ms: a median step of more than 500 counts is one in µs.
  private static func isMicroseconds(_ stamps: [Double]) -> Bool {
    let steps = zip(stamps.dropFirst(), stamps).map { $0 - $1 }.filter { $0 > 0 }.sorted()
    return steps.isEmpty || steps[steps.count / 2] > 500
  }
}
