import LeastSquares
import ScrollModels

// Fits that minimize another cost than the sum of squares. Both start from where least squares ended, on the full
// problem: a loss ends the separation of linear parameters.

extension Candidate {
  /// A robust loss, with the samples that it hardly believes.
  func robust(_ options: FitOptions) throws(FitError) -> Solution {
    let loss = options.loss
    guard options.noise == .none || options.noise == .estimated else {
      throw .excluded("noise \(options.noise.optionName)", beside: "loss \(loss.optionName)")
    }
    guard options.estimator == .auto || options.estimator == .levenbergMarquardt else {
      throw .excluded("estimator \(options.estimator.optionName)", beside: "loss \(loss.optionName)")
    }
    func fit(_ scrollModel: some ScrollModel) -> Solution {
      let fit = RobustFit(
        phase.samples.full(scrollModel, map: estimation.coordinates), loss: loss, from: estimation.point)
      let outliers = fit.outliers().map { index in
        LossSummary.Outlier(
          index: index, time: phase.positions[index], residual: -fit.residuals[index],
          weight: fit.weights[index])
      }
      let ended = estimation.moved(
        scrollModel, to: fit.parameters, samples: phase.samples, termination: fit.termination,
        rounds: fit.rounds)
      return Solution(
        ended, samples: phase.samples, noise: .none,
        loss: LossSummary(name: loss.optionName, scale: fit.scale, outliers: outliers),
        covariance: fit.covariance, variance: fit.scale * fit.scale,
        distribution: Weights.equal.distribution(degreesOfFreedom: sampleCount - freeCount))
    }
    return fit(scrollModel)
  }

  /// The exact likelihood of offsets that are known to half a step of their grid.
  func byIntervals(_ options: FitOptions) throws(FitError) -> Solution {
    guard let grid = phase.grid else { throw .gridMissing }
    guard options.estimator == .auto || options.estimator == .levenbergMarquardt else {
      throw .excluded("estimator \(options.estimator.optionName)", beside: "noise censored")
    }
    func fit(_ scrollModel: some ScrollModel) -> Solution {
      let fit = CensoredFit(
        phase.samples.full(scrollModel, map: estimation.coordinates), resolution: grid, from: estimation.point
      )
      let ended = estimation.moved(
        scrollModel, to: fit.parameters, samples: phase.samples, termination: fit.termination,
        rounds: fit.rounds)
      let resolution = grid / 12.0.squareRoot()
      return Solution(
        ended, samples: phase.samples,
        noise: NoiseSummary(model: .interval, resolution: resolution, scale: fit.deviation / resolution),
        covariance: fit.covariance, variance: fit.deviation * fit.deviation + resolution * resolution,
        distribution: StudentT(degreesOfFreedom: .infinity))
    }
    return fit(scrollModel)
  }
}

extension Estimation {
  /// The effect of another loss than the sum of squares on this estimate.
  fileprivate func moved(
    _ scrollModel: some ScrollModel, to point: [Double], samples: Samples, termination: Termination,
    rounds: Int
  ) -> Estimation {
    let minimum = Minimum(
      parameters: point, sumOfSquares: 0, termination: termination,
      iterations: self.minimum.iterations + rounds, evaluations: self.minimum.evaluations)
    return Estimation(
      minimum, of: samples.full(scrollModel, map: coordinates), samples: samples, in: coordinates,
      by: .levenbergMarquardt)
  }
}
