import Foundation
import LeastSquares
import Testing

/// (c₁ + c₂ t) e^(−δt).
private let bounce = SeparableClosure(linear: 2, nonlinear: 1) { alpha, t in
  let decayed = exp(-alpha[0] * t)
  return [decayed, decayed * t]
}

struct RecordingNoiseTests {
  private let grid = 1.0 / 3 / 12.0.squareRoot()

  private func fitBounce(
    _ times: [Double], _ offsets: [Double], weights: Weights
  ) throws -> RecordingNoise.Curve {
    let model = try WeightedModel(bounce, weights: weights, count: times.count)
    let problem = ProjectedProblem(model, abscissas: times, observations: model.scaled(offsets))
    let minimum = LevenbergMarquardt().minimize(problem, from: [10])
    #expect(minimum.termination.converged)
    let p = problem.modelParameters(minimum.parameters)
    let full = FullProblem(
      bounce, map: DirectParametrization(bounce.linear + bounce.nonlinear), abscissas: times,
      observations: offsets)
    let (residuals, jacobian) = full.linearized(at: p)
    let slopes = times.map { (p[1] - p[2] * (p[0] + p[1] * $0)) * exp(-p[2] * $0) }
    return RecordingNoise.Curve(parameters: p, residuals: residuals, slopes: slopes, jacobian: jacobian)
  }

