import ArgumentParser
import Recordings
import ScrollModels
import ScrollSimulation

struct SimulateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    verb: "simulate",
    abstract: "Simulate a recording: a headless scroll view moved by a scenario.",
    examples: [
      "scenario.json --output session.ndjson", "scenario.json --engine \"Flutter iOS\" --strip-truth",
      "scenario.json --seed 7 --strip-touch",
    ],
    discussion: """
      A scenario describes the view, its constants, the gestures and the recorder (docs/scenarios.md). The recording is \
      written as scrolltrace with the true phases and constants in its header. The same scenario gives the same bytes.
      """)

  @Argument(help: ArgumentHelp("Scenario file; - is standard input.", valueName: "scenario"))
  var scenario: String

  @Flag(help: "Omit the true phases and constants from the header.")
  var stripTruth = false

  @Flag(help: "Omit touch data (finger, scroll state, events).")
  var stripTouch = false

  @Option(
    help: ArgumentHelp(
      "Engine of the catalogue that moves the view, instead of the scenario's constants.", valueName: "name"))
  var engine: String?

  @Option(help: ArgumentHelp("Random seed (default: the scenario's).", valueName: "number"))
  var seed: UInt64?

  @OptionGroup
  var file: OutputArguments

  func validate() throws {
    do { _ = try scrollEngine() } catch { throw ValidationError("--engine: \(error)") }
  }

  /// The engine of `--engine`; nil for the scenario's constants.
  func scrollEngine() throws(UnknownEngine) -> ScrollEngine? {
    guard let engine else { return nil }
    return try ScrollEngine(named: engine)
  }

  func run() throws {
    let delivery = try Delivery(to: file)
    try delivery.deliver(simulated(), text: { $0 })
  }
}

extension SimulateCommand {
  /// The recordings that a scenario makes, as scrolltrace.
  private func simulated() -> Outcome<String> {
    do {
      var scenario = try ScenarioFile.read(self.scenario)
      if let seed = self.seed { scenario.recording.seed = seed }
      if let engine = try scrollEngine() { scenario.engine = engine }
      var writer = ScrolltraceWriter()
      writer.writesTouch = !stripTouch
      let simulations = try Simulator(scenario).run(source: self.scenario)
      return Outcome(
        simulations.map { writer.text(stripTruth ? $0.trace : $0.traceWithTruth) }.joined())
    } catch let error as Diagnostic {
      return Outcome(nil, problems: [error])
    } catch {
      return Outcome(nil, problems: [Diagnostic(file: self.scenario, "\(error)")])
    }
  }
}
