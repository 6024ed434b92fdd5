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
