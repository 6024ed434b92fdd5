import LeastSquares
import Recordings
import ScrollModels

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
