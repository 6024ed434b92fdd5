import Foundation
import LeastSquares
import Recordings
import ScrollFitting
import Testing

/// Times that are put on a display's frames have a rate with an error, which no residual shows.
struct RateEffectTests {
  /// UIScrollView's fling at 120 Hz, of offsets that are not rounded; its times err by half a millisecond.
  private func recording(_ random: inout SplitMix64, rate: Double) throws -> Trace {
    let speed = random.uniform(800, 3000)
    let frames = (0..<240).map { Double($0) / 120 }
    let times = frames.map { $0 + 5e-4 * random.normal() }
    return try Trace(
      source: "fling", format: "made", times: times.map { $0 - times[0] },
      offsets: [.y: frames.map { speed / rate * (1 - exp(-rate * $0)) }]
    ).onDisplayFrames()
  }

  @Test("Intervals of a decay constant by the times of frames hold the truth")
  func decay() throws {
    let truth = 2.002
    var random = SplitMix64(seed: 41)
    var (held, count) = (0, 0)
    for _ in 0..<60 {
      let trace = try recording(&random, rate: truth)
      guard trace.rateError > 0 else { continue }
      var options = FitOptions()
      options.model = .model(.deceleration)
      let fit = try Fitting(trace: trace, axis: .y, options: options).fit()
      let decay = try #require(fit.parameters.first { $0.name == "decayConstant" })
      let error = try #require(decay.standardError)
      #expect(error < 1e-3 * truth)
      held += abs(decay.value - truth) <= 1.96 * error ? 1 : 0
      count += 1
    }
    #expect(count >= 50 && held * 10 >= 9 * count, "\(held) of \(count)")
  }
}
