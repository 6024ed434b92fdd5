import LeastSquares

/// Same, different, or not enough data to decide.
package enum EquivalenceVerdict: String, CaseIterable, Sendable {
  case same, different, undecided

  /// The verdict on a whole of parts: one that differs makes a difference, and only what is the same everywhere is
  /// the same.
  init(of parts: [EquivalenceVerdict]) {
    self = parts.contains(.different) ? .different : parts.allSatisfy { $0 == .same } ? .same : .undecided
  }
}

/// The way a difference of motions is judged: by equivalence, not by significance.
///
/// A difference d is known with a standard error s and ν degrees of freedom at every instant. Each bound of
/// its size is wrong in at most α of all comparisons:
///
///     |d| ≤ max(|d̂| + t_{1−α, ν} s)
///     |d| ≥ max(|d̂| − c s)
///
/// The first are the upper bounds of two one-sided tests (D. Schuirmann, 1987): to be the same the difference
/// must be within the limit at every instant, and tests that must all succeed need no correction. For the
/// second one instant is enough: c = t_{1−α/2m, ν} where d varies in one direction, √(p F_{1−α/m; p, ν}) in p
/// directions (H. Scheffé, 1953), m phases sharing α (Bonferroni).
struct EquivalenceTest {
  /// The largest difference that counts as the same.
  let limit: Double
  /// 1 − α.
  let confidence: Double
  /// m: how many phases are compared.
  let phases: Int

  /// The probability of finding a difference that exists.
  static let power = 0.8

  private var alpha: Double { 1 - confidence }

  /// t_{1−α, ν}.
  func upperQuantile(_ degreesOfFreedom: Double) -> Double {
    StudentT(degreesOfFreedom: degreesOfFreedom).quantile(upperTail: alpha)
  }

  /// c.
  ///
  /// - Parameter directions: p ≥ 1.
  func lowerQuantile(_ degreesOfFreedom: Double, directions: Int) -> Double {
    guard directions > 1 else {
      return StudentT(degreesOfFreedom: degreesOfFreedom).quantile(upperTail: alpha / Double(2 * phases))
    }
    let fisher = FisherF(numerator: Double(directions), denominator: degreesOfFreedom)
    return (Double(directions) * fisher.quantile(upperTail: alpha / Double(phases))).squareRoot()
  }

  /// t_{1−α/2, ν} + t_{power, ν}: how many standard errors a true difference has to have for being told from
  /// none.
  func detectable(_ degreesOfFreedom: Double) -> Double {
    let distribution = StudentT(degreesOfFreedom: degreesOfFreedom)
    return distribution.quantile(upperTail: alpha / 2) + distribution.quantile(upperTail: 1 - Self.power)
  }

  /// The verdict of bounds.
  func equivalence(low: Double, high: Double) -> EquivalenceVerdict {
    low > limit ? .different : high <= limit ? .same : .undecided
  }

  /// The probability of a verdict for a true difference as it is estimated: of the same below the limit, of a
  /// difference above.
  ///
  /// The noncentral t is taken as Student's t about the true value.
  ///
  /// - Parameter lackOfFit: what the models may be wrong by.
  func power(difference: Double, lackOfFit: Double, error: WelchError, directions: Int) -> Double {
    let size = abs(difference), degreesOfFreedom = error.degreesOfFreedom, s = error.standardError
    let distribution = error.distribution
    if size < limit - lackOfFit {
      let quantile = upperQuantile(degreesOfFreedom)
      return max(
        0,
        distribution.cumulative((limit - lackOfFit - size) / s - quantile)
          - distribution.upperTail((limit - lackOfFit + size) / s - quantile))
    }
    guard size > limit + lackOfFit else { return 0 }
    return distribution.cumulative(
      (size - limit - lackOfFit) / s - lowerQuantile(degreesOfFreedom, directions: directions))
  }
}

/// The difference of two independent means of unequal variance: its error and degrees of freedom (B. Welch,
/// *Biometrika* 34, 1947; F. Satterthwaite, *Biometrics Bulletin* 2, 1946).
///
/// ν = (vₐ + v_b)² / (vₐ²/νₐ + v_b²/ν_b) for variances v of the means; infinite where both are 0 or known.
struct WelchError {
  let standardError: Double
  let degreesOfFreedom: Double

  /// - Parameters:
  ///   - a, b: the variance of each mean and its degrees of freedom.
  init(_ a: (variance: Double, degreesOfFreedom: Double), _ b: (variance: Double, degreesOfFreedom: Double)) {
    let variance = a.variance + b.variance
    standardError = variance.squareRoot()
    // In shares of the variance: no square overflows or vanishes.
    let (shareA, shareB) = (a.variance / variance, b.variance / variance)
    let inverse = shareA * shareA / a.degreesOfFreedom + shareB * shareB / b.degreesOfFreedom
    degreesOfFreedom = inverse > 0 ? 1 / inverse : .infinity
  }

  var distribution: StudentT { StudentT(degreesOfFreedom: degreesOfFreedom) }

  /// P(|T| ≥ |difference|/s); 1 for no difference, 0 for one without error.
  func pValue(_ difference: Double) -> Double {
    difference == 0
      ? 1 : standardError == 0 ? 0 : min(1, 2 * distribution.upperTail(abs(difference) / standardError))
  }
}
