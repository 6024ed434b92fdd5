import Foundation
import Recordings
import Testing

@testable import Reports
@testable import scrollfit_cli

/// `logger`, its recorders, and what they wrote when `scripts/test-recorders` ran them.
struct LoggerTests {
  private func run(_ arguments: String) throws -> Binary { try Binary(shell: "\"$0\" logger \(arguments)") }

  @Test("Without a toolkit every recorder is a line with its check")
  func list() throws {
    let run = try run("")
    let lines = run.output.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
    #expect(run.status == 0 && run.errors.isEmpty)
    #expect(run.output.split(separator: "\n").allSatisfy { $0.count <= 80 }, "\(run.output)")
    for toolkit in RecorderToolkit.allCases {
      let line = try #require(lines.first { $0.first == toolkit.rawValue })
      #expect(["run", "type-checked", "parsed", "untested"].contains(line[1]) && line.count > 2)
    }
  }

  @Test("A recorder is printed as it is in the package", arguments: RecorderToolkit.allCases)
  func printed(_ toolkit: RecorderToolkit) throws {
    let run = try run("--for \(toolkit.rawValue)")
    #expect(run.status == 0 && run.errors.isEmpty)
    let files = try FileManager.default.contentsOfDirectory(at: Self.sources, includingPropertiesForKeys: nil)
    let file = try #require(files.first { $0.lastPathComponent.hasPrefix(toolkit.rawValue + ".") })
    let own = try String(contentsOf: file, encoding: .utf8)
    let shared = try String(contentsOf: Self.sources.appending(path: "page-recorder.js"), encoding: .utf8)
    #expect(run.output == ([.web, .electron].contains(toolkit) ? own + shared : own))
  }

  @Test(
    "A recorder has 20 to 60 lines with all comments, and describes its use and check",
    arguments: RecorderToolkit.allCases)
  func extent(_ toolkit: RecorderToolkit) {
    let count = toolkit.source.count { $0 == "\n" }
    #expect((20...60).contains(count), "\(count)")
    let lines = toolkit.source.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    let code = lines.filter { !$0.isEmpty && !$0.hasPrefix("//") && !$0.hasPrefix("# ") }
    for part in ["Use: ", "File: ", "Clock: ", "Checked: "] {
      #expect(lines.contains { $0.hasPrefix("// \(part)") || $0.hasPrefix("# \(part)") }, "\(part)")
    }
    #expect(lines.allSatisfy { $0.count <= 160 })
    // The place of the recording is printed.
    #expect(code.contains { $0.contains("scrolltrace: ") || $0.contains("\"scrolltrace\", \"recording to") })
  }

