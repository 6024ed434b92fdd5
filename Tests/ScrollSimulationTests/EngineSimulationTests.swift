import Foundation
import Recordings
import TestSupport
import Testing

@testable import ScrollModels
@testable import ScrollSimulation

/// A scroll view that moves by the catalogue.
struct EngineSimulationTests {
  private func view(_ engine: String, offset: Double = 400) throws -> AxisView {
    try AxisView(
      offset: offset, edges: 0...3000, constants: ViewConstants(), engine: ScrollEngine(named: engine),
      context: EngineContext(frameInterval: 1 / 60, density: 3, dimension: 812))
  }

  /// A flick inside, one into the edge, a pull beyond it: the offset goes on but where an engine rounds or has no model, and comes to
  /// rest inside the edges.
  @Test(arguments: Catalogue.engines)
  func everyEngineMoves(_ name: String) throws {
    var view = try view(name)
    let engine = try ScrollEngine(named: name)
    view.drag(at: 0.1, duration: 0.2, velocity: 900)
    view.release(at: 0.3, velocity: 900)
    let inside = view.value(at: 20)
    if engine.rows[.fling] == nil {
      #expect(inside == view.value(at: 0.3))
    } else {
      #expect(inside > 400 + 180 + 20)
    }
    view.drag(at: 30, duration: 0.2, velocity: -800)
    view.snap(at: 30.2, to: 31, velocity: -100)
    #expect(abs(view.value(at: 60) - 31) < 1)
    view.drag(at: 70, duration: 0.2, velocity: -600)
    let pulled = view.value(at: 70.2)
    #expect(engine.rows[.overscroll] == nil ? pulled == 0 : pulled < 0)
    view.release(at: 70.2, velocity: 0)
    #expect(view.value(at: 200) == 0)
    let largest = engine.rows[.bounce] == nil ? max(0.5, -pulled) : 0.5
    for (before, after) in zip(view.segments, view.segments.dropFirst()) {
      #expect(before.to == after.from && before.from < before.to)
      let step = abs(after.value(at: after.from) - before.value(at: after.from))
      #expect(step <= largest + 1e-9, "\(before.kind) to \(after.kind) at \(after.from): \(step)")
    }
  }

