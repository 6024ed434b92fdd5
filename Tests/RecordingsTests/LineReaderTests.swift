import Foundation
import Testing

@testable import Recordings

struct LineReaderTests {
  private func lines(_ text: String) throws -> [LineReader.Line] {
    let reader = try LineReader(ByteSource(bytes: Array(text.utf8), name: "a"))
    var lines: [LineReader.Line] = []
    while let line = try reader.next() { lines.append(line) }
    #expect(try reader.next() == nil)
    return lines
  }

  @Test func linesWithTheirNumbers() throws {
    let found = try lines("# comment\n\n{a}\r\n  \n{b}\n{c}")
    #expect(found.map(\.number) == [3, 5, 6])
    #expect(found.map { $0.bytes.map { String(decoding: $0, as: UTF8.self) } } == ["{a}", "{b}", "{c}"])
    #expect(try lines("").isEmpty && lines("\n").isEmpty)
  }

  /// Lines longer than the buffer are named and passed over, wherever they stand.
  @Test func linesThatAreTooLong() throws {
    let long = String(repeating: "x", count: 3 << 20)
    let middle = String(repeating: "y", count: LineReader.lineLimit)
    let found = try lines("a\n\(long)\nb\n\(middle)\n\(middle)z\nc\n")
    #expect(found.map(\.number) == [1, 2, 3, 4, 5, 6])
    #expect(found.map { $0.bytes?.count } == [1, nil, 1, LineReader.lineLimit, nil, 1])
  }

  @Test func whetherLinesAreTraces() throws {
    func holds(_ text: String) throws -> Bool {
      try LineReader(ByteSource(bytes: Array(text.utf8), name: "a")).holdsTraces()
    }
    #expect(try holds("# made by us\n {\"t\": [0, 1], \"y\": [0, 2]}\n"))
    for text in ["{\"t\": 0, \"y\": 1}\n", "t,y\n0,1\n", "[{\"y\": 1}]\n", "{\"y\": [{\"t\": 1}]}\n", ""] {
      #expect(try !holds(text), "\(text)")
    }
  }

  /// Looking at the beginning takes nothing away.
  @Test func whatWasLookedAtIsRead() throws {
    let text = "{\"t\": [0, 1], \"y\": [0, 2]}\n"
    let reader = try LineReader(ByteSource(bytes: Array(text.utf8), name: "a"))
    _ = try reader.holdsTraces()
    #expect(try reader.next()?.bytes?.count == text.utf8.count - 1)
  }

  @Test func aFileThatShrinksWhileItIsRead() throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "shrinks-\(UUID().uuidString)").path
    try Data(repeating: UInt8(ascii: "a"), count: 5_000_000).write(to: URL(filePath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    var source = try ByteSource(path: path)
    truncate(path, 1_000_000)
    do {
      _ = try source.readAll()
      Issue.record("the file was read")
    } catch {
      #expect(error.description == "cannot be read: it became shorter while it was read")
    }
  }
}

struct RecordingLineTests {
  private func trace(_ text: String) throws -> Trace {
    try #require(try TraceLine(Array(text.utf8), number: 9, source: "a").traces(ReadingOptions()).first)
  }

  private func error(_ text: String) -> ReadingError.Problem? {
    do throws(ReadingError) {
      _ = try TraceLine(Array(text.utf8), number: 9, source: "a").traces(ReadingOptions())
      return nil
    } catch {
      #expect(error.line == 9 || error.line == nil)
      return error.problem
    }
  }

  @Test func columnsAndFacts() throws {
    let trace = try trace(
      "{\"id\": \"a/1\", \"device\": \"iPhone\", \"scale\": 3, \"t_ms\": [10, 20, 30], \"x\": [1, 1, 1], \"y\": [0, 5, 9.5]}"
    )
    #expect(trace.series == "a/1" && trace.source == "a" && trace.format == "ndjson")
    #expect(trace.times == [0, 0.01, 0.02] && trace.timeOrigin == 0.01)
    #expect(trace.offsets == [.x: [1, 1, 1], .y: [0, 5, 9.5]])
    #expect(trace.metadata["device"] == "iPhone" && trace.metadata["scale"] == "3")
  }

  /// Nineteen digits of nanoseconds keep their last ones.
  @Test func wholeStampsAreSubtractedExactly() throws {
    let trace = try trace("{\"t_ns\": [1700000000000000001, 1700000000008333334], \"y\": [0, 1]}")
    #expect(trace.times == [0, 8_333_333e-9])
  }

  @Test func whatIsNoRecording() {
    #expect(error("{\"t\": [0, 1], \"y\": [0, 1, 2]}") == .recording(.lengths(times: 2, column: 3)))
    #expect(error("{\"t\": [0, 1], \"y\": [0, null]}") == .notANumber(text: "null", column: "y"))
    #expect(error("{\"t\": [0, 1]}") == .noUsableColumn(found: ["t"], projection: false))
    #expect(error("{\"a\": 1}") == .noUsableColumn(found: ["a"], projection: false))
    #expect(error("[1]") == .malformedObject(expected: "'{'"))
    #expect(error("{\"t\": [0,") != nil)
  }
}
