import LeastSquares
import Recordings
import ScrollModels
internal import Synchronization

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
