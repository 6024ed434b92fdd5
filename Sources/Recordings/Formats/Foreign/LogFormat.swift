/// Lines with values inside text, printed or by NSLog.
///
/// `2021-04-05 13:51:45.123456+0800 App[123:456] contentOffset:{0, 12.5}`: the stamp is the time where every line has one; without, rows are
/// frames (`--interval`, `--frame-rate`) or counted.
enum LogFormat {
  static func records(_ text: ForeignText) throws(ReadingError) -> ForeignRecords {
    var records = ForeignRecords(.log)
    try text.forEachLine { (line, bytes) throws(ReadingError) in
      guard FieldCheck.isText(bytes) else {
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
