import LeastSquares

/// The difference of two independent means of unequal variance: its error and degrees of freedom (B. Welch,
/// *Biometrika* 34, 1947; F. Satterthwaite, *Biometrics Bulletin* 2, 1946).
///
/// ν = (vₐ + v_b)² / (vₐ²/νₐ + v_b²/ν_b) for variances v of the means; infinite where both are 0 or known.
struct Welch {
  let standardError: Double
  let degreesOfFreedom: Double

  /// - Parameters:
  ///   - a, b: the variance of each mean and its degrees of freedom.
  init(_ a: (variance: Double, freedom: Double), _ b: (variance: Double, freedom: Double)) {
    let variance = a.variance + b.variance
    standardError = variance.squareRoot()
    // In shares of the variance: no square overflows or vanishes.
    let (shareA, shareB) = (a.variance / variance, b.variance / variance)
    let inverse = shareA * shareA / a.freedom + shareB * shareB / b.freedom
    degreesOfFreedom = inverse > 0 ? 1 / inverse : .infinity
  }

  var distribution: StudentT { StudentT(degreesOfFreedom: degreesOfFreedom) }

  /// P(|T| ≥ |difference|/s); 1 for no difference, 0 for one without error.
  func pValue(_ difference: Double) -> Double {
    difference == 0
      ? 1 : standardError == 0 ? 0 : min(1, 2 * distribution.upperTail(abs(difference) / standardError))
  }
}
