import Foundation
import LeastSquares
import Testing

/// x₀ + v₀ (1 − e^(−kt))/k.
private let deceleration = SeparableClosure(linear: 2, nonlinear: 1) { alpha, t in
  let zero = Dual(value: 0, gradient: alpha[0].gradient.map { _ in 0 })
  return [zero + 1, -expm1(-(alpha[0] * t)) / alpha[0]]
}

struct CoverageTests {
  /// A 95 % interval's share of 200 recordings lies between 90 and 99 % but once in a thousand such tests.
  @Test(arguments: [0, 0.3e-3, 1e-3])
  func intervalsHoldTheTruth(timing: Double) throws {
    var random = SplitMix64(seed: 41)
    let times = (0..<60).map { Double($0) / 60 }
    let grid = 1.0 / 3
    let count = 200
    var covered = [0, 0, 0]
    for _ in 0..<count {
      let truth = [
        Double.random(in: -1...1, using: &random), .random(in: 1000...5000, using: &random), 2.002,
      ]
      let offsets = times.map {
        let time = $0 + timing * random.normal()
        return ((truth[0] - truth[1] * expm1(-truth[2] * time) / truth[2]) / grid).rounded() * grid
      }
      let map = DirectParametrization(deceleration.linear + deceleration.nonlinear)
      let full = FullProblem(deceleration, map: map, abscissas: times, observations: offsets)
      let settled = try RecordingNoise.iterate(resolution: grid / 12.0.squareRoot()) { weights in
        let minimum = LevenbergMarquardt().minimize(try WeightedProblem(full, weights: weights), from: truth)
        let (residuals, jacobian) = full.linearized(at: minimum.parameters)
        let p = minimum.parameters
        return RecordingNoise.Curve(
          parameters: p, residuals: residuals, slopes: times.map { p[1] * exp(-p[2] * $0) },
          jacobian: jacobian)
      }
      #expect(settled.isSettled)
      let weighted = try WeightedProblem(
        full, weights: .known(standardDeviations: settled.noise.standardDeviations))
      let covariance = Covariance(
        jacobian: weighted.linearized(at: settled.curve.parameters).jacobian, rows: 60, columns: 3,
        variance: 1)
      let reach = StudentT(degreesOfFreedom: 57).criticalValue(confidence: 0.95)
      for j in 0..<3 {
        let error = try #require(covariance.standardError(covariance.unit(j)))
        if abs(settled.curve.parameters[j] - truth[j]) <= reach * error { covered[j] += 1 }
      }
    }
    for hits in covered { #expect((180...198).contains(hits), "\(covered) of \(count)") }
  }
}
