@testable import Recordings
@testable import ScrollSimulation

/// Reads any bytes as a scenario, as `simulate` does, and simulates short ones.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzScenario(_ data: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: data, count: count))
  guard let text = String(validating: bytes, as: UTF8.self) else { return 0 }
  let isJSON = text.first { !$0.isWhitespace } == "{"
  do {
    var scenario = try Scenario(isJSON ? JSONValue(json: bytes) : JSONValue(toml: bytes))
    _ = try Simulator(scenario)
    // Gestures are simulated whole, their recording for 200 frames.
    let (rate, last) = (scenario.recording.frameRate, scenario.gestures.last)
    let end = last.map { $0.at + $0.duration + $0.hold } ?? 0
    guard end * rate <= 2000 else { return 0 }
    scenario.duration = min(scenario.duration ?? .infinity, 200 / rate)
    for simulation in try Simulator(scenario).run(source: "fuzz") { check(simulation) }
  } catch {
    precondition(error is TOMLError || error is JSONError || error is ScenarioError, "\(error)")
    precondition(!"\(error)".isEmpty, "sentence")
  }
  return 0
}

/// Checks that a simulation reads back to the same numbers, or is refused with a reason.
private func check(_ simulation: Simulation) {
  let trace = simulation.trace
  precondition(trace.times.first == 0 && zip(trace.times, trace.times.dropFirst()).allSatisfy(<), "times")
  _ = simulation.traceWithTruth.header
  let text = ScrolltraceWriter().text(simulation.traceWithTruth)
  do {
    var options = ReadingOptions()
    options.clock = .recorded
    let read = try RecordingReader(options: options).traces(bytes: Array(text.utf8), source: "fuzz")
    precondition(
      read.count == 1 && read[0].times == trace.times && read[0].offsets == trace.offsets, "reads back")
  } catch {
    precondition(!error.description.isEmpty, "sentence")
  }
}
