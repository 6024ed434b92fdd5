import FitJSON
import Reports
import ScrollAnalysis
import ScrollFitting

/// A message between a batch and its workers: numbers and texts one after the other, their length before them.
struct Message {
  private(set) var bytes: [UInt8] = []
  private var position = 0

  init() {}

  /// Reads a message; nil where the other side has closed its end, or what it wrote is no length.
  init?(from descriptor: Int32) {
    guard let length = FileDescriptor.read(8, from: descriptor).map({ Self.number($0[...]) }),
      (0..<1 << 48).contains(length), let content = FileDescriptor.read(length, from: descriptor)
    else { return nil }
    bytes = content
  }

  func send(to descriptor: Int32) throws(FileDescriptor.Failure) {
    var length = Message()
    length.append(bytes.count)
    try FileDescriptor.write(length.bytes, to: descriptor)
    try FileDescriptor.write(bytes, to: descriptor)
  }

  mutating func append(_ number: Int) {
    withUnsafeBytes(of: Int64(number).littleEndian) { bytes.append(contentsOf: $0) }
  }

  mutating func append(_ content: [UInt8]) {
    append(content.count)
    bytes += content
  }

  mutating func append(_ text: String) {
    append(text.utf8.count)
    bytes += text.utf8
  }

  mutating func append(_ number: Int?) {
    append(number == nil ? 0 : 1)
    append(number ?? 0)
  }

  mutating func append(_ text: String?) {
    append(text == nil ? 0 : 1)
    append(text ?? "")
  }

  /// Takes the parts in the order in which they were appended.
  mutating func takeNumber() -> Int {
    defer { position += 8 }
    return Self.number(bytes[position..<position + 8])
  }

  mutating func takeBytes() -> [UInt8] {
    let count = takeNumber()
    defer { position += count }
    return Array(bytes[position..<position + count])
  }

  mutating func takeText() -> String { String(decoding: takeBytes(), as: UTF8.self) }

  mutating func takeOptionalNumber() -> Int? {
    let isThere = takeNumber() == 1
    let number = takeNumber()
    return isThere ? number : nil
  }

  mutating func takeOptionalText() -> String? {
    let isThere = takeNumber() == 1
    let text = takeText()
    return isThere ? text : nil
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> Int {
    var number = UInt64(0)
    for byte in bytes.reversed() { number = number << 8 | UInt64(byte) }
    return Int(truncatingIfNeeded: number)
  }
}

/// Inputs on their way to a worker.
extension Message {
  init(_ group: [BatchEntry]) {
    self.init()
    bytes.reserveCapacity(group.reduce(0) { $0 + 128 + $1.length })
    append(group.count)
    for entry in group { append(entry) }
  }

  mutating func takeGroup() -> [BatchEntry] { (0..<takeNumber()).map { _ in takeEntry() } }

  private mutating func append(_ entry: BatchEntry) {
    append(entry.position)
    append(entry.source)
    append(entry.line)
    switch entry.content {
    case .file, .trace: append(0)
    case .bytes(let bytes):
      append(1)
      append(bytes)
    case .unreadable(let sentence):
      append(2)
      append(sentence)
    }
  }

  private mutating func takeEntry() -> BatchEntry {
    let position = takeNumber(), source = takeText(), line = takeOptionalNumber()
    let content: BatchEntry.Content =
      switch takeNumber() {
      case 0: .file
      case 1: .bytes(takeBytes())
      default: .unreadable(takeText())
      }
    return BatchEntry(position: position, source: source, line: line, content: content)
  }
}

/// The outcome of inputs, on its way back.
extension Message {
  init(_ results: [BatchRun.Result]) {
    self.init()
    bytes.reserveCapacity(results.reduce(0) { $0 + 256 + $1.lines.reduce(0) { $0 + $1.bytes.count } })
    append(results.count)
    for result in results { append(result) }
  }

  mutating func takeResults() -> [BatchRun.Result] { (0..<takeNumber()).map { _ in takeResult() } }

  private mutating func append(_ result: BatchRun.Result) {
    let tally = result.tally
    for count in [tally.recordings, tally.failed, tally.incomplete, tally.kernelFits, tally.left] {
      append(count)
    }
    for verdict in EquivalenceVerdict.allCases { append(tally.verdicts[verdict, default: 0]) }
    append(result.isUsage ? 1 : 0)
    append(result.problems.count)
    for problem in result.problems {
      append(problem.file)
      append(problem.line)
      append(problem.column)
      append(problem.sentence)
    }
    append(result.lines.count)
    for line in result.lines { append(line.bytes) }
  }

  private mutating func takeResult() -> BatchRun.Result {
    var result = BatchRun.Result(
      tally: BatchTally(
        recordings: takeNumber(), failed: takeNumber(), incomplete: takeNumber(), kernelFits: takeNumber(),
        left: takeNumber()), problems: [])
    for verdict in EquivalenceVerdict.allCases {
      let count = takeNumber()
      if count > 0 { result.tally.verdicts[verdict] = count }
    }
    result.isUsage = takeNumber() == 1
    for _ in 0..<takeNumber() {
      result.problems.append(
        Diagnostic(
          file: takeOptionalText(), line: takeOptionalNumber(), column: takeOptionalNumber(), takeText()))
    }
    for _ in 0..<takeNumber() { result.lines.append(BatchLine(bytes: takeBytes())) }
    return result
  }
}