  /// The row's motion and no other: with the row's stop, into the edge with the velocity it has there.
  @Test func motionsAreTheRows() throws {
    var view = try view("Flutter iOS")
    view.release(at: 1, velocity: -2000)
    let row = try #require(Catalogue.entry(named: "Flutter iOS", phase: .fling))
    let fling = try #require(row.fling(from: 400, velocity: -2000, context: view.context))
    let crossing = try #require(fling.time(toReach: 0))
    #expect(abs(fling.value(at: crossing)) < 1e-9)
    #expect(abs(view.value(at: 1 + crossing / 2) - fling.value(at: crossing / 2)) < 1e-9)
    let back = try #require(Catalogue.entry(named: "Flutter iOS", phase: .bounce)).bounce(
      to: 0, displacement: 0, velocity: fling.velocity(at: crossing), context: view.context)
    let expected = try #require(back).value(at: 0.1)
    #expect(abs(view.value(at: 1 + crossing + 0.1) - expected) < 1e-9)
  }

  @Test func variantsTakeWhatTheyLack() throws {
    let fast = try ScrollEngine(named: "uiscrollview, FAST")
    #expect(fast.name == "UIScrollView, fast")
    #expect(fast.rows[.fling]?.published.first?.value == 0.99)
    #expect(fast.rows[.bounce]?.engine == "UIScrollView")
    #expect(try ScrollEngine(named: "Flutter Android").rows[.bounce] == nil)
    #expect(throws: UnknownEngine(name: "gkt")) { try ScrollEngine(named: "gkt") }
  }

  /// The velocity with which the content glides after a finger that speeds up, by frames of 100 Hz.
  private func launch(_ change: (inout Scenario) -> Void) throws -> Double {
    var scenario = Scenario()
    scenario.start = Scenario.Vector(x: 0, y: 3000)
    var gesture = Scenario.Gesture()
    (gesture.at, gesture.duration, gesture.velocity.y, gesture.acceleration.y) = (0.5, 0.2, 1500, 4000)
    scenario.gestures = [gesture]
    scenario.recording.frameRate = 100
    change(&scenario)
    let truth = try #require(try Simulator(scenario).run(source: "test").first?.truth[.y])
    let glide = truth.first { $0.kind == .deceleration }
    return glide.map { $0.velocity(at: $0.from) } ?? 0
  }

  /// Between two frames of h the finger has the velocity of their middle: v − a h (n + ½).
  @Test("A fling starts with the estimate of its engine, or the one that the scenario names")
  func estimators() throws {
    func middle(_ index: Double) -> Double { 1500 - 4000 * 0.01 * (index + 0.5) }
    let view = 0.05 * middle(0) + 0.35 * middle(1) + 0.6 * middle(2)
    #expect(abs(try launch { _ in } - view) < 1e-6)
    #expect(abs(try launch { $0.estimator = "finger" } - 1500) < 1e-6)
    #expect(abs(try launch { $0.estimator = "Slint" } - (1500 - 4000 * 0.02)) < 1e-6)
    #expect(abs(try launch { $0.engine = try? ScrollEngine(named: "UIScrollView, fast") } - view) < 1e-6)
    // A parabola is the finger's own motion; Motion's rounding moves the velocity of an engine without an estimator by less than 1 pt/s.
    #expect(abs(try launch { $0.estimator = "Android" } - 1500) < 1e-6)
    #expect(abs(try launch { $0.engine = try? ScrollEngine(named: "Motion") } - 1500) < 1)
  }

  @Test("UIScrollView flings from 250 pt/s on")
  func gate() throws {
    for (velocity, flings) in [(249.0, false), (251, true), (-249, false), (-251, true)] {
      let speed = try launch {
        $0.gestures[0].velocity.y = velocity
        $0.gestures[0].acceleration.y = 0
      }
      #expect(flings ? abs(speed - velocity) < 1e-6 : speed == 0)
    }
  }

  /// At 100 Hz each hundredth of a second that the finger stands still is a velocity of 0: of 0.6, 0.35 and 0.05 the weights of the
  /// others are left, and the gate is 0.8 of the last but one and 0.2 of the last.
  @Test(
    "A finger that stands still gives positions: held longer than the estimator looks back, it flings nothing",
    arguments: [(0, 1.0), (0.01, 0.95), (0.02, 0), (0.03, 0), (0.25, 0)])
  func held(_ hold: Double, _ share: Double) throws {
    let speed = try launch {
      $0.gestures[0].acceleration.y = 0
      $0.gestures[0].hold = hold
    }
    #expect(abs(speed - 1500 * share) < 1e-6)
    // A mean of the last five positions is that of a finger that stands still from the fifth on.
    let mean = try launch {
      $0.gestures[0].acceleration.y = 0
      ($0.gestures[0].hold, $0.estimator) = (hold, "Slint")
    }
    #expect(abs(mean - 1500 * max(0, 1 - hold / 0.04)) < 1e-6)
  }

  /// Flutter, `BouncingScrollPhysics.carriedMomentum` and `ScrollDragController.end`: 0.000816 |v|^1.967 is added to a flick of the same
  /// direction that is faster than half of it. The finger has one velocity, so that its estimate is that.
  @Test(
    "A flick takes over momentum of content that it catches",
    arguments: [(1200.0, true), (-1200, false), (300, false)])
  func carriedMomentum(_ second: Double, _ isCarried: Bool) throws {
    var scenario = Scenario()
    scenario.content.y = 100_000
    scenario.start = Scenario.Vector(x: 0, y: 50_000)
    scenario.engine = try ScrollEngine(named: "Flutter iOS")
    scenario.gestures = [(0.5, 2000.0), (1.0, second)].map { time, velocity in
      var gesture = Scenario.Gesture()
      (gesture.at, gesture.duration, gesture.velocity.y) = (time, 0.2, velocity)
      return gesture
    }
    let truth = try #require(try Simulator(scenario).run(source: "test").first?.truth[.y])
    let glides = truth.filter { $0.kind == .deceleration }
    // x′ = v 0.135^t from 0.7 to 1 s.
    let before = 2000 * pow(0.135, 0.3)
    #expect(abs(glides[0].velocity(at: 1) - before) < 1e-6)
    let launch = second + (isCarried ? 0.000816 * pow(before, 1.967) : 0)
    #expect(abs(glides[1].velocity(at: 1.2) - launch) < 1e-6, "\(glides[1].velocity(at: 1.2)), not \(launch)")
  }

  @Test("An estimator that the table has not is refused")
  func unknownEstimator() throws {
    #expect(throws: ScenarioError.self) { try launch { $0.estimator = "mine" } }
  }

  @Test func theHeaderSaysWhatMoves() throws {
    var scenario = Scenario()
    scenario.engine = try ScrollEngine(named: "Kivy 2")
    var gesture = Scenario.Gesture()
    gesture.velocity.y = -500
    scenario.gestures = [gesture]
    let simulation = try #require(try Simulator(scenario).run(source: "test").first)
    let text = ScrolltraceWriter().text(simulation.traceWithTruth)
    #expect(text.contains(#""engine":"Kivy 2""#) && !text.contains("decelerationRate"))
    #expect(text.contains(#""law":"frame-spring""#) && text.contains(#""law":"root","softness":200"#))
  }
}
