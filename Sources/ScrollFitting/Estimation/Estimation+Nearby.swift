import LeastSquares
import LinearAlgebra
import ScrollModels

extension Estimation {
  /// The minimum with all samples alike beside a kernel's start; nil where steps do not lead to one, and where a limit of the
  /// model's rates is as good: both are for a search.
  ///
  /// - Parameter plain: the coordinates, in which the model is moved in its own parameters.
  static func beside<Model: ScrollModel>(
    _ alpha: Double, _ scrollModel: Model, _ samples: Samples, _ plain: Coordinates,
    _ search: StartSearch<Model>,
    _ options: FitOptions
  ) -> Estimation? {
    let nonlinear = search.freeNonlinear
    guard nonlinear.count == 1, scrollModel.isSmooth, plain.isProjectable, let free = plain.selection,
      [.auto, .variableProjection].contains(options.estimator), !options.keepPath
    else { return nil }
    let limits = search.limits(of: nonlinear)
    let coordinates = plain.narrowed(to: limits)
    var values = [Double].zeros(scrollModel.linear.count + scrollModel.nonlinear.count)
    for (index, value) in plain.fixedModelValues { values[index] = value }
    values[scrollModel.linear.count + nonlinear[0]] = alpha
    var fit = NearbyFit(
      scrollModel, free: free, values: values, domains: coordinates.parameters.map(\.domain),
      abscissas: samples.abscissas, observations: samples.observations)
    guard let near = fit.minimizeFromBestLinear() else { return nil }
    let estimation = Estimation(
      near.minimum, residuals: near.residuals, jacobian: near.jacobian, samples: samples, in: coordinates,
      by: .variableProjection, start: .kernel
    ).checkedAgainstLimits(scrollModel, samples)
    return estimation.minimum.termination.converged ? estimation : nil
  }

  /// The noise of the samples and the curve fitted with it, each with what the other gave, beside this minimum; nil where that
  /// takes a search.
  ///
  /// - Returns: the noise; the curve where the times have jitter.
  func settled(
    _ scrollModel: some ScrollModel, _ samples: Samples, resolution: Double
  ) -> (noise: RecordingNoise, weighted: Estimation?)? {
    guard estimator == .variableProjection, coordinates.isProjectable, scrollModel.isSmooth,
      minimum.termination.converged, samples.weights == .equal, let free = coordinates.selection
    else { return nil }
    var fit = NearbyFit(
      scrollModel, free: free, values: coordinates.modelParameters(point),
      domains: coordinates.parameters.map(\.domain), abscissas: samples.abscissas,
      observations: samples.observations)
    guard
      let (noise, curve) = fit.iterate(resolution: resolution, residuals: residuals, jacobian: self.jacobian)
    else { return nil }
    guard let curve else { return (noise, nil) }
    var weighted = samples
    weighted.weights = .known(standardDeviations: noise.standardDeviations)
    let factors = noise.standardDeviations.map { 1 / $0 }
    let jacobian = Self.weighted(curve.jacobian, factors)
    let residuals = Self.weighted(curve.residuals, factors)
    let minimum = Minimum(
      parameters: curve.minimum.parameters, sumOfSquares: residuals.reduce(0) { $0 + $1 * $1 },
      termination: .step, iterations: curve.minimum.iterations, evaluations: curve.minimum.evaluations)
    let estimation = Estimation(
      minimum, residuals: residuals, jacobian: jacobian, samples: weighted, in: coordinates, by: estimator,
      start: start)
    // A limit's weighted cost is at least its cost without weights over the largest variance.
    let largest = noise.standardDeviations.max() ?? 0
    let isBelowLimits =
      costAtLimits.map { $0 > minimum.sumOfSquares * (1 + 1e-6) * largest * largest } ?? false
    return (noise, isBelowLimits ? estimation : estimation.checkedAgainstLimits(scrollModel, weighted))
  }

  /// Columns over the samples, each sample times its factor.
  private static func weighted(_ columns: [Double], _ factors: [Double]) -> [Double] {
    let rows = factors.count
    // Without checks the loop runs on whole vectors.
    return columns.withUnsafeBufferPointer { columns in
      factors.withUnsafeBufferPointer { factors in
        .filled(columns.count) { weighted in
          for first in stride(from: 0, to: columns.count, by: rows) {
            for i in 0..<rows {
              weighted.initializeElement(at: first + i, to: columns[first + i] * factors[i])
            }
          }
        }
      }
    }
  }
}

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
  consuming func checkedAgainstLimits(_ scrollModel: any ScrollModel, _ samples: Samples) -> Estimation {
    let limits = RateLimits(
      scrollModel: scrollModel, samples: samples, fixed: coordinates.fixedModelValues, bounds: [:])
    let nonlinear = Minimum(
      parameters: coordinates.freeNonlinear(of: point), sumOfSquares: minimum.sumOfSquares,
      termination: minimum.termination, iterations: 0, evaluations: 0)
    let (compared, costAtLimits) = limits.compared(nonlinear, domains: coordinates.modelDomains)
    self.costAtLimits = samples.weights == .equal ? costAtLimits : nil
    if compared.termination == .bound { minimum = minimum.stopped(.bound) }
    return self
  }
}
