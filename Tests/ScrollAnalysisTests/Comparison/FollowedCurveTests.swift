import Foundation
import Recordings
import ScrollFitting
import ScrollModels
import Testing

@testable import ScrollAnalysis

/// Comparisons of sets whose flings follow the curve of an engine that no fitted model has.
struct FollowedCurveTests {
  /// Flutter's fling on Android at several velocities, each a recording on thirds of a point at 60 Hz: v₀ (T/n)(1 − (1 − t/T)ⁿ),
  /// n = ln 0.78/ln 0.9, T = (|v₀|/2886.13)^(1/(n − 1)) (`scroll_simulation.dart`, `ClampingScrollSimulation`, friction 0.015). A changed app
  /// takes a part of the time. A finger gains speed for 0.2 s before the fling.
  private static func recordings(_ flings: [(velocity: Double, factor: Double)]) throws -> [Trace] {
    let exponent = log(0.78) / log(0.9), drag = 0.2
    return try flings.map { velocity, factor in
      let duration = pow(abs(velocity) / 2886.13, 1 / (exponent - 1)) / factor
      let (pulled, flung) = (velocity * drag / 3, velocity * duration / exponent)
      let times = (0..<Int((duration + 2) * 60)).map { Double($0) / 60 + 0.003 }
      let offsets = times.map { frame -> Double in
        let time = frame - 0.5
        guard time >= drag else { return time < 0 ? 0 : (3 * pulled * pow(time / drag, 3)).rounded() / 3 }
        return (3 * (pulled + flung * (1 - pow(max(1 - (time - drag) / duration, 0), exponent)))).rounded()
          / 3
      }
      return try Trace(source: "\(velocity)", format: "memory", times: times, offsets: [.y: offsets])
    }
  }

  private static func set(_ velocities: [Double], by factor: Double = 1, fastest: Double? = nil) throws
    -> MotionSet
  {
    let flings = velocities.map { velocity in
      (velocity, velocity == velocities.max() ? fastest ?? factor : factor)
    }
    return MotionSet.analyzed(
      try recordings(flings), name: "set", options: FitOptions(), isReference: true
    ).set
  }

  private static let (ofA, ofB) = ([700.0, 1100, 1900, 2600, 3600], [900.0, 1400, 2200, 3100])

  @Test("An engine is the same as itself whatever the velocities of its flings") func unchanged() throws {
    let a = try Self.set(Self.ofA), b = try Self.set(Self.ofB)
    #expect(a.followedEngines.map(\.engine.name) == ["Flutter Android"])
    for (first, second) in [(a, b), (b, a)] {
      let comparison = try FeelComparison(first, second)
      #expect(comparison.equivalence == .same && comparison.engine?.name == "Flutter Android")
      #expect(comparison.flings.count == second.flings.count && !comparison.isAgainstEngine)
      #expect(comparison.warnings.contains { $0.contains("each of B's is compared with that curve") })
    }
  }

  @Test("A changed engine is different, and so is one of which the fastest fling is changed")
  func changed() throws {
    let a = try Self.set(Self.ofA)
    #expect(try FeelComparison(a, Self.set(Self.ofB, by: 1.1)).equivalence == .different)
    let one = try FeelComparison(a, Self.set(Self.ofB, fastest: 1.5))
    #expect(one.equivalence == .different)
    #expect(one.flings.filter { $0.equivalence == .different }.map(\.recording.source) == ["3100.0"])
  }

  @Test("An engine of other constants than the catalogue's is not different from itself")
  func ofOtherConstants() throws {
    let a = try Self.set(Self.ofA, by: 1.25), b = try Self.set(Self.ofB, by: 1.25)
    #expect(a.followedEngines.isEmpty)
    // Where no model follows a fling there may be nothing to compare.
    for (first, second) in [(a, b), (b, a)] {
      #expect((try? FeelComparison(first, second))?.equivalence != .different)
    }
  }

  @Test("Recordings are compared with an engine whose flings no fitted model has by each fling")
  func likeAnEngine() throws {
    let engine = try ScrollEngine(named: "Flutter Android")
    let own = try FeelComparison(like: engine, Self.set(Self.ofA))
    #expect(own.equivalence == .same && own.flings.count == Self.ofA.count && own.isAgainstEngine)
    let changed = try Self.set(Self.ofB, fastest: 1.5)
    let other = try FeelComparison(like: engine, changed)
    #expect(other.equivalence == .different && other.decidingFlings == other.flings)
    let rules = try Expectation.rules(["like": .string(engine.name)])
    #expect(changed.outcomes(of: rules).map(\.equivalence) == [.different])
    #expect(try Self.set(Self.ofA).outcomes(of: rules).map(\.equivalence) == [.same])
  }
}
