import Foundation
import Testing

/// The constants of engines that move by curves of their own, in the short report and the page of `fit`.
struct OwnCurveTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder.withFlings() }

  private func run(_ arguments: String) throws -> Binary {
    try Binary(shell: "\"$0\" \(arguments)", in: folder.url)
  }

  /// GTK's flings and bounces move by fitted models, its overscroll drags by a curve of its own.
  @Test("Beside a comparison the constants of phases that are judged by the engine's own curve have rows")
  func curvesBesideModels() throws {
    let scenario = ContractTests.fixtures.appending(path: "scenarios/session.toml").path
    let run = try run("simulate '\(scenario)' --strip-truth | \"$0\" fit - --like gtk --for uikit")
    let text = run.output
    #expect(text.contains(#/\n  bounce damping +10\.\d+ ± \S+ 1\/s +10\n/#), "\(text)")
    #expect(text.contains(#/\n  overscroll drag coefficient +0\.5\d+ ± \S+ +another model\n/#), "\(text)")
    #expect(text.contains(#/\n  overscroll drag dimension +8\d\d.* pt +another model\n/#), "\(text)")
  }

  /// Flutter's exponent is ln 0.78/ln 0.9 = 2.358, its unit velocity follows from its friction of 0.015: 2886 pt/s.
  @Test("Flings of an engine that decelerates by a power have its exponent and unit velocity beside theirs")
  func powerFlings() throws {
    let scenario = ContractTests.fixtures.appending(path: "scenarios/session.toml").path
    for recorded in ["", "--strip-touch"] {
      let run = try run(
        "simulate '\(scenario)' --engine 'Flutter Android' --seed 1 --strip-truth \(recorded) | \"$0\" fit -")
      #expect(run.output.contains("like Flutter Android"), "\(run.output)")
      #expect(run.output.contains(#/\n  fling exponent.* 2\.3\d+ ± \S+ +2\.358\n/#), "\(run.output)")
      #expect(
        run.output.contains(#/\n  fling unit velocity.* 2[89]\d+.* ± \S+ pt\/s +2886\n/#), "\(run.output)")
      #expect(!run.output.contains("fling drift"), "\(run.output)")
    }
  }

  @Test("An engine with a curve of its own is compared by that curve")
  func ownCurve() throws {
    let line = try run("fit own/1.csv --like chrome --quiet").output
    #expect(line.hasPrefix("own/1.csv: ✗ not like Chromium: the fling at 0 s is off by "), "\(line)")
    let compare = try run("compare --like chrome own")
    #expect(
      compare.status == 3 && compare.output.contains(#/0 of \d flings follow Chromium; the fling at 0 s/#))
  }

  /// Chromium draws a touch's fling along a Bezier curve: 2300 px/s² give its duration, 2646 its distance.
  @Test("A Chromium fling has the constants of Chromium's curve, in the text and on the card")
  func chromium() throws {
    let trace = ContractTests.fixtures.appending(path: "traces/chromium/fling_fast_forward.csv").path
    let text = try run("fit '\(trace)' --like chromium --html chromium.html").output
    let row = try #require(
      text.firstMatch(of: #/\n  fling duration deceleration +(\d+) ± (\d+) pt\/s² +2300\n/#), "\(text)")
    let (value, error) = (try #require(Double(row.1)), try #require(Double(row.2)))
    #expect(abs(value - 2300) < 4 * error && error < 230)
    #expect(text.contains(#/\n  fling distance deceleration +\d+ ± \d+ pt\/s² +2646\n/#), "\(text)")
    #expect(text.contains(#/the fling lies within \d\.\d pt of the curves of Chromium; more/#), "\(text)")
    #expect(!text.contains("another model") && !text.contains("drift"), "\(text)")
    let html = try folder.text("chromium.html")
    #expect(html.contains("fling duration deceleration") && !html.contains("another model"))
    #expect(html.contains(#/The fling lies within \d\.\d pt of the curves of Chromium\./#))
    #expect(!html.contains("Of 2 fits"))
  }

  /// Kivy's spring is stepped by frames: one more beyond its threshold of half a pixel makes another curve. Its times are read a little after
  /// the frames. (`kivy/effects/dampedscroll.py`: friction 0.05 per 0.017 s, 0.25, 2, 200.)
  @Test("The errors of a return by frames do not rest on a jump of its curve")
  func returnByFrames() throws {
    let trace = ContractTests.fixtures.appending(path: "traces/kivy/catch_in_bounce.csv").path
    let text = try run("fit '\(trace)' --like 'Kivy 2'").output
    for (name, expected) in [("edge damping", 0.25), ("spring constant", 2), ("friction", 0.05 / 0.017)] {
      let row = try #require(
        text.split(separator: "\n").first { $0.hasPrefix("  bounce \(name) ") }?
          .firstMatch(of: #/ ([\d.]+) ± ([\d.]+) /#), "\(text)")
      let (value, error) = (try #require(Double(row.1)), try #require(Double(row.2)))
      #expect(abs(value - expected) < 4 * error && error > 0.001, "\(name): \(text)")
    }
  }

  @Test("The card of a fling by a power has the exponent beside the engine's")
  func powerCard() throws {
    let scenario = ContractTests.fixtures.appending(path: "scenarios/session.toml").path
    let made = try run(
      "simulate '\(scenario)' --engine 'Flutter Android' --seed 1 --strip-truth --output flutter.ndjson")
    #expect(made.status == 0, "\(made.errors)")
    _ = try run("fit flutter.ndjson --html flutter.html")
    let html = try folder.text("flutter.html").replacing(#/<[^>]*>/#, with: "|")
    #expect(
      html.contains(#/fling exponent\|+2\.3\d+ ± [\d.]+\|+Flutter Android: 2\.358\|/#), "\(html.prefix(3000))"
    )
  }
}
