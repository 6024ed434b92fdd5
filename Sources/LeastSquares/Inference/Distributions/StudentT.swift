import Elementary
internal import Synchronization

/// Student's t distribution: a standard normal over √(χ²/ν) of ν degrees of freedom.
///
/// P(|T| > t) = I_{ν/(ν + t²)}(ν/2, ½) (DLMF 8.17.2; Abramowitz & Stegun 26.7.1). ν is any real number > 0; ∞
/// is the normal distribution, which ν above 2⁸⁰ equals to every digit (their tails differ by t⁴/4ν).
package struct StudentT: Distribution, Equatable {
  /// ν. Quantities are NaN where it is not > 0.
  package let degreesOfFreedom: Double

  package init(degreesOfFreedom: Double) {
    self.degreesOfFreedom = degreesOfFreedom
  }

  package var support: ClosedRange<Double> { -Double.infinity...Double.infinity }

  package func density(_ t: Double) -> Double {
    if isNormal { return Normal().density(t) }
    guard degreesOfFreedom > 0, !t.isNaN else { return .nan }
    return exponential(logarithmOfDensity(t))
  }

  package func cumulative(_ t: Double) -> Double { upperTail(-t) }

  package func upperTail(_ t: Double) -> Double {
    if isNormal { return Normal().upperTail(t) }
    guard degreesOfFreedom > 0, !t.isNaN else { return .nan }
    guard abs(t) < 1e150 else { return t > 0 ? farTail(t) : 1 - farTail(-t) }
    let sides = IncompleteBeta(0.5, degreesOfFreedom / 2, ratio: t * t)
    return t > 0 ? sides.upper / 2 : (1 + sides.lower) / 2
  }

  /// The expansion in 1/ν about the normal quantile, where it holds (R. Fisher and E. Cornish, *The percentile points of distributions
  /// having known cumulants*, Technometrics 2, 1960; its first four terms are Abramowitz & Stegun 26.7.5).
  package func startOfQuantile(upperTail q: Double) -> Double {
    guard degreesOfFreedom >= 8, q > 1e-6, !isNormal else { return 1 }
    let z = Self.normalQuantile(upperTail: q)
    let square = z * z
    let first = (square + 1) / 4
    let second = ((5 * square + 16) * square + 3) / 96
    let third = (((3 * square + 19) * square + 17) * square - 15) / 384
    let fourth = ((((79 * square + 776) * square + 1482) * square - 1920) * square - 945) / 92160
    let fifth =
      (((((27 * square + 339) * square + 930) * square - 1782) * square - 765) * square + 17955) / 368640
    let inverse = 1 / degreesOfFreedom
    return z
      * (1 + inverse * (first + inverse * (second + inverse * (third + inverse * (fourth + inverse * fifth)))))
  }

  /// The normal distribution's quantile, which reports ask for at one q thousands of times: the last one is kept.
  private static func normalQuantile(upperTail q: Double) -> Double {
    if let known = lastNormal.withLock({ $0.tail == q ? $0.quantile : nil }) { return known }
    let quantile = Normal().quantile(upperTail: q)
    lastNormal.withLock { $0 = (q, quantile) }
    return quantile
  }

  private static let lastNormal = Mutex((tail: Double.nan, quantile: Double.nan))

  private var isNormal: Bool { degreesOfFreedom > 0x1p80 }

  /// ln f(t) of f(t) = f(0) (1 + t²/ν)^(−(ν + 1)/2), f(0) = Γ((ν + 1)/2) / (√(πν) Γ(ν/2)), its Γ in
  /// Stirling's form.
  private func logarithmOfDensity(_ t: Double) -> Double {
    let half = degreesOfFreedom / 2
    let centre =
      half * logarithmOfOnePlus(0.5 / half) - 0.5
      + StirlingForm.remainder(half + 0.5) - StirlingForm.remainder(half) - logarithm(2 * .pi) / 2
    let fall =
      abs(t) < 1e150
      ? logarithmOfOnePlus(t / degreesOfFreedom * t)
      : 2 * logarithm(abs(t)) - logarithm(degreesOfFreedom)
    return centre - (half + 0.5) * fall
  }

  /// P(T > t) where t² overflows: t f(t)/ν, the first term of its series in ν/t².
  private func farTail(_ t: Double) -> Double {
    guard t.isFinite else { return 0 }
    return exponential(
      logarithmOfDensity(t) + logarithm(t) - logarithm(degreesOfFreedom))
  }
}

