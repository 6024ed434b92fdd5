import ArgumentParser
import Formula
import Recordings
import Reports
import ScrollAnalysis
import ScrollModels
import ScrollSimulation

struct SimulateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    verb: "simulate",
    abstract: "Simulate a recording: a headless scroll view moved by a scenario.",
    examples: [
      "scenario.json --output session.ndjson",
      "scenario.json --engine \"Flutter iOS\" --strip-truth",
      "--sweep frame-rate=30,60,90,120,144 --engine Reanimated",
    ],
    discussion: """
      A scenario describes the view, its constants, the gestures and the recorder (docs/scenarios.md). The recording is \
      written as scrolltrace with the true phases and constants in its header. The same scenario gives the same bytes. \
      Flings start with the velocity that the engine's estimator gives (docs/release.md lists them), of an engine without a \
      known one with the finger's.

      --sweep reports instead by how many points the same gesture differs between frame rates: the standard gestures of an \
      engine, the gestures of a scenario, or code of your own, one --formula for each assignment of a frame: \
      --formula "v = 0.95*v" --formula "x = x + v*h". Its names are x, v, v0 (of the release), h (frame interval, s), \
      t (s since the release) and n (frame number).
      """)

  @Argument(
    help: ArgumentHelp(
      "Scenario file; - is standard input. Optional with --sweep.", valueName: "scenario"))
  var scenario: String?

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

  @Option(
    help: ArgumentHelp(
      "Report the differences between frame rates.", valueName: "frame-rate=number,…"),
    transform: FrameRates.init(argument:))
  var sweep: FrameRates?

  @Option(
    help: ArgumentHelp(
      "Assignment to x or v that code of your own makes at each frame, for --sweep. Repeatable, in this order.",
      valueName: "equation"),
    transform: Formula.init(argument:))
  var formula: [Formula] = []

  @Option(help: "Report format of --sweep (default: text).")
  var format: ReportFormat?

  @OptionGroup
  var file: OutputArguments

  func validate() throws {
    do { _ = try scrollEngine() } catch { throw ValidationError("--engine: \(error)") }
    guard sweep != nil else {
      guard scenario != nil else { throw ValidationError("simulate needs a scenario file, or --sweep") }
      guard formula.isEmpty else { throw ValidationError("--formula is of --sweep") }
      guard format == nil else { throw ValidationError("--format is of --sweep: a recording is scrolltrace") }
      return
    }
    if !formula.isEmpty, engine != nil || scenario != nil {
      throw ValidationError("--formula moves the content alone: without a scenario and --engine")
    }
    guard scenario != nil || engine != nil || !formula.isEmpty else {
      throw ValidationError("--sweep needs --engine, --formula or a scenario")
    }
    for (option, isGiven) in [
      ("--strip-truth", stripTruth), ("--strip-touch", stripTouch), ("--seed", seed != nil),
    ] where isGiven {
      throw ValidationError("\(option) is of a recording: without --sweep")
    }
  }

  /// The engine of `--engine`; nil for the scenario's constants.
  func scrollEngine() throws(UnknownEngine) -> ScrollEngine? {
    guard let engine else { return nil }
    return try ScrollEngine(named: engine)
  }

  func run() throws {
    let delivery = try Delivery(to: file, keeping: [scenario].compactMap(\.self))
    if let sweep {
      return try delivery.deliver(swept(sweep.rates)) { found in
        guard format ?? .text == .text else { return format?.render(found) }
        return Terminal.colored(ReportFormat.text.render(found), to: file.destination)
      }
    }
    if let scenario { try delivery.deliver(simulated(scenario), text: { $0 }) }
  }
}

extension SimulateCommand {
  /// The recordings that a scenario makes, as scrolltrace.
  private func simulated(_ file: String) -> Outcome<String> {
    do {
      var scenario = try ScenarioFile.read(file)
      if let seed = self.seed { scenario.recording.seed = seed }
      if let engine = try scrollEngine() { scenario.engine = engine }
      var writer = ScrolltraceWriter()
      writer.writesTouch = !stripTouch
      let simulations = try Simulator(scenario).run(source: file)
      return Outcome(
        simulations.map { writer.text(stripTruth ? $0.trace : $0.traceWithTruth) }.joined())
    } catch let error as Diagnostic {
      return Outcome(nil, problems: [error])
    } catch {
      return Outcome(nil, problems: [Diagnostic(file: file, "\(error)")])
    }
  }
}

extension SimulateCommand {
  /// The differences between frame rates.
  func swept(_ rates: [Double]) throws(RunFailure) -> Outcome<FrameRateSweep> {
    if let scenario { return swept(scenario, rates) }
    guard formula.isEmpty else {
      do { return Outcome(try FrameFormulas(formula).sweep(rates: rates)) } catch {
        throw RunFailure(.usage, [Diagnostic("--formula: \(error)")])
      }
    }
    guard let engine = try? scrollEngine() else { return Outcome(nil) }
    let sweep = FrameRateSweep(engine: engine, rates: rates)
    guard !sweep.gestures.isEmpty else {
      throw RunFailure(.usage, [Diagnostic("--engine: \(engine.name) has no fling, return or snap")])
    }
    return Outcome(sweep)
  }

  /// The gestures of a scenario, as a recorder without imperfections would see them.
  private func swept(_ file: String, _ rates: [Double]) -> Outcome<FrameRateSweep> {
    do {
      var scenario = try ScenarioFile.read(file)
      if let engine = try scrollEngine() { scenario.engine = engine }
      var motions: [String: [Double: any EngineMotion]] = [:]
      var names: [String] = []
      for rate in rates {
        scenario.recording = Scenario.Recorder(frameRate: rate, grid: scenario.recording.grid)
        for simulation in try Simulator(scenario).run(source: file) {
          for axis in Axis.allCases {
            guard let motion = simulation.motion(axis) else { continue }
            let name = (simulation.trace.series.map { "\($0) view, " } ?? "") + axis.rawValue
            if !names.contains(name) { names.append(name) }
            motions[name, default: [:]][rate] = motion
          }
        }
      }
      guard !names.isEmpty else {
        return Outcome(nil, problems: [Diagnostic(file: file, "the scenario moves nothing")])
      }
      let engine = scenario.engine.map { "\($0.name) in " } ?? ""
      return Outcome(
        FrameRateSweep(engine + file, rates: rates, gestures: names.map { ($0, motions[$0] ?? [:]) }))
    } catch let error as Diagnostic {
      return Outcome(nil, problems: [error])
    } catch {
      return Outcome(nil, problems: [Diagnostic(file: file, "\(error)")])
    }
  }
}
