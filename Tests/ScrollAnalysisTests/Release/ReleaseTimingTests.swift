import Elementary
import LeastSquares
import Recordings
import ScrollFitting
import ScrollModels
import TestSupport
import Testing

@testable import ScrollAnalysis

@Suite("The errors of a release report's times")
struct ReleaseTimingTests {
  private static let errors = FingerErrors(position: 0, time: 0.001)

  /// Eight samples of a finger of 600 pt/s at 60 Hz.
  private let touch = TouchSamples(
    times: (0..<8).map { Double($0) / 60 }, positions: (0..<8).map { Double($0) * 10 }, release: 7 / 60)

  /// Delays drawn from exponential distributions: the mean of Δx/(Δt + e₀ − e₁), computed here.
  @Test("The bias of the last two samples is that of drawn delays")
  func lastTwo() throws {
    var generator = SplitMix64(seed: 3)
    let count = 400_000
    var sum = 0.0
    for _ in 0..<count {
      func delay() -> Double { Self.errors.time * -logarithm(1 - generator.uniform()) }
      let gap = 1.0 / 60 + delay() - delay()
      if gap > 0.002 { sum += 10 / gap - 600 }
    }
    let drawn = sum / Double(count)
    let bias = Self.errors.predictionBias(touch) { $0.velocity(0) }
    #expect(abs(drawn - 600 * 2 * 0.0036) < 0.15 * drawn, "\(drawn)")
    #expect(abs(bias - drawn) < 0.15 * drawn, "\(bias), not \(drawn)")
  }

  @Test("Exact times have no bias, nor have windows whose ends do not err")
  func exact() {
    #expect(FingerErrors(position: 0.1, time: 0).predictionBias(touch) { $0.velocity(0) } == 0)
    #expect(Self.errors.predictionBias(touch) { $0.positions[7] } == 0)
  }

  private static let sessions = ReferenceSession.all("releases.json")

  private func report(_ name: String) throws -> ReleaseReport { try #require(Self.sessions[name]).report }

  /// Flings glide with 10 1/s, so that times late by 1.2 ms make velocities at noted releases 1.2 % too large. The true weights are 0.05,
  /// 0.35 and 0.6.
  @Test("Late times are found, and what they do is said")
  func late() throws {
    let report = try report("late")
    #expect(abs(report.timing.jitter - 0.0012) < 0.0003, "\(report.timing)")
    #expect(abs(try #require(report.timing.delayBias) - 0.012) < 0.003, "\(report.timing)")
    #expect(report.timing.biasesWeights, "\(report.timing)")
    #expect(report.estimators.filter(\.isIndistinguishable).map(\.estimator.name).contains("Flutter iOS"))
    #expect(report.isAdequate == true)
    // The systematic error that 7 σ²/T allows for: 0.6 ms.
    let error = try #require(report.latency?.standardError)
    #expect(error > 0.0004 && error < 0.001, "\(error)")
  }

  /// 0.0025 s is 0.15 of a frame at 60 Hz.
  @Test(
    "Times that err by more than 0.08 of a frame hide the latency",
    arguments: [(0.0012, false), (0.0025, true)])
  func latency(_ jitter: Double, _ isHidden: Bool) {
    let timing = ReleaseTiming(
      [], flings: [], best: nil, weights: [], errors: FingerErrors(position: 0, time: jitter),
      interval: 1.0 / 60)
    #expect(timing.hidesLatency == isHidden)
  }

  /// The velocities of each finger differ by 2⁻¹² pt/s, so that their sums of products lose half of the digits. The number is −(AᵀA)⁻¹ S w
  /// in exact fractions, for positions that err by ⅛ pt.
  @Test("The bias of the weights has its digits where the finger hardly accelerates")
  func nearlyDependent() throws {
    let speeds: [(Double, Double, Double)] = [
      (100, 3, -4), (220, -5, 6), (310, 7, 1), (450, 2, -9), (530, -8, 5), (610, 1, 2),
    ]
    let flings = speeds.map { speed, second, third in
      let steps = [speed + third * 0x1p-12, speed + second * 0x1p-12, speed].map { $0 / 64 }
      let positions = steps.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1) }
      let launch = ObservedRelease.Launch(
        engine: nil, velocity: speed, standardError: 1, delayBias: nil, curve: PlaneCurve(x: [], y: []))
      return ObservedRelease(
        touch: TouchSamples(
          times: (0..<4).map { Double($0) / 64 }, positions: positions, release: 3.0 / 64),
        outcome: .fling, halfWidth: 0, content: PlaneCurve(x: [], y: []), launch: launch, launches: [launch],
        velocityBefore: 0, velocityBeforeError: 0, hasEveryFrame: true)
    }
    let weights = ["newest", "second", "third"].map {
      Estimate(name: $0, unit: "", value: 1, standardError: 1, interval: nil)
    }
    let bias = try #require(
      VelocityWeights.bias(weights, flings: flings, errors: FingerErrors(position: 0.125, time: 0)))
    #expect(abs(bias / 99_475_118.097_557_29 - 1) < 1e-7, "\(bias)")
  }

  @Test("Where releases have the clock of the samples, delays do not move the velocities")
  func ownClock() throws {
    #expect(try report("mean").timing.delayBias == nil)
  }
}
