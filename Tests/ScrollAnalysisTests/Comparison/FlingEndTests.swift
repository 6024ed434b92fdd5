import Foundation
import LeastSquares
import Recordings
import ScrollModels
import TestSupport
import Testing

@testable import ScrollAnalysis
@testable import ScrollFitting
@testable import ScrollSimulation

/// The ends of flings, at an edge and at rest, which no model of one phase has.
struct FlingEndTests {
  private static func end(
    _ kind: FlingEnd.Kind, _ value: Double, error: Double = 0.002, frame: Double = 0, speed: Double? = 2100
  ) -> FlingEnd {
    FlingEnd(
      kind: kind, source: "made.csv", series: nil, axis: .y, value: value, standardError: error,
      degreesOfFreedom: 100, frameEffect: frame, speed: kind == .edge ? speed : nil)
  }

  /// Equal flings and bounces with these ends.
  private static func set(_ ends: [FlingEnd], name: String = "A") -> MotionSet {
    let motions =
      Sets.flings([2, 2.00001, 1.99999]).motions + Sets.bounces([10.9, 10.9001, 10.8999]).motions
    return MotionSet(name: name, unit: "pt", pixels: nil, motions: motions, flingEnds: ends)
  }

  private static func comparison(_ a: [FlingEnd], _ b: [FlingEnd]) throws -> FeelComparison {
    try FeelComparison(set(a), set(b, name: "B"), limit: 1)
  }

  private static func edges(_ values: Double..., frame: Double = 0) -> [FlingEnd] {
    values.map { end(.edge, $0, frame: frame) }
  }

  @Test("A bounce that gets a part of the velocity, or none, is different", arguments: [0, 0.25, 0.5, 1.5])
  func velocityAtTheEdge(_ kept: Double) throws {
    let a = Self.edges(1, 1.01, 0.99, 1), b = Self.edges(kept, kept + 0.01, kept - 0.01, kept)
    let comparison = try Self.comparison(a, b)
    #expect(comparison.equivalence == .different && comparison.phases.allSatisfy { $0.equivalence == .same })
    let end = try #require(comparison.ends.first)
    // A critically damped return from the edge goes v/(eδ) beyond it.
    #expect(end.kind == .edge && end.speed == 2000)
    #expect(agree(end.largest, 2000 * abs(kept - 1) / (M_E * 10.9), 1e-3))
    #expect(end.low < end.largest && end.largest < end.high && end.low > 1)
    #expect(try Self.comparison(b, a).equivalence == .different)
  }

