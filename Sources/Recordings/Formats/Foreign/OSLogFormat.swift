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
