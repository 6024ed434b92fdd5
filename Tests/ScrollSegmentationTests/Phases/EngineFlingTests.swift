import Foundation
import Testing

@testable import ScrollSegmentation

/// Flings along the curves of engines that no segment has, without recorded states.
struct EngineFlingTests {
  /// Offsets on a grid of a third of a point at 60 Hz: rest, a finger that gains speed for 0.2 s, a motion from its velocity, rest.
  ///
  /// - Parameter way: the motion's travel at a time since the release, s.
  private func offsets(_ velocity: Double, duration: Double, _ way: (Double) -> Double) -> [Double] {
    let (rest, drag) = (0.3, 0.2)
    return (0..<Int((rest + drag + duration + 0.6) * 60)).map { frame in
      let time = Double(frame) / 60 - rest
      let pulled = velocity * drag / 3
      let offset =
        time < 0 ? 0 : time < drag ? pulled * pow(time / drag, 3) : pulled + way(min(time - drag, duration))
      return (offset * 3).rounded() / 3
    }
  }

  /// v₀ (T/n)(1 − (1 − t/T)ⁿ), T = (|v₀|/a)^(1/(n − 1)).
  private func powerFling(_ velocity: Double, exponent: Double, unitVelocity: Double, stretched: Double = 1)
    -> [Double]
  {
    let duration = stretched * pow(abs(velocity) / unitVelocity, 1 / (exponent - 1))
    return offsets(velocity, duration: duration) { time in
      velocity * duration / exponent * (1 - pow(1 - time / duration, exponent))
    }
  }

  /// AppKit's replica, and Flutter's on Android: n = ln 0.78/ln 0.9 and a from its friction of 0.015
  /// (`scroll_simulation.dart`, `ClampingScrollSimulation`).
  private static let engines = [
    (name: "AppKit", exponent: 4.0, unitVelocity: 4000.0),
    (name: "Flutter Android", exponent: log(0.78) / log(0.9), unitVelocity: 2886.13),
  ]

  @Test(
    "A fling by an engine's own curve is one fling, from the release to the stop",
    arguments: [700.0, -900, 1200, -1500, 2000, 2500, -3200, 4000])
  func fling(_ velocity: Double) throws {
    for engine in Self.engines {
      let offsets = powerFling(
        velocity, exponent: engine.exponent, unitVelocity: engine.unitVelocity)
      let found = try phases(offsets, rate: 60)
      let flings = found.filter { $0.kind == .deceleration }
      let fling = try #require(flings.first, "\(engine.name): \(found.map { ($0.kind, $0.range) })")
      #expect(flings.count == 1 && found.map(\.kind) == [.rest, .drag, .deceleration, .rest])
      #expect((29...32).contains(fling.range.lowerBound), "\(engine.name): \(fling.range)")
      let moved = try #require(offsets.lastIndex { $0 != offsets.last })
      #expect(abs(fling.range.upperBound - 1 - moved) <= 2, "\(engine.name): \(fling.range), \(moved)")
      #expect(fling.fit != nil || fling.engine != nil)
    }
  }

  @Test(
    "A finger that stops by the same power in another time is none",
    arguments: [0.5, 0.7, 0.85, 1.2, 1.5])
  func otherDurations(_ stretched: Double) throws {
    for engine in Self.engines {
      for velocity in [700.0, -1200, 2000, 3200] {
        let offsets = powerFling(
          velocity, exponent: engine.exponent, unitVelocity: engine.unitVelocity, stretched: stretched)
        let found = try phases(offsets, rate: 60)
        #expect(
          found.allSatisfy { $0.engine == nil },
          "\(engine.name), \(velocity): \(found.compactMap { $0.engine?.name })")
      }
    }
  }

  @Test(
    "A hand's way from rest to rest is no fling",
    arguments: [
      (1.0, 1.0), (1, 2), (2, 1), (2, 2), (1, 3), (1.5, 2.5),
    ])
  func strokes(_ rise: Double, _ fall: Double) throws {
    for (travel, duration) in [(60.0, 0.3), (150, 0.35), (300, 0.45), (-500, 0.6), (900, 0.8)] {
      // The way along a speed of u^p (1 − u)^q, by sums of a thousand steps.
      let speeds = (0..<1000).map { step in
        let share = (Double(step) + 0.5) / 1000
        return pow(share, rise) * pow(1 - share, fall)
      }
      let whole = speeds.reduce(0, +)
      var ways = [0.0]
      for speed in speeds { ways.append(ways[ways.count - 1] + speed / whole) }
      let offsets = (0..<Int((duration + 1) * 60)).map { frame in
        let share = min(max((Double(frame) / 60 - 0.4) / duration, 0), 1)
        return (3 * travel * ways[Int(share * 1000)]).rounded() / 3
      }
      let found = try phases(offsets, rate: 60)
      #expect(found.allSatisfy { $0.engine == nil }, "\(travel): \(found.compactMap { $0.engine?.name })")
    }
  }
}
