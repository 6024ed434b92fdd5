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
