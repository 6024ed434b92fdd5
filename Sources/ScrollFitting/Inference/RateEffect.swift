import LeastSquares
import ScrollModels

/// The error of a fit's estimates by the rate of the frames that its times were put on: all of them are wrong by one factor.
///
/// Times that are longer by a factor move the curve at a sample by v t of it. The estimates follow it by the linearized fit.
struct RateEffect {
  private let covariance: Covariance
  /// The movement of the samples at one standard error of the rate, over their standard deviations, along J's orthonormal columns.
  private let movement: [Double]

  /// - Returns: nil where the rate has no error, the abscissas are no times, or there are no more samples than free numbers.
  init?(_ solution: borrowing Solution, phase: borrowing PhaseSamples) {
    let estimation = solution.estimation
    guard phase.rateError > 0,
      let covariance = Solution.covariance(of: estimation, variance: 1)
    else { return nil }
    let samples = solution.samples
    let velocities = RecordingNoise.slopes(
      residuals: estimation.residuals, observations: samples.observations, abscissas: samples.abscissas)
    let deviations = samples.weights.standardDeviations
    let moved = velocities.indices.map { index in
      phase.rateError * velocities[index] * samples.abscissas[index] / (deviations?[index] ?? 1)
    }
    self.covariance = covariance
    movement = covariance.projection(moved)
  }

  /// The standard error of a function of the estimates with a gradient by the free numbers; 0 where the samples do not determine it.
  func standardError(_ gradient: [Double]) -> Double {
    guard let whitened = covariance.whitened(Array(gradient.prefix(covariance.count))) else { return 0 }
    return zip(whitened, movement).reduce(0) { $0 + $1.0 * $1.1 }.magnitude
  }
}
