import Foundation
import Testing

/// `scrollfit.toml`, `--config` and `init`.
struct SettingsTests {
  private let folder: TemporaryFolder

  /// A fling with 2.8039 1/s (a rate of 0.9972) at 60 Hz: by frame numbers, and by times under names without a meaning.
  init() throws {
    folder = try TemporaryFolder()
    let offsets = (0..<120).map { frame -> Double in
      let travel = 2100 / 2.8039 * (1 - exp(-2.8039 * Double(frame) / 60))
      return (travel * 3).rounded() / 3
    }
    let frames = offsets.enumerated().map { "\($0.offset),\($0.element)" }
    let named = offsets.enumerated().map { "\(Double($0.offset) / 60),\($0.element)" }
    try write("frames.csv", "frame,y\n\(frames.joined(separator: "\n"))\n")
    try write("timed.csv", "t,y\n\(named.joined(separator: "\n"))\n")
    try write("named.csv", "when \"s\",p\\q\n\(named.joined(separator: "\n"))\n")
  }

  private func write(_ name: String, _ text: String) throws {
    try text.write(toFile: folder.path(name), atomically: true, encoding: .utf8)
  }

  private func run(_ arguments: String) throws -> Binary {
    try Binary(shell: "\"$0\" \(arguments)", in: folder.url)
  }

