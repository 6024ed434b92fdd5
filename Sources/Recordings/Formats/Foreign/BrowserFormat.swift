/// Scroll positions or wheel events of a browser as a JSON document: an array of objects whose keys are the columns.
enum BrowserFormat {
  static func records(_ text: ForeignText, as format: InputFormat) throws(ReadingError) -> ForeignRecords {
    var records = ForeignRecords(format)
    let (objects, cleaning) = try text.objects()
    records.cleaning = cleaning
    for (line, object) in objects {
      records.add(
        line: line, Flattened.numbers(object).map { (name: inMilliseconds($0.name), value: $0.value) },
        clocks: Flattened.clocks(object))
    }
    return records
  }

  /// An event's `timeStamp` is a DOMHighResTimeStamp, in milliseconds (W3C High Resolution Time).
  static func inMilliseconds(_ name: String) -> String { name == "timeStamp" ? "timeStamp (ms)" : name }
}
