/// Android's `getevent -lt`: the touch screen's reports, in its own units, hexadecimal; a report ends with SYN_REPORT.
///
/// It records the finger, not the content: the recording has the finger's travel since it came down, in the content's sense, and no
/// offset.
enum GeteventFormat {
  static func records(_ text: ForeignText) throws(ReadingError) -> ForeignRecords {
    var records = ForeignRecords(.getevent)
    var position: (x: Double?, y: Double?) = (nil, nil)
    var track: FingerTrack?
    var isDown = false
    // Of several fingers the one in the first slot is followed.
    var slot = 0
    try text.forEachLine { (line, bytes) throws(ReadingError) in
      guard let entry = Entry(bytes) else { return }
      if entry.code == "ABS_MT_SLOT" || entry.code == "002f" { slot = entry.value }
      if slot != 0, entry.code != "SYN_REPORT", entry.code != "0000" { return }
      switch entry.code {
      case "ABS_MT_POSITION_X", "0035": position.x = Double(entry.value)
      case "ABS_MT_POSITION_Y", "0036": position.y = Double(entry.value)
      case "ABS_MT_TRACKING_ID", "0039":
        isDown = entry.value != 0xFFFF_FFFF
        if isDown { track = nil }
        records.add(event: isDown ? "touchDown" : "touchUp", line: line, time: entry.time)
      case "SYN_REPORT", "0000":
        guard isDown, let x = position.x, let y = position.y else { return }
        if track == nil { track = FingerTrack(x: x, y: y) }
        records.add(line: line, time: entry.time, track?.travel(x: x, y: y, unit: "px") ?? [])
      default: break
      }
    }
    return records
  }

  /// `[ 12345.678901] /dev/input/event2: EV_ABS ABS_MT_POSITION_Y 000003e8`
  struct Entry {
    let time: Int64
    let code: String
    let value: Int

    init?(_ line: Bytes) {
      guard line.first == Ascii.openBracket, let close = line.firstIndex(of: Ascii.closeBracket),
        let seconds = Double(Bytes(rebasing: line[1..<close]).trimmed.text),
        let time = Nanoseconds.of(seconds, unit: 1_000_000_000)
      else { return nil }
      let words = Bytes(rebasing: line[(close + 1)...]).text.split { $0 == " " || $0 == "\t" }
      guard
        let type = words.firstIndex(where: {
          $0.hasPrefix("EV_") || $0.count == 4 && Int($0, radix: 16) != nil
        }),
        words.count > type + 2
      else { return nil }
      self.time = time
      code = String(words[type + 1])
      value = Int(words[type + 2], radix: 16) ?? 0
    }
  }
}

/// The text of `libinput debug-events`: ` event4   POINTER_SCROLL_FINGER   +1.234s	vert 3.15/0.0* horiz 0.00/0.0 (finger)`.
///
/// Scroll events are summed up: of fingers and continuous devices in pixels, of a wheel in lines. They end where the fingers are lifted, before any
/// momentum, which is the toolkit's. A log with touches instead has the finger's travel, in millimeters.
enum LibinputFormat {
  static func records(_ text: ForeignText) throws(ReadingError) -> ForeignRecords {
    var scrolls = ForeignRecords(.libinput), touches = ForeignRecords(.libinput)
    touches.notices = [Notice(.format, "libinput's touches are in millimeters")]
    var track: FingerTrack?
    try text.forEachLine { (line, bytes) throws(ReadingError) in
      guard let entry = Entry(bytes) else { return }
      switch entry.kind {
      case "POINTER_AXIS", "POINTER_SCROLL_FINGER", "POINTER_SCROLL_CONTINUOUS", "POINTER_SCROLL_WHEEL":
        guard let deltas = entry.deltas else { return }
        // libinput ends a scroll by fingers with a delta of zero.
        if entry.details.last == "(finger)", deltas.allSatisfy({ $0.value == 0 }) {
          scrolls.add(event: "touchUp", line: line, time: entry.time)
        }
        scrolls.add(line: line, time: entry.time, deltas)
      case "TOUCH_DOWN", "TOUCH_MOTION":
        // Of several fingers the one in the first slot is followed.
        guard entry.details.first == "0", let (x, y) = entry.millimeters else { return }
        if entry.kind == "TOUCH_DOWN" {
          track = FingerTrack(x: x, y: y)
          touches.add(event: "touchDown", line: line, time: entry.time)
        }
        touches.add(line: line, time: entry.time, track?.travel(x: x, y: y, unit: "px") ?? [])
      case "TOUCH_UP", "TOUCH_CANCEL":
        guard entry.details.first ?? "0" == "0" else { return }
        touches.add(event: "touchUp", line: line, time: entry.time)
      case _ where entry.kind.hasPrefix("GESTURE_"):
        scrolls.add(event: entry.kind, line: line, time: entry.time)
      default: break
      }
    }
    return scrolls.isEmpty ? touches : scrolls
  }

  /// A line with a time.
  private struct Entry {
    let kind: String
    let time: Int64
    /// The words behind the time.
    let details: [Substring]

    init?(_ line: Bytes) {
      let words = line.text.split { $0 == " " || $0 == "\t" }
      // The device, the kind, in newer versions a count, the time.
      guard words.count > 2, let position = words[..<min(words.count, 4)].firstIndex(where: Self.isTime),
        position > 1, let seconds = Double(words[position].dropLast()),
        let time = Nanoseconds.of(seconds, unit: 1_000_000_000)
      else { return nil }
      kind = String(words[1])
      self.time = time
      details = Array(words[(position + 1)...])
    }

    private static func isTime(_ word: Substring) -> Bool {
      (word.first == "+" || word.first == "-") && word.last == "s"
    }

    /// `vert 15.00/120.0* horiz 0.00/0.0 (wheel)`; versions before 1.19 have clicks behind the slash, or nothing.
    var deltas: [(name: String, value: Double)]? {
      let isWheel = details.last == "(wheel)"
      var values = [(name: "deltaMode", value: isWheel ? 1.0 : 0)]
      for (name, word) in [("delta_x", "horiz"), ("delta_y", "vert")] {
        guard let position = details.firstIndex(of: Substring(word)), position + 1 < details.count else {
          return nil
        }
        let numbers = details[position + 1].split(separator: "/").map { Double($0.filter { $0 != "*" }) }
        guard let angle = numbers.first ?? nil else { return nil }
        // A click is 15 degrees, or 120 units.
        let units = numbers.count == 2 && kind == "POINTER_SCROLL_WHEEL" ? numbers[1] : nil
        values.append((name, isWheel ? units.map { $0 / 120 } ?? angle / 15 : angle))
      }
      return values
    }

    /// `0 (0) 24.54/48.10 (54.02/87.31mm)`: the position on the screen.
    var millimeters: (x: Double, y: Double)? {
      let text = details.joined()
      guard text.hasSuffix("mm)"), let open = text.lastIndex(of: "(") else { return nil }
      let numbers = text[open...].dropFirst().dropLast(3).split(separator: "/").map { Double($0) }
      guard numbers.count == 2, let x = numbers[0], let y = numbers[1] else { return nil }
      return (x, y)
    }
  }
}

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
        NamedNumbers.all(in: LogLine(bytes).message), uniquingKeysWith: { first, _ in first })
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