  @Test("Settings of the working folder stand for options, and options override them")
  func settings() throws {
    #expect(try run("fit frames.csv").status == 1)
    try write("scrollfit.toml", "frame-rate = 60\nlike = \"ios\"\n")
    let line = try run("fit frames.csv --quiet")
    #expect(
      line.status == 0 && line.output.hasPrefix("frames.csv: ✗ not like UIScrollView: "), "\(line.output)")
    #expect(try run("fit frames.csv --quiet --like kivy").output.contains("not like Kivy 2: "))
    // Half the rate doubles the times and halves the constant: exp(−2.8039/2000) = 0.998599.
    #expect(try run("fit frames.csv --frame-rate 30").output.contains("deceleration rate  0.998599"))
    #expect(try run("fit frames.csv --interval 0.016666666666666666 --quiet").status == 0)
    // A column of times is kept.
    #expect(try run("fit timed.csv --quiet").output.hasPrefix("timed.csv: ✗ not like UIScrollView: "))
    #expect(try run("identify frames.csv").output.contains("  like     UIScrollView: off by "))
    #expect(try run("batch frames.csv --quiet").output.contains("\"like\": {\"engine\": \"UIScrollView\""))
    #expect(try run("batch frames.csv --quiet --store s.sqlite").status == 0)
  }

  @Test("A column that the settings name and a file lacks is an error that names the settings")
  func missingColumn() throws {
    try write("scrollfit.toml", "columns = { time = \"t\", y = \"offset\" }\n")
    let missing = try run("fit timed.csv --quiet")
    #expect(missing.status == 1)
    #expect(
      missing.errors
        == "scrollfit: timed.csv: columns.y in scrollfit.toml: no column 'offset'; found 't', 'y'\n")
    let option = try run("fit timed.csv --quiet --column y=other").errors
    #expect(option.contains("--column y: no column 'other'"), "\(option)")
  }

  @Test("compare takes its engine and its limit from the settings")
  func gate() throws {
    try write("strict.toml", "frame-rate = 60\nlike = \"ios\"\n")
    try write("loose.toml", "frame-rate = 60\nlike = \"ios\"\nlimit = 2000\n")
    #expect(try run("compare frames.csv --config strict.toml").status == 3)
    let loose = try run("compare frames.csv --config loose.toml")
    #expect(loose.status == 0 && loose.output.contains("same within 2000 pt"), "\(loose.output)")
    #expect(try run("compare frames.csv --config loose.toml --limit 0.5").status == 3)
    let alone = try run("compare timed.csv")
    #expect(
      alone.status == 64
        && alone.errors.hasPrefix("scrollfit: compare takes two recordings or folders, not 1;"))
  }

  @Test("The short and the full report end with the settings used")
  func sentence() throws {
    try write("own.toml", "frame-rate = 60\nedges = \"...3500\"\ncolumns = { y = \"y\" }\n")
    let sentence = "\nsettings of own.toml: columns y=y; frame-rate 60; edges ...3500\n"
    #expect(try run("fit frames.csv --verbose --config own.toml").output.contains(sentence))
    #expect(try run("fit frames.csv --config own.toml").output.hasSuffix("\n" + sentence))
    #expect(try !run("fit frames.csv --quiet --config own.toml").output.contains("settings of"))
    #expect(try !run("fit timed.csv").output.contains("settings of"))
    #expect(try !run("fit timed.csv --verbose").output.contains("settings of"))
    #expect(try !run("fit frames.csv --format json --config own.toml").output.contains("settings of"))
  }

  @Test(
    "A key or a value that is none is an error that names it",
    arguments: [
      ("frame_rate = 60", "no key 'frame_rate'; did you mean 'frame-rate'?"),
      ("columns = { tme = \"t\" }", "no key 'columns.tme'; did you mean 'columns.time'?"),
      ("frame-rate = 0", "frame-rate has no such value; for example frame-rate = 60"),
      ("edges = \"3500\"", "edges has no such value; for example edges = \"0...3500\""),
      ("like = 1", "like has no such value; for example like = \"ios\""),
      ("limit = -1", "limit has no such value; for example limit = 0.5"),
    ])
  func wrong(_ line: String, _ sentence: String) throws {
    try write("scrollfit.toml", line + "\n")
    let run = try run("fit timed.csv")
    #expect(
      run.status == 64 && run.output.isEmpty && run.errors == "scrollfit: scrollfit.toml: \(sentence)\n")
    #expect(try self.run("engines ios").status == 0)
  }

  @Test("The file of --config must be there, and be TOML")
  func named() throws {
    #expect(try run("fit timed.csv --config none.toml").errors.hasPrefix("scrollfit: none.toml: "))
    try write("broken.toml", "like = \n")
    let broken = try run("fit timed.csv --config broken.toml")
    #expect(
      broken.status == 64 && broken.errors == "scrollfit: broken.toml:1:8: TOML: a value is missing here\n")
  }

  @Test("init writes what a recording shows, and never overwrites a file without --force")
  func start() throws {
    let first = try run("init frames.csv --frame-rate 60 --like ios")
    #expect(first.status == 0 && first.output == "wrote scrollfit.toml\n", "\(first.errors)")
    let text = try folder.text("scrollfit.toml")
    for line in ["columns = { y = \"y\" }", "frame-rate = 60", "like = \"UIScrollView\"", "# edges = "] {
      #expect(text.contains("\n\(line)"), "\(text)")
    }
    #expect(try run("fit frames.csv --quiet").output.contains("not like UIScrollView: "))
    #expect(try run("init frames.csv --frame-rate 60").status == 64)
    #expect(try folder.text("scrollfit.toml") == text)
    #expect(try run("init timed.csv --force").status == 0)
    #expect(try folder.text("scrollfit.toml").contains("\ncolumns = { time = \"t\", y = \"y\" }\n"))
    let other = try run("init timed.csv --output other.toml")
    #expect(other.status == 0 && other.output == "wrote other.toml\n", "\(other.errors)")
    #expect(try folder.text("other.toml") == folder.text("scrollfit.toml"))
    for wrong in [
      "init", "init -", "init none.csv --config n.toml", "init frames.csv --config n.toml",
      "init timed.csv --output timed.csv --force",
      "init timed.csv --output n.toml --config m.toml", "init timed.csv --output -",
      "init timed.csv --output other.toml",
    ] {
      let run = try run(wrong)
      #expect([1, 64].contains(run.status) && run.output.isEmpty, "\(wrong)")
    }
    #expect(!folder.names.contains("n.toml"))
  }

  @Test("Columns of any name pass from init to fit")
  func names() throws {
    let column = "'time=when \"s\",y=p\\q'"
    #expect(try run("init named.csv --column \(column)").status == 0)
    #expect(try folder.text("scrollfit.toml").contains("time = \"when \\\"s\\\"\", y = \"p\\\\q\""))
    #expect(try run("fit named.csv").output == run("fit named.csv --column \(column)").output)
  }

  @Test("init finds the edges that bounces show")
  func edges() throws {
    let scenario = ContractTests.fixtures.appending(path: "scenarios/session.toml").path
    #expect(try run("simulate '\(scenario)' --output session.ndjson").status == 0)
    #expect(try run("init session.ndjson").status == 0)
    let text = try folder.text("scrollfit.toml")
    // The scenario's content is 4000 pt high in a viewport of 812 pt.
    #expect(text.contains("\nedges = \"0...3188\"\n") && text.contains("\n# columns = "), "\(text)")
  }
}
