internal import Elementary
internal import LinearAlgebra

/// −2 ln L of a recording's noise as a function of one number, ρ = σ_t²/(s g)²: σᵢ² = A (1 + ρ vᵢ²) with the best
/// A = (s g)² ≥ g² for each ρ in closed form.
struct NoiseLikelihood {
  private let residuals: [Double]
  private let squaredSlopes: [Double]
  private let jacobian: [Double]
  private let leastVariance: Double
  private let columns: Int
  private var qr: PivotedQR
  private var weightedJacobian: [Double]
  private var weightedResiduals: [Double]
  /// One row of the weighted Jacobian, and the same in the orthonormal columns of its QR.
  private var row: [Double]
  private var inOrthonormal: [Double]

  init(residuals: [Double], slopes: [Double], jacobian: [Double], resolution: Double, limit: Int) {
    let count = residuals.count
    let used = min(count, limit)
    let rows = (0..<used).map { $0 * count / used }
    columns = count > 0 ? jacobian.count / count : 0
    let ownColumns = columns
    self.residuals = rows.map { residuals[$0] }
    squaredSlopes = rows.map { slopes[$0] * slopes[$0] }
    self.jacobian = (0..<ownColumns).flatMap { j in rows.map { jacobian[j * count + $0] } }
    leastVariance = resolution * resolution
    qr = PivotedQR(rows: max(used, columns), columns: columns)
    weightedJacobian = [Double](repeating: 0, count: max(used, columns) * columns)
    weightedResiduals = [Double](repeating: 0, count: max(used, columns))
    row = [Double](repeating: 0, count: columns)
    inOrthonormal = row
  }

  /// −2 ln L up to a constant, its derivative by ρ, and A. Infinite where a slope is.
  ///
  /// d(−2 ln L)/dρ = Σ vᵢ² wᵢ (1 − hᵢ) − Σ vᵢ² wᵢ² r̂ᵢ²/A with w = 1/(1 + ρ v²), h the leverages and r̂ the residuals of
  /// the weighted fit; where A is the best one, its own change adds nothing.
  mutating func value(atRatio ratio: Double) -> (cost: Double, slope: Double, variance: Double) {
    let count = residuals.count
    let rows = qr.rows
    var logarithms = 0.0
    for i in 0..<count {
      let spread = 1 + ratio * squaredSlopes[i]
      let weight = 1 / spread.squareRoot()
      logarithms += logarithm(spread)
      weightedResiduals[i] = residuals[i] * weight
      for j in 0..<columns { weightedJacobian[j * rows + i] = jacobian[j * count + i] * weight }
    }
    for i in count..<max(rows, count) { weightedResiduals[i] = 0 }
    qr.factor(weightedJacobian)
    qr.applyTransposedQ(to: &weightedResiduals)
    var sum = 0.0
    for i in qr.rank..<rows { sum += weightedResiduals[i] * weightedResiduals[i] }
    var determinant = 0.0
    for i in 0..<qr.rank {
      determinant += 2 * logarithm(abs(qr.upper(i, i))) + 2 * logarithm(qr.scale(qr.pivots[i]))
    }
    let freedom = Double(max(count - qr.rank, 1))
    let variance = max(leastVariance, sum / freedom)
    let cost = freedom * logarithm(variance) + sum / variance + logarithms + determinant
    var slope = 0.0
    for i in 0..<count {
      let weight = 1 / (1 + ratio * squaredSlopes[i])
      for j in 0..<columns { row[j] = jacobian[j * count + i] * weight.squareRoot() }
      qr.transposedSolve(row, into: &inOrthonormal)
      var leverage = 0.0
      var fitted = 0.0
      for j in 0..<qr.rank {
        leverage += inOrthonormal[j] * inOrthonormal[j]
        fitted += inOrthonormal[j] * weightedResiduals[j]
      }
      let left = residuals[i] - fitted / weight.squareRoot()
      slope += squaredSlopes[i] * weight * (1 - leverage - left * left * weight / variance)
    }
    return (cost.isFinite ? cost : .infinity, slope, variance)
  }

  /// The ρ of least cost; 0 where no other is lower.
  mutating func bestRatio() -> Double {
    let largest = squaredSlopes.max() ?? 0
    let smallest = squaredSlopes.min() ?? 0
    guard residuals.count - columns >= 3, largest.isFinite, smallest < largest * (1 - 1e-6) else { return 0 }
    // From times that hardly matter at the fastest sample to times that are all of the noise at nearly every one.
    let exponents = stride(from: -3.0, through: 9.0, by: 0.375).map { $0 * 2.302585092994046 }
    func ratio(_ exponent: Double) -> Double { exponential(exponent) / largest }
    var costs: [Double] = []
    for exponent in exponents { costs.append(value(atRatio: ratio(exponent)).cost) }
    guard let lowest = costs.indices.min(by: { costs[$0] < costs[$1] }) else { return 0 }
    let low = exponents[max(0, lowest - 1)]
    let high = exponents[min(exponents.count - 1, lowest + 1)]
    let exponent = risingZero(low, high) { value(atRatio: ratio($0)).slope }
    let best = value(atRatio: ratio(exponent)).cost
    return best < value(atRatio: 0).cost ? ratio(exponent) : 0
  }

  /// The standard error of √ρ: √(2 / (d²(−2 ln L)/d√ρ²)); nil where the cost does not bend upwards.
  mutating func rootRatioError(_ ratio: Double) -> Double? {
    let root = ratio.squareRoot()
    let step = 1e-4 * root
    func slope(_ root: Double) -> Double { 2 * root * value(atRatio: root * root).slope }
    let curvature = (slope(root + step) - slope(root - step)) / (2 * step)
    return curvature > 0 && curvature.isFinite ? (2 / curvature).squareRoot() : nil
  }
}

/// Where a function that is below 0 on the left and above it on the right is 0, to rounding; the end where it has only
/// one sign. Secants of Illinois, which keep both sides.
private func risingZero(_ low: Double, _ high: Double, _ function: (Double) -> Double) -> Double {
  var (low, high) = (low, high)
  var (lowValue, highValue) = (function(low), function(high))
  guard lowValue < 0 else { return low }
  guard highValue > 0 else { return high }
  for _ in 0..<200 {
    let secant = high - highValue * (high - low) / (highValue - lowValue)
    let middle = secant > low && secant < high ? secant : (low + high) / 2
    let value = function(middle)
    guard value != 0, middle > low, middle < high, high - low > 4e-16 * max(abs(low), abs(high)) else {
      return middle
    }
    if value < 0 {
      (low, lowValue) = (middle, value)
      highValue /= 2
    } else {
      (high, highValue) = (middle, value)
      lowValue /= 2
    }
  }
  return (low + high) / 2
}
