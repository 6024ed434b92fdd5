/// Numbers of a JSON object by the path of their keys.
enum Flattened {
  /// - Parameter prefix: what the paths begin with.
  static func numbers(_ value: JSONValue, prefix: String = "") -> [(name: String, value: Double)] {
    (value.members ?? []).flatMap { member in
      let path = prefix.isEmpty ? member.key : prefix + "." + member.key
      if let number = member.value.double { return [(name: path, value: number)] }
      return numbers(member.value, prefix: path)
    }
  }

  /// A number of times, as nanoseconds; whole numbers stay exact.
  ///
  /// - Parameter unit: nanoseconds in one.
  static func time(_ value: JSONValue?, unit: Int64) -> Int64? {
    guard case .number(let text)? = value else { return nil }
    if let whole = Int64(text) {
      let (time, overflow) = whole.multipliedReportingOverflow(by: unit)
      return overflow ? nil : time
    }
    return value?.double.flatMap { Int64(exactly: ($0 * Double(unit)).rounded()) }
  }
}

/// Scroll positions or wheel events of a browser as a JSON document: an array of objects whose keys are the columns.
enum BrowserFormat {
  static func records(_ text: ForeignText, as format: InputFormat) throws(ReadingError) -> ForeignRecords {
    var records = ForeignRecords(format)
    let (objects, cleaning) = try text.objects()
    records.cleaning = cleaning
    for (line, object) in objects {
      records.add(
        line: line, Flattened.numbers(object).map { (name: inMilliseconds($0.name), value: $0.value) })
    }
    return records
  }

  /// An event's `timeStamp` is a DOMHighResTimeStamp, in milliseconds (W3C High Resolution Time).
  static func inMilliseconds(_ name: String) -> String { name == "timeStamp" ? "timeStamp (ms)" : name }
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
    records.warnings = clocks(all.map { ($0.pointer, $0.frame) }, unit: unit)
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

  /// How far the frames' clock is from the touch screen's, where both were recorded.
  private static func clocks(_ records: [(pointer: JSONValue, frame: JSONValue)], unit: Int64) -> [String] {
    let lags = records.compactMap { pointer, frame -> Double? in
      guard let touch = pointer["timeStamp"]?.double, let shown = frame["ts"]?.double else { return nil }
      return (shown - touch) * Double(unit) / 1e6
    }.sorted()
    guard let least = lags.first, let most = lags.last else { return [] }
    func text(_ lag: Double) -> String { JSONValue.number((lag * 100).rounded() / 100).json }
    return [
      "frames ('ts') come \(text(least)) to \(text(most)) ms after the touches they show ('timeStamp'): the touches' clock is used"
    ]
  }

  /// Fingers are sampled every 2 to 20 ms: a median step of more than 500 counts is one in µs.
  private static func isMicroseconds(_ stamps: [Double]) -> Bool {
    let steps = zip(stamps.dropFirst(), stamps).map { $0 - $1 }.filter { $0 > 0 }.sorted()
    return steps.isEmpty || steps[steps.count / 2] > 500
  }
}

/// Where a finger came down.
struct FingerTrack {
  let x: Double
  let y: Double

  /// The travel since, in the sense in which it moves the content.
  func travel(x: Double, y: Double, unit: String) -> [(name: String, value: Double)] {
    [("finger_x_\(unit)", self.x - x), ("finger_y_\(unit)", self.y - y)]
  }
}

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
      guard let name = object["name"]?.text else { continue }
      let lower = name.lowercased().filter { $0 != "_" }
      guard let time = Flattened.time(object["ts"], unit: 1000) else { continue }
      guard names.contains(where: lower.contains) else {
        if name == "GestureScrollBegin" || name == "GestureScrollEnd" || name == "GestureFlingStart" {
          records.add(event: name, line: line, time: time)
        }
        continue
      }
      var values: [(name: String, value: Double)] = []
      for (path, value) in Flattened.numbers(object["args"] ?? .null) {
        guard let role = role(path), !values.contains(where: { $0.name == role }) else { continue }
        values.append((role, role.hasPrefix("delta") && lower.contains("gesture") ? 0 - value : value))
      }
      if !values.isEmpty { records.add(line: line, time: time, values) }
    }
    return records
  }

  /// What an argument is: its last words tell, `data.delta_y`, `scroll_offset.y`.
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

/// Session recordings of rrweb: type 3 (incremental snapshot), source 3 (scroll) by the element's id, `timestamp` in ms; source 6 (touch move) is an
/// event for every position.
enum RrwebFormat {
  static func records(_ text: ForeignText) throws(ReadingError) -> ForeignRecords {
    var records = ForeignRecords(.rrweb)
    let (objects, cleaning) = try text.objects()
    records.cleaning = cleaning
    records.warnings = ["rrweb records a scroll position about every 100 ms: fast motions have few samples"]
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
