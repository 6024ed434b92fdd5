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
    // A long line is judged by its beginning, or by all of it where that does not tell.
    #expect(try holds("{\"y\": [1" + String(repeating: ",2", count: 200_000) + "]}\n"))
    #expect(try holds("{\"note\": \"\(String(repeating: "x", count: 100_000))\", \"y\": [1]}"))
    #expect(try holds("{\"mine\": [1, 2], \"id\": 7}\n"))
    #expect(try !holds("{\"t\": 0, \"y\": 1, \"touches\": [1, 2]}\n"))
    #expect(try !holds("{\"note\": \"\(String(repeating: "x", count: 2_000_000))\", \"y\": [1]}"))
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

  private func error(_ text: String, _ change: (inout ReadingOptions) -> Void = { _ in }) -> ReadingError
    .Problem?
  {
    var options = ReadingOptions()
    change(&options)
    do throws(ReadingError) {
      _ = try TraceLine(Array(text.utf8), number: 9, source: "a").traces(options)
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

  /// Whatever stands beside the columns is passed over, however deep.
  @Test(arguments: [
    " { \"y\" : [ 0 , 5,\t9.5 ] , \"t\":[0,1e0,2.0] } \r", "\u{FEFF}{\"t\":[0,1,2],\"y\":[0,5,9.5]}",
    "{\"device\":{\"a\":[1,\"}\"],\"b\":{\"c\":null}},\"t\":[0,1,2],\"y\":[0,5,9.5],\"touches\":[null,{\"a\":1}],\"e\":[]}",
    "{\"\\u0074\":[0,1,2],\"y\":[0,5,9.5],\"odd\":[1,null,[2]],\"ok\":true,\"n\":1e400}",
  ])
  func whatIsNoColumn(text: String) throws {
    let trace = try trace(text)
    #expect(trace.times == [0, 1, 2] && trace.offsets == [.y: [0, 5, 9.5]])
  }

  @Test func factsAreTextsAndNumbers() throws {
    let line = try TraceLine(
      Array(
        "{\"n\":1e400,\"b\":true,\"s\":\"a\\\"\\\\\\u00e9\",\"n2\":-0.50,\"y\":[1],\"s\":\"last\",\"o\":{\"x\":1}}"
          .utf8),
      number: 1, source: "a")
    #expect(line.facts == ["n": "1e400", "s": "last", "n2": "-0.50"])
    #expect(line.hasColumn("y") && !line.hasColumn("n"))
  }

  /// A key that comes twice: the first column counts, and it is said.
  @Test func aColumnThatComesTwice() throws {
    let trace = try trace("{\"t\":[0,1],\"y\":[1,2],\"y\":[3,4]}")
    #expect(trace.offsets == [.y: [1, 2]])
    #expect(trace.warnings == ["column 'y' (column 2) is used for y, not 'y' (column 3)"])
  }

  @Test func stampsAtTheEndOfWhatAnIntegerHolds() throws {
    let least = try trace("{\"t_ns\": [-9223372036854775808, -9223372036854775807, 0.5], \"y\": [0, 1, 2]}")
    #expect(least.times == [0, 1e-9, 9_223_372_036.854_775_808])
    let over = try trace("{\"t_ns\": [9223372036854775807, 9223372036854785856], \"y\": [0, 1]}")
    #expect(over.times == [0, 10_240e-9])
  }

  /// Every misfit is named by its place, whatever stands around it.
  @Test(arguments: [
    ("{\"t\":[0,1],\"y\":[1,null]}", 19, "'null' in column 'y' is not a number"),
    ("{\"t\":[0,1],\"y\":[1, [2,{\"k\":\"]\"}] ]}", 20, "'[2,{\"k\":\"]\"}]' in column 'y' is not a number"),
    ("{\"t\":[0,1],\"y\":[1,\"2\"]}", 19, "'\"2\"' in column 'y' is not a number"),
    ("{\"t\":[0,1],\"y\":[1,1e400]}", 19, "'1e400' in column 'y' is not finite"),
    ("{\"t\":[-1e999,1],\"y\":[1,2]}", 7, "'-1e999' in column 't' is not finite"),
    ("{\"t\":[0,1,],\"y\":[1,2]}", 11, "a value"), ("{\"t\":[0 1],\"y\":[1,2]}", 9, "',' or ']'"),
    ("{\"t\":[0,1.2.3],\"y\":[1,2]}", 9, "a value"), ("{\"t\":[0,1x],\"y\":[1,2]}", 10, "',' or ']'"),
    ("{\"t\":[0,nan],\"y\":[1,2]}", 9, "a value"), ("{\"t\":[0,1],\"y\":[1,2],}", 22, "a key"),
    ("{\"t\":[0,1],\"y\":[1,2]", 21, "',' or '}'"), ("{\"t\" [0,1]}", 6, "':'"),
    ("{\"t", 2, "the text's closing quote"),
    ("{\"t\":[0,1]} {", 13, "the end of the line"), ("{\"t\":[0,1]}\n{}", 12, "the end of the line"),
    ("", 1, "'{'"),
    ("{\"t\":[0,1],\"n\":\(String(repeating: "[", count: 100_000))", 144, "a value nested less deeply"),
  ])
  func misfitsHaveAPlace(text: String, column: Int, sentence: String) {
    do throws(ReadingError) {
      _ = try TraceLine(Array(text.utf8), number: 9, source: "a").traces(ReadingOptions())
      Issue.record("was read")
    } catch {
      #expect(error.line == 9 && error.column == column, "\(error) at \(error.column ?? 0)")
      #expect(
        error.description == sentence || error.description == "not a JSON object: \(sentence) is missing here"
      )
    }
  }

  @Test func aTextAsAColumn() {
    #expect(
      error("{\"id\":\"q\",\"t\":[0,1],\"y\":[0,1]}") { $0.columns = ["y": "id"] }
        == .notANumber(text: "q", column: "id"))
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
