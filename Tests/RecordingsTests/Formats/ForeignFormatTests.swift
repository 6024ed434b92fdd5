import Foundation
import Recordings
import Testing

@Suite("Logs in the formats of others")
struct ForeignFormatTests {
  /// The content that a file must be read as, by `scripts/reference/formats.py`.
  struct Expected: Decodable, CustomTestStringConvertible, Sendable {
    var name = ""
    let format: String
    let times: [Double]
    let y: [Double]?
    let finger: [Double]?
    let bounds: [Double]?
    let frameRate: Double?
    let sign: Double?
    let lineHeight: Double?

    var testDescription: String { name }

    enum CodingKeys: CodingKey { case format, times, y, finger, bounds, frameRate, sign, lineHeight }

    var options: ReadingOptions {
      var options = ReadingOptions()
      options.frameRate = frameRate
      options.sign = sign ?? 1
      options.lineHeight = lineHeight
      options.clock = .recorded
      return options
    }
  }

  private struct Reference: Decodable {
    let files: [String: Expected]
  }

  static let all: [Expected] = {
    let data = FileManager.default.contents(atPath: fixtures + "/reference/formats.json") ?? Data()
    let reference = try? JSONDecoder().decode(Reference.self, from: data)
    return (reference?.files ?? [:]).sorted { $0.key < $1.key }.map { name, expected in
      var expected = expected
      expected.name = name
      return expected
    }
  }()

  @Test func thereIsAFixtureForEveryFormat() {
    let formats = Set(Self.all.map(\.format))
    let tables: Set = ["csv", "tsv", "semicolon", "spaces", "ndjson"]
    #expect(formats == Set(InputFormat.allCases.map(\.rawValue)).subtracting(tables))
  }

  @Test(arguments: all)
  func isReadAsTheReferenceSays(_ expected: Expected) throws {
    let traces = try RecordingReader(options: expected.options).traces(
      at: fixtures + "/formats/" + expected.name)
    #expect(traces.count == 1)
    let trace = try #require(traces.first)
    #expect(trace.format == expected.format)
    let column = try #require(expected.y == nil ? trace.fingers[.y] : trace.offsets[.y])
    let values = try #require(expected.y ?? expected.finger)
    #expect(column.count == values.count)
    #expect(trace.times.count == expected.times.count)
    for (time, wanted) in zip(trace.times, expected.times) { #expect(abs(time - wanted) < 1e-9) }
    for (value, wanted) in zip(column, values) { #expect(abs(value - wanted) < 1e-9) }
    if let bounds = expected.bounds { #expect(trace.edges[.y] == bounds[0]...bounds[1]) }
    #expect(expected.y != nil || trace.offsets.isEmpty)
  }

  /// Told from the content as itself, and the same by name.
  @Test(arguments: all)
  func itsNameSaysTheSame(_ expected: Expected) throws {
    var options = expected.options
    options.inputFormat = InputFormat(rawValue: expected.format)
    let path = fixtures + "/formats/" + expected.name
    let named = try RecordingReader(options: options).traces(at: path)
    #expect(try RecordingReader(options: expected.options).traces(at: path) == named)
  }

  @Test func whatWasCleanedIsTold() throws {
    func cleaning(_ name: String) throws -> [String: Int] {
      let traces = try RecordingReader().traces(at: fixtures + "/formats/" + name)
      return Dictionary(uniqueKeysWithValues: traces[0].cleaning.map { ($0.what, $0.count) })
    }
    #expect(try cleaning("react-native.ndjson") == ["second call of a frame dropped": 12])
    #expect(try cleaning("oslog.ndjson") == ["sample out of order sorted": 2])
    // A missing bracket at the end is allowed by the format.
    #expect(try cleaning("chrome.json") == ["sample out of order sorted": 120])
    #expect(try cleaning("session.ndjson.gz").isEmpty)
  }

  @Test func eventsBesideTheSamples() throws {
    let oslog = try RecordingReader().traces(at: fixtures + "/formats/oslog.ndjson")[0]
    #expect(oslog.events.map(\.name) == ["Deceleration"])
    #expect(abs((oslog.events.first?.time ?? 0) - 0.1) < 1e-9)
    let rrweb = try RecordingReader().traces(at: fixtures + "/formats/rrweb.json")[0]
    #expect(rrweb.series == "1")
    #expect(rrweb.events.map(\.time) == [0, 0.02])
    let touch = try RecordingReader().traces(at: fixtures + "/formats/getevent.log")[0]
    #expect(touch.events.map(\.name) == ["touchDown", "touchUp"])
    #expect(touch.warnings.contains { $0.contains("finger") })
  }

  @Test func theFramesClockIsComparedWithTheTouchScreens() throws {
    let text = (0..<4).map {
      #"{"ts":\#(1_012_000 + 16_667 * $0),"events":[{"timeStamp":\#(1_000_000 + 17_000 * $0),"change":\#($0 == 0 ? 4 : 5),"physicalX":1,"physicalY":\#(9 - $0)}]}"#
    }.joined(separator: "\n")
    let trace = try readOne(text + "\n")
    #expect(trace.fingers[.y] == [0, 1, 2, 3])
    #expect(trace.times == [0, 0.017, 0.034, 0.051])
    #expect(trace.warnings.contains { $0.contains("11 to 12 ms after the touches") })
  }

  @Test func linesAndPagesAreNotGuessed() throws {
    let path = fixtures + "/formats/wheel-lines.json"
    let error = #expect(throws: ReadingError.self) { try RecordingReader().traces(at: path) }
    #expect(error?.problem == .deltaMode(1))
    #expect(error?.description.contains("lineHeight") == true)
    var options = ReadingOptions()
    options.lineHeight = 20
    #expect(try RecordingReader(options: options).traces(at: path)[0].offsets[.y]?.last == 580)
    let pages = #"[{"deltaY":1,"deltaMode":2,"timeStamp":0},{"deltaY":-2,"deltaMode":0,"timeStamp":16}]"#
    #expect(throws: ReadingError.self) { try readOne(pages) }
    #expect(try readOne(pages) { $0.pageHeight = 600 }.offsets[.y] == [600, 598])
  }
}