  @Test("Ends that scatter alike, or as far as frames let them, decide nothing")
  func scatter() throws {
    #expect(
      try Self.comparison(Self.edges(0.9, 1.1, 1, 1.05), Self.edges(1.1, 0.95, 1.08, 0.93)).equivalence
        == .same)
    // One frame of 60 Hz: 2 · 10.9/60.
    #expect(
      try Self.comparison(Self.edges(1, frame: 0.36), Self.edges(1.3, frame: 0.36)).equivalence == .same)
    #expect(try Self.comparison(Self.edges(1), Self.edges(1.3)).equivalence == .different)
    // A side that no fling meets an edge on.
    #expect(try Self.comparison(Self.edges(1, 1), []).ends.isEmpty)
  }

  @Test("Flings that stop at a higher speed are different, in points along the way")
  func stop() throws {
    func rests(_ values: Double...) -> [FlingEnd] { values.map { Self.end(.rest, $0, error: 0.1) } }
    let comparison = try Self.comparison(rests(5, 5.2, 4.8), rests(60, 61, 59))
    let end = try #require(comparison.ends.first)
    #expect(end.kind == .rest && end.speed == nil && agree(end.largest, 55, 1e-6))
    #expect(comparison.equivalence == .different)
    #expect(try Self.comparison(rests(5, 5.2, 4.8), rests(4.9, 5.1, 5)).equivalence == .same)
  }

  /// The exponential's destination is none of a fling that decelerates otherwise: how far it lies ahead depends on the velocity.
  @Test("Flings that do not decelerate exponentially have no stop to compare")
  func otherModels() throws {
    func set(_ values: [Double]) -> MotionSet {
      let motions = [3.7, 3.7001, 3.6999].map {
        Sets.motion(.deceleration, Sets.fit("deceleration-drift", [$0, 172], errors: [1e-4, 0.01]))
      }
      return MotionSet(
        name: "A", unit: "pt", pixels: nil, motions: motions,
        flingEnds: values.map { Self.end(.rest, $0, error: 0.1) })
    }
    let comparison = try FeelComparison(set([15, 15.2, 14.8]), set([26, 26.2, 25.8]))
    #expect(comparison.ends.isEmpty && comparison.equivalence == .same)
  }

  @Test("An engine gives its bounce all of the velocity, at the edge or a frame beside it")
  func engine() throws {
    func comparison(_ ends: [FlingEnd]) throws -> FeelComparison {
      let bounces = Sets.bounces([10.9, 10.9001, 10.8999]).motions
      return try FeelComparison(
        like: ScrollEngine(named: "ios"),
        MotionSet(name: "B", unit: "pt", pixels: nil, motions: bounces, flingEnds: ends), limit: 1)
    }
    let quarter = try comparison(Self.edges(0.25, 0.26, 0.24, 0.25, frame: 0.36))
    #expect(quarter.equivalence == .different && quarter.ends.map(\.kind) == [.edge])
    #expect(try comparison(Self.edges(1.3, 1.31, 1.29, frame: 0.36)).equivalence == .same)
    #expect(try comparison(Self.edges(1.3, 1.31, 1.29)).equivalence == .different)
    // A stop is an absent bounce, not a bounce without velocity.
    #expect(try comparison(Self.edges(0, 0, 0)).ends.isEmpty)
    #expect(try comparison([5, 60].map { Self.end(.rest, $0) }).ends.isEmpty)
  }

  // MARK: Recordings

  /// Three flings into the start of the content and three that come to rest.
  private static func trace(seed: UInt64, stopVelocity: Double? = nil) throws -> Trace {
    var scenario = Scenario()
    scenario.content = Scenario.Vector(x: 375, y: 8000)
    let velocities = [1500.0, 1900, -6000, 1700, 1500, -5500, 2000, 1200, -6500]
    for (index, velocity) in velocities.enumerated() {
      var gesture = Scenario.Gesture()
      (gesture.at, gesture.duration) = (0.5 + 4.5 * Double(index), 0.2)
      gesture.velocity = Scenario.Vector(y: velocity)
      scenario.gestures.append(gesture)
    }
    (scenario.recording.jitter, scenario.recording.clockNoise) = (0.0005, 0.0002)
    scenario.recording.seed = seed
    return try #require(try Simulator(scenario).run(source: "session").first?.trace)
  }

  private static func analyzed(_ trace: Trace) -> MotionSet {
    MotionSet.analyzed([trace], name: "set", options: FitOptions()).set
  }

  @Test("Bounces of a recording begin with the velocity of the fling, content held at the edge with none")
  func recordedEdges() throws {
    let trace = try Self.trace(seed: 3)
    let ends = Self.analyzed(trace).flingEnds
    let edges = ends.filter { $0.kind == .edge }, rests = ends.filter { $0.kind == .rest }
    #expect(edges.count == 3 && rests.count >= 4)
    #expect(edges.allSatisfy { abs($0.value - 1) < 0.1 && ($0.speed ?? 0) > 1000 })
    #expect(rests.allSatisfy { (-1...15).contains($0.value) })

    let stopped = try Trace(
      Trace.FileOrigin(source: "stopped", format: trace.format, header: trace.header),
      clock: Trace.SampleClock(trace.times),
      columns: Trace.SampleColumns(
        offsets: [.y: #require(trace.offsets[.y]).map { max(0, $0) }], states: trace.states),
      positions: Trace.KnownPositions(edges: [.y: 0...7188]))
    let set = Self.analyzed(stopped)
    let stops = set.flingEnds.filter { $0.kind == .edge }
    #expect(stops.count == 3 && stops.allSatisfy { $0.value == 0 && $0.standardError < 0.05 })
  }

  @Test("A recording of the same app has the same ends")
  func sameApp() throws {
    let comparison = try FeelComparison(
      Self.analyzed(try Self.trace(seed: 3)), Self.analyzed(try Self.trace(seed: 4)))
    #expect(comparison.ends.map(\.kind) == [.edge, .rest])
    #expect(comparison.ends.allSatisfy { $0.equivalence != .different })
  }
}
