import Numerals
import ScrollFitting

extension NoiseSummary {
  /// The description of the assumed noise.
  func description(unit: String) -> String {
    let grid = resolution.map { quantity($0, unit, digits: 3) } ?? ""
    switch model {
    case .none: return "all samples alike, their scatter estimated from the residuals"
    case .grid: return "\(grid) a sample, known from the grid"
    case .interval:
      return "offsets known to \(grid) by their grid, Gaussian noise of \(factor) of that, by likelihood"
    case .estimated:
      let size = (scale ?? 1) * (resolution ?? 0)
      // Offsets with 15 digits have a resolution that means nothing.
      let ratio = (scale ?? 1) < 1000 ? " (\(factor) times its resolution)" : ""
      let samples = "\(quantity(size, unit, digits: 3)) a sample\(ratio)"
      if let rejected {
        return "\(samples), equal weights: \(rejected.description(unit: unit))"
      }
      guard let timeNoise else { return samples }
      guard timeNoise.value > 0 else { return "\(samples), none seen in the recorded times" }
      let milliseconds = Numerals.significant(timeNoise.value * 1000, 2)
      let error = timeNoise.standardError.map { " ± " + Numerals.significant($0 * 1000, 2) } ?? ""
      return "\(samples), \(milliseconds)\(error) ms in the recorded times"
    }
  }

  private var factor: String { scale.map { Numerals.significant($0, 3) } ?? "1" }
}

extension NoiseSummary.Rejection {
  /// The reason why the jitter is not used.
  func description(unit: String) -> String {
    let jitter = "\(Numerals.significant(timeNoise * 1000, 2)) ms of timestamp jitter"
    switch reason {
    case .clock: return "\(jitter) would be more than half a frame or 5 ms, so the residuals are the model's"
    case .misfit(let maximum):
      return "with \(jitter) the curve would miss the samples by a pattern, by up to "
        + quantity(maximum, unit, digits: 2)
    }
  }
}

extension LossSummary {
  func description(unit: String) -> String {
    let scatter = "\(name), usual scatter \(quantity(scale, unit, digits: 3))"
    guard !outliers.isEmpty else { return scatter + ", no outlier" }
    let named = outliers.prefix(8).map {
      "sample \($0.index) at \(Numerals.significant($0.time)) (\(Numerals.signed(quantity($0.residual, unit, digits: 3))))"
    }
    let more = outliers.count > named.count ? ", …" : ""
    return "\(scatter), \(counted(outliers.count, "outlier")): \(named.joined(separator: ", "))\(more)"
  }
}

extension IntervalSummary {
  var description: String {
    let quantile = degreesOfFreedom.map {
      "Student's t with \(isEffective ? "at most " : "")\(counted($0, "degree")) of freedom"
    }
    switch kind {
    case .wald: return "from the curvature at the minimum, \(quantile ?? "normal distribution")"
    case .profile: return "intervals from the profile likelihood, \(quantile ?? "normal distribution")"
    case .bootstrap, .bootstrapCases:
      guard let bootstrap else { return "bootstrap" }
      let what = kind == .bootstrap ? "residuals" : "samples"
      let failed = bootstrap.failed > 0 ? ", \(bootstrap.failed) without a fit" : ""
      return "\(bootstrap.replicates) bootstrap draws of \(what), seed \(bootstrap.seed)\(failed)"
    }
  }
}
