import LeastSquares
import ScrollModels

extension Estimation {
  /// The minimum of the same model with other weights of the samples, where it is beside this one; nil where that takes a
  /// search.
  ///
  /// It is a minimum as found: whether the limits of the model's rates are as good is not asked.
  func reweighted(_ scrollModel: some ScrollModel, _ samples: Samples) -> Estimation? {
    guard estimator == .variableProjection, coordinates.isProjectable, scrollModel.isSmooth,
      minimum.termination.converged
    else { return nil }
    let problem = samples.full(scrollModel, map: coordinates)
    guard let near = GaussNewton().minimize(problem, near: point) else { return nil }
    return Estimation(
      near.minimum, residuals: near.residuals, jacobian: near.jacobian, samples: samples, in: coordinates,
      by: estimator, start: start)
  }

  /// The same, stopped at the bound where a limit of the model's rates is as good.
  func reweightedWithinLimits(_ scrollModel: some ScrollModel, _ samples: Samples) -> Estimation? {
    reweighted(scrollModel, samples)?.checkedAgainstLimits(scrollModel, samples)
  }

  /// This minimum, stopped at the bound where a limit of the model's rates is as good.
  func checkedAgainstLimits(_ scrollModel: some ScrollModel, _ samples: Samples) -> Estimation {
    let limits = RateLimits(
      scrollModel: scrollModel, samples: samples, fixed: coordinates.fixedModelValues, bounds: [:])
    let nonlinear = Minimum(
      parameters: coordinates.freeNonlinear(of: point), sumOfSquares: minimum.sumOfSquares,
      termination: minimum.termination, iterations: 0, evaluations: 0)
    guard limits.checked(nonlinear, domains: coordinates.modelDomains).termination == .bound else {
      return self
    }
    var stopped = self
    stopped.minimum = minimum.stopped(.bound)
    return stopped
  }
}
