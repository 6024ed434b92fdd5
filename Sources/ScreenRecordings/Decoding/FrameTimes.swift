/// The presentation times that FFmpeg's filter `metadata` prints, a line `frame:7 pts:116667 pts_time:0.116667` a frame, in microseconds.
struct FrameTimes {
  /// Times that were read and not taken yet, s.
  private var waiting: [Double] = []
  private var line: [UInt8] = []
  private static let maximumLine = 256

  /// The filter that drops frames whose time does not increase: they are not shown, and FFmpeg writes none of them.
  static let increasing = "select=isnan(prev_selected_pts)+gt(pts\\,prev_selected_pts)"

  mutating func add(_ bytes: UnsafeBufferPointer<UInt8>) {
    for byte in bytes {
      if byte == UInt8(ascii: "\n") {
        read(String(decoding: line, as: UTF8.self))
        line.removeAll(keepingCapacity: true)
      } else if line.count < Self.maximumLine {
        line.append(byte)
      }
    }
  }

  /// Takes the time of the next frame; nil where none was printed.
  mutating func next() -> Double? { waiting.isEmpty ? nil : waiting.removeFirst() }

  /// Other lines hold the entry itself.
  private mutating func read(_ line: String) {
    let fields = line.split(separator: " ")
    guard fields.count == 3, fields[0].hasPrefix("frame:"), fields[1].hasPrefix("pts:"),
      let microseconds = Int64(fields[1].dropFirst(4))
    else { return }
    waiting.append(Double(microseconds) / 1_000_000)
  }
}
