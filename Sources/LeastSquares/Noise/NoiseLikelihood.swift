import Elementary
import LinearAlgebra

/// −2ℓ of a recording's noise by the ratio ρ of its parts at the steepest sample, s at its best for each ρ.
///
/// In units of g, with slopes v over the largest: σᵢ² = s² (1 + ρ vᵢ²) and
///
/// −2ℓ = (n − p) ln s² + Σ ln(1 + ρ vᵢ²) + q/s² + ln det(Jᵀ W J),
///
/// wᵢ = 1/(1 + ρ vᵢ²), q = min_δ ‖W^½ (r − J δ)‖².
///
/// The best s² is q/(n − p), or 1 where that is less; its derivative drops out of
/// d(−2ℓ)/dρ = Σ vᵢ² wᵢ (1 − hᵢ) − Σ vᵢ² wᵢ² eᵢ² / s² either way, e = r − J δ, hᵢ the leverages.
struct NoiseLikelihood {
  /// vᵢ over the largest |v|; zeros where all are 0.
  let slopes: [Double]
  private let rank: Int
  /// ln det(JᵀJ) of the independent columns.
  private let logDeterminant: Double
  /// g over the largest |v|: σ_t = unit·√ρ.
  private let unit: Double
  /// g.
  let resolution: Double
  /// The count of free parameters.
  let columns: Int
  private var sums: NoiseSums

  struct Point {
    let ratio: Double
    /// s.
    let scale: Double
    /// −2ℓ; NaN in a scan.
    let loss: Double
    /// d(−2ℓ)/dρ.
    let score: Double
    /// True if the score is nowhere negative from this ratio on.
    let isBeyondMinima: Bool
  }

  init(residuals: [Double], slopes: [Double], jacobian: [Double], columns: Int, resolution: Double) {
    let rows = residuals.count
    // J's independent columns made orthonormal, so that weights are all that can tear them apart.
    let frame = OrthonormalColumns(jacobian, rows: rows, columns: columns)
    self.init(
      orthonormal: PaddedColumns.padded(frame.columns + residuals, rows: rows), rank: frame.rank,
      logDeterminant: frame.logDeterminant, slopes: slopes, columns: columns, resolution: resolution)
  }

  /// - Parameters:
  ///   - frame: orthonormal columns that span J's and behind them the residuals, as ``PaddedColumns`` has them.
  ///   - logDeterminant: ln det(JᵀJ) of the independent columns.
  init(
    orthonormal frame: [Double], rank: Int, logDeterminant: Double, slopes: [Double], columns: Int,
    resolution: Double
  ) {
    let rows = slopes.count
    let largest = largestMagnitude(slopes)
    self.slopes = slopes.withUnsafeBufferPointer { slopes in
      .filled(rows) { relative in
        guard largest > 0 else { return relative.initialize(repeating: 0) }
        for i in 0..<rows { relative.initializeElement(at: i, to: slopes[i] / largest) }
      }
    }
    self.resolution = resolution
    self.columns = columns
    self.rank = rank
    self.logDeterminant = logDeterminant
    unit = largest > 0 ? resolution / largest : 0
    var frame = frame
    let stride = PaddedColumns.stride(of: rows)
    frame.withUnsafeMutableBufferPointer { frame in
      let residuals = UnsafeMutableBufferPointer(rebasing: frame[rank * stride..<rank * stride + rows])
      for i in 0..<rows { residuals[i] /= resolution }
    }
    let squares = self.slopes.withUnsafeBufferPointer { slopes in
      [Double].filled(stride) { squares in
        for i in 0..<rows { squares.initializeElement(at: i, to: slopes[i] * slopes[i]) }
        for i in rows..<stride { squares.initializeElement(at: i, to: 0) }
      }
    }
    sums = NoiseSums(padded: frame, rank: rank, rows: rows, squaredSlopes: squares)
  }

  /// The least-squares step of the orthonormal columns' shares at a ratio, in units of g, and the part of the weighted sum of
  /// squares that lies along them; nil where sums of products do not tell.
  mutating func step(at ratio: Double) -> (shares: [Double], along: Double)? { sums.step(ratio) }

  /// σ_t, in the unit of time.
  func timing(_ ratio: Double) -> Double { unit * ratio.squareRoot() }

  /// The ρ of least −2ℓ: of 0 and every place where the slope turns from falling to rising, searched on a
  /// grid from where the times' noise is a thousandth of the resolution to where it is far more than any
  /// residual, or to where −2ℓ falls no more.
  mutating func best() -> Point {
    let equal = sums.point(0)
    var best = point(0, equal)
    guard degreesOfFreedom >= 3, isSeparable else { return best }
    var before = best
    let first = 1e-6
    var ratio = first
    while equal.keepsSign(upTo: ratio, rank: rank, degreesOfFreedom: Double(degreesOfFreedom)) { ratio *= 4 }
    lazy var limit = largestRatio
    while !before.isBeyondMinima, ratio <= Self.usualLargestRatio || ratio <= limit {
      let next = point(ratio, isScan: true)
      if before.score < 0, next.score >= 0 {
        let isBehindKnown = before.ratio == 0 && ratio > first
        let localMinimum = root(
          between: isBehindKnown ? point(ratio / 4, isScan: true) : before, and: next)
        // What a change of the last digits' size gains is no evidence of a noise.
        if localMinimum.loss < best.loss - 1e-10 * Double(slopes.count) { best = localMinimum }
      }
      before = next
      // σ_t doubles.
      ratio *= 4
    }
    return best
  }

