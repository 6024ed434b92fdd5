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
