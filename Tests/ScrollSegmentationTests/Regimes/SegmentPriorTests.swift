import Foundation
import Testing

@testable import ScrollSegmentation

/// The conditions and priors of single segments, each on the smallest motion that it decides.
struct SegmentPriorTests {
  /// Whole points at 60 Hz.
  private func fitter(_ count: Int, _ offset: (Double) -> Double) -> SegmentFitter {
    let times = (0..<count).map { Double($0) / 60 }
    return SegmentFitter(Motion(times: times, offsets: times.map { offset($0).rounded() }, grid: 1))
  }

  @Test("A misread sample does not decide whether a model holds")
  func misread() throws {
    // A wave of 1.2 points on a glide of 430, whose lack of fit is below the part of the travel at which a model fails.
    func glide(_ time: Double) -> Double { 500 * (1 - exp(-2 * time)) + 1.2 * sin(4 * .pi * time) }
    let fitter = fitter(60) { time in glide(abs(time * 60 - 10) < 0.5 ? 9.0 / 60 : time) }
    #expect(fitter.motion.noise.isMisread[10])
    let fit = try #require(fitter.fit(.exponential, 0..<60, from: SegmentModel.exponential.starts))
    #expect(fit.chiSquared > 1.5 * 60)
    #expect(fitter.holds(fit, .momentum))
  }

  @Test("The extent of a growing range judges a model as that of the whole range does")
  func growingExtent() throws {
    let fitter = fitter(60) { 500 * (1 - exp(-2 * $0)) + 6 * sin(4 * .pi * $0) }
    var extent = OffsetExtent(start: 10)
    var judged: Set<Bool> = []
    for end in stride(from: 20, through: 60, by: 4) {
      let fit = try #require(fitter.fit(.exponential, 10..<end, from: SegmentModel.exponential.starts))
      let holds = fitter.holds(fit, .momentum)
      #expect(fitter.holds(fit, .momentum, &extent) == holds)
      judged.insert(holds)
    }
    #expect(judged.count == 2)
  }

  @Test("Constant velocity is seen over more than two tremors", arguments: [(5.0, false), (30, true)])
  func steadyTravel(velocity: Double, isSteady: Bool) throws {
    let fitter = fitter(40) { velocity * $0 }
    let fit = try #require(fitter.fit(.constantVelocity, 0..<40))
    #expect(fitter.holds(fit, .steady) == isSteady)
  }

  @Test("A recording begins with a finger that holds the content for a tenth of a second at most")
  func openingHold() throws {
    let fitter = fitter(20) { _ in 100 }
    let (short, long) = (
      try #require(fitter.fit(.constant, 0..<5)), try #require(fitter.fit(.constant, 0..<20))
    )
    #expect(fitter.beginningPenalty(short, .hold) < fitter.beginningPenalty(long, .hold))
    #expect(fitter.beginningPenalty(long, .rest) == 0)
  }

  @Test("A finger that stops within a frame costs one penalty more than one that slows down first")
  func stopsShort() throws {
    let penalty = 5.0
    // 10 points a frame to a stop, at once and over ten frames.
    func cost(_ samples: Int, _ offset: @escaping (Double) -> Double) throws -> (Double, Double) {
      let fitter = fitter(samples + 10) { offset(min($0 * 60, Double(samples))) }
      let finger = try #require(fitter.fit(.parabola, 0..<(samples + 1)))
      let still = try #require(fitter.fit(.constant, (samples + 1)..<(samples + 10)))
      let glide = try #require(
        fitter.fit(.exponential, 0..<(samples + 1), from: SegmentModel.exponential.starts))
      return (
        fitter.continuityCost(finger, still, from: .finger, to: .hold, penalty: penalty),
        fitter.continuityCost(glide, still, from: .momentum, to: .rest, penalty: penalty)
      )
    }
    let (sudden, caught) = try cost(20) { 10 * $0 }
    #expect(sudden > caught + 0.8 * penalty)
    let (slow, _) = try cost(20) { 10 * $0 - $0 * $0 / 4 }
    #expect(slow < 0)
  }

  @Test(
    "A glide that is short and as fast as a spring is rare before a spring",
    arguments: [(10.0, 12, 1.0), (10, 40, 0), (1, 12, 0)])
  func shortGlide(rate: Double, samples: Int, rarity: Double) throws {
    let fitter = fitter(samples) { 2000 / rate * (1 - exp(-rate * $0)) }
    let fit = try #require(
      fitter.fit(.exponential, 0..<samples, from: SegmentModel.exponential.starts))
    #expect(fitter.rarity(of: .momentum, fit, after: .finger, to: .spring) == rarity)
    // A glide that a recording begins with shows no finger.
    #expect(fitter.rarity(of: .momentum, fit, after: nil, to: .spring) == 0)
  }
}