  /// The ρ of least −2ℓ in the local minimum of a σ_t; nil where the slope there does not lead to one.
  mutating func best(near timing: Double) -> Point? {
    guard timing > 0, degreesOfFreedom >= 3, isSeparable else { return nil }
    var growth = 1.02
    let start = point((timing / unit) * (timing / unit))
    var (low, high) = (start, start)
    // σ_t quadruples at most.
    while growth < 16 {
      if start.score < 0 {
        low = high
        high = point(high.ratio * growth)
      } else {
        high = low
        low = point(low.ratio / growth)
      }
      if low.score < 0, high.score >= 0 { return root(between: low, and: high) }
      growth *= growth
    }
    return nil
  }

  /// The standard error of σ_t: √(2 / (d²(−2ℓ)/dσ_t²)), the second derivative by differences of the first.
  mutating func timingError(at best: Point) -> Double? {
    guard best.ratio > 0 else { return nil }
    let step = 1e-4
    // dρ/d ln σ_t = 2ρ.
    func slope(_ factor: Double) -> Double {
      let ratio = best.ratio * factor * factor
      return 2 * ratio * point(ratio).score
    }
    let curvature = (slope(1 + step) - slope(1 - step)) / (2 * step)
    guard curvature > 0, curvature.isFinite else { return nil }
    return timing(best.ratio) * (2 / curvature).squareRoot()
  }

  private var degreesOfFreedom: Int { slopes.count - rank }

  /// True if slopes differ, so that ρ and s are distinguished.
  private var isSeparable: Bool {
    unit > 0 && slopes.contains { abs($0) < 1 - 1e-6 }
  }

  /// The ratio to which a scan goes at least.
  private static let usualLargestRatio = 1e6

  /// A ratio at which the times' noise at every sample with a noticeable slope far exceeds its residual.
  private var largestRatio: Double {
    zip(sums.residuals, slopes).reduce(Self.usualLargestRatio) { limit, sample in
      let (residual, slope) = sample
      guard abs(slope) > 1e-4 else { return limit }
      return max(limit, min(1e100, 1e3 * (residual / slope) * (residual / slope)))
    }
  }

  /// The score's zero between two ratios by the Illinois method, to the last digits.
  private mutating func root(between left: Point, and right: Point) -> Point {
    guard right.score > 0 else { return point(right.ratio) }
    var (low, high) = (left, right)
    var (lowScore, highScore) = (left.score, right.score)
    var best = right
    var wasLow: Bool?
    for iteration in 0..<100 where low.ratio.nextUp < high.ratio {
      var middle = (low.ratio * highScore - high.ratio * lowScore) / (highScore - lowScore)
      let isInside = middle > low.ratio && middle < high.ratio
      if !isInside || iteration % 10 == 9 { middle = (low.ratio + high.ratio) / 2 }
      let change = abs(middle - best.ratio)
      best = point(middle)
      // The next change is far smaller than this one.
      if change <= 1e-12 * best.ratio || best.score == 0 { break }
      let isLow = best.score < 0
      if isLow {
        (low, lowScore) = (best, best.score)
        if wasLow == true { highScore /= 2 }
      } else {
        (high, highScore) = (best, best.score)
        if wasLow == false { lowScore /= 2 }
      }
      wasLow = isLow
    }
    return best
  }

  private mutating func point(_ ratio: Double, isScan: Bool = false) -> Point {
    let found = sums.point(ratio, isScan: isScan)
    return point(ratio, found, isScan: isScan)
  }

  private func point(_ ratio: Double, _ sums: NoiseSums.Point, isScan: Bool = false) -> Point {
    let variance = degreesOfFreedom > 0 ? max(1, sums.squares / Double(degreesOfFreedom)) : 1
    return Point(
      ratio: ratio, scale: variance.squareRoot(),
      loss: isScan
        ? .nan
        : logDeterminant + sums.logarithms + sums.determinant
          + Double(degreesOfFreedom) * logarithm(variance) + sums.squares / variance,
      score: sums.free - sums.steep / variance,
      isBeyondMinima: sums.isBeyondMinima(rank: rank, variance: variance))
  }
}

/// A matrix's independent columns, made orthonormal.
private struct OrthonormalColumns {
  let columns: [Double]
  let rank: Int
  /// ln det(JᵀJ) of the independent columns.
  let logDeterminant: Double

  init(_ jacobian: [Double], rows: Int, columns count: Int) {
    var qr = PivotedQR(rows: rows, columns: count)
    qr.factor(jacobian)
    let rank = qr.rank
    var basis = [Double](repeating: 0, count: rows * rank)
    for j in 0..<rank { basis[j * rows + j] = 1 }
    qr.applyQ(to: &basis, columns: rank)
    columns = basis
    self.rank = rank
    logDeterminant = (0..<rank).reduce(0) {
      $0 + 2 * logarithm(abs(qr.upper($1, $1)) * qr.scale(qr.pivots[$1]))
    }
  }
}
