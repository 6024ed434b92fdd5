import Foundation
import Recordings
import ScrollModels
import TestSupport
import Testing

@testable import ScrollAnalysis
@testable import ScrollFitting
@testable import ScrollSimulation

/// Recordings that reach an edge and stop there, against engines that go beyond it.
struct EdgeStopTests {
  /// UIScrollView: three flings inside the content, one into its start, overscroll drags of 120 and 300 pt there.
  private static func session(_ change: (inout Scenario) -> Void = { _ in }) throws -> Trace {
    var scenario = Scenario()
    scenario.content = Scenario.Vector(x: 375, y: 8000)
    for (at, velocity) in [(0.5, 1500.0), (5, 2500), (10, -800), (15, -6000)] {
      var gesture = Scenario.Gesture()
      (gesture.at, gesture.duration, gesture.velocity) = (at, 0.2, Scenario.Vector(y: velocity))
      scenario.gestures.append(gesture)
    }
    for (at, velocity) in [(18.0, -200.0), (21, -500)] {
      var gesture = Scenario.Gesture()
      (gesture.at, gesture.duration, gesture.hold) = (at, 0.6, 0.5)
      gesture.velocity = Scenario.Vector(y: velocity)
      scenario.gestures.append(gesture)
    }
    (scenario.recording.jitter, scenario.recording.clockNoise) = (0.0005, 0.0002)
    change(&scenario)
    return try changed(#require(try Simulator(scenario).run(source: "session").first?.trace)) { $0 }
  }

  /// The edges of 8000 pt of content in a viewport of 812 pt.
  private static let edges = 0.0...7188.0

  /// A recording of other offsets, of the samples up to a time.
  private static func changed(
    _ trace: Trace, until end: Double = .infinity, edges: ClosedRange<Double> = edges,
    isTouchKnown: Bool = true,
    _ offset: (Double) -> Double
  ) throws -> Trace {
    let count = trace.times.count { $0 <= end }
    return try Trace(
      Trace.FileOrigin(source: "changed", format: trace.format, header: trace.header),
      clock: Trace.SampleClock(Array(trace.times.prefix(count))),
      columns: Trace.SampleColumns(
        offsets: [.y: #require(trace.offsets[.y]).prefix(count).map(offset)],
        fingers: isTouchKnown ? trace.fingers.mapValues { Array($0.prefix(count)) } : [:],
        states: isTouchKnown ? Array(trace.states.prefix(count)) : []),
      positions: Trace.KnownPositions(edges: [.y: edges]))
  }

  /// The recording of a scroll view that does not go beyond its edges.
  private static func clamped(
    _ trace: Trace, until end: Double = .infinity, edges: ClosedRange<Double> = edges,
    isTouchKnown: Bool = true
  ) throws -> Trace {
    try changed(trace, until: end, edges: edges, isTouchKnown: isTouchKnown) {
      min(max($0, Self.edges.lowerBound), Self.edges.upperBound)
    }
  }

  private static func set(_ trace: Trace) -> MotionSet {
    MotionSet.analyzed([trace], name: "set", options: FitOptions()).set
  }

  private static func comparison(_ trace: Trace, like engine: String = "ios") throws -> FeelComparison {
    try FeelComparison(like: ScrollEngine(named: engine), set(trace))
  }

  @Test("Content that stops at an edge is not like an engine with a bounce and an overscroll drag")
  func clampedContent() throws {
    let comparison = try Self.comparison(Self.clamped(Self.session()))
    #expect(comparison.phases.map(\.equivalence) == [.same])
    #expect(comparison.equivalence == .different)
    let absent = comparison.absent
    #expect(absent.map(\.phase) == [.bounce, .rubberBand])
    #expect(absent.allSatisfy { $0.equivalence == .different && $0.stop.beyond == 0 })
    // A return by the damping δ from the edge: v/(eδ) at its farthest.
    let arrival = try #require(absent.first)
    guard case .arrival(let motion) = arrival.stop.cause else { return #expect(Bool(false), "no arrival") }
    #expect(agree(arrival.largest, motion.speed / (2.718281828459045 * 10.9), 0.01))
    // v₀ − k times the 1033.4 pt that are left at the release, and up to a frame slower at the first sample at the edge.
    #expect((exp(-2.002 / 60)...1).contains(motion.speed / (6000 - 2.002 * 1033.4)))
    // The rubber band of the travel, which is 300 pt less the 20 pt and the frame that may begin the drag.
    let pull = try #require(absent.last)
    guard case .pull(let travel, true) = pull.stop.cause else {
      return #expect(Bool(false), "no certain pull")
    }
    #expect((300 - 20 - 500.0 / 60...280).contains(travel))
    #expect(agree(pull.largest, 812 * (1 - 1 / (0.55 * travel / 812 + 1)), 1e-9))
  }

  @Test("The answer, the rules and the comparison agree") func oneRule() throws {
    let trace = try Self.clamped(Self.session())
    let engine = try ScrollEngine(named: "ios")
    let answer = Analyzer(options: FitOptions()).analyze([trace], like: .named(engine), illustrating: 0)
      .answers[0]
    #expect(answer.equivalence == .different)
    #expect(answer.distances.map(\.phase) == [.deceleration, .bounce, .rubberBand])
    let rules = try Expectation.rules(.object([JSONMember("like", .string("ios"))]))
    let outcome = Self.set(trace).outcomes(of: rules)[0]
    let absent = try Self.comparison(trace).absent
    #expect(outcome.equivalence == .different)
    #expect(outcome.finding == .none(absent.map(\.description).joined(separator: "; ")))
    // The nearest engine is one that stops there too.
    let nearest = Analyzer(options: FitOptions()).analyze([trace], like: .nearest, illustrating: 0).answers[0]
    #expect(nearest.equivalence == .same && nearest.comparison?.absent == [])
    #expect(!nearest.equallyNear.contains("UIScrollView"))
  }

  @Test("A real bounce is none that is missing", arguments: ["ios", "Flutter iOS"]) func wholeMotion(
    engine: String
  ) throws {
    let set = Self.set(try Self.session())
    #expect(set.edgeStops == [])
    #expect(set.phases == [.rubberBand, .deceleration, .bounce])
    #expect(AbsentMotion.all(set.edgeStops, of: try ScrollEngine(named: engine), limit: 0.5) == [])
  }

  @Test("Where no edge is reached, or the engine stops there too, nothing is missing") func noEdge() throws {
    let trace = try Self.session()
    #expect(try Self.comparison(Self.clamped(trace, until: 14)).equivalence == .same)
    // The edge is elsewhere: the content may have come to its end for another reason.
    #expect(try Self.comparison(Self.clamped(trace, edges: -500...8000)).absent == [])
    for engine in ["Android", "Chromium, elastic", "Firefox", "GTK"] {
      let set = Self.set(try Self.clamped(trace))
      #expect(AbsentMotion.all(set.edgeStops, of: try ScrollEngine(named: engine), limit: 0.5) == [])
    }
    // Content that fits into its viewport.
    #expect(try Self.set(Self.clamped(trace, edges: 0...0)).edgeStops == [])
  }

  @Test("Without touch data a fling into the edge still shows it") func withoutTouch() throws {
    let comparison = try Self.comparison(Self.clamped(Self.session(), isTouchKnown: false))
    #expect(comparison.absent.map(\.phase) == [.bounce] && comparison.equivalence == .different)
  }

  @Test("A recording that ends with the first sample at the edge shows nothing of what comes then")
  func cutRecording() throws {
    let trace = try Self.clamped(Self.session())
    let offsets = try #require(trace.offsets[.y])
    let first = try #require(offsets.indices.first { trace.times[$0] > 15 && offsets[$0] == 0 })
    let cut = try Self.clamped(trace, until: trace.times[first])
    #expect(try Self.comparison(cut).absent.allSatisfy { $0.equivalence != .different })
  }

  @Test("Content that a finger may have brought to the edge is undecided") func perhapsAFinger() throws {
    let arrival = EdgeStop.Arrival(
      speed: 1000, standardError: 10, degreesOfFreedom: 7, isFree: false,
      times: (0..<30).map { Double($0) / 60 }, delay: 1.0 / 60)
    let stop = EdgeStop(
      source: "made", series: nil, axis: .y, time: 1, unit: "pt", cause: .arrival(arrival), beyond: 0,
      context: EngineContext())
    let absent = AbsentMotion.all([stop], of: try ScrollEngine(named: "ios"), limit: 0.5)
    #expect(absent.map(\.equivalence) == [.undecided])
    #expect(AbsentMotion.all([stop], of: try ScrollEngine(named: "ios"), limit: 50) == [])
  }

  @Test("The slope at the end of a parabola is exact, its error that of a regression") func endSlope() throws
  {
    let times = (0...20).map { Double($0) / 60 }
    let exact = times.map { 3 + 700 * $0 - 400 * $0 * $0 }
    let slope = try #require(EndSlope(times: times, offsets: exact, from: 0, before: 20, resolution: 0))
    #expect(agree(slope.value, 700 - 800 * times[20], 1e-9) && slope.standardError < 1e-6)
    // numpy.linalg.inv(X.T @ X)[1, 1] ** 0.5 of the ten samples before, by a step of √12.
    let rounded = try #require(
      EndSlope(times: times, offsets: exact, from: 0, before: 20, resolution: 12.0.squareRoot()))
    #expect(agree(rounded.standardError, 29.47263754122381, 1e-9) && rounded.degreesOfFreedom == 7)
    #expect(EndSlope(times: times, offsets: exact, from: 17, before: 20, resolution: 0) == nil)
    var repeated = exact
    repeated[19] = repeated[18]
    let skipping = try #require(
      EndSlope(times: times, offsets: repeated, from: 0, before: 20, resolution: 0) { $0 == 19 })
    #expect(abs(skipping.value - slope.value) <= 1e-9 * slope.value.magnitude)
  }
}
