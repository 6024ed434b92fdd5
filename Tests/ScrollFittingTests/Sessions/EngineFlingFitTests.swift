import Foundation
import Recordings
import ScrollFitting
import ScrollModels
import TestSupport
import Testing

/// Flings of engines that decelerate by a power of the time that is left, fitted by their model.
struct EngineFlingFitTests {
  /// A rest, a finger that gains speed for 0.2 s, v₀ (T/n)(1 − (1 − t/T)ⁿ) with T = (|v₀|/a)^(1/(n − 1)), a rest: at 60 Hz, on a
  /// grid of a third of a point.
  private func recording(_ velocity: Double, exponent: Double, unitVelocity: Double) throws -> Trace {
    let (rest, drag) = (0.3, 0.2)
    let duration = pow(abs(velocity) / unitVelocity, 1 / (exponent - 1))
    let times = (0..<Int((rest + drag + duration + 0.6) * 60)).map { Double($0) / 60 }
    let offsets = times.map { recorded in
      let time = recorded - rest
      let pulled = velocity * drag / 3
      let share = min(max(0, time - drag) / duration, 1)
      let offset =
        time < 0
        ? 0
        : time < drag
          ? pulled * pow(time / drag, 3)
          : pulled + velocity * duration / exponent * (1 - pow(1 - share, exponent))
      return (offset * 3).rounded() / 3
    }
    return try trace(times, offsets)
  }

  /// AppKit's replica, and Flutter's on Android: n = ln 0.78/ln 0.9 and a from its friction of 0.015
  /// (`scroll_simulation.dart`, `ClampingScrollSimulation`).
  private static let engines = [
    (name: "AppKit", exponent: 4.0, unitVelocity: 4000.0),
    (name: "Flutter Android", exponent: log(0.78) / log(0.9), unitVelocity: 2886.13),
  ]

  @Test(
    "An engine's fling has the exponent and the unit velocity of its engine",
    arguments: [1200.0, -2000, 3200])
  func constants(_ velocity: Double) throws {
    for engine in Self.engines {
      let trace = try recording(velocity, exponent: engine.exponent, unitVelocity: engine.unitVelocity)
      let (analysis, failures) = Analyzer(options: FitOptions()).analyze([trace])
      #expect(failures.isEmpty)
      // The models of glides by which recordings are compared stand before it.
      #expect(analysis.fits.map(\.model).dropLast().allSatisfy(Fitting.models(of: .deceleration).contains))
      let fit = try #require(analysis.fits.last, "\(engine.name), \(velocity)")
      #expect(
        fit.model == .powerDeceleration && fit.adequacy.verdict == .holds, "\(engine.name): \(fit.model)")
      for (name, known) in [("exponent", engine.exponent), ("unitVelocity", engine.unitVelocity)] {
        let estimate = fit.estimate(of: ParameterName(name))
        let error = try #require(estimate.standardError)
        #expect(abs(estimate.value - known) < 4 * error && error < 0.1 * known, "\(engine.name): \(estimate)")
      }
    }
  }

  @Test("A fling that an exponential describes is weighed against no power of the time that is left")
  func exponential() throws {
    let times = (0..<240).map { Double($0) / 60 }
    let offsets = times.map { time in
      (3000 * (1 - exp(-2.002 * max(0, time - 0.3)))).rounded() / 3
    }
    let (analysis, _) = Analyzer(options: FitOptions()).analyze([try trace(times, offsets)])
    #expect(!analysis.fits.isEmpty && analysis.fits.allSatisfy { $0.model != .powerDeceleration })
    #expect(analysis.fits.flatMap(\.selection.weights).allSatisfy { $0.model != .powerDeceleration })
  }
}
