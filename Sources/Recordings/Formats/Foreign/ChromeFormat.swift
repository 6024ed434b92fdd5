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
