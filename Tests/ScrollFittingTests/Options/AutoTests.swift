import Foundation
import Recordings
import ScrollModels
import TestSupport
import Testing

@testable import ScrollFitting

/// `auto`: the model that the samples prefer.
struct AutoTests {
  private let models: [MotionModel] = [
    "polynomial:1", "polynomial:2", "deceleration", "deceleration-stop", "bounce", "spring",
  ]

  @Test func weighsEveryLaw() throws {
    for recording in [try Motions.deceleration(), try Motions.bounce()] {
      let fit = try fit(recording, "auto")
      #expect(fit.selection.weights.map(\.model) == models)
      #expect(agree(fit.selection.weights.reduce(0) { $0 + $1.weight }, 1, 1e-14))
      let best = try #require(fit.selection.weights.compactMap(\.aicc).min())
      let own = try #require(fit.selection.weights.first { $0.model == fit.model }?.aicc)
      #expect(own - best < 2 && fit.selection.aicc == own)
    }
  }

  @Test func findsTheLaw() throws {
    #expect(try fit(Motions.deceleration(), "auto").model == "deceleration")
    #expect(try fit(Motions.bounce(), "auto").model == "bounce")
    let times = Motions.times(50, span: 1.1)
    let line = try trace(times, Motions.noisy(times) { 4 + 77 * $0 })
    #expect(try fit(line, "auto").model == "polynomial:1")
    let parabola = try trace(times, Motions.noisy(times) { 4 + 770 * $0 - 300 * $0 * $0 })
    #expect(try fit(parabola, "auto").model == "polynomial:2")
    let oscillation = try trace(times, Motions.noisy(times) { 60 + 40 * exp(-2 * $0) * cos(14 * $0) })
    #expect(try fit(oscillation, "auto").model == "spring")
  }

  /// Within 2 of the lowest AICc the fewest parameters win: exact samples of a line are fitted exactly by all.
  @Test func tiesGoToFewerParameters() throws {
    let times = Motions.times(50, span: 1.1)
    let fit = try fit(try trace(times, times.map { 4 + 77 * $0 }), "auto")
    #expect(fit.model == "polynomial:1")
    for recording in [try Motions.deceleration(), try Motions.bounce()] {
      let chosen = try TestSupport.fit(recording, "auto")
      let best = chosen.selection.weights.compactMap(\.aicc).min() ?? .nan
      for weight in chosen.selection.weights where (weight.aicc ?? .infinity) - best < 2 {
        let rival = try TestSupport.fit(recording, weight.model.id)
        #expect(rival.parameters.count >= chosen.parameters.count, "\(weight.model)")
      }
    }
  }

  /// Constant deceleration is not taken for an exponential.
  @Test func constantDecelerationOfRealEngines() throws {
    for range in try EngineRange.all() where range.expected["law"].text == "polynomial:2" {
      let fit = try range.fit("auto")
      #expect(fit.model == "polynomial:2", "\(range.file): \(fit.model)")
    }
  }

  @Test("Models with too many parameters for the samples are left out")
  func fewSamples() throws {
    let times = Motions.times(4, span: 0.3)
    let fit = try fit(try trace(times, [0, 31, 55, 71]), "auto")
    #expect(fit.selection.weights.contains { $0.aicc == nil && $0.weight == 0 })
    #expect(!fit.selection.weights.contains { $0.model == "spring" })
  }

  /// A glide at 120 Hz in whole points, up to the speed at which the engine stops it, and the rest of a second behind it.
  private func glide(stoppingAt stop: Double) throws -> Trace {
    let (velocity, k) = (1001.0, 2.002)
    let end = log(velocity / stop) / k
    let times = (0..<Int((end + 1) * 120)).map { Double($0) / 120 }
    return try trace(times, times.map { (40.3 + velocity / k * (1 - exp(-k * min($0, end)))).rounded() })
  }

  @Test("A stop within the last steps of rounded offsets is none", arguments: [0.2, 1, 2])
  func hiddenStop(stop: Double) throws {
    #expect(try fit(try glide(stoppingAt: stop), "auto").model == "deceleration")
  }

  @Test("A stop that leaves several steps to go is one", arguments: [6.0, 10, 40])
  func shownStop(stop: Double) throws {
    let fit = try fit(try glide(stoppingAt: stop), "auto")
    #expect(fit.model == "deceleration-stop")
    let found = try #require(fit.parameters.first { $0.name == "stopVelocity" }?.value)
    #expect(abs(found - stop) < 2.002)
  }

  @Test func withoutAModel() throws {
    #expect(try fit(Motions.rubberBand(), nil).model == "rubber-band")
    #expect(try fit(Motions.bounce(), nil).model == "bounce")
  }
}
