internal import CKernels
import Elementary
import LinearAlgebra

/// The sums over a recording's samples that a likelihood of its noise is made of, for one ratio ρ after another.
///
/// With weights wᵢ = 1/(1 + ρ vᵢ²) all of them follow from Σ w a aᵀ and Σ v² w² a aᵀ, where a is a row of the curve's columns
/// beside its residual: a ratio takes one pass over them. Where weights make the columns too nearly dependent for sums of
/// products to tell, they are orthogonalized themselves.
struct NoiseSums {
  /// vᵢ², filled up with zeros to whole vectors.
  private let squaredSlopes: [Double]
  /// n, and n filled up to whole vectors.
  private let (rows, padded): (Int, Int)
  /// The curve's columns, which are independent, and behind them the residuals, each filled up with zeros.
  private let columns: [Double]
  /// p.
  private let rank: Int
  /// Σ w aⱼ aₗ and Σ v² w² aⱼ aₗ at `[j(p + 1) + l]`, l ≤ j.
  private var gram: [Double]
  private var slopeGram: [Double]
  /// Combinations of columns that are orthogonal under the weights, and their squared lengths.
  private var combinations: [Double]
  private var lengths: [Double]

  /// The sums at one ratio.
  struct Point {
    /// Σ ln(1 + ρ vᵢ²).
    var logarithms = 0.0
    /// ln det(Bᵀ W B) of the columns B.
    var determinant = 0.0
    /// q = min_δ ‖W^½ (r − B δ)‖².
    var squares = 0.0
    /// Σ vᵢ² wᵢ (1 − hᵢ), hᵢ the leverages.
    var free = 0.0
    /// Σ vᵢ² wᵢ² eᵢ², e = r − B δ.
    var steep = 0.0
    /// n − Σ wᵢ = ρ Σ vᵢ² wᵢ.
    var weightLost = 0.0

    /// True if the score of the noise's likelihood is nowhere negative from this ratio on.
    ///
    /// The score times ρ is Σ (1 − wᵢ)(1 − hᵢ) − Σ (1 − wᵢ) wᵢ eᵢ²/s². It is at least n − Σ wᵢ − p − q/s², which rises with ρ:
    /// weights fall, and with them q and q/s². While s² > 1 it is −Σ wᵢ, which rounding must not take for 0.
    ///
    /// - Parameter variance: s², the larger one of 1 and q/(n − p).
    func isBeyondMinima(rank: Int, variance: Double) -> Bool {
      weightLost >= (Double(rank) + squares / variance) * (1 + 1e-9)
    }
  }

  init(columns basis: [Double], rank: Int, residuals: [Double], squaredSlopes slopes: [Double]) {
    self.init(
      padded: PaddedColumns.padded(basis + residuals, rows: residuals.count), rank: rank,
      rows: residuals.count, squaredSlopes: slopes)
  }

  /// - Parameter columns: the curve's and the residuals as ``PaddedColumns`` has them.
  init(padded columns: [Double], rank: Int, rows: Int, squaredSlopes slopes: [Double]) {
    let padded = PaddedColumns.stride(of: rows)
    (self.rows, self.padded, self.rank, self.columns) = (rows, padded, rank, columns)
    squaredSlopes = PaddedColumns.padded(slopes, rows: rows)
    gram = [Double](repeating: 0, count: (rank + 1) * (rank + 1))
    slopeGram = gram
    combinations = gram
    lengths = [Double](repeating: 0, count: rank + 1)
  }

  var residuals: ArraySlice<Double> { columns[rank * padded..<rank * padded + rows] }

  /// - Parameter isScan: true where ten digits are enough, and the logarithms are not asked for.
  mutating func point(_ ratio: Double, isScan: Bool = false) -> Point {
    var point = Point()
    let totals = sum(ratio)
    (point.free, point.weightLost) = (totals[0], ratio * totals[0])
    if !isScan { point.logarithms = logarithm(totals[1]) + totals[2] * logarithm(2) }
    guard reduce(&point, minimumShare: isScan ? Self.leastScanShare : Self.minimumShare) else {
      reduceColumns(&point, ratio)
      return point
    }
    if !isScan { for j in 0..<rank { point.determinant += logarithm(lengths[j]) } }
    return point
  }

  /// The δ of least ‖W^½ (r − B δ)‖ and the squared length of W^½ B δ, as a share of that of W^½ r; nil where sums of products
  /// do not tell.
  mutating func step(_ ratio: Double) -> (shares: [Double], along: Double)? {
    var point = Point()
    _ = sum(ratio)
    guard reduce(&point, minimumShare: Self.minimumShare) else { return nil }
    let side = rank + 1
    var along = 0.0
    for l in 0..<rank {
      let product = product(of: rank, along: l)
      along += product * product / lengths[l]
    }
    return ((0..<rank).map { -combinations[rank * side + $0] }, along / gram[rank * side + rank])
  }

