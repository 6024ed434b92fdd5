import Foundation
import Testing

/// `scrollfit compare`: verdicts and their exit status, baselines, what cannot be compared.
struct CompareTests {
  private let folder: TemporaryFolder
  private static let traces = ContractTests.fixtures.appending(path: "traces").path

  /// Three flings a side at 30 Hz, to a tenth of a point; those of c have another decay.
  init() throws {
    folder = try TemporaryFolder()
    for (name, constant) in [("a", 2.002), ("b", 2.002), ("c", 3.0)] {
      try FileManager.default.createDirectory(atPath: folder.path(name), withIntermediateDirectories: true)
      for (fling, velocity) in [1500.0, 2200, 2900].enumerated() {
        let phase = name == "b" ? 0.004 : 0
        let rows = (0..<60).map { frame -> String in
          let time = Double(frame) / 30
          let travel = velocity / constant * (1 - exp(-constant * (time + phase)))
          return "\(time),\((travel * 10).rounded() / 10)"
        }
        try "# os: \(fling < 2 ? "17" : "18")\nt,y\n\(rows.joined(separator: "\n"))\n".write(
          toFile: folder.path("\(name)/\(fling).csv"), atomically: true, encoding: .utf8)
      }
    }
  }

  private func run(_ arguments: String) throws -> Binary {
    try Binary(shell: "\"$0\" compare \(arguments)", in: folder.url)
  }

  @Test func verdictsAndStatus() throws {
    let same = try run("a b")
    #expect(same.status == 0 && same.errors.isEmpty)
    #expect(same.output.hasPrefix("a against b: same within 0.5 pt\n"))
    let different = try run("a c --format json")
    #expect(different.status == 3 && different.errors.isEmpty)
    #expect(different.output.contains("\"verdict\": \"different\""))
    // One fling is too few for a hundredth of a point.
    let undecided = try run("a/0.csv b/0.csv --limit 0.0001")
    #expect(undecided.status == 0 && undecided.output.contains("not enough data for 0.0001"))
    #expect(try run("a/0.csv b/0.csv --limit 0.0001 --require-same").status == 3)
    #expect(try run("a b --require-same").status == 0)
  }

  @Test("Every command of docs/ci.md passes an equal build and stops a different one")
  func buildMachine() throws {
    let page = try String(
      contentsOf: ContractTests.fixtures.deletingLastPathComponent().appending(path: "docs/ci.md"),
      encoding: .utf8)
    // Blocks of output are those of ContractTests.
    let commands = page.split(separator: "\n").filter { !$0.hasPrefix("$ ") }.compactMap { line in
      ["scrollfit compare ", "scrollfit expect "].lazy.compactMap { line.firstRange(of: $0) }.first.map {
        line[$0.lowerBound...].dropFirst("scrollfit ".count).trimmingCharacters(in: ["'"])
      }
    }
    #expect(commands.count { $0.hasPrefix("compare") } == 7 && commands.count { $0.hasPrefix("expect") } == 4)
    let rules = try #require(page.firstRange(of: "```toml\n")).upperBound
    try page[rules...].prefix { $0 != "`" }.write(
      to: folder.url.appending(path: "rules.toml"), atomically: true, encoding: .utf8)
    try FileManager.default.moveItem(atPath: folder.path("a"), toPath: folder.path("reference"))
    for (side, status) in [("b", Int32(0)), ("c", 3)] {
      try? FileManager.default.removeItem(atPath: folder.path("baseline.json"))
      try FileManager.default.moveItem(atPath: folder.path(side), toPath: folder.path("recordings"))
      for command in commands {
        let result = try Binary(shell: "\"$0\" \(command)", in: folder.url)
        let isGate = ["--require-same", "--like", "expect"].contains { command.contains($0) }
        #expect(result.status == (isGate ? status : 0), "\(command): \(result.errors)")
      }
      for file in ["feel.xml", "rules.xml"] {
        let cases = try folder.text(file)
        #expect(cases.contains("failures=\"0\"") == (status == 0), "\(cases)")
        // The times are those of the motions and recordings.
        #expect(cases.contains(#/time="[1-9]/#))
      }
      try FileManager.default.removeItem(atPath: folder.path("recordings"))
    }
  }

