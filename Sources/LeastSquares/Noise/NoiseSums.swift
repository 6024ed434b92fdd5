import Elementary
import LinearAlgebra

/// The sums over a recording's samples that a likelihood of its noise is made of, for one ratio ρ after another.
///
/// With weights wᵢ = 1/(1 + ρ vᵢ²) all of them follow from Σ w a aᵀ and Σ v² w² a aᵀ, where a is a row of the curve's columns
/// beside its residual: the products are made once, and a ratio takes one pass over them. Where weights make the columns too
/// nearly dependent for sums of products to tell, they are orthogonalized themselves.
struct NoiseSums {
  /// vᵢ².
  private let squaredSlopes: [Double]
  /// n, and n filled up with zeros to whole vectors.
  private let (rows, padded): (Int, Int)
  /// The curve's columns, which are independent, column-major, and behind them the residuals.
  private let columns: [Double]
  /// p.
  private let rank: Int
  /// aⱼ aₗ of all l ≤ j ≤ p, each of n numbers filled up with zeros.
  private let products: [Double]
  /// wᵢ.
  private var weights: [Double]
  /// vᵢ² wᵢ².
  private var slopeWeights: [Double]
  /// Σ w aⱼ aₗ and Σ v² w² aⱼ aₗ at `[j(p + 1) + l]`, l ≤ j.
  private var gram: [Double]
  private var slopeGram: [Double]
  /// Combinations of columns that are orthogonal under the weights, and their squared lengths.
  private var combinations: [Double]
  private var lengths: [Double]
  private var qr: NarrowQR

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
  }

  init(columns basis: [Double], rank: Int, residuals: [Double], squaredSlopes slopes: [Double]) {
    let rows = residuals.count
    let padded = (rows + 7) / 8 * 8
    let columns = basis + residuals
    var products: [Double] = []
    products.reserveCapacity(padded * (rank + 1) * (rank + 2) / 2)
    for j in 0...rank {
      for l in 0...j {
        for i in 0..<rows { products.append(columns[j * rows + i] * columns[l * rows + i]) }
        products.append(contentsOf: repeatElement(0, count: padded - rows))
      }
    }
    (self.rows, self.padded, self.rank, self.columns, self.products) = (rows, padded, rank, columns, products)
    squaredSlopes = slopes + repeatElement(0, count: padded - rows)
    weights = [Double](repeating: 1, count: padded)
    slopeWeights = weights
    gram = [Double](repeating: 0, count: (rank + 1) * (rank + 1))
    slopeGram = gram
    combinations = gram
    lengths = [Double](repeating: 0, count: rank + 1)
    qr = NarrowQR(rows: rows, columns: rank)
  }

  mutating func point(_ ratio: Double) -> Point {
    var point = Point()
    point.logarithms = weigh(ratio, steepness: &point.free)
    sumProducts()
    if !reduce(&point) { reduceColumns(&point) }
    return point
  }

  /// Sets the weights; Σ ln(1 + ρ vᵢ²).
  ///
  /// - Parameter steepness: Σ vᵢ² wᵢ.
  private mutating func weigh(_ ratio: Double, steepness: inout Double) -> Double {
    var factors = SIMD4<Double>.one
    var sums = SIMD4<Double>.zero
    var result = 0.0
    weights.withUnsafeMutableBytes { weights in
      slopeWeights.withUnsafeMutableBytes { slopeWeights in
        squaredSlopes.withUnsafeBytes { slopes in
          for offset in stride(from: 0, to: slopes.count, by: MemoryLayout<SIMD4<Double>>.size) {
            let square = slopes.loadUnaligned(fromByteOffset: offset, as: SIMD4<Double>.self)
            let excess = 1 + ratio * square
            let weight = 1 / excess
            let steep = square * weight
            weights.storeBytes(of: weight, toByteOffset: offset, as: SIMD4<Double>.self)
            slopeWeights.storeBytes(of: steep * weight, toByteOffset: offset, as: SIMD4<Double>.self)
            sums += steep
            // One logarithm of many factors; ρ is 1e100 at most.
            factors *= excess
            if any(factors .> 1e150) { result += Self.takeLogarithms(&factors) }
          }
        }
      }
    }
    steepness = sums.sum()
    return result + Self.takeLogarithms(&factors)
  }

  /// The sum of the factors' logarithms; the factors are 1 then.
  private static func takeLogarithms(_ factors: inout SIMD4<Double>) -> Double {
    defer { factors = .one }
    let product = factors[0] * factors[1] * (factors[2] * factors[3])
    return product.isFinite
      ? logarithm(product) : factors.indices.reduce(0) { $0 + logarithm(factors[$1]) }
  }

  private mutating func sumProducts() {
    let side = rank + 1
    let size = MemoryLayout<SIMD8<Double>>.size
    products.withUnsafeBytes { products in
      weights.withUnsafeBytes { weights in
        slopeWeights.withUnsafeBytes { slopeWeights in
          var start = 0
          for j in 0..<side {
            for l in 0...j {
              var (sum, slopeSum) = (SIMD8<Double>.zero, SIMD8<Double>.zero)
              for offset in stride(from: 0, to: weights.count, by: size) {
                let product = products.loadUnaligned(fromByteOffset: start + offset, as: SIMD8<Double>.self)
                sum += product * weights.loadUnaligned(fromByteOffset: offset, as: SIMD8<Double>.self)
                slopeSum +=
                  product * slopeWeights.loadUnaligned(fromByteOffset: offset, as: SIMD8<Double>.self)
              }
              gram[j * side + l] = sum.sum()
              slopeGram[j * side + l] = slopeSum.sum()
              start += weights.count
            }
          }
        }
      }
    }
  }

  /// The share of a column's squared length that has to be left beside those before it: as many digits are lost.
  private static let leastShare = 1e-3

  /// Orthogonalizes the columns, and the residuals to them, by their sums of products; false where too little of a column is left.
  private mutating func reduce(_ point: inout Point) -> Bool {
    let side = rank + 1
    var (determinant, leverage) = (0.0, 0.0)
    for j in 0..<side {
      for l in 0..<side { combinations[j * side + l] = j == l ? 1 : 0 }
      var left = gram[j * side + j]
      for l in 0..<j {
        let product = (0...l).reduce(0) { $0 + combinations[l * side + $1] * gram[j * side + $1] }
        let share = product / lengths[l]
        left -= share * product
        for m in 0...l { combinations[j * side + m] -= share * combinations[l * side + m] }
      }
      guard left >= Self.leastShare * gram[j * side + j], left.isFinite else { return false }
      lengths[j] = left
      var steep = 0.0
      for l in 0...j {
        let own = combinations[j * side + l]
        let others = (0..<l).reduce(0) { $0 + combinations[j * side + $1] * slopeGram[l * side + $1] }
        steep += own * (own * slopeGram[l * side + l] + 2 * others)
      }
      if j == rank {
        (point.squares, point.steep) = (left, steep)
      } else {
        guard left > 0 else { return false }
        determinant += logarithm(left)
        leverage += steep / left
      }
    }
    point.determinant = determinant
    point.free -= leverage
    return true
  }

  /// The same by the columns themselves.
  private mutating func reduceColumns(_ point: inout Point) {
    for i in 0..<rows {
      let root = weights[i].squareRoot()
      for j in 0...rank { qr.columns[j * rows + i] = columns[j * rows + i] * root }
    }
    qr.factor()
    point.determinant = qr.diagonal.reduce(0) { $1 > 0 ? $0 + 2 * logarithm($1) : $0 }
    for i in 0..<rows {
      let error = qr.columns[rank * rows + i]
      let steepness = squaredSlopes[i] * weights[i]
      point.squares += error * error
      point.steep += steepness * error * error
      for j in 0..<rank { point.free -= steepness * qr.columns[j * rows + i] * qr.columns[j * rows + i] }
    }
  }
}
