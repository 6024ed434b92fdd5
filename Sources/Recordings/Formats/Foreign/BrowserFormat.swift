/// Scroll positions or wheel events of a browser, or of anyone, as a JSON document: an array of objects whose keys are the columns, an array of
/// rows of numbers, or objects whose columns are arrays.
enum BrowserFormat {
  static func records(_ text: ForeignText, as format: InputFormat) throws(ReadingError) -> ForeignRecords {
    var records = ForeignRecords(format)
    if let columns = text.bytes.withUnsafeBufferPointer(ColumnArrays.init(document:)) {
      add(columns, line: 1, label: nil, to: &records)
      return records
    }
    let (values, cleaning) = try text.objects()
    records.cleaning = cleaning
    for (line, value) in values {
      let isRecording = isRecording(value)
      if isRecording, let columns = ColumnArrays(value) {
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

  /// The first array of objects in an object; nil without one.
  private static func samples(in object: JSONValue) -> [JSONValue]? {
    (object.members ?? []).lazy.compactMap(\.value.elements).first { $0.first?.members != nil }
  }

  /// The name that an object gives a recording.
  private static func name(of object: JSONValue) -> String? {
    (["name"] + ColumnRole.seriesNames).lazy.compactMap { object[$0]?.text }.first
  }

  /// Returns true if an object has arrays, and no single number that is a time or an offset, as a sample has.
  static func isRecording(_ object: JSONValue) -> Bool {
    (object.members ?? []).contains { $0.value.elements != nil }
      && !Flattened.numbers(object).contains { ColumnRole.isOfSample($0.name) }
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

/// The columns of an object that has them as arrays of one length: `{"t": [0, 0.016], "y": [0, 3.5]}`.
private struct ColumnArrays {
  private(set) var numbers: [(name: String, values: [Double])] = []
  /// Dates and times of day, in seconds.
  private(set) var clocks: [(name: String, values: [Double])] = []
  let count: Int

  /// Nil for a text that is no such object.
  init?(document: Bytes) {
    guard let first = document.first(where: { $0 > Ascii.space }), first == Ascii.openBrace,
      let object = try? JSONParser.value(document), BrowserFormat.isRecording(object)
    else { return nil }
    self.init(object)
  }

  /// Nil for an object without two such arrays.
  init?(_ object: JSONValue) {
    for member in object.members ?? [] {
      guard let elements = member.value.elements, elements.count > 1 else { continue }
      if elements.allSatisfy({ $0.double != nil }) {
        numbers.append((member.key, elements.compactMap(\.double)))
        continue
      }
      let times = elements.compactMap { $0.text.flatMap { WallClock.seconds($0) } }
      if times.count == elements.count { clocks.append((member.key, times)) }
    }
    let counts = (numbers + clocks).map(\.values.count)
    guard let count = counts.first, counts.count > 1, counts.allSatisfy({ $0 == count }) else { return nil }
    self.count = count
  }
}
