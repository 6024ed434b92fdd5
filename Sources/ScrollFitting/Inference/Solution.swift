import LeastSquares
import ScrollModels

/// The parameters that are reported, and what their errors rest on.
package struct Solution {
  package let estimation: Estimation
  /// As they were weighted.
  package let samples: Samples
  let noise: NoiseSummary
  var loss: LossSummary?
  /// Nil where as many parameters are free as there are samples. After the free numbers it may have further ones.
  package let covariance: Covariance?
  /// The residuals' degrees of freedom.
  let degreesOfFreedom: Int
  /// s², in units of the samples' weights.
  let variance: Double?
  package let distribution: StudentT
  /// The degrees of freedom of the variance of a function of the estimates, where the noise has several estimated parts.
  var satterthwaiteDegreesOfFreedom: SatterthwaiteDegreesOfFreedom?
  /// The verdict on the model by the residuals, where it is known already.
  var judgement: AdequacyJudgement?

  /// Least squares with the samples' weights.
  init(_ estimation: Estimation, samples: Samples, noise: NoiseSummary) {
    let degreesOfFreedom = estimation.residuals.count - estimation.point.count
    self.init(
      estimation, samples: samples, noise: noise,
      variance: samples.weights.variance(
        sumOfSquares: estimation.minimum.sumOfSquares, degreesOfFreedom: degreesOfFreedom),
      distribution: samples.weights.distribution(degreesOfFreedom: degreesOfFreedom))
  }

  /// - Parameter variance: s², in units of the samples' weights.
  init(
    _ estimation: Estimation, samples: Samples, noise: NoiseSummary, variance: Double?,
    distribution: StudentT
  ) {
    let count = estimation.residuals.count
    let columns = estimation.point.count
    let covariance =
      count > columns
      ? variance.map {
        Covariance(jacobian: estimation.jacobian, rows: count, columns: columns, variance: $0)
      } : nil
    self.init(
      estimation, samples: samples, noise: noise, covariance: covariance, variance: variance,
      distribution: distribution)
  }

  init(
    _ estimation: Estimation, samples: Samples, noise: NoiseSummary, loss: LossSummary? = nil,
    covariance: Covariance?, variance: Double?, distribution: StudentT
  ) {
    self.estimation = estimation
    self.samples = samples
    self.noise = noise
    self.loss = loss
    self.covariance = covariance
    self.variance = variance
    self.distribution = distribution
    degreesOfFreedom = estimation.residuals.count - estimation.point.count
  }

  /// The quantile that the standard error of a function with this gradient is multiplied by; infinite without degrees of
  /// freedom.
  func quantile(_ confidence: Double, gradient: [Double]) -> Double {
    let quantile = distribution(gradient: gradient).criticalValue(confidence: confidence)
    return quantile.isNaN ? .infinity : quantile
  }

  /// The distribution of a function's estimate over its standard error.
  func distribution(gradient: [Double]) -> StudentT {
    satterthwaiteDegreesOfFreedom.map { StudentT(degreesOfFreedom: $0.degreesOfFreedom(gradient)) }
      ?? distribution
  }

  /// σᵢ of a sample, in the unit of the observations; nil where it is not known.
  func standardDeviation(_ sample: Int) -> Double? {
    variance.map { $0.squareRoot() * (samples.weights.standardDeviations?[sample] ?? 1) }
  }
}
