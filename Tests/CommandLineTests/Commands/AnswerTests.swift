import Foundation
import Testing

@testable import scrollfit_cli

/// The short report of `fit`.
struct AnswerTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder.withFlings() }

  private func run(_ arguments: String) throws -> Binary {
    try Binary(shell: "\"$0\" \(arguments)", in: folder.url)
  }

  /// v/k: 2000/2.0020 = 999.0 pt, 2000/2.8039 = 713.3 pt.
  @Test("The report of fit is the verdict, the constants and the code, at most 80 columns wide")
  func theAnswer() throws {
    let answer = try run("fit own/0.csv --like ios --for flutter")
    let lines = answer.output.split(separator: "\n")
    #expect(answer.status == 0 && answer.errors.isEmpty)
    #expect(lines.count <= 12 && lines.allSatisfy { $0.count <= 80 }, "\(answer.output)")
    #expect(lines[0] == "own/0.csv   1.98 s at 60 Hz, pixels of 0.333 pt")
    #expect(lines[1] == "  ✗ not like UIScrollView: a 2000 pt/s fling stops 286 pt short")
    #expect(lines.contains { $0.hasPrefix("  deceleration rate  0.9972") && $0.hasSuffix("  0.998") })
    #expect(lines.contains { $0.hasPrefix("  UIScrollView  FrictionSimulation(0.135065") })
    #expect(lines.contains { $0.hasPrefix("  yours         FrictionSimulation(0.06") })
    #expect(!answer.output.contains("\u{1b}"))
  }

  @Test("Without --like the report names the nearest engine with the recording's model")
  func nearest() throws {
    let report = try run("fit uikit/1.csv").output
    let line = report.split(separator: "\n").dropFirst().first
    #expect(line == "  ✓ like UIScrollView (nearest): gestures of the recorded range within 0.5 pt")
    // Others have its curve: they are listed after it.
    #expect(report.contains(#/equally near +ScrollMechanics; /#), "\(report)")
    #expect(!report.contains("Compose iOS, "))
    #expect(try !run("fit own/1.csv").output.contains("equally near"))
    #expect(
      try run("fit own/1.csv").output.contains(#/✗ not like .* \(nearest\): a 2000 pt/s fling stops /#))
  }

  @Test("Of engines as near as the nearest the better known one is named, and a page gives one verdict")
  func ties() throws {
    let scenario = ContractTests.fixtures.appending(path: "scenarios/session.toml").path
    let made = try run(
      "simulate '\(scenario)' --engine UIScrollView --strip-truth --seed 1 --output session.ndjson")
    #expect(made.status == 0, "\(made.errors)")
    let line = try run("fit session.ndjson --quiet").output
    #expect(line.contains("UIScrollView (nearest)"), "\(line)")
    #expect(try run("fit session.ndjson --like gtk --html gtk.html").status == 0)
    let html = try folder.text("gtk.html")
    #expect(html.contains("Not like GTK"))
    #expect(!html.contains("as UIKit"))
    #expect(html.contains("This fling "))
  }

  @Test("Without a constant of an engine there is nothing to compare, and an option's fault is said once")
  func noConstants() throws {
    let fixed = try run("fit own/0.csv --model deceleration --fix decelerationRate=0.998")
    #expect(fixed.output.contains("? nothing to compare with an engine: none of its constants was fitted"))
    let scenario = ContractTests.fixtures.appending(path: "scenarios/session.toml").path
    let made = try run("simulate '\(scenario)' --strip-truth --strip-touch --output session.ndjson")
    #expect(made.status == 0)
    let wrong = try run("fit session.ndjson --fix damping=11")
    #expect(wrong.status == 64 && wrong.errors.split(separator: "\n").count == 1, "\(wrong.errors)")
  }

  @Test("A constant has one row also where an option names the model")
  func namedModel() throws {
    let report = try run("fit uikit/0.csv --model deceleration --like ios").output
    #expect(report.components(separatedBy: "deceleration rate").count == 2, "\(report)")
  }

  @Test("What recordings share is beside the engine's, with the test of one value; a line each with --quiet")
  func jointAnswer() throws {
    let bounces = ContractTests.fixtures.appending(path: "data/ios_bounce_levisonnn.csv").path
    let arguments = "fit '\(bounces)' --model bounce --frame-rate 60 --joint damping"
    let short = try run("\(arguments) --like ios --for flutter").output
    #expect(short.hasPrefix("3 recordings, one damping for all\n"))
    #expect(
      short.contains("  bounce damping  10.9083 ± 0.0037 1/s  10.9\n"), "\(short)")
    #expect(
      short.contains("  one damping for all?  no: F(2, 135) = 16, p < 0.001\n"), "\(short)")
    #expect(short.contains("yours         SpringDescription(mass: 1, stiffness: 118.991, damping: 21.8166)"))
    #expect(short.split(separator: "\n").allSatisfy { $0.count <= 80 } && !short.contains("Durbin-Watson"))
    // The worst fit is named with its recording.
    let words = short.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.contains(#/the motion at 0 s of \S+, series [123] is off by/#), "\(words)")
    #expect(try run("\(arguments) --verbose").output.contains("Durbin-Watson"))
    let quiet = try run("\(arguments) --quiet").output.split(separator: "\n")
    #expect(quiet.count == 4 && quiet.last?.hasPrefix("damping = 10.9083 ± 0.0037 1/s, one value") == true)
  }

  @Test("A formula's parameters are all of its short report")
  func formulaAnswer() throws {
    let arguments = "fit own/0.csv --formula 'y = x0 + v0/k*(1 - exp(-k*t))'"
    let short = try run(arguments).output
    #expect(
      short.contains(#/\n  k +2\.80/#) && short.contains("\n  v0 ") && !short.contains("verdict"), "\(short)")
    #expect(try run("\(arguments) --verbose").output.contains("verdict"))
    #expect(try run("\(arguments) --quiet").output.contains(#/^own\/0\.csv: x0 = .*, k = 2\.80/#))
  }

  @Test("The page begins with the answer")
  func page() throws {
    #expect(try run("fit own/0.csv --like ios --html own.html").status == 0)
    let html = try folder.text("own.html")
    let answer = try #require(
      html.firstRange(of: "Not like UIScrollView: a 2000 pt/s fling stops 286 pt short."))
    let own = try #require(html.firstRange(of: "This fling"))
    #expect(answer.lowerBound < own.lowerBound)
    // One verdict, with how well the model fits behind it.
    #expect(html.components(separatedBy: "class=\"verdict ").count == 2)
    #expect(html.contains("stops 286 pt short. This fling "))
    #expect(try run("fit own/0.csv own/1.csv --like ios --html both.html").status == 0)
    let both = try folder.text("both.html")
    #expect(
      both.contains("own/1.csv: not like UIScrollView: ") && both.contains("<p>Both fits follow their model.")
    )
  }

  @Test("Offsets that were computed without rounding have no errors below their digits")
  func unrounded() throws {
    let fling = ContractTests.fixtures.appending(path: "traces/gtk3/fling_medium_forward.csv").path
    let text = try run("fit '\(fling)' --like ios").output
    #expect(text.contains("  deceleration rate  0.996007989  0.998\n"), "\(text)")
    #expect(text.contains("the fit follows its model to 0.001 pt;"), "\(text)")
  }

  /// A file's times are the frames' but for one, in which the recorder came late.
  @Test("One late sample is told apart from how the model follows the others, and gives no timestamp jitter")
  func lateSample() throws {
    // The second half of a quadratic animation, which is constant deceleration.
    let whole = ContractTests.fixtures.appending(path: "traces/kivy/animate_in_out_quad.csv").path
    let half = #"awk -F, 'NR == 1 || $1 >= 0.58' '\#(whole)'"#
    func fit(_ arguments: String) throws -> String {
      try Binary(shell: "\(half) | \"$0\" fit \(arguments)", in: folder.url).output
    }
    let short = try fit("-")
    #expect(short.contains("the fit follows its model to 0.79 pt, one sample is off by 9.9 pt;"), "\(short)")
    let long = try fit("- --verbose")
    #expect(long.contains(" a sample, the timestamp jitter is not determined\n"), "\(long)")
    let json = try fit("- --format json")
    #expect(json.contains(#/"timeNoise": 0.00\d+,\s+"timeNoiseError": null/#))
  }

  /// Each of Chromium's flings has its own; code for a toolkit is of the models of fits.
  @Test("Constants of one name and different values have the times of their phases")
  func positions() throws {
    let trace = ContractTests.fixtures.appending(path: "traces/chromium/catch_and_reverse.csv").path
    let text = try run("fit '\(trace)' --like chrome --for flutter").output
    let rows = text.split(separator: "\n").filter { $0.hasPrefix("  fling du") }
    #expect(rows.count == 2, "\(text)")
    #expect(rows[0].hasPrefix("  fling duration deceleration at 0.417 s  "), "\(text)")
    #expect(rows[1].hasPrefix("  fling duration deceleration at 1.1 s  "), "\(text)")
    #expect(text.contains(#/2 motions lie within 0\.\d+ pt of the curves of Chromium;/#), "\(text)")
    #expect(text.contains("  yours at 0.417 s  FrictionSimulation("), "\(text)")
    let other = try run("fit '\(trace)' --like wave").output
    #expect(other.contains("  deceleration rate at 0.417 s  0.99823"), "\(other)")
    #expect(other.contains("  deceleration rate at 1.1 s     0.99914"), "\(other)")
    #expect(other.contains("  fling drift "), "\(other)")
    // The two fits of the second fling count as one.
    #expect(other.contains("both fits follow their model to "), "\(other)")
  }

  @Test(
    "A bound beyond the gesture itself is none, and the sentence has no number",
    arguments: ["", "--like ios"])
  func uncertain(_ option: String) throws {
    let trace = ContractTests.fixtures.appending(path: "traces/chromium/held_drag.csv").path
    let text = try run("fit '\(trace)' \(option)").output
    #expect(text.contains("? undecided: the constants are too uncertain to compare with "), "\(text)")
    #expect(!text.contains("at most"))
  }

  @Test("The short report and the page have warnings, the full report also what changes no result, as notes")
  func severity() throws {
    let rows = try folder.text("own/0.csv").split(separator: "\n").dropFirst()
    func write(_ name: String, _ header: String, _ row: (Substring) -> String) throws {
      try "\(header)\n\(rows.map(row).joined(separator: "\n"))\n".write(
        toFile: folder.path(name), atomically: true, encoding: .utf8)
    }
    // An axis at rest changes nothing; of two columns of offsets the wrong one may be used.
    try write("still.csv", "t,y,x") { "\($0),0" }
    try write("two.csv", "t,y,scrollTop") { "\($0),\($0.split(separator: ",")[1])" }
    let short = try run("fit still.csv --html still.html").output
    #expect(!short.contains("warning") && !short.contains("note") && !short.contains("axis x"), "\(short)")
    #expect(try run("fit still.csv --verbose").output.contains(#/note +axis x does not move: skipped\n/#))
    let page = try folder.text("still.html")
    #expect(!page.contains("class=\"warnings\"") && page.contains("axis x does not move: skipped"))
    #expect(
      try run("identify still.csv --html who.html").output.contains(#/note +axis x does not move: skipped\n/#)
    )
    let who = try folder.text("who.html")
    #expect(!who.contains("class=\"warnings\"") && who.contains("axis x does not move: skipped"))
    #expect(try run("identify two.csv").output.contains(#/warning +column 'y' is used for y, not /#))
    let warned = try run("fit two.csv --html two.html").output
    #expect(warned.contains(#/warning +column 'y' is used for y, not 'scrollTop'\n/#), "\(warned)")
    #expect(try run("fit two.csv --verbose").output.contains(#/warning +column 'y' is used for y, not /#))
    #expect(try folder.text("two.html").contains("class=\"warnings\""))
  }

  @Test("--quiet is a line for each recording, --verbose the full report")
  func extent() throws {
    let lines = try run("fit own/1.csv uikit/1.csv --like ios --quiet").output.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines.first?.hasPrefix("own/1.csv: ✗ not like UIScrollView: ") == true)
    #expect(lines.last?.hasPrefix("uikit/1.csv: ✓ like UIScrollView: ") == true)
    #expect(try run("fit own/1.csv --verbose").output.contains("  decayConstant "))
  }

  @Test(
    "Options of the short report are refused beside other reports",
    arguments: ["--like ios --verbose", "--for flutter --format json", "--like ios --formula 'y = a + b*t'"])
  func conflicts(_ options: String) throws {
    let run = try run("fit own/1.csv \(options)")
    #expect(run.status == 64 && run.output.isEmpty && run.errors.contains("is of the short report"))
  }

  /// Each is fitted by its own curve, so that whatever the model of the fits, an engine is like itself.
  @Test(
    "A recording of an engine is not found unlike that engine",
    arguments: ["UIScrollView", "Chromium", "Android", "Avalonia", "Firefox", "GTK", "Kivy 3"])
  func itself(_ engine: String) throws {
    let fixtures = ContractTests.fixtures.path
    let simulate = "simulate \(fixtures)/scenarios/session.toml --strip-truth --engine '\(engine)'"
    let run = try run("\(simulate) | \"$0\" fit - --quiet --like '\(engine)'")
    #expect(run.output.hasPrefix("standard input: ") && !run.output.contains("✗"), "\(run.output)")
    let other = try self.run("\(simulate) | \"$0\" fit - --quiet --like 'UIScrollView, fast'")
    #expect(other.output.contains("✗ not like UIScrollView, fast: "), "\(other.output)")
  }

  @Test("A fling that fitted models part is like its engine as a whole", arguments: [11, 12])
  func partedFling(seed: Int) throws {
    let scenario = ContractTests.fixtures.appending(path: "scenarios/session.toml").path
    let simulate = "simulate '\(scenario)' --strip-truth --engine Android --seed \(seed)"
    let run = try run("\(simulate) | \"$0\" fit - --quiet --like android")
    #expect(run.status == 0 && run.output.contains("✓ like Android"), "\(run.output)\(run.errors)")
    let verbose = try self.run("\(simulate) | \"$0\" fit - --verbose")
    #expect(verbose.output.contains("does not follow the finger as a rubber band"), "\(verbose.output)")
  }

  @Test(
    "Without --like an engine with rows for every phase is found like one of the catalogue",
    arguments: ["UIScrollView", "Chromium", "Avalonia", "Firefox", "GTK", "Kivy 3"])
  func ofTheCatalogue(_ engine: String) throws {
    let scenario = ContractTests.fixtures.appending(path: "scenarios/session.toml").path
    let simulate = "simulate '\(scenario)' --strip-truth --engine '\(engine)'"
    let run = try run("\(simulate) | \"$0\" fit - --quiet")
    #expect(run.output.contains(" (nearest)") && !run.output.contains("✗"), "\(run.output)")
  }

  @Test(
    "The nearest engine has the verdict and the numbers that --like has",
    arguments: [("UIScrollView", 1), ("UIScrollView", 2), ("Chromium", 1), ("Kivy 3", 1)])
  func nearestAsAsked(_ engine: String, _ seed: Int) throws {
    let scenario = ContractTests.fixtures.appending(path: "scenarios/session.toml").path
    let made = try run(
      "simulate '\(scenario)' --engine '\(engine)' --strip-truth --seed \(seed) --output session.ndjson")
    #expect(made.status == 0, "\(made.errors)")
    let line = try run("fit session.ndjson --quiet").output
    let nearest = try #require(line.firstMatch(of: #/(?:like|from|with) ([^:;]+) \(nearest\)/#)?.1, "\(line)")
    let asked = try run("fit session.ndjson --quiet --like '\(nearest)'").output
    #expect(asked == line.replacing(" (nearest)", with: ""))
    let tables = try ["", "--like '\(nearest)'"].map { option in
      try run("fit session.ndjson \(option)").output.split(separator: "\n", omittingEmptySubsequences: false)
        .drop { !$0.hasPrefix("  constant") }.prefix { !$0.isEmpty }
    }
    #expect(!tables[0].isEmpty && tables[0] == tables[1])
  }

  @Test("Colors follow the verdict, and NO_COLOR refuses them")
  func colors() {
    let text = "a.csv   2 s\n  ✗ not like iOS: x\n\n  constant  yours\n"
    #expect(
      Terminal.colored(text)
        == "\u{1b}[1ma.csv   2 s\u{1b}[0m\n\u{1b}[31m  ✗ not like iOS: x\u{1b}[0m\n\n  constant  yours\n")
    #expect(Terminal.colored("a.csv: ✓ like iOS: x").hasPrefix("\u{1b}[32m"))
    #expect(Terminal.acceptsColor(["TERM": "xterm"]) && Terminal.acceptsColor(["NO_COLOR": ""]))
    #expect(!Terminal.acceptsColor(["NO_COLOR": "1"]) && !Terminal.acceptsColor(["TERM": "dumb"]))
  }
}
