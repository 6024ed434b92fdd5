import LeastSquares
import ScrollModels

/// The parameters that are reported, and what their errors rest on.
struct Solution {
  let estimation: Estimation
  let noise: NoiseSummary
  var loss: LossSummary?
  /// Nil where as many parameters are free as there are samples.
  let covariance: Covariance?
  /// The residuals' degrees of freedom.
  let degreesOfFreedom: Int
  /// σᵢ, in the unit of the observations: the noise of each sample, known or estimated.
  let standardDeviations: [Double]

  /// - Parameters:
  ///   - variance: the square of what the standard deviations of the estimation's samples are to be multiplied by.
  ///   - standardDeviations: those of the estimation's samples; empty where they are all alike.
  init(
    _ estimation: Estimation, noise: NoiseSummary, loss: LossSummary? = nil, variance: Double?,
    standardDeviations: [Double]
  ) {
    let count = estimation.residuals.count
    let columns = estimation.point.count
    self.estimation = estimation
    self.noise = noise
    self.loss = loss
    degreesOfFreedom = count - columns
    let scale = variance ?? 0
    covariance = variance.map {
      Covariance(jacobian: estimation.jacobian, rows: count, columns: columns, variance: $0)
    }
    self.standardDeviations =
      (standardDeviations.isEmpty ? [Double](repeating: 1, count: count) : standardDeviations).map {
        $0 * scale.squareRoot()
      }
  }

  /// Whether some samples count more than others.
  var isWeighted: Bool { standardDeviations.contains { $0 != standardDeviations[0] } }

  /// The quantile that a standard error is multiplied by.
  func quantile(_ confidence: Double) -> Double {
    if noise.isVarianceKnown { return Normal().quantile((1 + confidence) / 2) }
    guard degreesOfFreedom > 0 else { return .infinity }
    return StudentT(degreesOfFreedom: Double(degreesOfFreedom)).criticalValue(confidence: confidence)
  }
}

extension Estimation {
  /// Σrᵢ²/(n − p), where it exists.
  var residualVariance: Double? {
    let degreesOfFreedom = residuals.count - point.count
    return degreesOfFreedom > 0 ? minimum.sumOfSquares / Double(degreesOfFreedom) : nil
  }
}