  @Test("A saved baseline gives the verdict that the recordings give") func baselines() throws {
    let saved = try run("a --save-baseline base.json")
    #expect(saved.status == 0 && saved.output.hasPrefix("a: 3 motions\n"))
    for (side, status) in [("b", 0), ("c", 3)] {
      let direct = try run("a \(side) --format json")
      let later = try run("--baseline base.json \(side) --format json")
      #expect(later.status == status && later.output == direct.output)
    }
    #expect(try run("a c --save-baseline base.json").status == 64)
    #expect(try run("a c --save-baseline base.json --force").status == 3)
    let text = try folder.text("base.json").replacing("baseline/1", with: "baseline/9")
    try text.write(toFile: folder.path("nine.json"), atomically: true, encoding: .utf8)
    let other = try run("--baseline nine.json b")
    #expect(other.status == 1 && other.output.isEmpty)
    #expect(
      other.errors
        == "scrollfit: nine.json: is of the schema 'scrollfit.baseline/9', not 'scrollfit.baseline/1': "
        + "save the baseline anew\n")
    try String(text.prefix(400)).write(toFile: folder.path("cut.json"), atomically: true, encoding: .utf8)
    let cut = try run("--baseline cut.json b")
    #expect(
      cut.status == 1 && cut.errors.hasPrefix("scrollfit: cut.json:") && cut.errors.contains("not JSON"))
    #expect(try run("--baseline missing.json b").errors == "scrollfit: missing.json: no such file\n")
  }

  @Test("The JUnit file holds a failure for each difference") func junit() throws {
    #expect(try run("a c --junit out.xml").status == 3)
    let xml = try folder.text("out.xml")
    #expect(xml.hasPrefix("<?xml") && xml.contains("<failure ") && xml.contains("name=\"decayConstant\""))
    #expect(!xml.contains("deceleration: deceleration:"))
    let again = try run("a c --junit out.xml")
    #expect(
      again.status == 64
        && again.errors == "scrollfit: out.xml: already exists; use --force to overwrite it\n")
    #expect(try folder.text("out.xml") == xml && again.output.isEmpty)
  }

  @Test("A candidate without the baseline's bounces fails the gate")
  func missingPhases() throws {
    try FileManager.default.createDirectory(atPath: folder.path("d"), withIntermediateDirectories: true)
    for fling in 0..<3 {
      try folder.text("a/\(fling).csv").write(
        toFile: folder.path("d/\(fling).csv"), atomically: true, encoding: .utf8)
    }
    let rows = (0..<50).map { frame -> String in
      let time = Double(frame) / 60
      let offset = 3000 + (2500 * time) * exp(-10.9 * time)
      return "\(time),\((offset * 10).rounded() / 10)"
    }
    try "t,y\n\(rows.joined(separator: "\n"))\n".write(
      toFile: folder.path("d/bounce.csv"), atomically: true, encoding: .utf8)
    let gate = try run("d b --require-same --junit out.xml")
    #expect(try !folder.text("out.xml").contains("bounce: bounce:"))
    #expect(gate.status == 3 && gate.output.hasPrefix("d against b: different: B has no bounce\n"))
    #expect(try folder.text("out.xml").contains("<testsuite name=\"bounce\" tests=\"1\" failures=\"1\""))
    #expect(try run("b d").status == 3)
    #expect(try run("d b --require-same --ignore-missing").status == 0)
  }

  @Test("Groups are taken from metadata and reported by key") func groups() throws {
    let byMetadata = try run("a b --group-by os")
    #expect(byMetadata.status == 0 && byMetadata.output.contains("decayConstant by os"))
    #expect(byMetadata.output.contains("17") && byMetadata.output.contains("18"))
    // A column of one file: its values part the rows.
    for name in ["a", "c"] {
      let rows = try ["x", "y"].enumerated().map { index, device in
        try folder.text("\(name)/\(index).csv").split(separator: "\n").dropFirst(2).map { "\(device),\($0)" }
      }.joined()
      try ("device,t,y\n" + rows.joined(separator: "\n") + "\n").write(
        toFile: folder.path("\(name).csv"), atomically: true, encoding: .utf8)
    }
    let byColumn = try run("a.csv c.csv --group-by device --format json")
    #expect(byColumn.status == 3)
    #expect(byColumn.output.contains("\"group\": \"x\"") && byColumn.output.contains("\"by\": \"device\""))
    let unknown = try run("a b --group-by colour")
    #expect(unknown.output.contains("no recording of a tells its colour: there are no groups of it"))
  }

  @Test func whatCannotBeCompared() throws {
    let bounce = ContractTests.fixtures.appending(path: "data/ios_bounce_levisonnn.csv").path
    let phases = try run("a '\(bounce)' --interval 0.0167 --column time=none")
    #expect(phases.status == 1 && phases.output.isEmpty)
    #expect(phases.errors.contains("they have no phase in common"))
    let missing = try run("a nowhere")
    #expect(missing.status == 1 && missing.errors == "scrollfit: nowhere: no such file\n")
    try FileManager.default.createDirectory(atPath: folder.path("empty"), withIntermediateDirectories: true)
    #expect(try run("a empty").errors == "scrollfit: empty: the folder has no recording\n")
    try "t,y\n0,1\n1,1\n2,1\n3,1\n".write(toFile: folder.path("still.csv"), atomically: true, encoding: .utf8)
    let still = try run("a still.csv")
    #expect(still.status == 1 && still.output.isEmpty && still.errors.contains("no motion"))
    // What can be used is.
    try "t,y\n0,1\n1,abc\n".write(toFile: folder.path("b/bad.csv"), atomically: true, encoding: .utf8)
    let partial = try run("a b")
    #expect(partial.status == 2 && partial.output.contains("same within"))
    #expect(partial.errors == "scrollfit: b/bad.csv:3:3: 'abc' in column 'y' is not a number\n")
  }

  @Test(
    "Wrong usage of compare writes no file and says what is wrong",
    arguments: [
      ("a", "compare takes two recordings or folders, not 1"),
      ("a b c", "compare takes two recordings or folders, not 3"),
      ("--baseline x.json a b", "--baseline takes one recording or folder to compare, not 2"),
      ("--baseline x.json a --save-baseline y.json", "--baseline and --save-baseline are mutually exclusive"),
      ("a b --limit -1", "--limit must not be negative"),
      ("a b --confidence 1", "--confidence must be between 0.5 and 1, not 1.0"),
      ("- -", "standard input (-) can be used only once"),
      ("a b --output r.txt --junit r.txt", "r.txt: --junit and --output name the same file"),
      ("a b --junit -", "--save-baseline and --junit need a file name"),
      ("a b --group-by ,", "--group-by needs a key"),
    ]) func usage(_ arguments: String, _ sentence: String) throws
  {
    let wrong = try run(arguments)
    #expect(wrong.status == 64 && wrong.output.isEmpty)
    #expect(wrong.errors.hasPrefix("scrollfit: ") && wrong.errors.contains(sentence))
    #expect(folder.names.sorted() == ["a", "b", "c"])
  }

  @Test("No output is written where one of them cannot be") func outputs() throws {
    let missing = try run("a b --save-baseline no/base.json --junit out.xml --output report.txt")
    #expect(missing.status == 64 && missing.errors.contains("no/base.json: cannot be written"))
    #expect(folder.names.sorted() == ["a", "b", "c"])
    #expect(try run("a b --save-baseline base.json --junit out.xml --output report.txt").status == 0)
    #expect(folder.names.sorted() == ["a", "b", "base.json", "c", "out.xml", "report.txt"])
  }
}
