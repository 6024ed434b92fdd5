import Foundation
import Recordings
import ScrollModels
import TestSupport
import Testing

@testable import ScrollSimulation

/// The effects of a recorder on a motion: frames that come early, late or never, a clock that errs, pixels.
struct RecorderTests {
  /// A minute of a fling's glide on both axes, at a rate that never lets it rest.
  private func simulation(
    seconds: Double = 60, _ change: (inout Scenario.Recorder) -> Void
  ) throws -> Simulation {
    var scenario = Scenario()
    scenario.content = Scenario.Vector(x: 1e9, y: 1e9)
    scenario.start = Scenario.Vector(x: 5e8, y: 5e8)
    scenario.constants.decelerationRate = 0.99999
    var gesture = Scenario.Gesture()
    (gesture.at, gesture.velocity) = (0.1, Scenario.Vector(x: -700, y: 1300))
    scenario.gestures = [gesture]
    scenario.duration = seconds
    (scenario.recording.grid, scenario.recording.seed) = (0, 5)
    change(&scenario.recording)
    let simulations = try Simulator(scenario).run(source: "test")
    return try #require(simulations.first)
  }

  private func value(_ simulation: Simulation, _ axis: Axis, at time: Double) -> Double {
    simulation.truth[axis]?.last { $0.from <= time }?.value(at: time) ?? .nan
  }

  private func moments(_ values: [Double]) -> (mean: Double, deviation: Double) {
    let mean = values.reduce(0, +) / Double(values.count)
    return (
      mean, (values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(values.count - 1)).squareRoot()
    )
  }

  @Test(arguments: [60.0, 120, 90]) func framesComeWhenTheyAreDue(rate: Double) throws {
    let times = try simulation { $0.frameRate = rate }.trace.times
    #expect(times.count == Int(60 * rate) + 1)
    #expect(times.enumerated().allSatisfy { $0.element == Double($0.offset) / rate })
  }

  @Test(
    "Drops: a binomial share, never the first frame. 3,600 frames at 20 %: ±4 standard deviations are ±96")
  func drops() throws {
    let times = try simulation { $0.drops = 0.2 }.trace.times
    #expect(abs(times.count - 2881) < 96)
    #expect(times[0] == 0)
    #expect(times.allSatisfy { abs($0 * 60 - ($0 * 60).rounded()) < 1e-9 })
  }

  /// Jitter moves the true frame times, evenly within its bounds: the recording has the offset of the time that it states.
  @Test func jitterIsTrue() throws {
    let jitter = 0.004
    let simulation = try simulation { $0.jitter = jitter }
    let origin = Double(simulation.trace.times.count - 1) / 60 - simulation.trace.times.reduce(0, max)
    #expect(abs(origin) < 2 * jitter)
    let shifts = simulation.trace.times.enumerated().map { $0.element - Double($0.offset) / 60 }
    let (mean, deviation) = moments(shifts)
    #expect(shifts.allSatisfy { abs($0 - mean) < 1.1 * jitter })
    #expect(agree(deviation, jitter / 3.0.squareRoot(), 0.05))
    for (time, offset) in zip(simulation.trace.times, simulation.trace.offsets[.y] ?? []) {
      #expect(abs(value(simulation, .y, at: time) - offset) < 1e-6)
    }
  }

  /// Clock noise adds to the recorded times only: the offsets are those of the frames when they were due.
  @Test func clockNoiseIsNot() throws {
    let noise = 0.0007
    let noisy = try simulation { $0.clockNoise = noise }
    let plain = try simulation { _ in }
    #expect(noisy.trace.offsets == plain.trace.offsets)
    let shifts = zip(noisy.trace.times, plain.trace.times).map { $0 - $1 }
    #expect(agree(moments(shifts).deviation, noise, 0.05))
    #expect(shifts.count { abs($0 - moments(shifts).mean) > 1.96 * noise } < Int(0.065 * 3601))
  }

  /// A clock that errs by more than a frame still goes forward, and nothing of the recording is lost.
  @Test(arguments: 0..<20) func anyClockGoesForward(seed: UInt64) throws {
    let trace = try simulation(seconds: 20) { ($0.clockNoise, $0.seed) = (0.05, seed) }.trace
    #expect(trace.times.count == 1201)
    #expect(zip(trace.times, trace.times.dropFirst()).allSatisfy { $0 < $1 })
  }

  @Test func noiseIsNormal() throws {
    let simulation = try simulation { $0.noise = 0.3 }
    for axis in Axis.allCases {
      let errors = zip(simulation.trace.times, simulation.trace.offsets[axis] ?? []).map {
        $1 - value(simulation, axis, at: $0)
      }
      let (mean, deviation) = moments(errors)
      #expect(abs(mean) < 4 * 0.3 / 60)
      #expect(agree(deviation, 0.3, 0.05))
      let inside = errors.count { abs($0) < 0.3 }
      #expect(abs(Double(inside) / Double(errors.count) - 0.6827) < 0.03)
    }
  }

