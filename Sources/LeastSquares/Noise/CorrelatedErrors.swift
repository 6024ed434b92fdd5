import LinearAlgebra

/// The standard errors of a curve by least squares whose samples have unequal errors, each like the one before.
///
/// The error of sample i has the standard deviation σᵢ of ``RecordingNoise``, and errors i and j the correlation ρ^|i−j| of a first-order
/// autoregression: neither slow content that is rounded nor a model that leaves structure has independent errors. A function of the
/// estimates with the gradient a follows the samples by w = J (JᵀJ)⁻¹ a, so its variance is wᵀΣw, Σᵢⱼ = σᵢ σⱼ ρ^|i−j|.
///
/// ρ ≥ 0 is found by moments. Of errors with R = (ρ^|i−j|) the residuals e, over σᵢ, have
///
/// E Σ eᵢeᵢ₋₁ = tr(MBMR), E Σ eᵢ² = tr(MR), M = I − QQᵀ, (Bx)ᵢ = (xᵢ₋₁ + xᵢ₊₁)/2,
///
/// Q the orthonormal columns of J, which take most of what is alike in neighbors: ρ is where the quotient is the residuals' own. Where tr(MR) is
/// less than Σ eᵢ², all σᵢ grow by the root of the quotient.
///
/// (W. Newey and K. West, *A simple, positive semi-definite, heteroskedasticity and autocorrelation consistent covariance matrix*,
/// Econometrica 55, 1987, take w and Σ alike, with another Σ.)
package struct CorrelatedErrors {
  /// ρ.
  package let correlation: Double
  /// σᵢ with their common factor.
  private let deviations: [Double]
  private let covariance: Covariance

  /// Correlations that are tried.
  private static let correlations = (0..<20).map { Double($0) / 20 }

  /// - Parameters:
  ///   - residuals: not weighted.
  ///   - deviations: σᵢ > 0 of independent errors.
  ///   - jacobian: J at the minimum, `[j·rows + i]`, not weighted.
  /// - Returns: nil where J has as many columns as rows.
  package init?(residuals: [Double], deviations: [Double], jacobian: [Double], columns: Int) {
    let rows = residuals.count
    guard rows > columns else { return nil }
    covariance = Covariance(jacobian: jacobian, rows: rows, columns: columns, variance: 1)
    let relative = zip(residuals, deviations).map { $0 / $1 }
    let squares = squaredLength(relative)
    let orthonormal = covariance.qr.orthonormalColumns(of: jacobian)
    let basis = (0..<covariance.qr.rank).map { Array(orthonormal[$0 * rows..<($0 + 1) * rows]) }
    let own = squares > 0 ? dot(relative, shifted(relative), rows) / squares : 0
    let leverage = Leverage(basis, rows: rows)
    var expected: [Moments] = []
    // The smaller ones first: many residuals show one of them, and the others need not be found.
    for correlation in Self.correlations where expected.last.map({ $0.products < own * $0.squares }) ?? true {
      expected.append(leverage.moments(correlation))
    }
    // Few residuals of a model with many numbers bear no larger correlation.
    let found =
      expected.last { $0.products >= own * $0.squares } ?? expected.max { $0.quotient < $1.quotient }
    correlation = found?.correlation ?? 0
    let excess = found.map { squares / $0.squares } ?? 1
    let factor = excess.isFinite ? max(1, excess).squareRoot() : 1
    self.deviations = deviations.map { factor * $0 }
  }

  /// The standard error of a function of the estimates; nil where the data do not determine it.
  ///
  /// - Parameters:
  ///   - gradient: a.
  ///   - shared: an error that all samples have together, by how much of it moves each, at one standard deviation.
  package func standardError(_ gradient: [Double], shared: [Double] = []) -> Double? {
    guard let weights = covariance.influences(gradient) else { return nil }
    let own = zip(weights, deviations).map { $0 * $1 }
    let together = shared.isEmpty ? 0 : dot(weights, shared, weights.count)
    let variance = dot(own, correlated([own], correlation)[0], own.count) + together * together
    return variance.isFinite ? max(0, variance).squareRoot() : nil
  }
}

/// The expected sums over residuals whose errors have a correlation.
private struct Moments {
  let correlation: Double
  /// E Σ eᵢeᵢ₋₁.
  let products: Double
  /// E Σ eᵢ².
  let squares: Double

  var quotient: Double { products / squares }
}

/// Orthonormal columns, with the products by which they take a part out of residuals, whatever the correlation of these.
private struct Leverage {
  let rows: Int
  let basis: [[Double]]
  /// B of each.
  let neighbors: [[Double]]
  /// The products of each column with each of the neighbors, by row of columns.
  let overlaps: [[Double]]

  init(_ basis: [[Double]], rows: Int) {
    let neighbors = basis.map(shifted)
    (self.rows, self.basis, self.neighbors) = (rows, basis, neighbors)
    overlaps = basis.map { column in neighbors.map { dot(column, $0, rows) } }
  }

  func moments(_ correlation: Double) -> Moments {
    var products = Double(rows - 1) * correlation
    var squares = Double(rows)
    for (k, colored) in correlated(basis, correlation).enumerated() {
      squares -= dot(basis[k], colored, rows)
      products -= 2 * dot(neighbors[k], colored, rows)
      for l in basis.indices { products += overlaps[k][l] * dot(basis[l], colored, rows) }
    }
    return Moments(correlation: correlation, products: products, squares: squares)
  }
}

/// R x of columns of one length, R = (ρ^|i−j|).
///
/// The recursions of one column wait for their last numbers, those of several go on side by side.
private func correlated(_ columns: [[Double]], _ correlation: Double) -> [[Double]] {
  let (width, rows) = (columns.count, columns.first?.count ?? 0)
  let count = width * rows
  guard count > 0 else { return columns }
  return withUnsafeTemporaryAllocation(of: Double.self, capacity: 2 * count) { sums in
    // Row by row: what a sample has of those before it and of itself, and what it has of those behind it.
    let behind = UnsafeMutableBufferPointer(rebasing: sums[count...])
    for (k, column) in columns.enumerated() {
      for i in 0..<rows { sums[i * width + k] = column[i] }
    }
    for place in count - width..<count { behind[place] = 0 }
    for place in (0..<count - width).reversed() {
      behind[place] = correlation * (behind[place + width] + sums[place + width])
    }
    for place in width..<count { sums[place] += correlation * sums[place - width] }
    return columns.indices.map { k in
      (0..<rows).map { i in sums[i * width + k] + behind[i * width + k] }
    }
  }
}

/// B x: the mean of both neighbors, of which the ends have one.
private func shifted(_ x: [Double]) -> [Double] {
  x.indices.map { i in ((i > 0 ? x[i - 1] : 0) + (i + 1 < x.count ? x[i + 1] : 0)) / 2 }
}

extension Covariance {
  /// J (JᵀJ)⁻¹ a; nil where the data do not determine the function with the gradient a.
  fileprivate func influences(_ a: [Double]) -> [Double]? {
    whitened(a).map { z in
      var (qr, column) = (qr, Array(z.prefix(qr.rank)))
      column += [Double](repeating: 0, count: qr.rows - qr.rank)
      qr.applyQ(to: &column)
      return column
    }
  }
}
