import Foundation
import LeastSquares
import ScrollModels
import TestSupport
import Testing

@testable import ScrollFitting

/// The best stop of a decay constant is the best of all times.
@Suite struct StopScanTests {
  /// Σ w r² of the best c₀ + c₁ p(min(t, stop)).
  private func cost(_ samples: Samples, rate: Double, stop: Double) -> Double {
    samples.projected(StoppingDecelerationModel()).cost(at: [rate, stop])
  }

  /// A glide cut off at a time, with waves in place of noise.
  private func samples(weighted: Bool) -> Samples {
    let times = (0..<60).map { 0.016 * Double($0) + 0.003 * sin(7 * Double($0)) }
    let offsets = times.map { 100 - 900 * expm1(-3 * min($0, 0.61)) / 3 + sin(190 * $0) }
    let deviations = times.map { 0.5 + $0 }
    return Samples(
      abscissas: times.map { $0 - times[0] }, observations: offsets,
      weights: weighted ? .known(standardDeviations: deviations) : .equal)
  }

  @Test("No time of a stop costs less than the one that is found", arguments: [false, true])
  func leastCost(weighted: Bool) {
    let samples = samples(weighted: weighted)
    let times = samples.abscissas
    var scan = StopScan(StoppingDecelerationModel(), samples: samples, rate: 0, time: 1)
    for rate in [-20.0, -3, -0.1, 0, 0.1, 1, 2.5, 3, 4, 30, 700] {
      let found = scan.stop(at: rate)
      let tried = (1..<6000).map { Double($0) / 6000 * times[times.count - 1] } + [times[times.count - 1]]
      let least = tried.map { cost(samples, rate: rate, stop: $0) }.min() ?? .nan
      #expect(found.cost <= least * (1 + 1e-9), "\(rate)")
      // The time within its two samples is by a straight line.
      #expect(found.cost >= 0.9 * least, "\(rate)")
      #expect(cost(samples, rate: rate, stop: found.time) <= 1.1 * least, "\(rate)")
    }
  }

  @Test("The deepest basin holds the decay constant and the stop of a simulated glide")
  func basins() throws {
    var scan = StopScan(StoppingDecelerationModel(), samples: samples(weighted: false), rate: 0, time: 1)
    let deepest = try #require(scan.basins(among: (1...40).map { 0.5 * Double($0) }).first)
    #expect(abs(deepest.bottom.rate - 3) < 0.05)
    #expect(abs(deepest.bottom.time - 0.61) < 0.01)
    #expect(deepest.range.contains(deepest.bottom.rate))
  }

  @Test(
    "Whole offsets of few samples, or of one step, are fitted as well as by the motion that never stops",
    arguments: [
      ([0, 5.2, 10.4, 15.6, 20.8], [82408.0, 84195, 84354, 84368, 84370]),
      ((0..<138).map { 0.0299 * Double($0) / 137 }, [72455] + [Double](repeating: 72456, count: 137)),
    ])
  func wholeOffsets(times: [Double], offsets: [Double]) throws {
    let samples = Samples(abscissas: times, observations: offsets)
    func cost(_ scrollModel: some ScrollModel) throws -> Double {
      try Estimation(
        scrollModel, samples: samples, fixed: [:], options: options(scrollModel.name)
      ).minimum.sumOfSquares
    }
    #expect(try cost(StoppingDecelerationModel()) <= cost(DecelerationModel()) * (1 + 1e-9) + 1e-12)
  }

  @Test("A model that changes at a time has the columns 1 and p(min(t, T))")
  func columns() {
    for model in MotionModel.all {
      guard let scrollModel = model.scrollModel(settlingDistance: 0.5), let time = scrollModel.timeOfChange
      else {
        continue
      }
      #expect(scrollModel.linear.count == 2 && scrollModel.nonlinear.count == 2)
      let times = [0, 0.1, 0.2, 0.3, 0.4, 0.5]
      func basis(changing: Double) -> [Double] {
        var basis = [Double](repeating: 0, count: 12)
        var alpha = [2.0, 2]
        alpha[time] = changing
        scrollModel.fillBasis(alpha, at: times, basis: &basis)
        return basis
      }
      let (changed, unchanged) = (basis(changing: 0.3), basis(changing: 0.5))
      #expect(changed.prefix(6).allSatisfy { $0 == 1 })
      for i in 6..<12 { #expect(abs(changed[i] - unchanged[min(i, 9)]) < 1e-15) }
    }
  }
}
