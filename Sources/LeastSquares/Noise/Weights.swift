/// The knowledge of the observations' standard deviations σᵢ, and with it what s² and which quantiles
/// inference uses.
///
/// | weights  | variance of observation i | s²            | quantiles                  |
/// |----------|---------------------------|---------------|----------------------------|
/// | equal    | s²                        | RSS / (n − p) | Student's t, ν = n − p     |
/// | relative | s² σᵢ²                    | RSS / (n − p) | Student's t, ν = n − p     |
/// | known    | σᵢ²                       | 1             | normal: Student's t, ν = ∞ |
///
/// RSS is the sum of squares of the residuals over σᵢ, n the count of observations, p that of free
/// parameters.
///
/// (G. Seber and C. Wild, *Nonlinear Regression*, 1989, §2.1.4.)
package enum Weights: Equatable, Sendable {
  /// All observations have one unknown standard deviation.
  case equal
  /// Standard deviations known up to one common factor, in any unit.
  case relative(standardDeviations: [Double])
  /// Standard deviations known, in the observations' unit.
  case known(standardDeviations: [Double])

  /// 1/σᵢ for n observations, what residuals and derivatives are multiplied by; ones for ``equal``.
  ///
  /// - Throws: ``WeightError`` where there is not one σᵢ an observation, or one is no positive number whose
  ///   reciprocal is finite.
  package func factors(count: Int) throws(WeightError) -> [Double] {
    guard let deviations = standardDeviations else { return [Double](repeating: 1, count: count) }
    guard deviations.count == count else { throw .count(deviations: deviations.count, observations: count) }
    for (index, deviation) in deviations.enumerated() {
      guard deviation > 0, deviation.isFinite, (1 / deviation).isFinite else {
        throw .notPositive(index: index, deviation: deviation)
      }
    }
    return deviations.map { 1 / $0 }
  }

  /// s²: the factor that turns (JᵀJ)⁻¹ of the weighted J into the estimates' covariance; nil where it is to
  /// be estimated and n − p is not positive.
  package func variance(sumOfSquares: Double, degreesOfFreedom: Int) -> Double? {
    if estimatesScale { return degreesOfFreedom > 0 ? sumOfSquares / Double(degreesOfFreedom) : nil }
    return 1
  }

  /// The distribution of (estimate − truth) / standard error. NaN quantiles where the scale is to be
  /// estimated and n − p is not positive.
  package func distribution(degreesOfFreedom: Int) -> StudentT {
    StudentT(degreesOfFreedom: estimatesScale ? Double(degreesOfFreedom) : .infinity)
  }

  /// True if s² is estimated from the residuals.
  package var estimatesScale: Bool {
    if case .known = self { false } else { true }
  }

  /// σᵢ as given; nil for ``equal``.
  package var standardDeviations: [Double]? {
    switch self {
    case .equal: nil
    case .relative(let deviations), .known(let deviations): deviations
    }
  }
}

/// The reason that standard deviations do not weight the observations.
public enum WeightError: Error, Equatable, Sendable {
  case count(deviations: Int, observations: Int)
  /// Counted from 0. Zero, negative, not finite, or so small that its reciprocal is not finite.
  case notPositive(index: Int, deviation: Double)
}

extension WeightError: CustomStringConvertible {
  /// The error in a sentence.
  public var description: String {
    switch self {
    case .count(let deviations, let observations):
      "\(deviations) standard deviations for \(observations) observations"
    case .notPositive(let index, let deviation):
      "sample \(index): a standard deviation of \(deviation) is not a positive number"
    }
  }
}
