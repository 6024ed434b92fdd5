import LeastSquares
import ScrollModels

extension Estimation {
  /// The minimum of the same law with other weights of the samples, where it is beside this one; nil where that takes a
  /// search.
  ///
  /// It is a minimum as found: whether the limits of the law's rates are as good is not asked.
  func reweighted(_ law: some Law, _ samples: Samples) -> Estimation? {
    guard estimator == .variableProjection, coordinates.isProjectable, law.isSmooth,
      minimum.termination.converged
    else { return nil }
    let problem = samples.full(law, map: coordinates)
    guard let near = GaussNewton().minimize(problem, near: point) else { return nil }
    return Estimation(
      near.minimum, residuals: near.residuals, jacobian: near.jacobian, samples: samples, in: coordinates,
      by: estimator, start: start)
  }

  /// The same, stopped at the bound where a limit of the law's rates is as good.
  func reweightedWithinLimits(_ law: some Law, _ samples: Samples) -> Estimation? {
    reweighted(law, samples)?.checkedAgainstLimits(law, samples)
  }

  /// This minimum, stopped at the bound where a limit of the law's rates is as good.
  func checkedAgainstLimits(_ law: some Law, _ samples: Samples) -> Estimation {
    let limits = RateLimits(
      law: law, samples: samples, fixed: coordinates.fixedModelValues, bounds: [:])
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
