import Recordings
import ScrollAnalysis
import ScrollModels
import ScrollSimulation

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
