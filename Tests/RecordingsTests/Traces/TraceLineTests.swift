import Foundation
import Testing

@testable import Recordings

struct TraceLineTests {
  private struct Read: Equatable {
    let id: String
    let model: String
    let abscissas: [Double]
    let observations: [Double]
  }

  /// The traces of a text as a file, read in parts of about `size` bytes.
  private func read(_ text: String, size: Int = 1 << 20) throws -> [Read] {
    let path = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    try Data(text.utf8).write(to: URL(filePath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    let file = try MappedFile(path: path)
    let bounds = file.parts(of: size)
    var traces: [Read] = []
    for (start, end) in zip(bounds, bounds.dropFirst()) {
      var lines = TraceLines(file.start + start, file.start + end, file: "test")
      while let trace = try lines.next() {
        traces.append(
          Read(
            id: trace.id.text, model: trace.model.text, abscissas: Array(trace.abscissas),
            observations: Array(trace.observations)))
      }
    }
    return traces
  }

  private static let line = #"{"id":"a","model":"decel","t":[0,0.016667,-1e-3],"y":[100.333333,2,-3.5]}"#
  private static let trace = Read(
    id: "a", model: "decel", abscissas: [0, 0.016667, -0.001], observations: [100.333333, 2, -3.5])

  @Test(arguments: [
    line, line + "\n", "\n\n  " + line + "\r\n\n",
    #" { "y" : [ 100.333333 , 2, -3.5 ] , "t":[0,0.016667,-1e-3],"device":{"a":[1,"}"]},"id":"a","model":"decel" } "#,
    #"{"n":1.5,"ok":true,"t":[1],"id":"a","model":"decel","t":[0,0.016667,-1e-3],"y":[100.333333,2,-3.5]}"#,
  ])
  func readsATrace(text: String) throws {
    #expect(try read(text) == [Self.trace])
  }

  /// Each differs from the one before in one of the things that roles depend on.
  @Test("Lines of one process with other columns, units and options have roles of their own")
  func rolesOfEachLine() throws {
    func read(_ line: String, _ change: (inout ReadingOptions) -> Void = { _ in }) throws -> [Trace] {
      var options = ReadingOptions()
      change(&options)
      return try TraceLine(Array(line.utf8), number: 1, source: "test").traces(options)
    }
    let line = #"{"t":[0,0.1,0.2],"y":[1,2,3]}"#
    for _ in 0..<2 {
      #expect(try read(line).map(\.unit) == ["pt"])
      #expect(try read(#"{"t":[0,0.1,0.2],"y":[1,2,3],"unit":"px"}"#).map(\.unit) == ["px"])
      #expect(try read(line) { $0.sign = -1 }.map(\.offsets) == [[.y: [-1, -2, -3]]])
      #expect(try read(#"{"t":[0,0.1,0.2],"x":[1,2,3]}"#).map(\.offsets) == [[.x: [1, 2, 3]]])
      #expect(try read(#"{"y":[0,0.1,0.2],"t":[1,2,3]}"#).map(\.offsets) == [[.y: [0, 0.1, 0.2]]])
      #expect(
        try read(line) { $0.columns = ["y": "t", "time": "y"] }.map(\.offsets) == [[.y: [0, 0.1, 0.2]]])
      #expect(throws: ReadingError.self) { try read(#"{"t":[0,0.1,0.2],"z":[1,2,3]}"#) }
    }
  }

  @Test func partsGiveTheSameTraces() throws {
    let lines = (0..<200).map { #"{"id":"\#($0)","model":"rubber","t":[\#($0).5],"y":[\#($0)]}"# }
    let whole = try read(lines.joined(separator: "\n"))
    #expect(whole.map(\.id) == (0..<200).map(String.init))
    for size in [1, 40, 41, 1000, 100_000] {
      #expect(try read(lines.joined(separator: "\n") + "\n", size: size) == whole)
    }
  }

  @Test("Lines without traces give none") func noTraces() throws {
    #expect(try read("") == [] && read("\n \n") == [])
    #expect(try read(#"{"id":"a","model":"decel","t":[],"y":[]}"#)[0].abscissas.isEmpty)
  }

  /// A file that ends at a page's end has no byte of it left to stop at.
  @Test func aFileOfWholePages() throws {
    let page = Int(sysconf(Int32(_SC_PAGESIZE)))
    let blanks = String(repeating: " ", count: page - Self.line.utf8.count)
    #expect(try read(blanks + Self.line) == [Self.trace])
    #expect(throws: ReadingError.self) { try read(blanks + Self.line.dropLast() + " ") }
  }

  @Test(arguments: [
    ("[1]", 1), ("{\"id\":\"a", 1), (line + "\n{\"t\":[1,],\"y\":[1,2]}", 2),
    (line + "\n\n{\"t\":[1 2],\"y\":[1,2]}", 3),
    ("{\"t\":[1,2],\"y\":[1]}", 1), ("{\"t\":[1e400],\"y\":[1]}", 1), ("{\"t\":[nan],\"y\":[1]}", 1),
    (line + line, 1), ("{\"t\" [1]}", 1), ("{\"t\":[1", 1), ("{\"t\":1}", 1),
  ])
  func namesTheLineOfWhatIsNoTrace(text: String, line: Int) {
    #expect {
      try read(text)
    } throws: { error in
      (error as? ReadingError)?.line == line
    }
  }

  @Test("A missing file and a folder are errors") func missingFile() {
    #expect(throws: ReadingError.self) { _ = try MappedFile(path: "/nowhere") }
    #expect(throws: ReadingError.self) { _ = try MappedFile(path: "/tmp") }
  }
}
