import Hashing
import Recordings
import Reports
import ScrollAnalysis

/// The inputs of some recordings, read again in the order of the command: every file once. One that is not what was
/// fitted, or standard input, is left out.
struct InputRereader {
  private var wanted: ArraySlice<BatchCollection.Recording>
  private var lines: (reader: LineReader, source: String)?

  /// - Parameter recordings: in the order of the command.
  init(_ recordings: [BatchCollection.Recording]) { wanted = recordings[...] }

  /// Nil behind the last.
  mutating func next() -> BatchEntry? {
    while let recording = wanted.popFirst() {
      // The recordings of one input are read together.
      while wanted.first?.position == recording.position { wanted.removeFirst() }
      if let content = content(of: recording), content.hash.text == recording.contentHash {
        return content.read(
          BatchEntry(
            position: recording.position, source: recording.source, line: recording.line, content: .file))
      }
    }
    return nil
  }

  private mutating func content(of recording: BatchCollection.Recording) -> BatchContent? {
    guard recording.source != "-" else { return nil }
    guard let number = recording.line else { return try? BatchContent(file: recording.source) }
    if lines?.source != recording.source {
      lines = (try? LineReader(path: recording.source)).map { ($0, recording.source) }
    }
    while let line = try? lines?.reader.next(), line.number <= number {
      if line.number == number { return line.bytes.map(BatchContent.init) }
    }
    return nil
  }
}
