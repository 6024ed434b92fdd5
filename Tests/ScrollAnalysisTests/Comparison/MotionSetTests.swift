import Foundation
import LeastSquares
import Recordings
import ScrollModels
import ScrollSegmentation
import TestSupport
import Testing

@testable import ScrollAnalysis
@testable import ScrollFitting
@testable import ScrollSimulation

/// From recordings to the motions that are compared.
struct MotionSetTests {
  /// A fling, one into the end, a pull beyond it.
  private func session(seed: UInt64 = 1, _ change: (inout Scenario) -> Void = { _ in }) throws -> Trace {
    var scenario = Scenario()
    scenario.content = Scenario.Vector(x: 375, y: 4000)
    for (at, duration, velocity) in [(0.4, 0.18, 2100.0), (4, 0.15, 3400), (6.5, 0.35, 700)] {
      var gesture = Scenario.Gesture()
      (gesture.at, gesture.duration, gesture.velocity) = (at, duration, Scenario.Vector(y: velocity))
      scenario.gestures.append(gesture)
    }
    scenario.recording.jitter = 0.0005
    scenario.recording.seed = seed
    change(&scenario)
    return try #require(try Simulator(scenario).run(source: "session").first?.trace)
  }

  private func set(_ traces: [Trace], keys: [String] = []) -> MotionSet {
    MotionSet.analyzed(traces, name: "set", options: FitOptions(), groupKeys: keys).set
  }

  @Test("The motions of a session are collected by phase") func aSession() throws {
    let found = set([try session()])
    #expect(found.motions.map(\.phase) == [.deceleration, .deceleration, .bounce, .rubberBand, .bounce])
    #expect(found.phases == [.rubberBand, .deceleration, .bounce])
    #expect(found.unit == "pt" && agree(found.pixels ?? 0, 3, 1e-9))
    let fling = found.motions[0]
    #expect(agree(fling.speed ?? 0, 2100, 0.01))
    #expect(fling.models.map(\.model).first == "deceleration" && fling.models.count > 1)
    let constant = fling.models[0].constants[0]
    #expect(constant.name == "decayConstant")
    #expect(abs(constant.value - DecelerationRate.decayConstant(rate: 0.998)) < 4 * constant.standardError)
    let pull = try #require(found.motions.first { $0.phase == .rubberBand })
    #expect(pull.speed == nil && pull.models[0].constants.map(\.name) == ["coefficient", "dimension"])
    // Coefficient and dimension are known together much better than apart.
    #expect(pull.models[0].correlations.count == 1 && pull.models[0].correlations[0] < -0.8)
    for model in found.motions.flatMap(\.models) {
      let names = model.model.constants.map(\.name)
      #expect(model.constants.map(\.name) == names)
    }
  }

  @Test func groupsAreInTheHeader() throws {
    let traces = try [("iPhone", 1), ("iPad", 2)].map { device, seed in
      try session(seed: UInt64(seed)).withHeader([
        JSONMember("Device", .string(device)), JSONMember("scale", .number(2)),
      ])
    }
    let found = set(traces, keys: ["device", "os"])
    #expect(Set(found.motions.compactMap { $0.groups["device"] }) == ["iPhone", "iPad"])
    #expect(found.motions.allSatisfy { $0.groups["os"] == nil })
    #expect(found.warnings == ["no recording of set tells its os: there are no groups of it"])
    #expect(found.pixels == 2)
  }

  @Test func theSameAtAnyNumberOfThreads() throws {
    let traces = try [session(seed: 1), session(seed: 2), session(seed: 3)]
    var options = FitOptions()
    let one = MotionSet.analyzed(traces, name: "set", options: options).set
    options.threads = 4
    #expect(MotionSet.analyzed(traces, name: "set", options: options).set == one)
  }

  @Test func aRecordingOfOneMotion() throws {
    let motion = Deceleration(initialOffset: 100, initialVelocity: 1800, decayConstant: 2.5)
    let times = (0..<120).map { Double($0) / 60 }
    let fling = try trace(times, times.map { (motion.value(at: $0) * 3).rounded() / 3 })
    let found = set([fling])
    #expect(found.motions.map(\.phase) == [.deceleration])
    #expect(agree(found.motions.first?.models[0].constants[0].value ?? 0, 2.5, 0.001))
    let still = MotionSet.analyzed(
      [try trace(times, times.map { _ in 3 })], name: "still", options: FitOptions())
    #expect(still.set.motions.isEmpty && still.failures.map(\.error) == [.noMotion])
  }

  @Test func fewNoisyFlingsTellNothing() throws {
    func side(_ seeds: Range<UInt64>) throws -> MotionSet {
      set(
        try seeds.map { seed in
          try session(seed: seed) {
            $0.gestures.removeLast(2)
            ($0.recording.noise, $0.recording.clockNoise) = (3, 0.002)
          }
        })
    }
    let comparison = try FeelComparison(side(1..<3), side(3..<5))
    #expect(comparison.equivalence == .undecided)
    let phase = try #require(comparison.phases.first)
    #expect(phase.phase == .deceleration && phase.gestures.allSatisfy { $0.detectable > 0.5 })
  }

  @Test("Recorded engines differ, and each is the same as itself") func shippedEngines() throws {
    func side(_ files: String...) throws -> MotionSet {
      set(try files.flatMap { try recordings("traces/" + $0) })
    }
    let gtk3 = try side("gtk3/fling_medium_forward.csv", "gtk3/edge_end_gentle.csv")
    let gtk4 = try side("gtk4/fling_diagonal.csv", "gtk4/pull_start_and_release.csv")
    let same = try FeelComparison(gtk3, gtk4)
    #expect(same.equivalence == .same && same.phases.map(\.phase) == [.deceleration, .bounce])
    let firefox = try FeelComparison(
      side("firefox/fling_medium_forward.csv"), side("firefox/fling_friction_0005.csv"))
    #expect(firefox.equivalence == .different)
    // Rates 0.998 and 0.995: 1000/2.002 and 1000/5.013 pt after a fling at 1000 pt/s.
    let final = try #require(firefox.phases.first?.gestures[1].final)
    #expect(agree(final, 1000 / 5.0125 - 1000 / 2.002, 0.002))
  }

  /// UIScrollView's return of a pull by 70 pt that was held, on whole points: its sum of squares has a second minimum at less than half of
  /// the damping, and the interval holds both.
  @Test("A bounce that two dampings explain is not different from an engine with either")
  func twoMinima() throws {
    let (damping, pull) = (10.9, -70.0)
    let inward = OverscrollRelease(displacement: pull).initialVelocity
    let times = (0..<170).map { Double($0) / 60 }
    let offsets = times.map { time -> Double in
      let share = min(max((time - 0.4) / 0.6, 0), 1)
      let since = time - 1.55 - 0.1 / 60
      guard since > 0 else { return pull * share * share * share * (10 + share * (6 * share - 15)) }
      return since > 0.9 ? 0 : (pull + (inward + damping * pull) * since) * exp(-damping * since)
    }
    let trace = try Trace(
      source: "held", format: "csv", times: times, offsets: [.y: offsets.map { $0.rounded() }])
    let engine = try ScrollEngine(named: "ios")
    let answer = Analyzer(options: FitOptions()).analyze([trace], like: .named(engine), illustrating: 0)
      .answers[0]
    #expect(answer.equivalence == .undecided, "\(answer)")
    let bounce = try #require(set([trace], keys: []).motions.first { $0.phase == .bounce })
    let constant = try #require(bounce.models.first { $0.model == .bounce }?.constants.first)
    #expect(abs(constant.value - damping) < 3 * constant.standardError)
  }
}