  /// Fills the sums of products.
  ///
  /// - Returns: Σ vᵢ² wᵢ, and a and b with Π (1 + ρ vᵢ²) = a 2ᵇ.
  private mutating func sum(_ ratio: Double) -> InlineArray<3, Double> {
    var totals = InlineArray<3, Double>(repeating: 0)
    gram.withUnsafeMutableBufferPointer { gram in
      slopeGram.withUnsafeMutableBufferPointer { slopeGram in
        var span = totals.mutableSpan
        span.withUnsafeMutableBufferPointer { totals in
          var sums = scrollfit_noise_sums(
            gram: gram.baseAddress, slope_gram: slopeGram.baseAddress, totals: totals.baseAddress)
          scrollfit_noise_sums(
            PaddedColumns.path, columns, padded, rank + 1, squaredSlopes, ratio, &sums)
        }
      }
    }
    return totals
  }

  /// The scalar product of column j with a combination of those before it.
  private func product(of j: Int, along l: Int) -> Double {
    let side = rank + 1
    var product = 0.0
    for m in 0...l { product += combinations[l * side + m] * gram[j * side + m] }
    return product
  }

  /// The share of a column's squared length that has to be left beside those before it: as many digits are lost.
  private static let minimumShare = 1e-3
  private static let leastScanShare = 1e-6

  /// Orthogonalizes the columns, and the residuals to them, by their sums of products; false where too little of a column is left.
  private mutating func reduce(_ point: inout Point, minimumShare: Double) -> Bool {
    let (rank, side) = (rank, rank + 1)
    return gram.withUnsafeBufferPointer { gram in
      slopeGram.withUnsafeBufferPointer { slopeGram in
        combinations.withUnsafeMutableBufferPointer { combinations in
          lengths.withUnsafeMutableBufferPointer { lengths in
            var leverage = 0.0
            for j in 0..<side {
              let own = UnsafeMutableBufferPointer(rebasing: combinations[j * side..<(j + 1) * side])
              for l in 0..<side { own[l] = j == l ? 1 : 0 }
              var left = gram[j * side + j]
              for l in 0..<j {
                var product = 0.0
                for m in 0...l { product += combinations[l * side + m] * gram[j * side + m] }
                let share = product / lengths[l]
                left -= share * product
                for m in 0...l { own[m] -= share * combinations[l * side + m] }
              }
              guard left >= minimumShare * gram[j * side + j], left.isFinite else { return false }
              lengths[j] = left
              var steep = 0.0
              for l in 0...j {
                var others = 0.0
                for m in 0..<l { others += own[m] * slopeGram[l * side + m] }
                steep += own[l] * (own[l] * slopeGram[l * side + l] + 2 * others)
              }
              if j == rank {
                (point.squares, point.steep) = (left, steep)
              } else {
                guard left > 0 else { return false }
                leverage += steep / left
              }
            }
            point.free -= leverage
            return true
          }
        }
      }
    }
  }

  /// The same by the columns themselves.
  private func reduceColumns(_ point: inout Point, _ ratio: Double) {
    let weights = squaredSlopes.map { 1 / (1 + ratio * $0) }
    let (errors, leverages, determinant) = orthogonalized(roots: weights.map { $0.squareRoot() })
    point.determinant = determinant
    for i in 0..<rows {
      let steepness = squaredSlopes[i] * weights[i]
      point.squares += errors[i] * errors[i]
      point.steep += steepness * errors[i] * errors[i]
      point.free -= steepness * leverages[i]
    }
  }

  /// The residuals and leverages of the columns times these roots of weights, and ln det(Bᵀ W B).
  private func orthogonalized(
    roots: [Double]
  ) -> (errors: [Double], leverages: [Double], determinant: Double) {
    var weighted = columns
    for first in stride(from: 0, to: weighted.count, by: padded) {
      for i in 0..<rows { weighted[first + i] *= roots[i] }
    }
    var upper = [Double](repeating: 0, count: rank * rank)
    var shares = lengths
    var leverages = [Double](repeating: 0, count: rows)
    let isDone = weighted.withUnsafeMutableBufferPointer {
      scrollfit_orthonormalize(PaddedColumns.path, $0.baseAddress, padded, rank, &upper, &shares) != 0
    }
    guard isDone else {
      // A column that depends on those before it.
      var qr = NarrowQR(rows: rows, columns: rank)
      for i in 0..<rows {
        for j in 0...rank { qr.columns[j * rows + i] = columns[j * padded + i] * roots[i] }
      }
      qr.factor()
      for i in 0..<rank * rows { leverages[i % rows] += qr.columns[i] * qr.columns[i] }
      return (
        Array(qr.columns[(rank * rows)...]), leverages,
        qr.diagonal.reduce(0) { $1 > 0 ? $0 + 2 * logarithm($1) : $0 }
      )
    }
    var determinant = 0.0
    for j in 0..<rank {
      determinant += 2 * logarithm(upper[j * rank + j])
      for i in 0..<rows {
        let own = weighted[j * padded + i]
        leverages[i] += own * own
        weighted[rank * padded + i] -= shares[j] * own
      }
    }
    return (Array(weighted[(rank * padded)...]), leverages, determinant)
  }
}