  @Test("The noise of recorded bounces is the reference's", arguments: ["1", "2", "3"])
  func recordedBounces(series: String) throws {
    let reference = try NoiseReference()
    let expected = try #require(reference.bounce[series]?["reml"])
    let (frames, offsets) = try NoiseReference.bounce(series)
    let times = frames.map { $0 * reference.interval }
    let settled = try RecordingNoise.iterate(resolution: grid) { weights in
      let curve = try fitBounce(times, offsets, weights: weights)
      if weights == .equal { #expect(digits(curve.parameters, expected.unweighted) > 8) }
      return curve
    }
    #expect(settled.isSettled)
    #expect(settled.rounds <= 12)
    #expect(digits(settled.curve.parameters, expected.parameters) > 6)
    #expect(digits(settled.noise.scale, expected.scale) > 5)
    #expect(abs(settled.noise.timing - expected.timing) < 1e-9)
    #expect(abs(-2 * settled.noise.logLikelihood - expected.minusTwoLogLikelihood) < 1e-6)
    let covariance = Covariance(
      jacobian: try WeightedProblem(
        FullProblem(
          bounce, map: DirectParametrization(bounce.linear + bounce.nonlinear), abscissas: times,
          observations: offsets), weights: .known(standardDeviations: settled.noise.standardDeviations)
      ).linearized(at: settled.curve.parameters).jacobian, rows: times.count, columns: 3, variance: 1)
    for j in 0..<3 {
      #expect(digits(try #require(covariance.standardError(covariance.unit(j))), expected.errors[j]) > 5)
    }
    if series != "1" {
      #expect(settled.noise.timing == 0 && settled.rounds == 1 && settled.noise.timingError == nil)
    } else {
      #expect(try #require(settled.noise.timingError) > 0)
    }
  }

  /// Slopes by central differences of the curve's samples, which the frame interval blurs.
  @Test func slopesByDifferences() throws {
    let reference = try NoiseReference()
    let (frames, offsets) = try NoiseReference.bounce("1")
    let times = frames.map { $0 * reference.interval }
    let settled = try RecordingNoise.iterate(resolution: grid) { weights in
      let curve = try fitBounce(times, offsets, weights: weights)
      let fitted = zip(curve.residuals, offsets).map { $0 + $1 }
      let slopes = times.indices.map { i in
        let (before, after) = (max(i - 1, 0), min(i + 1, times.count - 1))
        return (fitted[after] - fitted[before]) / (times[after] - times[before])
      }
      return RecordingNoise.Curve(
        parameters: curve.parameters, residuals: curve.residuals, slopes: slopes, jacobian: curve.jacobian)
    }
    #expect(digits(settled.curve.parameters, reference.bounceByDifferences.parameters) > 6)
    #expect(abs(settled.curve.parameters[2] - 10.878) < 5e-4)
  }

  // MARK: Corners

  private let ones = [Double](repeating: 1, count: 40)
  private var ramp: [Double] { ones.indices.map { 100 * Double($0) } }
  private func pattern(_ i: Int) -> Double { sin(Double(i * i)) }

  private func estimate(
    _ residuals: [Double], slopes: [Double], resolution: Double = 1
  ) throws -> RecordingNoise {
    try RecordingNoise.estimate(
      residuals: residuals, slopes: slopes, jacobian: residuals.map { _ in 1 }, rows: residuals.count,
      columns: 1,
      resolution: resolution)
  }

  @Test func equalSlopesLeaveEverythingToTheScale() throws {
    let residuals = ones.indices.map { 5 * pattern($0) }
    let mean = residuals.reduce(0, +) / 40
    let scale = (residuals.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / 39).squareRoot()
    for slopes in [ones.map { _ in -70.0 }, ones.map { _ in 0.0 }, ones.indices.map { $0 % 2 == 0 ? 3 : -3 }]
    {
      let noise = try estimate(residuals, slopes: slopes)
      #expect(noise.timing == 0)
      #expect(abs(noise.scale - scale) < 1e-12)
      #expect(noise.standardDeviations.allSatisfy { abs($0 - scale) < 1e-12 })
    }
  }

  @Test(arguments: [0, 1e-16, 1e-3])
  func residualsBelowTheResolutionAreTheResolutions(size: Double) throws {
    let noise = try estimate(ones.indices.map { size * pattern($0) }, slopes: ramp)
    #expect(noise.scale == 1 && noise.timing == 0)
    #expect(noise.standardDeviations == ones)
  }

  @Test func noiseOfTheTimesAloneLeavesTheScaleAtOne() throws {
    let residuals = ones.indices.map { 2e-3 * ramp[$0] * pattern($0) + 0.5 * pattern($0 + 50) }
    let noise = try estimate(residuals, slopes: ramp)
    #expect(noise.scale == 1)
    #expect(abs(noise.timing - 1.4e-3) < 4e-4)
    #expect(abs(try #require(noise.timingError) - noise.timing / 80.0.squareRoot()) < 1e-4)
    for (deviation, slope) in zip(noise.standardDeviations, ramp) {
      #expect(abs(deviation - (1 + slope * slope * noise.timing * noise.timing).squareRoot()) < 1e-12)
    }
  }

  /// The unit of time and of offsets is the caller's.
  @Test func unitsDoNotMatter() throws {
    let residuals = ones.indices.map { 2e-3 * ramp[$0] * pattern($0) + 3 * pattern($0 + 50) }
    let one = try estimate(residuals, slopes: ramp)
    let other = try estimate(residuals.map { $0 * 1e-30 }, slopes: ramp.map { $0 * 1e50 }, resolution: 1e-30)
    #expect(one.scale > 1 && one.timing > 0)
    #expect(abs(other.scale / one.scale - 1) < 1e-9)
    #expect(abs(other.timing * 1e80 / one.timing - 1) < 1e-9)
  }

  @Test func fewDegreesOfFreedomHaveNoTiming() throws {
    let noise = try estimate([3, -40, 0.1], slopes: [0, 1000, 1])
    #expect(noise.timing == 0 && noise.scale > 1)
    #expect(try estimate([7], slopes: [3]).scale == 1)
  }

  @Test("Two columns that are one count once")
  func dependentColumns() throws {
    let residuals = ones.indices.map { 2e-3 * ramp[$0] * pattern($0) + 3 * pattern($0 + 50) }
    let noise = try RecordingNoise.estimate(
      residuals: residuals, slopes: ramp, jacobian: ones + ones, rows: 40, columns: 2, resolution: 1)
    let single = try estimate(residuals, slopes: ramp)
    #expect(abs(noise.timing / single.timing - 1) < 1e-12)
    #expect(abs(noise.scale / single.scale - 1) < 1e-12)
  }

  @Test("Residuals, slopes or steps that are no numbers are refused") func badInput() {
    #expect(throws: RecordingNoiseError.resolution(0)) { try estimate(ones, slopes: ones, resolution: 0) }
    #expect(throws: RecordingNoiseError.notFinite(index: 2)) {
      try estimate([1, 1, .nan, 1], slopes: [1, 2, 3, 4])
    }
    #expect(
      throws: RecordingNoiseError.shape(residuals: 2, slopes: 1, jacobian: 2, rows: 2, columns: 1)
    ) { try estimate([1, 2], slopes: [1]) }
  }

  /// A fit whose residuals answer every weighting with the opposite one has no fixed point.
  @Test func aCycleEnds() throws {
    var rounds = 0
    let settled = try RecordingNoise.iterate(resolution: 1) { weights in
      rounds += 1
      let deviations = weights.standardDeviations ?? ones
      let isSteep = deviations[39] > 2 * deviations[0]
      let residuals = ones.indices.map { pattern($0) * (isSteep ? 1 : ramp[$0] / 300) }
      return RecordingNoise.Curve(parameters: [0], residuals: residuals, slopes: ramp, jacobian: ones)
    }
    #expect(rounds <= 50 && settled.rounds == rounds)
    #expect(!settled.isSettled)
  }
}
