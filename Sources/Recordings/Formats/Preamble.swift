/// The part before the rows: comments, metadata and the header.
struct Preamble {
  private(set) var metadata: [String: String] = [:]
  /// The line, from 1, that comes next.
  private(set) var line = 1

  /// Takes the lines before the header; returns the header's first byte, or nil where there is none in
  /// [start, end).
  ///
  /// - Parameter end: behind a newline.
  mutating func skip(
    _ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>, file: String
  ) throws(ReadingError) -> UnsafePointer<UInt8>? {
    var p = start
    if line == 1, end - p >= 3, p[0] == 0xEF, p[1] == 0xBB, p[2] == 0xBF { p += 3 }
    while p < end {
      guard let newline = Window.newline(p, end) else { return nil }
      guard newline - p <= Window.lineLimit else {
        throw ReadingError(file, line: line, .lineTooLong(limit: Window.lineLimit))
      }
      let text = Bytes(p, newline).trimmed
      if !text.isEmpty {
        guard text[0] == Ascii.hash else { return p }
        take(comment: text)
      }
      line += 1
      p = newline + 1
    }
    return nil
  }

  mutating func headerTaken() { line += 1 }

  /// `# key: value` names something about the recording; any other comment is for people.
  private mutating func take(comment: Bytes) {
    guard let colon = comment.firstIndex(of: Ascii.colon) else { return }
    let key = Bytes(rebasing: comment[1..<colon]).trimmed.text.lowercased()
    let value = Bytes(rebasing: comment[(colon + 1)...]).trimmed.text
    // A file of nothing but comments must not fill the memory.
    if !key.isEmpty, metadata[key] == nil, metadata.count < 1000 { metadata[key] = value }
  }
}
