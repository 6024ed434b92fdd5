import Recordings
import ScrollModels
import ScrollSimulation
import Testing

@testable import ScrollAnalysis
@testable import ScrollFitting

/// The verdict over all phases, and the rank of engines.
struct OverallIdentityTests {
  private func outcome(
    _ kind: PhaseKind, at from: Double, _ verdict: IdentityVerdict, maximum: Double
  ) -> PhaseIdentifier.Outcome {
    PhaseIdentifier.Outcome(
      identification: PhaseIdentification(
        axis: .y, kind: kind, from: from, to: from + 1, unit: "pt", candidates: [], verdict: verdict,
        abscissas: [], observed: []),
      positions: ["Flutter iOS": .init(position: 0, aicc: 0, maximum: maximum)], pixel: 0.5)
  }

  @Test("An engine of four in five phases is named, with the phase that differs")
  func fourOfFive() {
    let own = IdentityVerdict.engines(["UIScrollView", "Flutter iOS"], nearly: false)
    let flutter = IdentityVerdict.engines(["Flutter iOS"], nearly: false)
    let phases = [
      outcome(.deceleration, at: 0.5, own, maximum: 0.2), outcome(.bounce, at: 2, flutter, maximum: 0.2),
      outcome(.deceleration, at: 4, own, maximum: 0.2), outcome(.bounce, at: 5, flutter, maximum: 0.2),
      outcome(.rubberBand, at: 7.5, .none, maximum: 3),
    ]
    let exception = IdentityVerdict.PhaseException(kind: .rubberBand, from: 7.5, unit: "pt", maximum: 3)
    let verdict = OverallIdentity(phases).verdict
    #expect(verdict == .partly(["Flutter iOS"], phases: 4, of: 5, exceptions: [exception]))
    #expect(verdict.named == ["Flutter iOS"])
    #expect(OverallIdentity(Array(phases.dropLast())).verdict == flutter)
    #expect(OverallIdentity([phases[4], phases[4], phases[0]]).verdict == .mixed)
  }

  /// UIKit's model with a rate of 0.9972 and a damping of 14 1/s: 94 pt from UIScrollView, 21 pt from Kivy.
  @Test("Own constants of an engine's model are an answer, and its engines rank first")
  func ownConstants() throws {
    var scenario = Scenario()
    scenario.content.y = 4323
    scenario.constants.decelerationRate = 0.9972
    scenario.constants.bounceDamping = 14
    scenario.recording.grid = 0.5
    for (at, duration, velocity) in [(0.3, 0.16, 2500.0), (3.5, 0.16, 5200), (5.5, 0.25, 2600)] {
      var gesture = Scenario.Gesture()
      (gesture.at, gesture.duration, gesture.velocity.y) = (at, duration, velocity)
      scenario.gestures.append(gesture)
    }
    let trace = try Simulator(scenario).run(source: "made").map(\.trace)[0]
    let found = try #require(Identifier().identify(trace).0)
    guard case .model(_, let engines, let constants, _) = found.verdict else {
      Issue.record("\(found.verdict), \(found.phases.map(\.verdict))")
      return
    }
    #expect(engines.first == "UIScrollView" && found.verdict.named == engines)
    let rate = try #require(constants.first { $0.name == "decelerationRate" })
    #expect(abs(rate.value - 0.9972) < 1e-5)
    let damping = try #require(constants.first { $0.name == "damping" })
    #expect(abs(damping.value - 14) < 0.1)
    let forms = found.overall.map(\.hasForm)
    #expect(forms.first == true && forms == forms.filter(\.self) + forms.filter { !$0 })
    #expect(found.overall.first { $0.engines.contains("UIScrollView") }?.hasForm == true)
  }
}
