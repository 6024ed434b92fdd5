import Recordings
import ScrollModels
import Testing

@testable import ScrollSegmentation
@testable import ScrollSimulation

/// Engines whose curves are those of no model that segments have: several models follow them, one after the other.
struct FlingsWithoutAModelTests {
  @Test(
    "What the recorded states call decelerating is one fling",
    arguments: [("Android", [1500.0, 2500, -800, 3000, -1200]), ("Reanimated", [1500, 2500, -1200, 3000])],
    [1, 2, 3, 4] as [UInt64])
  func oneFling(of session: (engine: String, velocities: [Double]), seed: UInt64) throws {
    var scenario = Scenario()
    scenario.content = Scenario.Vector(x: 375, y: 20_000)
    scenario.engine = try ScrollEngine(named: session.engine)
    scenario.gestures = session.velocities.enumerated().map { index, velocity in
      var fling = Scenario.Gesture()
      (fling.at, fling.velocity.y) = (0.5042 + 5 * Double(index), velocity)
      return fling
    }
    (scenario.recording.grid, scenario.recording.jitter, scenario.recording.seed) = (0.5, 0.0005, seed)
    let simulation = try #require(try Simulator(scenario).run(source: "flings").first)
    let phases = try #require(Segmenter().phases(of: simulation.trace, axis: .y)).phases
    let kinds =
      [PhaseKind.rest] + session.velocities.flatMap { _ in [.drag, .deceleration, .rest] as [PhaseKind] }
    #expect(phases.map(\.kind) == kinds)
    let truth = try #require(simulation.truth[.y]).filter { $0.kind == .deceleration }
    for (fling, wanted) in zip(phases.filter { $0.kind == .deceleration }, truth) {
      #expect(abs(fling.from - wanted.from) <= 2.0 / 60)
    }
  }
}
