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
    guard let (value, error) = estimate(of: .damping), value > 0 else { return nil }
    return (value, error / value)
  }

  /// A parameter and its standard error, above 0; nil where the samples do not determine it.
  func estimate(of name: ParameterName) -> (value: Double, error: Double)? {
    guard let covariance = solution.covariance,
      let index = candidate.scrollModel.parameters.firstIndex(where: { $0.name == name.id }),
      let error = covariance.standardError(
        ReportedGradient(solution.estimation, covariance: covariance)({ $0[index] })), error > 0,
      error.isFinite
    else { return nil }
    return (solution.estimation.minimum.parameters[index], error)
  }
}
