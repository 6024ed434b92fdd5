import LeastSquares
import Recordings
import ScrollModels
internal import Synchronization

/// Errors and intervals that are not the curvature's at the minimum, by name.
struct IntervalEstimates {
  struct Entry {
    var standardError: Double?
    /// An end that the samples do not give is infinite.
    var interval: ClosedRange<Double>?
  }

  var entries: [String: Entry] = [:]
  var bootstrap: IntervalSummary.Bootstrap?
  var notices: [Notice] = []
}

extension Candidate {
  /// Nil for ``IntervalKind/wald``, which the report takes from the covariance.
  ///
  /// - Throws: ``FitError`` where the cost is another than the sum of squares that these intervals are about.
  func intervals(_ solution: Solution, _ options: FitOptions) throws(FitError) -> IntervalEstimates? {
    guard options.intervals != .wald else { return nil }
    let setting = "intervals \(options.intervals.rawValue)"
    if let loss = solution.loss { throw .excluded(setting, beside: "loss \(loss.name)") }
    if solution.noise.model == .interval { throw .excluded(setting, beside: "noise censored") }
    guard solution.degreesOfFreedom > 0 else { return IntervalEstimates() }
    switch options.intervals {
    case .wald: return nil
    case .profile: return profiles(solution, options)
    case .bootstrap, .bootstrapCases: return resampled(solution, options)
    }
  }

  /// The way a fit goes on from the reported one, for profiles and replicates.
  func localOptions(_ options: FitOptions) -> FitOptions {
    var local = options
    local.estimator = .auto
    local.keepPath = false
    local.starts = [:]
    return local
  }
}

extension Candidate {
  /// Evaluations of one replicate, which begins at the fit: a replicate that needs more has failed.
  private static let replicateBudget = 500

  /// Standard errors and accelerated intervals (BCa) of every parameter and derived quantity from fits to resampled data.
  func resampled(_ solution: Solution, _ options: FitOptions) -> IntervalEstimates {
    var estimates = IntervalEstimates()
    let spending = Spending(limit: options.bootstrapBudget)
    var bootstrap = Bootstrap(
      replicates: options.replicates, seed: options.seed, threads: options.threads)
    bootstrap.isSpent = { spending.isSpent }
    let names = scrollModel.parameters.map(\.name) + scrollModel.derived.map(\.name)
    let estimate = numbers(solution.estimation)
    let near = solution.estimation.minimum.parameters
    let local = localOptions(options)
    let samples = solution.samples
    let deviations = samples.weights.standardDeviations ?? samples.observations.map { _ in 1 }

    @Sendable func refit(_ resampled: Samples) -> [Double]? {
      let fit = try? EvaluationBudget.limiting(to: Self.replicateBudget) { () throws(FitError) in
        defer { spending.add(EvaluationBudget.spent) }
        return try Estimation(scrollModel, samples: resampled, fixed: fixed, options: local, near: near)
      }
      guard let fit, fit.minimum.termination != .budget else { return nil }
      return numbers(fit)
    }
    @Sendable func counted(_ counts: [Int]) -> [Double]? {
      let rows = counts.indices.filter { counts[$0] > 0 }
      var resampled = Samples(
        abscissas: rows.map { samples.abscissas[$0] }, observations: rows.map { samples.observations[$0] })
      resampled.weights = .relative(
        standardDeviations: rows.map { deviations[$0] / Double(counts[$0]).squareRoot() })
      return refit(resampled)
    }

    let result: BootstrapResult?
    if options.intervals == .bootstrap {
      let scaled = zip(samples.observations, deviations).map { $0 / $1 }
      result = bootstrap.residuals(
        observations: scaled, fitted: zip(scaled, solution.estimation.weightedResiduals).map { $0 + $1 },
        freeParameters: solution.estimation.point.count, estimate: estimate
      ) { observations, _ in
        var resampled = Samples(
          abscissas: samples.abscissas, observations: zip(observations, deviations).map { $0 * $1 })
        resampled.weights = samples.weights
        return refit(resampled)
      }
    } else {
      result = bootstrap.cases(count: samples.observations.count, estimate: estimate) { counts, _ in
        counted(counts)
      }
    }
    guard let result else { return estimates }
    let drawn = result.replicates.count + result.failed
    if drawn < options.replicates {
      estimates.notices.append(
        Notice(.interval, "evaluation budget spent after \(drawn) of \(options.replicates) replicates"))
    }
    // Without it the intervals are percentiles.
    let accelerations =
      spending.isSpent
      ? nil
      : Jackknife.accelerations(count: samples.observations.count, threads: options.threads) { counts, _ in
        counted(counts)
      }
    for (index, name) in names.enumerated() {
      let accelerated = accelerations.flatMap {
        result.acceleratedInterval(index, confidence: options.confidence, acceleration: $0[index])
      }
      estimates.entries[name] = .init(
        standardError: result.standardError(index),
        interval: accelerated ?? result.percentileInterval(index, confidence: options.confidence))
    }
    estimates.bootstrap = .init(replicates: drawn, failed: result.failed, seed: options.seed)
    return estimates
  }

  /// The reported parameters, then the derived quantities; 0 for one that does not exist.
  @Sendable private func numbers(_ estimation: Estimation) -> [Double] {
    let reported = estimation.minimum.parameters
    return reported
      + scrollModel.derived.map { quantity in
        let value = quantity.value(reported)
        return value.isFinite ? value : 0
      }
  }
}

/// The evaluations of all replicates together, on whichever threads.
private final class Spending: Sendable {
  private let limit: Int
  private let evaluations = Atomic(0)

  init(limit: Int) { self.limit = limit }

  var isSpent: Bool { evaluations.load(ordering: .relaxed) >= limit }

  func add(_ count: Int) { evaluations.add(count, ordering: .relaxed) }
}

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
    let whitened = solution.covariance?.whitened(gradient)
    let quantile = solution.quantile(options.confidence, whitened: whitened)
    let error = whitened.flatMap { solution.covariance?.standardError(ofWhitened: $0) } ?? 0
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
