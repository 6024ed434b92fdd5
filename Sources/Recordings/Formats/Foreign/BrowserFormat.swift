/// Scroll positions or wheel events of a browser, or of anyone, as a JSON document: an array of objects whose keys are the columns, an array of
/// rows of numbers, or objects whose columns are arrays.
enum BrowserFormat {
  static func records(_ text: ForeignText, as format: InputFormat) throws(ReadingError) -> ForeignRecords {
    var records = ForeignRecords(format)
    let recordings = try object(text).map { object throws(ReadingError) in
      isRecording(object) ? try ColumnArrays.recordings(in: object, text.file) : []
    }
    for (name, columns) in recordings ?? [] {
      add(columns, line: 1, label: recordings?.count == 1 ? nil : name, to: &records)
    }
    guard records.isEmpty else { return records }
    let (values, cleaning) = try text.objects()
    records.cleaning = cleaning
    for (line, value) in values {
      let isRecording = isRecording(value)
      if isRecording, let columns = try ColumnArrays(value, text.file, line: line) {
        add(columns, line: line, label: name(of: value) ?? String(line), to: &records)
      } else if isRecording, let samples = samples(in: value) {
        let label = name(of: value) ?? String(line)
        for sample in samples { add(sample, line: line, label: label, to: &records) }
      } else {
        add(value, line: line, label: nil, to: &records)
      }
    }
    return records
  }

  /// The object that a text is; nil for another text.
  private static func object(_ text: ForeignText) -> JSONValue? {
    text.bytes.withUnsafeBufferPointer { bytes in
      bytes.first { $0 > Ascii.space } == Ascii.openBrace ? try? JSONParser.value(bytes) : nil
    }
  }

  /// The first array of objects, or of rows of numbers, in an object; nil without one.
  private static func samples(in object: JSONValue) -> [JSONValue]? {
    (object.members ?? []).lazy.compactMap(\.value.elements).first { elements in
      elements.first.map { $0.members != nil || $0.elements?.contains { $0.double != nil } == true } ?? false
    }
  }

  /// The name that an object gives a recording.
  private static func name(of object: JSONValue) -> String? {
    (["name"] + ColumnRole.seriesNames).lazy.compactMap { object[$0]?.text }.first
  }

  /// Returns true if an object has arrays, and no single number that is a time or an offset, as a sample has.
  static func isRecording(_ object: JSONValue) -> Bool {
    hasArrays(object) && !Flattened.numbers(object).contains { ColumnRole.isOfSample($0.name) }
  }

  private static func hasArrays(_ value: JSONValue) -> Bool {
    value.elements != nil || (value.members ?? []).contains { hasArrays($0.value) }
  }

  private static func add(_ sample: JSONValue, line: Int, label: String?, to records: inout ForeignRecords) {
    if let row = sample.elements {
      records.add(line: line, label: label, Flattened.numbered(row))
    } else {
      records.add(
        line: line, label: label, named(Flattened.numbers(sample)), clocks: Flattened.clocks(sample))
    }
  }

  private static func add(
    _ columns: ColumnArrays, line: Int, label: String?, to records: inout ForeignRecords
  ) {
    for row in 0..<columns.count {
      records.add(
        line: line, label: label, named(columns.numbers.map { (name: $0.name, value: $0.values[row]) }),
        clocks: columns.clocks.map { (name: $0.name, value: $0.values[row]) })
    }
  }

  private static func named(_ numbers: [(name: String, value: Double)]) -> [(name: String, value: Double)] {
    numbers.map { (name: inMilliseconds($0.name), value: $0.value) }
  }

  /// An event's `timeStamp` is a DOMHighResTimeStamp, in milliseconds (W3C High Resolution Time).
  static func inMilliseconds(_ name: String) -> String { name == "timeStamp" ? "timeStamp (ms)" : name }
}