extension StudentT {
  /// Returns the number of standard errors to each side of a two-sided interval: P(|T| ≤ t) = `confidence`.
  ///
  /// - Parameter confidence: 0 < confidence < 1; NaN otherwise.
  package func criticalValue(confidence: Double) -> Double {
    guard confidence > 0, confidence < 1 else { return .nan }
    return quantile(upperTail: (1 - confidence) / 2)
  }

  /// value ± t · standardError, t the ``criticalValue(confidence:)``. Known variance is ν = ∞.
  ///
  /// Nil where there is none: a value or standard error that is not finite, a negative standard error, ν that
  /// is not > 0, a confidence outside 0…1. An end beyond the largest double is infinite.
  package func interval(around value: Double, standardError: Double, confidence: Double) -> ClosedRange<
    Double
  >? {
    let reach = criticalValue(confidence: confidence) * standardError
    guard value.isFinite, standardError.isFinite, standardError >= 0, reach >= 0 else { return nil }
    return (value - reach)...(value + reach)
  }
}

/// Fisher's F distribution: (χ²₁/ν₁) / (χ²₂/ν₂).
///
/// P(F ≤ f) = Iₓ(ν₁/2, ν₂/2), x = ν₁f/(ν₁f + ν₂) (DLMF 8.17.2; Abramowitz & Stegun 26.6.2). ν₁ and ν₂ are
/// real numbers > 0; ∞ stands for a known variance: ν₂ = ∞ is χ²/ν₁, ν₁ = ∞ is ν₂/χ², both the certain value
/// 1.
package struct FisherF: Distribution, Equatable {
  /// ν₁. Quantities are NaN where it is not > 0.
  package let numerator: Double
  /// ν₂. Quantities are NaN where it is not > 0.
  package let denominator: Double

  package init(numerator: Double, denominator: Double) {
    self.numerator = numerator
    self.denominator = denominator
  }

  package var support: ClosedRange<Double> { 0...Double.infinity }

  /// ∞ at f = 0 where ν₁ < 2, and at the certain value of two infinite degrees of freedom.
  package func density(_ f: Double) -> Double {
    guard numerator > 0, denominator > 0, !f.isNaN else { return .nan }
    if f < 0 || f == .infinity { return 0 }
    switch (numerator.isFinite, denominator.isFinite) {
    case (false, false): return f == 1 ? .infinity : 0
    case (true, false): return numerator * ChiSquared(degreesOfFreedom: numerator).density(numerator * f)
    case (false, true):
      guard f > 0 else { return 0 }
      return denominator / f * ChiSquared(degreesOfFreedom: denominator).density(denominator / f) / f
    case (true, true):
      guard f > 0 else { return numerator < 2 ? .infinity : numerator == 2 ? 1 : 0 }
      return BetaPoint(numerator / 2, denominator / 2, ratio: f).factor / f
    }
  }

  package func cumulative(_ f: Double) -> Double { tails(f).lower }

  package func upperTail(_ f: Double) -> Double { tails(f).upper }

  private func tails(_ f: Double) -> (lower: Double, upper: Double) {
    guard numerator > 0, denominator > 0, !f.isNaN else { return (.nan, .nan) }
    guard f > 0 else { return (0, 1) }
    guard f < .infinity else { return (1, 0) }
    switch (numerator.isFinite, denominator.isFinite) {
    case (false, false): return f >= 1 ? (1, 0) : (0, 1)
    case (true, false):
      let chiSquared = ChiSquared(degreesOfFreedom: numerator)
      return (chiSquared.cumulative(numerator * f), chiSquared.upperTail(numerator * f))
    case (false, true):
      let chiSquared = ChiSquared(degreesOfFreedom: denominator)
      return (chiSquared.upperTail(denominator / f), chiSquared.cumulative(denominator / f))
    case (true, true):
      let sides = IncompleteBeta(numerator / 2, denominator / 2, ratio: f)
      return (sides.lower, sides.upper)
    }
  }
}
