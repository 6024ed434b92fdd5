/// One parameter over several recordings, each value with its own standard error sᵢ and, beside that, a value
/// of its own:
///
///     yᵢ = μ + uᵢ + eᵢ,    var uᵢ = τ²,  var eᵢ = sᵢ²
///
/// τ² maximizes the restricted likelihood (REML; W. Viechtbauer, *Bias and efficiency of meta-analytic
/// variance estimators in the random-effects model*, J. Educ. Behav. Stat. 30, 2005); μ weighs by wᵢ = 1/(sᵢ²
/// + τ²). The error of μ is that of Hartung, Knapp, Sidik and Jonkman, √(q/Σwᵢ) with q = Σ wᵢ(yᵢ − μ)²/(k −
/// 1), for k − 1 degrees of freedom, but with q no less than 1: a few values that happen to agree do not make
/// μ more certain than the values themselves (C. Röver, G. Knapp and T. Friede, BMC Med. Res. Methodol.
/// 15:99, 2015).
package struct RandomEffects: Equatable, Sendable {
  /// k, the number of recordings.
  package let count: Int
  /// μ.
  package let mean: Double
  /// The standard error of ``mean``; of one recording its own.
  package let standardError: Double
  /// τ, in the unit of the values; nil for one recording, which shows nothing of others.
  package let betweenDeviation: Double?
  /// Cochran's Q = Σ (yᵢ − ȳ)²/sᵢ², ȳ the mean for τ = 0; nil for one recording and where an sᵢ is 0.
  package let heterogeneity: Double?

  /// Nil where there is no value, a number is not finite, a standard error negative or the counts differ.
  package init?(values: [Double], standardErrors: [Double]) {
    guard let first = values.first, values.count == standardErrors.count,
      values.allSatisfy(\.isFinite), standardErrors.allSatisfy({ $0.isFinite && $0 >= 0 })
    else { return nil }
    count = values.count
    guard count > 1 else {
      (mean, standardError, betweenDeviation, heterogeneity) = (first, standardErrors[0], nil, nil)
      return
    }
    // About the first value and in units of the largest number: no unit makes a square overflow or vanish.
    let centred = values.map { $0 - first }
    let unit = max(
      centred.reduce(0) { max($0, abs($1)) }, standardErrors.reduce(0) { max($0, $1) })
    guard unit.isFinite else { return nil }
    guard unit > 0 else {
      (mean, standardError, betweenDeviation, heterogeneity) = (first, 0, 0, nil)
      return
    }
    let likelihood = RestrictedLikelihood(
      values: centred.map { $0 / unit }, errors: standardErrors.map { $0 / unit })
    let variance = likelihood.maximum()
    let best = likelihood.weighted(variance)
    let inflation = max(1, best.sumOfSquares / Double(count - 1))
    mean = first + unit * best.mean
    standardError = unit * (inflation * best.variance).squareRoot()
    betweenDeviation = unit * variance.squareRoot()
    heterogeneity = standardErrors.contains(0) ? nil : likelihood.weighted(0).sumOfSquares
  }

  /// μ ± t · ``standardError``; nil for one recording or a confidence outside of 0…1.
  package func interval(confidence: Double) -> ClosedRange<Double>? {
    StudentT(degreesOfFreedom: Double(count - 1)).interval(
      around: mean, standardError: standardError, confidence: confidence)
  }

  /// P(χ² ≥ Q) of k − 1 degrees of freedom: the chance of values this unlike for τ = 0.
  package var pValue: Double? {
    heterogeneity.map { ChiSquared(degreesOfFreedom: Double(count - 1)).upperTail($0) }
  }

  /// I² = max(0, 1 − (k − 1)/Q): the share of the values' variation that their own errors do not explain (J.
  /// Higgins and S. Thompson, Stat. Med. 21, 2002).
  package var inconsistency: Double? {
    heterogeneity.map { $0 > 0 ? max(0, 1 - Double(count - 1) / $0) : 0 }
  }
}
