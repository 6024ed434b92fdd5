import Elementary

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