  @Test(
    "A recorder of a page can stand inside of its script element",
    arguments: [RecorderToolkit.web, .electron])
  func insidePage(_ toolkit: RecorderToolkit) { #expect(!toolkit.source.contains("</script")) }

  /// The header's keys of docs/scrolltrace.md; every other key of a recorder is one of a sample or of an event.
  private static let headerKeys: Set = [
    "format", "version", "device", "os", "scale", "units", "viewport", "contentSize", "insets",
    "decelerationRate",
    "width", "height", "top", "left", "bottom", "right",
  ]
  private static let eventKeys: Set = ["event", "offset", "velocity", "target"]

  /// The layout that each toolkit shows, by docs/recording.md.
  private static func layouts() throws -> [String: Set<String>] {
    let page = ContractTests.fixtures.appending(path: "../docs/recording.md")
    let rows = try String(contentsOf: page, encoding: .utf8).split(separator: "\n").drop {
      !$0.hasPrefix("| layout |")
    }
    var layouts: [String: Set<String>] = [:]
    for row in rows.dropFirst(2).prefix(while: { $0.hasPrefix("|") }) {
      let cells = row.split(separator: "|").map { $0.matches(of: /`([\w-]+)`/).map { String($0.1) } }
      for toolkit in cells[1] { layouts[toolkit] = Set(cells[0]) }
    }
    return layouts
  }

  @Test(
    "A recorder writes the layout that its toolkit shows, says what it does not show, and writes it again where it changes",
    arguments: RecorderToolkit.allCases)
  func layout(_ toolkit: RecorderToolkit) throws {
    let all: Set = ["viewport", "contentSize", "insets"]
    let layout = try #require(try Self.layouts()[toolkit.rawValue])
    #expect(Self.keys(of: toolkit).intersection(all) == layout)
    let comments = toolkit.source.split(separator: "\n").filter { $0.hasPrefix("//") || $0.hasPrefix("# ") }
    for key in all.subtracting(layout) { #expect(comments.contains { $0.contains(key) }, "\(key)") }
    #expect(toolkit.source.contains(/['"]layout\\?['"]/))
  }

  @Test("The reader knows every key that a recorder writes", arguments: RecorderToolkit.allCases)
  func keys(_ toolkit: RecorderToolkit) throws {
    let keys = Self.keys(of: toolkit)
    #expect(keys.isSuperset(of: ["format", "version", "device", "os", "viewport", "t", "y"]), "\(keys)")
    let sample = keys.subtracting(Self.headerKeys).subtracting(Self.eventKeys)
    let known: Set = ["t", "x", "y", "px", "py", "state"]
    let others = sample.subtracting(known)
    #expect(others.isSubset(of: ["targetTime", "callTime", "wallTime", "frameStep"]), "\(others)")

    // Forty samples with all of these keys are read with each value in its place.
    let rows = (0..<40).map { row -> String in
      let values = sample.sorted().map { key -> String in
        switch key {
        case "t": "\"t\":\(Double(row) / 64)"
        case "state": "\"state\":\"idle\""
        case "x", "y": "\"\(key)\":\(row * row)"
        case "px", "py": "\"\(key)\":\(2 * row)"
        default: "\"\(key)\":\(100 + row)"
        }
      }
      return "{\(values.joined(separator: ","))}"
    }
    let header =
      #"{"format":"scrolltrace","version":1,"viewport":{"width":400,"height":700},"#
      + #""contentSize":{"width":400,"height":9000}}"#
    let text = ([header] + rows).joined(separator: "\n")
    let traces = try RecordingReader().traces(bytes: Array((text + "\n").utf8), source: toolkit.rawValue)
    let trace = try #require(traces.first)
    #expect(traces.count == 1 && trace.warnings.isEmpty)
    let times: [Double] = (0..<40).map { Double($0) / 64 }
    let squares: [Double] = (0..<40).map { Double($0 * $0) }
    #expect(trace.times == times)
    #expect(trace.offsets[.y] == squares)
    #expect((trace.fingers[.y] != nil) == sample.contains("py"))
    #expect(Set(trace.others.keys) == others)
    #expect(trace.edges[.y] == 0...8300)
  }

  @Test(
    "A name's case, spaces and hyphens are ignored",
    arguments: ["React Native", "UIKit", "GTK", "reactnative"])
  func spelling(_ name: String) { #expect(RecorderToolkit(name) != nil) }

  @Test(
    "An unknown toolkit is wrong usage with the nearest name",
    arguments: [("uikti", "uikit"), ("reactnativ", "react-native"), ("electro", "electron")])
  func unknown(_ name: String, _ nearest: String) throws {
    let run = try run("--for \(name)")
    #expect(run.status == 64 && run.output.isEmpty)
    #expect(run.errors.contains("Did you mean '\(nearest)'?"), "\(run.errors)")
  }

  /// The last offset of each file of `Fixtures/recorders`, and its phases. Headless Chromium shows frames twice, so that its
  /// glides need not be found as decelerations.
  @Test(
    "The scroll is found in what the recorders wrote",
    arguments: [("web", 4581.0, 3, 0), ("gtk", 1669.3, 2, 2), ("qt", 2300, 3, 1)])
  func recorded(_ name: String, _ end: Double, _ rests: Int, _ decelerations: Int) throws {
    let file = ContractTests.fixtures.appending(path: "recorders/\(name).ndjson").path
    let trace = try #require(try RecordingReader().traces(at: file).first)
    let last = try #require(trace.offsets[.y]?.last)
    #expect(trace.format == "scrolltrace" && trace.offsets[.y]?.first == 0)
    #expect(abs(last - end) < 0.1)
    #expect(trace.headerNumber("viewport.height") == 700)
    let run = try Binary(shell: "\"$0\" segment \"\(file)\"")
    let lines = run.output.split(separator: "\n")
    #expect(run.status == 0)
    #expect(lines.filter { $0.hasPrefix("  y     rest ") }.count == rests, "\(run.output)")
    #expect(lines.filter { $0.hasPrefix("  y     fling ") }.count >= decelerations, "\(run.output)")
  }

  @Test("The touches of the web recording are its finger's travel and states")
  func touches() throws {
    let file = ContractTests.fixtures.appending(path: "recorders/web.ndjson").path
    let trace = try #require(try RecordingReader().traces(at: file).first)
    #expect(trace.fingers[.y]?.last == 750)
    let states = trace.states.compactMap { $0?.rawValue }
    let changes = states.indices.filter { $0 == 0 || states[$0] != states[$0 - 1] }.map { states[$0] }
    let fling = ["tracking", "dragging", "decelerating", "idle"]
    #expect(changes == ["idle"] + fling + fling)
  }

  /// The finger moves at 3000 and 4500 px/s, and its touches come between the frames.
  @Test("The web recording has the finger where it was at each frame")
  func fingerAtFrames() throws {
    let file = ContractTests.fixtures.appending(path: "recorders/web.ndjson").path
    let trace = try #require(try RecordingReader().traces(at: file).first)
    let finger = try #require(trace.fingers[.y])
    var speeds: [Double] = []
    for (start, distance) in [(0.0, 300.0), (300, 450)] {
      let inside = finger.indices.filter { finger[$0] > start && finger[$0] < start + distance }
      for (index, next) in zip(inside, inside.dropFirst()) {
        speeds.append((finger[next] - finger[index]) / (trace.times[next] - trace.times[index]) / distance)
      }
    }
    #expect(speeds.count >= 8)
    // A swipe takes 0.1 s.
    #expect(speeds.allSatisfy { abs($0 - 10) < 0.5 }, "\(speeds)")
  }

  /// GTK's friction is 4 s⁻¹ (`DECELERATION_FRICTION`): e^(−0.004) a millisecond. Qt's flicks lose 1500 px/s a second.
  @Test(
    "Constants of the recordings are those of the toolkits",
    arguments: [("gtk", 0.996008, 1e-6), ("qt", 1500, 1)])
  func constants(_ name: String, _ value: Double, _ tolerance: Double) throws {
    let file = ContractTests.fixtures.appending(path: "recorders/\(name).ndjson").path
    let lines = try Binary(shell: "\"$0\" fit \"\(file)\"").output.split(separator: "\n")
    let line = try #require(lines.first { $0.contains("deceleration") && $0.hasPrefix("  ") })
    // The constant's name has two words; the recording's value is before the engine's.
    let words = line.split(separator: " ")
    let own = try #require(words.dropFirst(2).first.flatMap { Double($0) })
    #expect(abs(own - value) < tolerance, "\(line)")
  }

  private static let sources = ContractTests.fixtures.appending(path: "../Sources/Reports/Recorders/Sources")

  /// The keys in quotation marks before a colon; in JavaScript and QML those of the objects that are written.
  private static func keys(of toolkit: RecorderToolkit) -> Set<String> {
    let code = toolkit.source.split(separator: "\n").filter { line in
      !["//", "# "].contains { line.drop { $0 == " " || $0 == "\t" }.hasPrefix($0) }
    }.joined(separator: "\n")
    let quoted = code.matches(of: /"(\w+)\\?"{1,2}:/).map { String($0.1) }
    guard [.web, .electron, .qt, .reactNative].contains(toolkit) else { return Set(quoted) }
    let beginnings = [
      "write(", "push(", "JSON.stringify(", "header = ", "sizes = ", "viewport = ", "contentSize = ",
      "layout ? ", " : ",
    ]
    let objects = beginnings.flatMap { code.components(separatedBy: $0 + "{").dropFirst() }.map { text in
      var depth = 1
      return text.prefix {
        depth += $0 == "{" ? 1 : $0 == "}" ? -1 : 0
        return depth > 0
      }
    }
    let members = objects.flatMap { $0.split { "{},\n".contains($0) } }
    let keys = members.map { $0.prefix { $0 != ":" }.trimmingCharacters(in: .whitespaces) }
    return Set(keys.filter { $0.wholeMatch(of: /\w+/) != nil })
  }
}
