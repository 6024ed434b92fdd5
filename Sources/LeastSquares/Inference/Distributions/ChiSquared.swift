/// The χ² distribution: the sum of ν squared standard normals.
///
/// P(X ≤ x) = P(ν/2, x/2), the regularised incomplete gamma function (DLMF 8.2.4; Abramowitz & Stegun
/// 26.4.19). ν is any finite real number > 0.
package struct ChiSquared: Distribution, Equatable {
  /// ν. Quantities are NaN where it is not > 0 and finite.
  package let degreesOfFreedom: Double

  package init(degreesOfFreedom: Double) {
    self.degreesOfFreedom = degreesOfFreedom
  }

  package var support: ClosedRange<Double> { 0...Double.infinity }

  /// ∞ at x = 0 where ν < 2.
  package func density(_ x: Double) -> Double {
    guard degreesOfFreedom > 0, degreesOfFreedom.isFinite, !x.isNaN else { return .nan }
    if x < 0 || x == .infinity { return 0 }
    if x == 0 { return degreesOfFreedom < 2 ? .infinity : degreesOfFreedom == 2 ? 0.5 : 0 }
    return IncompleteGamma.factor(degreesOfFreedom / 2, x / 2) / x
  }

  package func cumulative(_ x: Double) -> Double { sides(x).lower }

  package func upperTail(_ x: Double) -> Double { sides(x).upper }

  private func sides(_ x: Double) -> IncompleteGamma {
    IncompleteGamma(degreesOfFreedom / 2, x < 0 ? 0 : x / 2)
  }
}
