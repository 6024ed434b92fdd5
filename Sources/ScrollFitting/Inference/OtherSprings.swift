import LeastSquares
import ScrollModels

/// The fits of a phase by other springs than the reported one.
struct OtherSprings {
  /// The fit of the other spring model.
  var other: FittedSpring?
  /// That of the critical spring, the reported one or the other, at the second minimum of its sum of squares.
  var second: FittedSpring?
  /// The probability of the second minimum among both.
  var share = 0.0
}

/// A spring's fit to a phase.
struct FittedSpring {
  let candidate: Candidate
  let solution: Solution

  var isCritical: Bool { candidate.scrollModel.model == .bounce }

  /// The damping and the standard error of its logarithm; nil where the samples do not determine it.
  var damping: (value: Double, relativeError: Double)? {
    let model = candidate.scrollModel
    guard let covariance = solution.covariance,
      let index = model.parameters.firstIndex(where: { $0.name == ParameterName.damping.id }),
      let error = covariance.standardError(
        ReportedGradient(solution.estimation, covariance: covariance)({ $0[index] })), error.isFinite
    else { return nil }
    let value = solution.estimation.minimum.parameters[index]
    return value > 0 && error > 0 ? (value, error / value) : nil
  }
}
