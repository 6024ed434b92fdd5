import Foundation
import Testing

@testable import scrollfit_cli

/// Every row of docs/statuses.md, run as it stands there, and the tests that docs/reliability.md names.
struct StatusTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let status: Int32
    let example: String
    var testDescription: String { "\(status): \(example)" }

    static func all() throws -> [Row] {
      let table = ContractTests.fixtures.appending(path: "../docs/statuses.md")
      let text = try String(contentsOf: table, encoding: .utf8).replacingOccurrences(of: "\\|", with: "\u{0}")
      return text.split(separator: "\n").compactMap { line in
        let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
        guard cells.count == 3, let status = Int32(cells[0]) else { return nil }
        return Row(
          status: status,
          example: cells[2].trimmingCharacters(in: ["`"]).replacingOccurrences(of: "\u{0}", with: "|"))
      }
    }
  }

  /// Three flings at 30 Hz, to a tenth of a point.
  private func write(_ name: String, decay: Double, in folder: TemporaryFolder) throws {
    try FileManager.default.createDirectory(atPath: folder.path(name), withIntermediateDirectories: true)
    for velocity in [1500.0, 2200, 2900] {
      let rows = (0..<60).map { frame in
        let travel = velocity / decay * (1 - exp(-decay * Double(frame) / 30))
        return "\(Double(frame) / 30),\((travel * 10).rounded() / 10)\n"
      }
      let text = "t,y\n" + rows.joined()
      try Data(text.utf8).write(to: folder.url.appending(path: "\(name)/\(velocity).csv"))
    }
  }

  @Test("The table of statuses names every status")
  func names() throws { #expect(try Set(Row.all().map(\.status)) == [0, 1, 2, 3, 64]) }

  /// The verbs with what each reads, where nothing is.
  private static let missing = [
    "fit": "none.csv", "batch": "none.csv --quiet", "segment": "none.csv", "identify": "none.csv",
    "compare": "--like ios none.csv", "expect": "rules.toml none.csv",
    "tune": "--like ios --model spring none.csv",
    "simulate": "none.toml", "video": "none.mp4", "project": "--data none.csv", "reproduce": "--data none",
    "certify": "none", "query": "none.sqlite 'SELECT 1'", "record": "--bind 192.0.2.1", "check": "none.csv",
    "init": "none.csv",
  ]
  /// The verbs that read nothing.
  private static let without: Set = ["convert", "engines", "logger"]

  @Test("Every verb ends with 64 for an option that is none, and with 1 where it can read nothing")
  func everyVerb() throws {
    let folder = try TemporaryFolder()
    try Data("like = \"ios\"\n".utf8).write(to: folder.url.appending(path: "rules.toml"))
    #expect(Set(Scrollfit.verbs) == Self.without.union(Self.missing.keys))
    for verb in Scrollfit.verbs {
      let wrong = try Binary(shell: "\"$0\" \(verb) --nothing", in: folder.url)
      #expect(wrong.status == 64 && wrong.output.isEmpty && !wrong.errors.isEmpty, "\(verb): \(wrong.status)")
      guard let arguments = Self.missing[verb] else { continue }
      let run = try Binary(shell: "\"$0\" \(verb) \(arguments)", in: folder.url)
      #expect(run.status == 1 && run.errors.hasPrefix("scrollfit: "), "\(verb): \(run.status) \(run.errors)")
      #expect(run.errors.filter { $0 == "\n" }.count == 1, "\(verb): \(run.errors)")
      #expect(run.output.isEmpty || verb == "batch", "\(verb): \(run.output)")
    }
  }

  @Test("Every test that the page about reliability names exists")
  func reliability() throws {
    let root = ContractTests.fixtures.deletingLastPathComponent()
    let page = try String(contentsOf: root.appending(path: "docs/reliability.md"), encoding: .utf8)
    let names = page.matches(of: /`(\w+Tests)\.(\w+)`/).map { (suite: String($0.1), function: String($0.2)) }
    #expect(names.count > 50)
    let files = try #require(FileManager.default.enumerator(atPath: root.appending(path: "Tests").path))
    var texts: [String: String] = [:]
    for case let file as String in files where file.hasSuffix("Tests.swift") {
      let suite = String(file.dropLast(6).split(separator: "/").last ?? "")
      texts[suite, default: ""] += try String(
        contentsOf: root.appending(path: "Tests/\(file)"), encoding: .utf8)
    }
    for (suite, function) in names {
      #expect(texts[suite]?.contains("func \(function)(") == true, "\(suite).\(function)")
    }
  }

  @Test("A row of the table of statuses is what the program does", arguments: try Row.all())
  func row(_ row: Row) throws {
    let folder = try TemporaryFolder()
    let waves = (0..<90).map { "\(Double($0) / 60),\((100 * sin(Double($0) / 5 + 1)).rounded())\n" }
    for (name, text) in [
      ("curve.csv", BadInputTests.curve), ("waves.csv", "t,y\n" + waves.joined()),
    ] { try Data(text.utf8).write(to: folder.url.appending(path: name)) }
    try write("slow", decay: 2, in: folder)
    try write("fast", decay: 3, in: folder)
    // The status is that of scrollfit, whatever reads its output.
    let parts = row.example.split(separator: "|", maxSplits: 1)
    let reader = parts.count > 1 ? " | \(parts[1])" : ""
    let run = try Binary(
      shell: "{ \"$0\" \(parts[0]); echo $? > status; }\(reader)", in: folder.url)
    let status = try folder.text("status").trimmingCharacters(in: .whitespacesAndNewlines)
    #expect(status == "\(row.status)", "\(run.errors)")
    if row.status == 0 { #expect(run.errors.isEmpty) }
  }
}
