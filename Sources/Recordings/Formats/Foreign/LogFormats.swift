/// Lines with values inside text, printed or by NSLog.
///
/// `2021-04-05 13:51:45.123456+0800 App[123:456] contentOffset:{0, 12.5}`: the stamp is the time where every line has one; without, rows are
/// frames (`--interval`, `--frame-rate`) or counted.
enum LogFormat {
  static func records(_ text: ForeignText) throws(ReadingError) -> ForeignRecords {
    var records = ForeignRecords(.log)
    try text.forEachLine { (line, bytes) throws(ReadingError) in
      guard Misfit.isText(bytes) else {
        let index = bytes.firstIndex { $0 >= 0x80 || ($0 < 0x20 && $0 != Ascii.tab) } ?? 0
        throw ReadingError(text.file, line: line, column: index + 1, .binary(byte: bytes[index]))
      }
      let (time, message) = stamped(bytes)
      let numbers = NamedNumbers.all(in: message)
      if !numbers.isEmpty { records.add(line: line, time: time, numbers) }
    }
    return records
  }

  /// A line without its time stamp and without the process that NSLog names behind it.
  static func stamped(_ line: Bytes) -> (time: Int64?, message: Bytes) {
    guard let (time, length) = WallClock.parse(line) else { return (nil, line) }
    let rest = Bytes(rebasing: line[length...]).trimmed
    // `App[123:456] message`
    if let space = rest.firstIndex(of: Ascii.space), space > 0, rest[space - 1] == Ascii.closeBracket,
      let bracket = rest[..<space].firstIndex(of: Ascii.openBracket), bracket > 0,
      rest[(bracket + 1)..<(space - 1)].allSatisfy({ (0x30...0x3A).contains($0) })
    {
      return (time, Bytes(rebasing: rest[(space + 1)...]))
    }
    return (time, rest)
  }
}

/// The log of macOS and iOS as `log show --style ndjson` writes it: one object a line, the values inside `eventMessage`, its time in
/// `timestamp`. Signposts are events. (The ticks of `machTimestamp` have a unit that the file does not tell.)
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
    guard let start = firstRange(of: prefix, in: line) else { return nil }
    let fields = HeaderSniffer.fields(Bytes(rebasing: line[(start + prefix.count)...]).trimmed, Ascii.comma)
    guard fields.count == names.count else { return nil }
    let values = fields.compactMap { Double($0.text) }
    return values.count == names.count ? Array(zip(names, values)) : []
  }

  static func firstRange(of pattern: [UInt8], in line: Bytes) -> Int? {
    guard line.count >= pattern.count else { return nil }
    return (0...(line.count - pattern.count)).first { line[$0..<($0 + pattern.count)].elementsEqual(pattern) }
  }
}

/// The debug log of Scroll Reverser: `20:20:48.7 3548 [type scroll]…[elapsed 475]…[x_pt 1][y_pt 2]…`.
///
/// The clock in front has tenths of a second; `elapsed`, the milliseconds since the last touch, is the time. `x_pt` and `y_pt` are
/// deltas in points; older versions have only `x` and `y`, in lines.
enum ScrollReverserFormat {
  static func records(_ text: ForeignText) throws(ReadingError) -> ForeignRecords {
    var records = ForeignRecords(.scrollReverser)
    try text.forEachLine { (line, bytes) throws(ReadingError) in
      guard WebKitFormat.firstRange(of: Array("[type scroll]".utf8), in: bytes) != nil else { return }
      let numbers = Dictionary(
        NamedNumbers.all(in: LogFormat.stamped(bytes).message), uniquingKeysWith: { first, _ in first })
      guard let elapsed = numbers["elapsed"] ?? numbers["touchElapsed"] else { return }
      let inPoints = numbers["x_pt"] != nil || numbers["y_pt"] != nil
      var values = [("deltaMode", inPoints ? 0.0 : 1.0)]
      for axis in Axis.allCases {
        if let delta = numbers[inPoints ? "\(axis)_pt" : "\(axis)"] {
          values.append(("delta_\(axis)", delta))
        }
      }
      records.add(line: line, time: Int64(elapsed) * 1_000_000, values)
    }
    return records
  }
}
