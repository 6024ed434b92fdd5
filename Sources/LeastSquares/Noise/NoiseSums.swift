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
  /// Room for what one ratio takes, as `scrollfit_noise` has it: the sums of products, the combinations of columns that
  /// are orthogonal under the weights, and their squared lengths.
  private var room: [Double]
  /// The ratio that the room was filled at last, where its sums of products tell the columns apart.
  private var filledAt: Double?

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

    /// True if the score has the sign that it has at this point, where all weights are 1, at every ratio up to one.
    ///
    /// With ω = 1/(1 + ρ) all weights are in ω…1. So leverages are in ω h…h/ω, the free part is in ω F − ρ p…F + ρ p; e moves by at
    /// most ρ √q, so that the root of the steep part before it is weighted is within that of √S; and q is in ω q…q.
    func keepsSign(upTo ratio: Double, rank: Int, degreesOfFreedom: Double) -> Bool {
      let weight = 1 / (1 + ratio)
      let (change, root) = (ratio * squares.squareRoot(), steep.squareRoot())
      let (low, high) = (weight * max(0, root - change), root + change)
      let leverage = ratio * Double(rank)
      let least = low * low / max(1, squares / degreesOfFreedom)
      let most = high * high / max(1, weight * squares / degreesOfFreedom)
      let (largest, smallest) = (free + leverage - least, weight * free - leverage - most)
      let rounding = 1e-6 * (free + most)
      return largest < -rounding || smallest > rounding
    }
  }

  init(columns basis: [Double], rank: Int, residuals: [Double], squaredSlopes slopes: [Double]) {
    self.init(
      padded: PaddedColumns.padded(basis + residuals, rows: residuals.count), rank: rank,
      rows: residuals.count, squaredSlopes: PaddedColumns.padded(slopes, rows: residuals.count))
  }

  /// - Parameters:
  ///   - columns: the curve's and the residuals as ``PaddedColumns`` has them.
  ///   - slopes: vᵢ², filled up too.
  init(padded columns: [Double], rank: Int, rows: Int, squaredSlopes slopes: [Double]) {
    let padded = PaddedColumns.stride(of: rows)
    (self.rows, self.padded, self.rank, self.columns) = (rows, padded, rank, columns)
    squaredSlopes = slopes
    let count = (rank + 1) * (3 * (rank + 1) + 1)
    room = .zeros(count)
  }

  var residuals: ArraySlice<Double> { columns[rank * padded..<rank * padded + rows] }

  /// - Parameter isScan: true where ten digits are enough, and the logarithms are not asked for.
  mutating func point(_ ratio: Double, isScan: Bool = false) -> Point {
    var point = Point()
    let (sums, isReduced) = sums(
      ratio, hasProduct: !isScan, minimumShare: isScan ? Self.leastScanShare : Self.minimumShare)
    point.weightLost = ratio * sums.steepness
    if !isScan { point.logarithms = logarithm(sums.product) + sums.exponent * logarithm(2) }
    guard isReduced else {
      point.free = sums.steepness
      reduceColumns(&point, ratio)
      return point
    }
    (point.free, point.steep, point.squares) = (sums.free, sums.steep, sums.squares)
    if !isScan { for j in 0..<rank { point.determinant += logarithm(room[places.lengths + j]) } }
    return point
  }

  /// The δ of least ‖W^½ (r − B δ)‖ and the squared length of W^½ B δ, as a share of that of W^½ r; nil where sums of products
  /// do not tell.
  mutating func step(_ ratio: Double) -> (shares: [Double], along: Double)? {
    guard filledAt == ratio || sums(ratio, hasProduct: false, minimumShare: Self.minimumShare).isReduced
    else { return nil }
    let (side, places) = (rank + 1, places)
    let last = places.gram + rank * side
    var along = 0.0
    for l in 0..<rank {
      var product = 0.0
      for m in 0...l { product += room[places.combinations + l * side + m] * room[last + m] }
      along += product * product / room[places.lengths + l]
    }
    let shares = (0..<rank).map { -room[places.combinations + rank * side + $0] }
    return (shares, along / room[last + rank])
  }

  /// The first numbers of the parts of the room.
  private var places: (gram: Int, slopeGram: Int, combinations: Int, lengths: Int) {
    let square = (rank + 1) * (rank + 1)
    return (0, square, 2 * square, 3 * square)
  }

  /// Fills the room at a ratio.
  ///
  /// - Parameters:
  ///   - hasProduct: true where the product of all 1 + ρ vᵢ² is asked for.
  ///   - minimumShare: the share of a column's squared length that has to be left beside those before it.
  /// - Returns: the sums, and false where too little of a column is left for sums of products to tell more.
  private mutating func sums(
    _ ratio: Double, hasProduct: Bool, minimumShare: Double
  ) -> (sums: scrollfit_noise_point, isReduced: Bool) {
    let (places, padded, count) = (places, padded, rank + 1)
    var point = scrollfit_noise_point()
    let isReduced = columns.withUnsafeBufferPointer { columns in
      squaredSlopes.withUnsafeBufferPointer { squaredSlopes in
        room.withUnsafeMutableBufferPointer { room in
          guard let room = room.baseAddress else { return false }
          var noise = scrollfit_noise(
            columns: columns.baseAddress, squared_slopes: squaredSlopes.baseAddress, stride: padded,
            count: count, gram: room + places.gram, slope_gram: room + places.slopeGram,
            combinations: room + places.combinations, lengths: room + places.lengths)
          return scrollfit_noise_point(
            PaddedColumns.path, &noise, ratio, hasProduct ? 1 : 0, minimumShare, &point) != 0
        }
      }
    }
    filledAt = isReduced && minimumShare == Self.minimumShare ? ratio : nil
    return (point, isReduced)
  }

  /// The share of a column's squared length that has to be left beside those before it: as many digits are lost.
  private static let minimumShare = 1e-3
  private static let leastScanShare = 1e-6

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
    var shares = [Double](repeating: 0, count: rank)
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
