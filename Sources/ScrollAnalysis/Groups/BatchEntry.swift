import Recordings

/// One of many inputs: a file, or a line that is a recording of its own.
package struct BatchEntry: Sendable {
  package enum Content: Sendable {
    /// A file that is still to be read.
    case file
    /// The bytes that were read already: a line, or standard input.
    case bytes([UInt8])
    /// The recording that was read already, in another way than from bytes.
    case trace(Trace)
    /// The reason that it cannot be read.
    case unreadable(String)
  }

  /// From 0, in the order of the input.
  package let position: Int
  /// The file as the user named it, or as it was found in a folder; `-` for standard input.
  package let source: String
  /// The file as a report names it.
  package var sourceName: String { FileName.shown(source) }
  /// The line, from 1, of a recording that is one; nil for a file.
  package let line: Int?
  package let content: Content

  /// The same input with what was read of it.
  package func with(_ content: Content) -> BatchEntry {
    BatchEntry(position: position, source: source, line: line, content: content)
  }

  package init(position: Int, source: String, line: Int? = nil, content: Content) {
    self.position = position
    self.source = source
    self.line = line
    self.content = content
  }
}
