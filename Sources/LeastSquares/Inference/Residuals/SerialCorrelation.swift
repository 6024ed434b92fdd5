import Elementary

/// Does each residual follow the one before it: Durbin and Watson's statistic, its equal r₁, and a p-value.
///
///     d = Σ (eᵢ − eᵢ₋₁)² / Σ eᵢ²        r₁ = Σ eᵢ eᵢ₋₁ / Σ eᵢ²        d ≈ 2 (1 − r₁)
///
/// d is 2 for independent residuals, 0 for a smooth misfit, 4 for alternating ones (J. Durbin and G. S.
/// Watson, *Testing for serial correlation in least squares regression I, II*, Biometrika 37 and 38, 1950 and
/// 1951).
///
/// A fit removes what its p parameters can follow, so the residuals of a true model are negatively correlated:
/// the usual r₁√n test is off by p/√n standard deviations. Of independent normal errors d is a ratio of
/// quadratic forms over eigenvalues between 4 sin²(πj/2n), j = 0 … n−1, and those with j ≥ p. Models of motion
/// are slow curves, close to the first p cosines, which is the upper end (dᵤ), a close approximation for
/// slowly changing regressors (H. Theil and A. L. Nagar, *Testing the independence of regression
/// disturbances*, JASA 56, 1961; E. J. Hannan and R. D. Terrell, *Testing for serial correlation after least
/// squares regression*, Econometrica 36, 1968). d/4 then has nearly the beta distribution of the same mean
/// and variance (Durbin and Watson 1951).
///
/// Measured by scripts/reference/serial_correlation.py on decelerations and bounces of 0.5 to 6 time
/// constants, p = 3: a two-sided test at 1 % rejects 1.0 % of true models at n = 50 and 1.0 to 1.3 % at n = 20;
/// at n = 11 it is 0.9 %, and 2.8 % on a bounce of 6 time constants, no longer slow from sample to sample.
/// Very small p-values are an order of magnitude, not digits.
package struct SerialCorrelation: Equatable, Sendable {
  /// d, 0 … 4.
  package let durbinWatson: Double
  /// r₁, −1 … 1.
  package let lagOne: Double
  /// Two-sided: twice the smaller tail of d. Nil below 2 degrees of freedom.
  package let pValue: Double?

  /// Nil where the statistic does not exist: fewer than two residuals, every residual 0, or one that is not
  /// finite.
  ///
  /// - Parameters:
  ///   - residuals: in the order of their abscissas, at even or nearly even steps.
  ///   - parameters: p, the free parameters of the fit; outside 0 … n − 2 there is no p-value.
  package init?(_ residuals: [Double], parameters: Int) {
    guard residuals.count >= 2, let (e, _) = ResidualScale.normalised(residuals) else { return nil }
    let total = e.reduce(0) { $0 + $1 * $1 }
    let steps = zip(e.dropFirst(), e)
    durbinWatson = steps.reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) } / total
    lagOne = steps.reduce(0) { $0 + $1.0 * $1.1 } / total
    pValue = SerialCorrelation.twoSided(durbinWatson, count: e.count, parameters: parameters)
  }

  /// Twice the smaller tail of d under independence; nil where d has no distribution.
  static func twoSided(_ d: Double, count: Int, parameters: Int) -> Double? {
    guard parameters >= 0, parameters <= count - 2 else { return nil }
    let n = Double(count)
    let degreesOfFreedom = n - Double(parameters)
    // Σλ and Σλ² over j ≥ p: over all j they are 2n − 2 and 6n − 8.
    var sum = 2 * n - 2
    var sumOfSquares = 6 * n - 8
    for j in 0..<parameters {
      let sine = sine(.pi * Double(j) / (2 * n))
      let eigenvalue = 4 * sine * sine
      sum -= eigenvalue
      sumOfSquares -= eigenvalue * eigenvalue
    }
    let mean = sum / degreesOfFreedom
    let variance =
      2 * (sumOfSquares - sum * mean) / (degreesOfFreedom * (degreesOfFreedom + 2))
    guard variance > 0 else { return nil }
    // Beta(a, b) of d/4, as the ratio of odds that IncompleteBeta takes.
    let spread = mean * (4 - mean) / variance - 1
    let (a, b) = (mean / 4 * spread, (4 - mean) / 4 * spread)
    let tails = IncompleteBeta(a, b, ratio: d / a * b / max(0, 4 - d))
    return min(1, 2 * min(tails.lower, tails.upper))
  }
}
