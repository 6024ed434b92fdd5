import Foundation
import Testing

@testable import ScrollSegmentation

struct SpringStartTests {
  /// A critically damped spring at 60 Hz on whole points, seen from when it moves at 7/s of its displacement.
  private func released(_ damping: Double, displacement: Double = 170) -> SegmentFitter {
    let times = (0..<40).map { Double($0) / 60 }
    let offsets = times.map { (displacement * (1 + (damping - 7) * $0) * exp(-damping * $0)).rounded() }
    return SegmentFitter(
      Motion(times: times, offsets: offsets, grid: 1).with(minimumJitter: AxisSegmenter.minimumJitter))
  }

  @Test(
    "The rate of a spring is found where its sum of squares has a second minimum",
    arguments: [11, 12, 13, 14] as [Double])
  func secondMinimum(damping: Double) throws {
    let fitter = released(damping)
    let fit = try #require(fitter.spring(0..<40, from: nil, penalty: log(40)))
    #expect(fit.model == .criticalSpring)
    #expect(abs(fit.rates[0] - damping) < 0.02 * damping)
    #expect(fit.isExplained)
  }

  @Test("A spring that is followed over growing ranges leaves a wrong minimum", arguments: [11, 12, 13, 14])
  func growing(damping: Double) throws {
    let fitter = released(damping)
    let growing = GrowingFit(.criticalSpring, start: 0)
    let fits = stride(from: 8, through: 40, by: 4).map { growing.fit(to: $0, fitter) }
    let last = try #require(fits.last ?? nil)
    #expect(abs(last.rates[0] - damping) < 0.02 * damping)
    #expect(last.isExplained)
  }

  @Test("Nor does it stay in a wrong minimum that noise explains", arguments: [40, 70, 100, 130, 160, 190])
  func growingFromHeldPull(displacement: Double) throws {
    for start in stride(from: displacement, to: displacement + 30, by: 1) {
      let fitter = released(10.9, displacement: start)
      let growing = GrowingFit(.criticalSpring, start: 0)
      let fits = (8...40).map { growing.fit(to: $0, fitter) }
      let last = try #require(fits.last ?? nil)
      // The wrong one lies at 5.5.
      #expect(abs(last.rates[0] - 10.9) < 1.5, "\(start) pt: \(last.rates[0])")
    }
  }

  @Test("Successive integration gives a spring's rates to a few percent", arguments: [0.7, 1, 1.2])
  func integration(ratio: Double) throws {
    // y = e^(−σt) (cos or cosh √|D| t + …) from 200 at rest, sampled at 120 Hz without rounding.
    let frequency = 10.0
    let (rate, discriminant) = (ratio * frequency, (ratio * ratio - 1) * frequency * frequency)
    let root = abs(discriminant).squareRoot()
    let times = (0..<72).map { Double($0) / 120 }
    let offsets = times.map { time in
      let (even, odd) =
        switch ratio {
        case ..<1: (cos(root * time), sin(root * time) / root)
        case 1: (1.0, time)
        default: (cosh(root * time), sinh(root * time) / root)
        }
      return 200 * exp(-rate * time) * (even + rate * odd)
    }
    let fitter = SegmentFitter(Motion(times: times, offsets: offsets, grid: 0.01))
    let found = try #require(fitter.integratedSpring(0..<72))
    #expect(abs(found.x - rate) < 0.05 * rate)
    #expect(abs(found.y - discriminant) < 0.1 * frequency * frequency)
  }
}
