import LeastSquares
import ScrollModels

extension Candidate {
  /// The profile interval of every free parameter and of every derived quantity that determines one.
  func profiles(_ solution: Solution, _ options: FitOptions) -> IntervalEstimates {
    var estimates = IntervalEstimates()
    guard let variance = solution.variance else { return estimates }
    let quantile = solution.quantile(options.confidence)
    let rise = variance * quantile * quantile
    let coordinates = solution.estimation.coordinates
    let reported = solution.estimation.minimum.parameters
    for (index, parameter) in law.parameters.enumerated() where !coordinates.isGiven(index) {
      profile(
        parameter.name, at: reported[index], domain: parameter.domain, rise: rise, solution, options,
        &estimates)
    }
    for quantity in law.derived {
      guard let determined = quantity.determines, !coordinates.isGiven(determined.parameter) else { continue }
      let value = quantity.value(reported)
      guard value.isFinite else { continue }
      profile(
        quantity.name, at: value, domain: -.infinity ... .infinity, rise: rise, solution, options, &estimates)
    }
    return estimates
  }

  private func profile(
    _ name: String, at value: Double, domain: ClosedRange<Double>, rise: Double, _ solution: Solution,
    _ options: FitOptions, _ estimates: inout IntervalEstimates
  ) {
    let step = profileStep(name, at: value, rise: rise, solution)
    var local = localOptions(options)
    let allowed = local.bounds.removeValue(forKey: name) ?? domain
    var near = solution.estimation.minimum.parameters
    let interval = ProfileInterval(
      estimate: value, minimum: solution.estimation.minimum.sumOfSquares, rise: rise, step: step,
      domain: allowed
    ) { held in
      let fit = try? Estimation(
        law, samples: solution.samples, fixed: fixed.merging([name: held]) { $1 }, options: local, near: near)
      guard let fit else { return nil }
      near = fit.minimum.parameters
      return fit.minimum.sumOfSquares
    }
    guard let interval else { return }
    estimates.entries[name] = .init(
      standardError: nil,
      interval: (interval.lower.value ?? -.infinity)...(interval.upper.value ?? .infinity))
    let open = [("below", interval.lower), ("above", interval.upper)].filter { $0.1.value == nil }.map(\.0)
    if !open.isEmpty {
      estimates.warnings.append(
        "the samples do not bound \(name) from \(open.joined(separator: " or from "))")
    }
    if let lower = interval.lowerMinimum {
      estimates.warnings.append(
        "the profile of \(name) met a lower cost at \(lower.value): the fit is not the lowest minimum")
    }
  }

  /// The half-width of the t interval, or where there is none a tenth of the value.
  private func profileStep(_ name: String, at value: Double, rise: Double, _ solution: Solution) -> Double {
    let guess = value == 0 ? 1 : 0.1 * abs(value)
    guard let covariance = solution.covariance, covariance.variance > 0 else { return guess }
    let estimation = solution.estimation
    let sizes = estimation.point.indices.map {
      max(covariance.standardError(covariance.unit($0)) ?? 0, 1e-12)
    }
    let gradient = numericalGradient(at: estimation.point, sizes: sizes) { point in
      let reported = estimation.coordinates.reported(point)
      return law.parameters.firstIndex { $0.name == name }.map { reported[$0] }
        ?? law.derived.first { $0.name == name }?.value(reported) ?? .nan
    }
    guard let error = covariance.standardError(gradient), error > 0, error.isFinite else { return guess }
    return error / covariance.variance.squareRoot() * rise.squareRoot()
  }
}
