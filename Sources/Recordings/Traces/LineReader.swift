/// The lines of a text of any size, one at a time, packed by gzip or not; blank ones and comments (`#`) left out.
///
/// Memory: a buffer of little more than the longest line that is read, 1 MiB.
package final class LineReader {
  /// A line and its number, from 1.
  package struct Line: Equatable, Sendable {
    package let number: Int
    /// Without its end; nil where the line is longer than is read.
    package let bytes: [UInt8]?
  }

  /// The longest line that is read, bytes.
  package static let lineLimit = Window.lineLimit

  /// The source as the user named it.
  package let name: String
  private var source: ByteSource
  private var window = Window()
  /// The number of bytes of the window were passed.
  private var position = 0
  private var number = 0
  private var hasBegun = false
  /// True if it was said that a packed source is damaged.
  private var isOver = false

  /// Opens a file; `-` is standard input.
  ///
  /// - Throws: a missing file and what else keeps it from being opened.
  package convenience init(path: String) throws(ReadingError) { try self.init(ByteSource(path: path)) }

  init(_ source: consuming ByteSource) throws(ReadingError) {
    name = source.name
    self.source = source
    // Looking at it shows whether it is packed.
    _ = try self.source.peek(1)
  }

  /// Returns true if each line is a recording of its own, judged by the first; only before that one is read.
  package func holdsTraces() throws(ReadingError) -> Bool {
    // The longest line is looked at whole only where its beginning does not show it.
    for length in [FormatDetector.length, Window.lineLimit] {
      let beginning = try source.peek(length)
      if let answer = TraceLine.isFirst(in: beginning) { return answer }
      if beginning.count < length { break }
    }
    return false
  }

  /// The next line; nil behind the last.
  ///
  /// - Throws: a source that cannot be read on, or that ends in a damaged archive.
  package func next() throws(ReadingError) -> Line? {
    while let line = try line() {
      guard let bytes = line.bytes else { return line }
      let first = bytes.first { $0 != Ascii.space && $0 != Ascii.tab }
      if let first, first != Ascii.hash { return line }
    }
    return nil
  }

  /// Everything, unpacked, in place of single lines.
  package func readAll() throws(ReadingError) -> [UInt8] { try source.readAll() }

  /// The number of bytes were read.
  package private(set) var passed = 0

  private func line() throws(ReadingError) -> Line? {
    if !hasBegun {
      try window.advance(past: 0, &source)
      hasBegun = true
    }
    if let found = taken() { return found }
    try window.advance(past: position, &source)
    position = 0
    if let found = taken() { return found }
    guard window.count > 0 else {
      guard source.defect == nil || isOver else {
        isOver = true
        throw ReadingError(name, line: number, .damagedArchive)
      }
      return nil
    }
    number += 1
    if window.atEnd {
      defer { position = window.count }
      return Line(number: number, bytes: trimmed(window.start, window.end))
    }
    // The window is full of one line: its rest is passed over.
    repeat {
      try window.advance(past: window.count, &source)
    } while Window.newline(window.start, window.end) == nil && !window.atEnd
    position = Window.newline(window.start, window.end).map { $0 + 1 - window.start } ?? window.count
    return Line(number: number, bytes: nil)
  }

  /// The next line that is in the window whole.
  private func taken() -> Line? {
    let start = window.start + position
    guard let newline = Window.newline(start, window.end) else { return nil }
    number += 1
    position += newline + 1 - start
    passed += newline + 1 - start
    return Line(
      number: number, bytes: newline - start > Window.lineLimit ? nil : trimmed(start, newline))
  }

  private func trimmed(_ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>) -> [UInt8] {
    var bytes = Bytes(start, end)
    if bytes.last == Ascii.carriageReturn { bytes = Bytes(rebasing: bytes.dropLast()) }
    return Array(bytes)
  }
}
