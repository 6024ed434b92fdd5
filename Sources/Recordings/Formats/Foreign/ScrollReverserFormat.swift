/// The debug log of Scroll Reverser: `20:20:48.7 3548 [type scroll]…[elapsed 475]…[x_pt 1][y_pt 2]…`.
///
/// The clock in front has tenths of a second; `elapsed`, the milliseconds since the last touch, is the time. `x_pt` and `y_pt` are
/// deltas in points; older versions have only `x` and `y`, in lines.
enum ScrollReverserFormat {
  private static let mark = Array("[type scroll]".utf8)

  static func records(_ text: ForeignText) throws(ReadingError) -> ForeignRecords {
    var records = ForeignRecords(.scrollReverser)
    try text.forEachLine { (line, bytes) throws(ReadingError) in
      guard bytes.position(of: mark) != nil else { return }
      let numbers = Dictionary(
        NamedNumbers.all(in: LogFormat.stamped(bytes).message), uniquingKeysWith: { first, _ in first })
      guard let elapsed = numbers["elapsed"] ?? numbers["touchElapsed"],
        let time = Nanoseconds.of(elapsed, unit: 1_000_000)
      else { return }
      let inPoints = numbers["x_pt"] != nil || numbers["y_pt"] != nil
      var values = [("deltaMode", inPoints ? 0.0 : 1.0)]
      for axis in Axis.allCases {
        if let delta = numbers[inPoints ? "\(axis)_pt" : "\(axis)"] {
          values.append(("delta_\(axis)", delta))
        }
      }
      records.add(line: line, time: time, values)
    }
    return records
  }
}