  @Test("Offsets are rounded to the grid, and stay within half of it", arguments: [1, 0.5, 1.0 / 3])
  func grid(_ grid: Double) throws {
    let simulation = try simulation { $0.grid = grid }
    for (time, offset) in zip(simulation.trace.times, simulation.trace.offsets[.y] ?? []) {
      #expect((offset / grid).rounded() * grid == offset)
      #expect(abs(offset - value(simulation, .y, at: time)) <= grid / 2 + 1e-6)
    }
  }

  @Test func sameSeedSameBytes() throws {
    func text(_ seed: UInt64) throws -> String {
      let simulation = try simulation(seconds: 3) {
        ($0.jitter, $0.clockNoise, $0.drops, $0.noise, $0.seed) = (1e-3, 1e-4, 0.1, 0.2, seed)
      }
      return ScrolltraceWriter().text(simulation.traceWithTruth)
    }
    let first = try text(41)
    #expect(try first == text(41))
    #expect(try first != text(42))
  }

  /// Each of the seed's sessions is another one, each time the same.
  @Test func generatedSessionsAreTheirSeeds() throws {
    let sessions = (0..<12).map { SessionGenerator(seed: 3).session($0) }
    #expect(sessions.allSatisfy { $0 != nil })
    #expect(sessions == (0..<12).map { SessionGenerator(seed: 3).session($0) })
    #expect(Set(sessions.compactMap { $0?.trace.offsets[.y]?.last }).count > 6)
    #expect(SessionGenerator(seed: 4).session(0) != sessions[0])
  }

  /// The content that a finger lets go beyond an edge decelerates from the release on, also while it still stands; the truth's
  /// pull lasts until the return starts.
  @Test(arguments: [0, 0.25]) func aDelayedReturn(hold: Double) throws {
    var scenario = Scenario()
    var gesture = Scenario.Gesture()
    (gesture.at, gesture.duration, gesture.hold) = (0.5, 0.25, hold)
    gesture.velocity = Scenario.Vector(y: -800)
    scenario.gestures = [gesture]
    scenario.recording.frameRate = 1000
    let simulation = try #require(try Simulator(scenario).run(source: "test").first)
    let trace = simulation.trace
    let release = 0.75 + hold
    let after = zip(trace.times, trace.states).filter { (release + 1e-6...release + 0.3).contains($0.0) }
    #expect(after.count > 290 && after.allSatisfy { $0.1 == .decelerating })
    let truth = try #require(simulation.truth[.y])
    #expect(truth.map(\.kind) == [.rest, .rubberBand] + (hold > 0 ? [.rest] : []) + [.bounce, .rest])
    let bounce = try #require(truth.first { $0.kind == .bounce })
    #expect(bounce.from == release + 0.007)
    let event = try #require(trace.events.first { $0.name == "willEndDragging" })
    let moving = -800 * RubberBand(coefficient: 0.55, dimension: 812).derivative(at: 200)
    #expect(agree(try #require(event.velocity[.y]), hold > 0 ? 0 : moving, 1e-9))
    let text = ScrolltraceWriter().text(simulation.traceWithTruth)
    #expect(text.contains(#""release":0.25,"releaseVelocity":"#) == (hold == 0))
    // The offsets of the 7 ms lie on a straight line.
    let offsets = zip(trace.times, trace.offsets[.y] ?? []).filter {
      (release...release + 0.007).contains($0.0)
    }
    let first = try #require(offsets.first), last = try #require(offsets.last)
    let slope = (last.1 - first.1) / (last.0 - first.0)
    #expect(abs(slope - (hold > 0 ? 0 : moving)) < 2 * 0.34 / 0.006)
  }

  /// Finger, states and events tell what the gestures were.
  @Test func fingerStatesAndEvents() throws {
    var scenario = Scenario()
    scenario.start = Scenario.Vector(y: 2000)
    var gesture = Scenario.Gesture()
    (gesture.at, gesture.duration, gesture.hold) = (0.5, 0.25, 0.5)
    gesture.velocity = Scenario.Vector(y: 800)
    var fling = gesture
    (fling.at, fling.hold) = (2, 0)
    scenario.gestures = [gesture, fling]
    let trace = try #require(try Simulator(scenario).run(source: "test").first).trace
    func states(_ range: ClosedRange<Double>) -> Set<TouchState?> {
      Set(zip(trace.times, trace.states).filter { range.contains($0.0) }.map(\.1))
    }
    #expect(states(0...0.49) == [.idle])
    #expect(states(0.51...0.74) == [.dragging])
    #expect(states(0.76...1.24) == [.tracking])
    #expect(states(1.26...1.99) == [.idle])
    #expect(states(2.26...4) == [.decelerating])
    #expect(trace.fingers[.y]?.max() == 200 && trace.fingers[.x]?.max() == 0)
    #expect(
      trace.events.map(\.name) == [
        "willBeginDragging", "willEndDragging", "willBeginDragging", "willEndDragging", "didEndDecelerating",
      ])
    #expect(trace.events.prefix(4).map(\.time) == [0.5, 1.25, 2, 2.25])
    #expect(trace.events[3].velocity[.y] == 800 && trace.events[1].velocity[.y] == 0)
    let rest = try #require(trace.offsets[.y]?.last)
    #expect(abs(try #require(trace.events[3].target[.y]) - rest) <= 1.0 / 6)
  }
}
