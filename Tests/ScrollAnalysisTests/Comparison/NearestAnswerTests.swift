import Foundation
import Recordings
import ScrollFitting
import ScrollModels
import Testing

@testable import ScrollAnalysis

/// The nearest engine of a recording without a finger, beside the answer for the engine that made it.
struct NearestAnswerTests {
  /// Flutter's fling on Android: v₀ (T/n)(1 − (1 − t/T)ⁿ), n = ln 0.78/ln 0.9, T = (|v₀|/2886.13)^(1/(n − 1))
  /// (`scroll_simulation.dart`, `ClampingScrollSimulation`, friction 0.015), on thirds of a point at 60 Hz. A finger gains speed
  /// for 0.2 s before it; a program takes the content back by a critically damped spring after it, where that is asked for.
  private static func recording(_ velocity: Double, isTakenBack: Bool) throws -> Trace {
    let exponent = log(0.78) / log(0.9)
    let duration = pow(abs(velocity) / 2886.13, 1 / (exponent - 1))
    let (drag, rest, damping) = (0.2, 0.8, 14.0)
    let (pulled, flung) = (velocity * drag / 3, velocity * duration / exponent)
    let back = drag + duration + rest
    let times = (0..<Int((back + 2.5) * 60)).map { Double($0) / 60 }
    let offsets = times.map { frame in
      let time = frame - 0.5
      var offset = 0.0
      if time >= 0 { offset = pulled * pow(min(time / drag, 1), 3) }
      if time >= drag {
        offset = pulled + flung * (1 - pow(max(1 - (time - drag) / duration, 0), exponent))
      }
      if isTakenBack, time >= back {
        offset = (pulled + flung) * (1 + damping * (time - back)) * exp(-damping * (time - back))
      }
      return (3 * offset).rounded() / 3
    }
    return try Trace(source: "memory", format: "memory", times: times, offsets: [.y: offsets])
  }

  private static func answer(_ trace: Trace, _ choice: EngineChoice) throws -> Answer {
    try #require(
      Analyzer(options: FitOptions()).analyze([trace], like: choice, illustrating: 0).answers.first)
  }

  @Test(
    "An engine that the recording is like is the nearest",
    arguments: [900.0, -1500, 2400, -3600], [false, true])
  func nearest(velocity: Double, isTakenBack: Bool) throws {
    let trace = try Self.recording(velocity, isTakenBack: isTakenBack)
    let own = try Self.answer(trace, .named(ScrollEngine(named: "Flutter Android")))
    #expect(own.equivalence == .same)
    let nearest = try Self.answer(trace, .nearest)
    #expect(nearest.equivalence == .same, "\(nearest.engine ?? "none")")
    #expect(
      ([nearest.engine] + nearest.equallyNear).contains("Flutter Android"), "\(nearest.engine ?? "none")")
  }
}
