import Foundation
import Hashing
import Recordings
import Reports
import ScreenRecordings
import ScrollAnalysis

/// The inputs of a batch one after the other: whole files, and the lines of files whose lines are recordings.
struct BatchInput {
  private var files: ArraySlice<InputPaths.File>
  /// Standard input holds a recording a line, whatever its first line looks like.
  private let standardInputIsLines: Bool
  /// True if the user named the format of all files, which then are taken whole.
  private let isFormatKnown: Bool
  /// The file whose lines are read; `isWaiting` where the next may come late, as from a pipe.
  private var lines: (reader: LineReader, source: String, isWaiting: Bool)?
  private var position = 0
  /// Bytes of all files, and of those passed.
  let size: Int
  private var passedFiles = 0

  init(_ files: [InputPaths.File], standardInputIsLines: Bool, isFormatKnown: Bool) {
    self.files = files[...]
    self.standardInputIsLines = standardInputIsLines
    self.isFormatKnown = isFormatKnown
    size = files.reduce(0) { $0 + $1.size }
  }

  /// The number of the ``size`` bytes that were handed out.
  var passed: Int { min(size, passedFiles + (lines?.reader.passed ?? 0)) }

  /// The next inputs, which are worked on together: one, or lines of a file that are short. Empty behind the last.
  ///
  /// - Parameter jobs: the number of groups that are worked on at once; of several the last ones are small so that all have work.
  mutating func nextGroup(jobs: Int) -> [BatchEntry] {
    guard let first = next() else { return [] }
    var group = [first]
    var length = first.length
    let limit = jobs > 1 ? min(Self.groupLength, (size - passed) / (4 * jobs)) : Self.groupLength
    while let lines, !lines.isWaiting, length < limit, let entry = next() {
      group.append(entry)
      length += entry.length
    }
    return group
  }

  /// The bytes at which a group is complete: each wakes two processes.
  private static let groupLength = 1 << 17

  /// The next input; nil behind the last.
  mutating func next() -> BatchEntry? {
    while true {
      if let (reader, source, _) = lines {
        do {
          if let line = try reader.next() { return entry(source, line) }
          end(reader)
        } catch {
          end(reader)
          return entry(source, .unreadable(error.sentence.commandLine), line: error.line)
        }
      }
      guard let file = files.popFirst() else { return nil }
      if let entry = open(file) { return entry }
    }
  }

  private mutating func end(_ reader: LineReader) {
    lines = nil
    passedFiles += reader.passed
  }

  /// A file that is taken whole; nil for one whose lines follow.
  private mutating func open(_ file: InputPaths.File) -> BatchEntry? {
    if let problem = file.problem { return entry(file.path, .unreadable(problem)) }
    if VideoFile.isScreenRecording(file.path) {
      passedFiles += file.size
      return entry(file.path, .file)
    }
    do {
      let reader = try LineReader(path: file.path)
      let isStandardInput = file.path == "-"
      let isLines =
        isStandardInput && standardInputIsLines ? true : isFormatKnown ? false : try reader.holdsTraces()
      if isLines {
        lines = (reader, file.path, file.size == 0)
        return nil
      }
      // A pipe is read once: what was looked at does not come again.
      if file.size == 0 { return entry(file.path, .bytes(try reader.readAll())) }
      passedFiles += file.size
      return entry(file.path, .file)
    } catch {
      return entry(file.path, .unreadable(error.sentence.commandLine))
    }
  }

  private mutating func entry(_ source: String, _ line: LineReader.Line) -> BatchEntry {
    guard let bytes = line.bytes else {
      return entry(
        source, .unreadable("the line is longer than \(LineReader.lineLimit) bytes"), line: line.number)
    }
    return entry(source, .bytes(bytes), line: line.number)
  }

  private mutating func entry(
    _ source: String, _ content: BatchEntry.Content, line: Int? = nil
  ) -> BatchEntry {
    defer { position += 1 }
    return BatchEntry(position: position, source: source, line: line, content: content)
  }
}

