import ArgumentParser
import Recordings
import ScrollSimulation

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

  @OptionGroup
  var file: OutputArguments

  func validate() throws {
    do { _ = try scrollEngine() } catch { throw ValidationError("--engine: \(error)") }
  }

  /// The engine of `--engine`; nil where the scenario says what moves.
  func scrollEngine() throws(UnknownEngine) -> ScrollEngine? {
    guard let engine else { return nil }
    return try ScrollEngine(named: engine)
  }

  func run() throws {
    let delivery = try Delivery(to: file)
    try delivery.deliver(Work.simulate(self), text: { $0 })
  }
}
