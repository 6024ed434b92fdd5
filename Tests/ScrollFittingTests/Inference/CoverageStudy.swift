import LeastSquares
import Recordings
import TestSupport

@testable import ScrollFitting

/// The coverage of intervals, over simulated recordings of one model in one condition.
struct CoverageStudy {
  /// The outcome of one parameter.
  struct Row {
    let parameter: String
    /// The share of recordings whose interval holds the truth.
    let coverage: Double
    /// The mean error over the Cramér–Rao bound's standard deviation.
    let bias: Double
    /// The bound's variance, from the same noise, over the mean squared error; nil where no bound is known.
    let efficiency: Double?
  }

  let motion: TrueMotion
  let conditions: RecordingConditions
  let options: FitOptions

  init(
    _ motion: TrueMotion, _ conditions: RecordingConditions, noise: NoiseModel,
    intervals: IntervalKind = .wald
  ) {
    self.motion = motion
    self.conditions = conditions
    var options = FitOptions()
    options.model = .model(motion.scrollModel.model)
    options.fixed = motion.fixed
    options.noise = noise
    options.intervals = intervals
    self.options = options
  }

  func rows(count: Int, seed: UInt64) throws -> [Row] {
    var random = SplitMix64(seed: seed)
    let free = motion.free
    var held = free.map { _ in 0 }
    var errors = free.map { _ in 0.0 }
    var squares = free.map { _ in 0.0 }
    var bounds = free.map { _ in 0.0 }
    var linear = free.map { _ in 0.0 }
    for _ in 0..<count {
      let recording = try conditions.record(motion, &random)
      let fit = try Fitting(trace: recording.trace, axis: .y, options: options).fit()
      let ideal = LinearEstimate(recording, noise: conditions.offsetNoise)
      for (position, index) in free.enumerated() {
        let estimate = fit.parameters[index]
        let truth = recording.motion.parameters[index]
        if estimate.interval?.contains(truth) ?? false { held[position] += 1 }
        errors[position] += estimate.value - truth
        squares[position] += (estimate.value - truth) * (estimate.value - truth)
        bounds[position] += ideal.variances[position]
        linear[position] += ideal.errors[position] * ideal.errors[position]
      }
    }
    let total = Double(count)
    let isBounded = conditions.offsetNoise > 0 && conditions.timeNoise == 0
    return free.enumerated().map { position, index in
      Row(
        parameter: motion.scrollModel.parameters[index].name, coverage: Double(held[position]) / total,
        bias: errors[position] / total / (bounds[position] / total).squareRoot(),
        efficiency: isBounded ? linear[position] / squares[position] : nil)
    }
  }
}

/// The estimate that reaches the Cramér–Rao bound: the truth plus J⁺ε, with the noise ε that was drawn.
private struct LinearEstimate {
  let variances: [Double]
  let errors: [Double]

  init(_ recording: RecordingConditions.Recording, noise: Double) {
    let abscissas = recording.trace.fingers[.y] ?? recording.trace.times
    let observed = recording.trace.offsets[.y] ?? []
    let truth = recording.motion.values(at: abscissas)
    let columns = recording.motion.free.count
    let spread = noise > 0 ? noise : 1
    let jacobian = recording.motion.jacobian(at: abscissas)
    let covariance = Covariance(
      jacobian: jacobian, rows: abscissas.count, columns: columns, variance: spread * spread)
    // J⁺ε = (JᵀJ)⁻¹ Jᵀε, by the rows of the covariance.
    let right = (0..<columns).map { column in
      abscissas.indices.reduce(0) {
        $0 + jacobian[column * abscissas.count + $1] * (observed[$1] - truth[$1])
      }
    }
    variances = (0..<columns).map { covariance.covariance(covariance.unit($0), covariance.unit($0)) ?? .nan }
    errors = (0..<columns).map {
      (covariance.covariance(covariance.unit($0), right) ?? .nan) / (spread * spread)
    }
  }
}
