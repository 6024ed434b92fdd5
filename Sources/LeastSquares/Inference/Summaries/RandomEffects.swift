import Elementary

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

/// The restricted likelihood of a variance τ² between values of known errors.
///
/// Values within −1…1, errors within 0…1.
struct RestrictedLikelihood {
  let values: [Double]
  let errors: [Double]

  /// The weighted mean at a τ².
  struct Weighted {
    let mean: Double
    /// 1/Σw.
    let variance: Double
    /// Σ w(y − mean)².
    let sumOfSquares: Double
    /// The slope of the logarithm of the likelihood by τ², and that itself, up to a constant.
    let slope: Double
    let logarithm: Double
  }

  /// For a variance of 0, its exact value outweighs all others; several of them weigh alike, and are taken
  /// to be the same. Slope and logarithm then have no value.
  func weighted(_ variance: Double) -> Weighted {
    let total = errors.map { $0 * $0 + variance }
    let isExact = total.contains(0)
    // 1/Σ(1/v) and the shares (1/v)/Σ(1/v), in units of the smallest v.
    let least = total.reduce(Double.infinity, min)
    let shares = total.map { isExact ? ($0 == 0 ? 1 : 0) : least / $0 }
    let sum = shares.reduce(0, +)
    let mean = zip(shares, values).reduce(0) { $0 + $1.0 / sum * $1.1 }
    var (squares, slope, logarithms) = (0.0, 0.0, logarithm(sum / least))
    for (value, own) in zip(values, total) {
      let distance = value - mean
      if own > 0 { squares += distance / own * distance }
      slope += (distance / own) * (distance / own) - 1 / own + least / own / own / sum
      logarithms += logarithm(own)
    }
    return Weighted(
      mean: mean, variance: least / sum, sumOfSquares: squares, slope: slope / 2,
      logarithm: -(logarithms + squares) / 2)
  }

  /// The τ² of the largest likelihood, 0 where it falls from there on.
  ///
  /// Several peaks are possible where errors differ much: each change of the slope's sign between neighbors
  /// of a grid of factor 2 is solved, and the highest peak taken.
  func maximum() -> Double {
    // The values span 2 at most: beyond the square of that the likelihood falls.
    let all = (0...300).map { Double(sign: .plus, exponent: 2 - $0, significand: 1) }
    // Beside every error's square the further ones are lost in rounding: of those one stands for all.
    let least = errors.reduce(Double.infinity) { min($0, $1 * $1) }
    let grid = all.prefix((all.firstIndex { $0 < least * 0x1p-54 } ?? all.count - 1) + 1)
    let points = grid.map(weighted)
    // The least of the grid stands for 0, where exact values have no likelihood.
    var best = (variance: 0.0, logarithm: -Double.infinity)
    if let last = points.last, last.slope <= 0 { best.logarithm = last.logarithm }
    for i in points.indices.dropFirst() where points[i].slope > 0 && points[i - 1].slope <= 0 {
      let root = bracketedRoot(
        from: (grid[i], points[i].slope), to: (grid[i - 1], points[i - 1].slope), resolution: 0
      ) {
        weighted($0).slope
      }
      guard let root else { continue }
      let reached = weighted(root).logarithm
      if reached > best.logarithm { best = (root, reached) }
    }
    return best.variance
  }
}
