/// The log of a CGEventTap on macOS, as the logger of `docs/recording.md` prints it: `CGEventTap scrollWheel t=81234.567891 pointDeltaAxis1=-27
/// pointDeltaAxis2=0 deltaAxis1=-3 deltaAxis2=0 isContinuous=1 scrollPhase=2 momentumPhase=0`.
///
/// The fields have the names and values of CGEventField; `t` is the event's time since startup, s. Axis 1 is vertical; a positive delta scrolls to the
/// content's beginning and counts against the offset.
enum EventTapFormat {
  static let mark = Array("CGEventTap scrollWheel ".utf8)

  static func records(_ text: ForeignText) throws(ReadingError) -> ForeignRecords {
    var records = ForeignRecords(.eventTap)
    try text.forEachLine { (line, bytes) throws(ReadingError) in
      guard let start = bytes.position(of: mark) else { return }
      let fields = Dictionary(
        NamedNumbers.all(in: Bytes(rebasing: bytes[(start + mark.count)...])),
        uniquingKeysWith: { first, _ in first })
      guard let time = fields["t"].flatMap({ Nanoseconds.of($0, unit: 1_000_000_000) }) else { return }
      for (field, names) in phases {
        if let name = fields[field].flatMap({ names[$0] }) {
          records.add(event: name, line: line, time: time)
        }
      }
      let isContinuous = fields["isContinuous"] != 0
      let name = isContinuous ? "pointDeltaAxis" : "deltaAxis"
      guard let y = fields[name + "1"], let x = fields[name + "2"] else { return }
      records.add(
        line: line, time: time,
        [("deltaMode", isContinuous ? 0 : 1), ("delta_x", 0 - x), ("delta_y", 0 - y)])
    }
    return records
  }

  /// The events that the values of CGScrollPhase and CGMomentumScrollPhase are.
  private static let phases: [(field: String, names: [Double: String])] = [
    ("scrollPhase", [1: "willBeginDragging", 4: "didEndDragging", 8: "didEndDragging"]),
    ("momentumPhase", [1: "willBeginDecelerating", 3: "didEndDecelerating"]),
  ]
}
