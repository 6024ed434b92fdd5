import LeastSquares
import LinearAlgebra
import ScrollModels

/// The parameters that are reported, and what their errors rest on.
///
/// A class, as every fit keeps it: a copy of a value would retain each of its parts.
package final class Solution: Sendable {
  package let estimation: Estimation
  /// As they were weighted.
  package let samples: Samples
  let noise: NoiseSummary
  let loss: LossSummary?
  /// Nil where as many parameters are free as there are samples. After the free numbers it may have further ones.
  package let covariance: Covariance?
  /// The residuals' degrees of freedom.
  let degreesOfFreedom: Int
  /// s², in units of the samples' weights.
  let variance: Double?
  package let distribution: StudentT
  /// The degrees of freedom of the variance of a function of the estimates, where the noise has several estimated parts.
  let satterthwaiteDegreesOfFreedom: SatterthwaiteDegreesOfFreedom?
  /// The verdict on the model by the residuals, where it is known already.
  let judgement: AdequacyJudgement?

  /// Least squares with the samples' weights.
  convenience init(_ estimation: Estimation, samples: Samples, noise: NoiseSummary) {
    let degreesOfFreedom = estimation.residuals.count - estimation.point.count
    self.init(
      estimation, samples: samples, noise: noise,
      variance: samples.weights.variance(
        sumOfSquares: estimation.minimum.sumOfSquares, degreesOfFreedom: degreesOfFreedom),
      distribution: samples.weights.distribution(degreesOfFreedom: degreesOfFreedom))
  }

  /// - Parameter variance: s², in units of the samples' weights.
  convenience init(
    _ estimation: Estimation, samples: Samples, noise: NoiseSummary, variance: Double?,
    distribution: StudentT
  ) {
    self.init(
      estimation, samples: samples, noise: noise,
      covariance: variance.flatMap { Self.covariance(of: estimation, variance: $0) }, variance: variance,
      distribution: distribution)
  }

  init(
    _ estimation: Estimation, samples: Samples, noise: NoiseSummary, loss: LossSummary? = nil,
    covariance: Covariance?, variance: Double?, distribution: StudentT,
    satterthwaiteDegreesOfFreedom: SatterthwaiteDegreesOfFreedom? = nil, judgement: AdequacyJudgement? = nil
  ) {
    self.estimation = estimation
    self.samples = samples
    self.noise = noise
    self.loss = loss
    self.covariance = covariance
    self.variance = variance
    self.distribution = distribution
    self.satterthwaiteDegreesOfFreedom = satterthwaiteDegreesOfFreedom
    self.judgement = judgement
    degreesOfFreedom = estimation.residuals.count - estimation.point.count
  }

  /// The covariance of the free numbers; nil where there are as many of them as samples.
  ///
  /// - Parameter variance: s², in units of the samples' weights.
  static func covariance(of estimation: Estimation, variance: Double) -> Covariance? {
    let (rows, columns) = (estimation.residuals.count, estimation.point.count)
    guard rows > columns else { return nil }
    return Covariance(jacobian: estimation.jacobian, rows: rows, columns: columns, variance: variance)
  }

  /// The quantile that the standard error of a function with this gradient is multiplied by; infinite without degrees of
  /// freedom.
  ///
  /// - Parameter gradient: as ``Covariance/whitened(_:)`` has it; nil where the samples do not determine the function.
  func quantile(_ confidence: Double, whitened gradient: [Double]?) -> Double {
    let quantile = distribution(whitened: gradient).criticalValue(confidence: confidence)
    return quantile.isNaN ? .infinity : quantile
  }

  /// The distribution of a function's estimate over its standard error.
  ///
  /// - Parameter gradient: as ``Covariance/whitened(_:)`` has it; nil where the samples do not determine the function.
  func distribution(whitened gradient: [Double]?) -> StudentT {
    guard let satterthwaiteDegreesOfFreedom, let gradient else { return distribution }
    return StudentT(degreesOfFreedom: satterthwaiteDegreesOfFreedom.degreesOfFreedom(whitened: gradient))
  }

  /// σᵢ of a sample, in the unit of the observations; nil where it is not known.
  func standardDeviation(_ sample: Int) -> Double? {
    variance.map { $0.squareRoot() * (samples.weights.standardDeviations?[sample] ?? 1) }
  }
}

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
    guard let quantizationStep = phase.quantizationStep else { throw .quantizationStepMissing }
    guard options.estimator == .auto || options.estimator == .levenbergMarquardt else {
      throw .excluded("estimator \(options.estimator.optionName)", beside: "noise censored")
    }
    func fit(_ scrollModel: some ScrollModel) -> Solution {
      let fit = CensoredFit(
        phase.samples.full(scrollModel, map: estimation.coordinates), resolution: quantizationStep,
        from: estimation.point
      )
      let ended = estimation.moved(
        scrollModel, to: fit.parameters, samples: phase.samples, termination: fit.termination,
        rounds: fit.rounds)
      let resolution = quantizationStep / 12.0.squareRoot()
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

/// The slope of a function of the reported parameters.
struct ReportedSlope {
  /// The function's gradient by the numbers that the covariance is of.
  let gradient: [Double]
  /// The same as ``Covariance/whitened(_:)`` has it; nil where the samples do not determine the function.
  let whitened: [Double]?
}

extension Correlation {
  /// The correlations of every pair of parameters that have an error.
  ///
  /// - Parameter slopes: the parameters'; nil for one that is fixed.
  static func all(
    of parameters: [Parameter], slopes: [ReportedSlope?], covariance: Covariance?
  ) -> [Correlation] {
    let directions = slopes.map { $0?.whitened.flatMap { covariance?.direction(ofWhitened: $0) } }
    var correlations: [Correlation] = []
    for first in parameters.indices {
      for second in parameters.indices.dropFirst(first + 1) {
        guard let left = directions[first], let right = directions[second] else { continue }
        correlations.append(
          Correlation(
            first: parameters[first].name, second: parameters[second].name,
            value: Covariance.correlation(left, right)))
      }
    }
    return correlations
  }
}

/// The points beside a fit at which functions of the reported parameters are taken for their gradients by the free
/// numbers: one pair a free number for all functions.
///
/// Central differences with steps of ε^(1/3) of each number's size, as ``numericalGradient(at:sizes:of:)``.
struct ReportedGradient {
  /// The reported parameters at both points of each free number.
  private let ahead: [[Double]]
  private let behind: [[Double]]
  /// The distance of the free number between them.
  private let distances: [Double]
  /// The count of numbers that a gradient has; those beyond the free ones are 0.
  private let count: Int

  /// - Parameter covariance: of the free numbers, and of further ones after them.
  init(_ estimation: borrowing Estimation, covariance: borrowing Covariance) {
    let point = estimation.point
    let steps = point.indices.map { j in
      6e-6 * max(abs(point[j]), covariance.standardError(covariance.unit(j)) ?? 0, 1e-12)
    }
    /// The point with a free number moved.
    func moved(_ j: Int, by step: Double) -> [Double] {
      var moved = point
      moved[j] += step
      return moved
    }
    ahead = point.indices.map { estimation.coordinates.reported(moved($0, by: steps[$0])) }
    behind = point.indices.map { estimation.coordinates.reported(moved($0, by: -steps[$0])) }
    distances = point.indices.map { (point[$0] + steps[$0]) - (point[$0] - steps[$0]) }
    count = max(point.count, covariance.count)
  }

  func callAsFunction(_ value: ([Double]) -> Double) -> [Double] {
    var gradient = [Double].zeros(count)
    for j in distances.indices { gradient[j] = (value(ahead[j]) - value(behind[j])) / distances[j] }
    return gradient
  }
}
