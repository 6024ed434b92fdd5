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
