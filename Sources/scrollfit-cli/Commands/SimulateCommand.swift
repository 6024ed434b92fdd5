import ArgumentParser
import Recordings
import ScrollFit

struct SimulateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "simulate",
    abstract: "A recording made from the laws: a headless scroll view moved by a scenario.",
    discussion: """
      The scenario is JSON or TOML: the view, its constants, the gestures and how they are recorded. The recording is \
      written as scrolltrace, what truly happened in its header. The same scenario gives the same bytes.
      """)

  @Argument(help: ArgumentHelp("The scenario; - is standard input.", valueName: "scenario"))
  var scenario: String

  @Flag(help: "Leave what truly happened out of the header.")
  var stripTruth = false

  @Flag(help: "Leave finger, state and events out of the recording.")
  var stripTouch = false

  @Option(
    help: ArgumentHelp(
      "Move by an engine of the catalogue instead of the scenario's constants: \"Flutter iOS\".",
      valueName: "name"))
  var engine: String?

  @Option(help: ArgumentHelp("Another seed than the scenario's.", valueName: "number"))
  var seed: UInt64?

  @Option(help: ArgumentHelp("Write to a file instead of standard output.", valueName: "file"))
  var output: String?

  @Flag(help: "Replace the output file where it exists.")
  var force = false

  func validate() throws {
    guard output != "" else { throw ValidationError("--output has no file name") }
    do { _ = try scrollEngine() } catch { throw ValidationError("--engine: \(error)") }
  }

  /// The engine of `--engine`; nil where the scenario says what moves.
  func scrollEngine() throws(UnknownEngine) -> ScrollEngine? {
    guard let engine else { return nil }
    return try ScrollEngine(named: engine)
  }

  func run() throws {
    let destination = Output(path: output, replacing: force)
    try destination.check()
    let outcome = Work.simulate(self)
    try Delivery(report: outcome.value, isComplete: true, problems: outcome.problems).deliver(to: destination)
  }
}
