import LeastSquares
import Recordings
import ScrollModels

extension Candidate {
  /// The profile interval of every free parameter and of every derived quantity that determines one.
  func profiles(_ solution: Solution, _ options: FitOptions) -> IntervalEstimates {
    var estimates = IntervalEstimates()
    let coordinates = solution.estimation.coordinates
    let reported = solution.estimation.minimum.parameters
    for (index, parameter) in scrollModel.parameters.enumerated() where !coordinates.isGiven(index) {
      profile(
        parameter.name, at: reported[index], domain: parameter.domain, solution, options,
        &estimates)
    }
    for quantity in scrollModel.derived {
      guard let determined = quantity.determines, !coordinates.isGiven(determined.parameter) else { continue }
      let value = quantity.value(reported)
      guard value.isFinite else { continue }
      profile(
        quantity.name, at: value, domain: -.infinity ... .infinity, solution, options, &estimates)
    }
    return estimates
  }

  private func profile(
    _ name: String, at value: Double, domain: ClosedRange<Double>, _ solution: Solution,
    _ options: FitOptions, _ estimates: inout IntervalEstimates
  ) {
    guard let variance = solution.variance, let gradient = gradient(of: name, solution) else { return }
    let quantile = solution.quantile(options.confidence, gradient: gradient)
    let error = solution.covariance?.standardError(gradient) ?? 0
    // Without a standard error the first step is a tenth of the value.
    let step = error > 0 && error.isFinite ? quantile * error : value == 0 ? 1 : 0.1 * abs(value)
    let rise = variance * quantile * quantile
    var local = localOptions(options)
    let allowed = local.bounds.removeValue(forKey: name) ?? domain
    var near = solution.estimation.minimum.parameters
    let interval = ProfileInterval(
      estimate: value, minimum: solution.estimation.minimum.sumOfSquares, rise: rise, step: step,
      domain: allowed
    ) { held in
      let fit = try? Estimation(
        scrollModel, samples: solution.samples, fixed: fixed.merging([name: held]) { $1 }, options: local,
        near: near)
      guard let fit, fit.minimum.termination != .budget else { return nil }
      near = fit.minimum.parameters
      return fit.minimum.sumOfSquares
    }
    guard !EvaluationBudget.isSpent else {
      estimates.notices.append(
        Notice(.interval, "evaluation budget spent: no profile interval of \(name)"))
      return
    }
    guard let interval else { return }
    estimates.entries[name] = .init(
      standardError: nil,
      interval: (interval.lower.value ?? -.infinity)...(interval.upper.value ?? .infinity))
    let open = [("below", interval.lower), ("above", interval.upper)].filter { $0.1.value == nil }.map(\.0)
    if !open.isEmpty {
      estimates.notices.append(
        Notice(.interval, "the samples do not bound \(name) from \(open.joined(separator: " or from "))"))
    }
    if let lower = interval.lowerMinimum {
      estimates.notices.append(
        Notice(
          .lowerMinimum,
          "the profile of \(name) met a lower cost at \(lower.value): the fit is not the lowest minimum"))
    }
  }

  /// The gradient by the free numbers of a parameter or derived quantity.
  private func gradient(of name: String, _ solution: Solution) -> [Double]? {
    guard let covariance = solution.covariance else { return nil }
    let estimation = solution.estimation
    let sizes = estimation.point.indices.map {
      max(covariance.standardError(covariance.unit($0)) ?? 0, 1e-12)
    }
    let position = scrollModel.parameters.firstIndex { $0.name == name }
    let quantity = scrollModel.derived.first { $0.name == name }
    return numericalGradient(at: estimation.point, sizes: sizes) { point in
      let reported = estimation.coordinates.reported(point)
      return position.map { reported[$0] } ?? quantity?.value(reported) ?? .nan
    }
  }
}
