import Elementary

/// Do the residuals change sign as often as independent ones (A. Wald and J. Wolfowitz, *On a test whether
/// two samples are from the same population*, Ann. Math. Stat. 11, 1940)?
///
/// A run is a longest stretch of one sign. Given n₊ positive and n₋ negative residuals, n = n₊ + n₋, every
/// order of the signs is equally likely under independence:
///
///     P(R = 2k)     = 2 C(n₊−1, k−1) C(n₋−1, k−1) / C(n, n₊)
///     P(R = 2k + 1) = (C(n₊−1, k) C(n₋−1, k−1) + C(n₊−1, k−1) C(n₋−1, k)) / C(n, n₊)
///
/// The sign is that of the residual itself, not of its distance from the median: a model that lies to one side
/// is structure. Residuals of exactly 0 have no sign and are left out, as is usual (J. D. Gibbons and S.
/// Chakraborti, *Nonparametric Statistical Inference*, ch. 3): a recording on a pixel grid has a few. Neither has one of the
/// size of its rounding: the last digit of a sum would decide it.
package struct RunsTest: Equatable, Sendable {
  /// n₊.
  package let positive: Int
  /// n₋.
  package let negative: Int
  /// R; 0 where no residual has a sign.
  package let runs: Int
  /// (R − μ)/σ, μ = 1 + 2n₊n₋/n, σ² = 2n₊n₋(2n₊n₋ − n)/(n²(n − 1)); below 0 for too few runs, which is what a
  /// wrong model leaves. Nil where σ = 0: one sign only, or one residual of each.
  package let z: Double?
  /// Twice the smaller of P(R ≤ runs) and P(R ≥ runs), at most 1. Nil where one sign is missing.
  ///
  /// It is the exact distribution at every length. The normal approximation by ``z`` gives 0.36 where this is
  /// 0.48 at n = 20, and is off by orders of magnitude in far tails.
  package let pValue: Double?

  /// - Parameters:
  ///   - residuals: in the order of their abscissas. Where one is NaN there are neither z nor p.
  ///   - rounding: the size up to which a residual has no sign.
  /// - Complexity: O(n).
  package init(_ residuals: [Double], rounding: Double = 0) {
    var (positive, negative, runs, undefined) = (0, 0, 0, 0)
    // The sign of the residual before, of those with one. Signs are counted without branches, of which half would be guessed wrong.
    var isLastPositive = residuals.first { abs($0) > rounding }.map { $0 < 0 } ?? false
    for residual in residuals {
      undefined += residual.isNaN ? 1 : 0
      guard abs(residual) > rounding else { continue }
      let isPositive = residual > 0
      positive += isPositive ? 1 : 0
      negative += isPositive ? 0 : 1
      runs += isPositive != isLastPositive ? 1 : 0
      isLastPositive = isPositive
    }
    self.positive = positive
    self.negative = negative
    self.runs = runs
    guard positive > 0, negative > 0, undefined == 0 else {
      (z, pValue) = (nil, nil)
      return
    }
    let n = Double(positive + negative)
    let product = 2 * Double(positive) * Double(negative)
    let variance = product * (product - n) / (n * n * (n - 1))
    let mean = 1 + product / n
    z = variance > 0 ? (Double(runs) - mean) / variance.squareRoot() : nil
    pValue = RunsDistribution(positive: positive, negative: negative).twoSided(runs, mean: mean)
  }
}

/// The number of runs in a random order of n₊ and n₋ signs, both > 0.
struct RunsDistribution {
  let positive: Int
  let negative: Int

  /// ln P(R = runs), by ln C(n, k) in Stirling's form.
  func logarithmOfProbability(_ runs: Int) -> Double {
    let (p, q, k) = (Double(positive), Double(negative), Double(runs / 2))
    let total = RunsDistribution.logarithmOfBinomial(p + q, p)
    func product(_ i: Double, _ j: Double) -> Double {
      RunsDistribution.logarithmOfBinomial(p - 1, i) + RunsDistribution.logarithmOfBinomial(q - 1, j) - total
    }
    if runs.isMultiple(of: 2) { return product(k - 1, k - 1) + logarithm(2) }
    let (one, other) = (product(k, k - 1), product(k - 1, k))
    let larger = max(one, other)
    guard larger > -.infinity else { return larger }
    return larger + logarithmOfOnePlus(exponential(min(one, other) - larger))
  }

  func twoSided(_ runs: Int, mean: Double) -> Double {
    let below = Double(runs) <= mean
    let at = exponential(logarithmOfProbability(runs))
    var tail = at
    var next = runs
    // Away from the mean terms fall; even and odd counts fall separately, so two small ones in a row end the
    // sum.
    var (term, small) = (at, 0)
    while small < 2 {
      next += below ? -1 : 1
      guard next >= 2, next <= 2 * min(positive, negative) + 1 else { break }
      term = below ? term / growth(next) : term * growth(next - 1)
      tail += term
      small = term <= tail * 0x1p-54 ? small + 1 : 0
    }
    return min(1, 2 * min(tail, 1 - tail + at))
  }

  /// P(R = runs + 1)/P(R = runs), by the quotients of the binomials.
  private func growth(_ runs: Int) -> Double {
    let (p, q, k) = (Double(positive), Double(negative), Double(runs / 2))
    let odd = (p + q - 2 * k) / (2 * k)
    return runs.isMultiple(of: 2) ? odd : (p - k) / k * (q - k) / k / odd
  }

  /// ln C(n, k), −∞ outside 0 ≤ k ≤ n.
  static func logarithmOfBinomial(_ n: Double, _ k: Double) -> Double {
    guard k >= 0, k <= n else { return -.infinity }
    return logarithmOfFactorial(n) - logarithmOfFactorial(k) - logarithmOfFactorial(n - k)
  }

  private static func logarithmOfFactorial(_ n: Double) -> Double {
    let a = n + 1
    return (a - 0.5) * logarithm(a) - a + logarithm(2 * .pi) / 2
      + StirlingForm.remainder(a)
  }
}

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
    guard residuals.count >= 2, let largest = ResidualScale.largest(residuals) else { return nil }
    var (before, total, differences, products) = (0.0, 0.0, 0.0, 0.0)
    for (index, residual) in residuals.enumerated() {
      let scaled = residual / largest
      total += scaled * scaled
      if index > 0 {
        differences += (scaled - before) * (scaled - before)
        products += scaled * before
      }
      before = scaled
    }
    durbinWatson = differences / total
    lagOne = products / total
    pValue = SerialCorrelation.twoSided(durbinWatson, count: residuals.count, parameters: parameters)
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
