/// WebKit's log of momentum scrolling (`MomentumEventDispatcher::flushLog`): `time,generatedOffset,generatedPhase,eventOffset,eventPhase`
/// behind a prefix on every line, seconds since the first entry.
enum WebKitFormat {
  static let prefix = Array("MomentumEventDispatcher event log:".utf8)
  static let names = ["time", "generatedOffset", "generatedPhase", "eventOffset", "eventPhase"]

  static func records(_ text: ForeignText) throws(ReadingError) -> ForeignRecords {
    var records = ForeignRecords(.webkit)
    try text.forEachLine { (line, bytes) throws(ReadingError) in
      if let numbers = numbers(in: bytes), !numbers.isEmpty { records.add(line: line, numbers) }
    }
    return records
  }

  /// The fields behind the prefix; none of the line that names them; nil for a line of anything else.
  static func numbers(in line: Bytes) -> [(name: String, value: Double)]? {
    guard let start = line.position(of: prefix) else { return nil }
    let fields = HeaderSniffer.fields(Bytes(rebasing: line[(start + prefix.count)...]).trimmed, Ascii.comma)
    guard fields.count == names.count else { return nil }
    let values = fields.compactMap { Double($0.text) }
    return values.count == names.count ? Array(zip(names, values)) : []
  }
}