extension BatchEntry {
  /// The number of bytes that were read of it.
  var length: Int {
    if case .bytes(let bytes) = content { bytes.count } else { 0 }
  }
}

/// The content of one input of a batch: bytes, or a video, whose recording is read only where it is fitted.
struct BatchContent {
  let hash: ContentHash
  private let kind: Kind

  private enum Kind {
    case bytes([UInt8])
    case screenRecording(String)
  }

  init(_ bytes: [UInt8]) {
    hash = ContentHash(of: bytes)
    kind = .bytes(bytes)
  }

  /// - Throws: what keeps a file from being read.
  init(file path: String) throws(BatchRecord.Problem) {
    if VideoFile.isScreenRecording(path) {
      hash = try Self.hash(ofScreenRecording: path)
      kind = .screenRecording(path)
      return
    }
    do throws(ReadingError) {
      let bytes = try RecordingReader.bytes(of: path)
      hash = ContentHash(of: bytes)
      kind = .bytes(bytes)
    } catch {
      throw BatchRecord.Problem(error.sentence.commandLine)
    }
  }

  /// The hash of a video; of a folder, that of the names and hashes of its pictures and times.
  private static func hash(ofScreenRecording path: String) throws(BatchRecord.Problem) -> ContentHash {
    guard VideoFile.isFolder(path) else { return try hash(ofFile: path) }
    var text = ""
    for name in PictureFolder.fileNames(in: path) {
      text += try "\(name)\n\(hash(ofFile: "\(path)/\(name)").text)\n"
    }
    return ContentHash(of: Array(text.utf8))
  }

  /// The hash of a file that may be larger than memory: mapped to be read alone, so that none is reserved for it.
  private static func hash(ofFile path: String) throws(BatchRecord.Problem) -> ContentHash {
    let descriptor = open(FileName.bytes(path), O_RDONLY | O_CLOEXEC)
    defer { close(descriptor) }
    var status = stat()
    guard descriptor >= 0, fstat(descriptor, &status) == 0,
      let bytes = mmap(nil, Int(status.st_size), PROT_READ, MAP_PRIVATE, descriptor, 0), bytes != MAP_FAILED
    else { throw BatchRecord.Problem("cannot be read: \(FileDescriptor.Failure.last.reason)") }
    defer { munmap(bytes, Int(status.st_size)) }
    return ContentHash(of: UnsafeRawBufferPointer(start: bytes, count: Int(status.st_size)))
  }

  /// The input as the analyzer takes it; unreadable where a video has no recording.
  ///
  /// - Parameter options: of the analyzer.
  func read(_ entry: BatchEntry, _ options: ReadingOptions) -> BatchEntry {
    switch kind {
    case .bytes(let bytes): return entry.with(.bytes(bytes))
    case .screenRecording(let path):
      do {
        guard let trace = try VideoFile(path: path, reading: options)?.trace() else {
          return entry.with(.unreadable(VideoFile.problem(of: path)))
        }
        return entry.with(.trace(trace))
      } catch {
        return entry.with(.unreadable(error.sentence.commandLine))
      }
    }
  }
}

/// The inputs of some recordings, read again in the order of the command: every file once. One that is not what was
/// fitted, or standard input, is left out.
struct InputRereader {
  private var wanted: ArraySlice<BatchCollection.Recording>
  private let options: ReadingOptions
  private var lines: (reader: LineReader, source: String)?

  /// - Parameter recordings: in the order of the command.
  init(_ recordings: [BatchCollection.Recording], _ options: ReadingOptions) {
    wanted = recordings[...]
    self.options = options
  }

  /// Nil behind the last.
  mutating func next() -> BatchEntry? {
    while let recording = wanted.popFirst() {
      // The recordings of one input are read together.
      while wanted.first?.position == recording.position { wanted.removeFirst() }
      if let content = content(of: recording), content.hash.text == recording.contentHash {
        return content.read(
          BatchEntry(
            position: recording.position, source: recording.source, line: recording.line, content: .file),
          options)
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
