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
