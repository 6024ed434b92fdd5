import Foundation
import Recordings
import Testing

@Suite("Logs of several processes")
struct ProcessTests {
  private func read(_ lines: [String]) throws(ReadingError) -> [Trace] {
    try RecordingReader().traces(bytes: Array(lines.map { $0 + "\n" }.joined().utf8), source: "test")
  }

  private func stamp(_ row: Int) -> String { "11-26 10:00:00.\(100 + 16 * row)" }

  @Test("Processes that write the same value are series")
  func sameValue() throws {
    let lines = (0..<20).flatMap { (row: Int) -> [String] in
      [
        "\(stamp(row))  4321  4350 D Feed: scrollY=\(10 * row)",
        "\(stamp(row))   999  1001 I Other: scrollY=\(500 - 20 * row)",
      ]
    }
    let traces = try read(lines)
    #expect(traces.map(\.series) == ["4321", "999"])
    let first: [Double] = (0..<20).map { 10 * Double($0) }
    let second: [Double] = (0..<20).map { 500 - 20 * Double($0) }
    #expect(traces[0].offsets[.y] == first && traces[1].offsets[.y] == second)
  }

  @Test("Another process's lines do not name the series of the only one with offsets")
  func otherValues() throws {
    let lines = (0..<20).flatMap { (row: Int) -> [String] in
      [
        "\(stamp(row))  4321  4350 D Feed: scrollY=\(10 * row)",
        "\(stamp(row))   999  1001 I Other: skipped=31",
      ]
    }
    let traces = try read(lines)
    #expect(traces.map(\.series) == [nil] && traces[0].times.count == 20)
  }

  @Test(
    "The process is found in every form of a line",
    arguments: [
      "11-26 10:00:00.%  u0_a123  @  4350 D Feed    : scrollY=#",
      "2026-11-26 10:00:00.%  @-4350  Feed   com.example  D  scrollY=#",
      "11-26 10:00:00.% D/Feed ( @): scrollY=#", "2026-11-26 10:00:00.%000+0100 App[@:1234] scrollY=#",
      "      1700000000.%  @  4350 D Feed    : scrollY=#",
      "[ 11-26 10:00:00.%  @: 4350 D/Feed     ]\nscrollY=#\n",
    ])
  func forms(_ form: String) throws {
    var lines: [String] = []
    for row in 0..<20 {
      for (process, value) in [("4321", 10 * row), ("999", 7 * row)] {
        let stamped = form.replacing("%", with: String(100 + 16 * row))
        lines.append(stamped.replacing("@", with: process).replacing("#", with: String(value)))
      }
    }
    let traces = try read(lines)
    #expect(traces.map(\.series) == ["4321", "999"])
    #expect(traces.allSatisfy { abs(($0.times.last ?? 0) - 0.304) < 1e-9 }, "\(traces.map(\.times))")
  }

  private struct Row {
    let time: Int
    let process: String
    let offset: Int
  }

  private func export(_ rows: [Row]) -> String {
    var text = "<trace-query-result><node>"
    for row in rows {
      text +=
        "<row><event-time>\(row.time)</event-time><process fmt=\"\(row.process)\"><pid>1</pid></process>"
      text += "<os-log-metadata>offset=\(row.offset)</os-log-metadata></row>\n"
    }
    return text + "</node></trace-query-result>"
  }

  @Test("Processes of an export of Instruments are series")
  func exported() throws {
    let rows = (0..<20).flatMap { (row: Int) -> [Row] in
      let time = row * 16_000_000
      return [
        Row(time: time, process: "App (41)", offset: 10 * row),
        Row(time: time + 3_000_000, process: "Other (7)", offset: 900 - 5 * row),
      ]
    }
    let traces: [Trace] = try read([export(rows)])
    #expect(traces.map(\.series) == ["App (41)", "Other (7)"])
    let ends: [Double?] = traces.map { $0.offsets[.y]?.last }
    #expect(ends == [190, 805])
  }

  @Test("Of a cut export the rows before the cut are used, with and without a byte order mark")
  func cutExport() throws {
    let whole = export((0..<20).map { Row(time: $0 * 16_000_000, process: "App (41)", offset: 10 * $0) })
    let rows = whole.components(separatedBy: "</row>")
    let start = rows[..<12].joined(separator: "</row>") + "</row>"
    for rest in [
      "\n<row", "\n<row><event-time>19", "\n<row><event-time>1</event-ti", "\n<row><process fmt=\"App ",
    ] {
      for mark in ["", "\u{FEFF}"] {
        let trace = try #require(try read([mark + start + rest]).first)
        #expect(trace.times.count == 12)
        #expect(trace.cleaning.map(\.what) == ["the end of the file is missing: used up to there"])
      }
    }
    #expect(throws: ReadingError.self) { try read([start + "<row></node>" + rows[12]]) }
  }

  @Test("A decimal comma is read as one, and digits that it may group are left out")
  func decimalComma() throws {
    func offsets(_ values: [String]) throws -> [Double]? {
      let lines = values.enumerated().map { "\(stamp($0))  4321  4350 D Feed: offset=\($1)" }
      return try read(lines).first?.offsets[.y]
    }
    #expect(
      try offsets(["12,5", "1234,5px", "0,125", "3449,667", "-7,25"]) == [
        12.5, 1234.5, 0.125, 3449.667, -7.25,
      ])
    let grouped = ["998,5", "1300", "1,234", "1301,5", "1,234.5", "1302", "1,234,567", "1303,25"]
    #expect(try offsets(grouped) == [998.5, 1300, 1301.5, 1302, 1303.25])
    // Points and lists.
    #expect(try offsets(["{0,12}", "(3, 15)", "{4,100}"]) == [12, 15, 100])
    #expect(try offsets(["1,2,3", "4,5,6", "7,8,9"]) == [1, 4, 7])
  }
}
