import ArgumentParser
import Recordings
import ScrollFitting
import Testing

@testable import scrollfit_cli

struct ValueTests {
  @Test(
    "Numbers are read as they are typed",
    arguments: [
      ("1.5", 1.5), ("-0.1", -0.1), ("1e3", 1000), ("nan", nil), ("-inf", nil), ("1e999", nil), ("", nil),
      ("1 ", nil),
    ])
  func numbers(text: String, value: Double?) {
    #expect(Number(argument: text)?.value == value)
  }

  @Test func namesSplitAtTheFirstEquals() {
    #expect(NamedText(argument: "y=a=b")?.name == "y")
    #expect(NamedText(argument: "y=a=b")?.text == "a=b")
    #expect(NamedText(argument: "y=")?.text == "")
    #expect(NamedText(argument: "=a") == nil)
    #expect(NamedText(argument: "y") == nil)
    #expect(NamedNumber(argument: "rest=-5.5")?.value == -5.5)
    #expect(NamedNumber(argument: "rest=x") == nil)
  }

  @Test(
    "Ranges are read with either side open",
    arguments: [
      ("0...1", 0...1), ("-5...-2", -5 ... -2), ("0...", 0...Double.infinity), ("...3", -Double.infinity...3),
      ("0....5", 0...0.5), ("1e2...2e2", 100...200), ("2...2", 2...2),
    ])
  func ranges(text: String, range: ClosedRange<Double>) {
    #expect(NumberRange(argument: text)?.range == range)
    #expect(NamedRange(argument: "k=\(text)")?.range == range)
  }

  @Test(
    "A text that is no range is refused",
    arguments: ["", "...", "1", "1..2", "2...1", "a...b", "nan...", "1...2...3", "...inf"])
  func noRanges(text: String) {
    #expect(NumberRange(argument: text) == nil)
  }

  @Test("Model names are read, and unknown ones refused") func models() {
    #expect(ModelSelection(argument: "deceleration-stop")?.id == "deceleration-stop")
    #expect(ModelSelection(argument: "polynomial:12")?.id == "polynomial:12")
    for name in [
      "", "Bounce", "polynomial", "polynomial:", "polynomial:-1", "polynomial:+2", "polynomial:02",
      "polynomial:1:2",
    ] {
      #expect(ModelSelection(argument: name) == nil)
    }
  }
}

struct ParsingTests {
  private func fit(_ arguments: String) throws -> FitCommand {
    try #require(
      Scrollfit.parseAsRoot(["fit"] + arguments.split(separator: " ").map(String.init)) as? FitCommand)
  }

  @Test("Options have their defaults") func defaults() throws {
    let command = try fit("a.csv")
    #expect(command.recordings.files == ["a.csv"])
    #expect(command.common.format == .text)
    #expect(command.common.destination == .standard)
    #expect(command.common.axis.axis == nil)
    #expect(command.fit.confidence == 0.95)
    #expect(command.fit.estimator == .auto)
    #expect(command.reading.options() == ReadingOptions())
  }

  @Test("Every option of fit is read") func everyOption() throws {
    let command = try fit(
      "a.csv - --format markdown --output out --force --axis y --quiet --model polynomial:2 --estimator linear "
        + "--fix rest=-64 --fix k=2 --bounds k=0... --bounds x=-5...-2 --start k=1e1 --confidence 0.9 --edge -100...0 "
        + "--keep-path --from -0.1 --to 2 --against z --column time=none --column y=3 --interval 0.0167 --sign -1 "
        + "--series id --select 1 --select b --repair")
    #expect(command.recordings.files == ["a.csv", "-"])
    #expect(command.common.format == .markdown)
    #expect(command.common.destination == .file("out", replacing: true))
    #expect(command.common.axis.axis == .y && command.common.quiet)
    #expect(command.fit.model?.id == "polynomial:2")
    #expect(command.fit.fix.map(\.value) == [-64, 2])
    #expect(command.fit.bounds.map(\.range) == [0...Double.infinity, -5 ... -2])
    #expect(command.fit.edge?.range == -100...0)
    #expect(command.fit.from?.value == -0.1 && command.fit.to?.value == 2)
    #expect(command.fit.confidence == 0.9 && command.fit.keepPath && command.fit.abscissa == "z")
    var options = ReadingOptions()
    options.columns = ["time": "none", "y": "3"]
    options.interval = 0.0167
    options.sign = -1
    options.seriesColumn = "id"
    options.selected = ["1", "b"]
    options.repair = true
    options.others = ["z"]
    #expect(command.reading.options(others: ["z"]) == options)
  }

  @Test func projectTakesNegativeVelocities() throws {
    let command = try #require(
      Scrollfit.parseAsRoot([
        "project", "--velocity", "-500", "--velocity", "20", "--deceleration-rate", "0.99",
      ])
        as? ProjectCommand)
    #expect(command.velocities == [-500, 20])
    #expect(command.rates == [0.99])
    let plain = try #require(Scrollfit.parseAsRoot(["project"]) as? ProjectCommand)
    #expect(throws: (any Error).self) { try Scrollfit.parseAsRoot(["project", "--velocity-unit", "pt/ms"]) }
    #expect(plain.velocities == [1000] && plain.rates == [0.998, 0.99, 0.95, 0.9, 0.5])
  }

  @Test(
    "Wrong usage ends before any work, with one line",
    arguments: [
      "", "a --interval 1 --frame-rate 60", "a --interval 0", "a --frame-rate -60", "a --interval nan",
      "a --sign 2",
      "a --column z=1", "a --column y=", "a --column y=1 --column y=2", "a --confidence 1",
      "a --confidence 0",
      "a --from 2 --to 1", "a --fix k", "a --fix k=1 --fix k=2", "a --bounds k=3...1", "a --edge ...", "- -",
      "a --format yaml", "a --axis z", "a --model hook", "a --estimator magic", "a --velocity-unit px",
      "a --nonsense",
    ])
  func wrongUsage(arguments: String) throws {
    let words = ["fit"] + arguments.split(separator: " ").map(String.init)
    let failure = #expect(throws: RunFailure.self) { try Scrollfit.run(words) }
    #expect(failure?.status == .usage)
    #expect(failure?.diagnostics.count == 1)
    #expect(failure?.diagnostics.first?.description.contains("\n") == false)
  }
}
