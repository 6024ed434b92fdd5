import LinearAlgebra

/// The covariance of estimates, s² (JᵀJ)⁻¹, held as the R of J's column-scaled QR and never formed.
///
/// The variance of any smooth function g of the estimates, its gradient a taken at them, is s² ‖R⁻ᵀ a‖² (the delta
/// method); a coordinate vector gives the parameter's own variance. Where J's columns are dependent, a function has a
/// variance only if the data determine it: if a lies in the space of J's rows.
///
/// (G. Seber and C. Wild, *Nonlinear Regression*, 1989, §2.1.)
package struct Covariance: Sendable {
  let qr: PivotedQR
  /// s²: the variance of one observation, known or estimated.
  package let variance: Double
  /// The count of parameters.
  package let count: Int
  /// The number of directions in the parameters that the data determine.
  package var rank: Int { qr.rank }

  /// True if no direction of a few parameters is undetermined or weak (``Identifiability/weakness``), by the diagonal of R, which
  /// is within 2ⁿ√n of the extreme singular values, and a column's scale within 2√m of its length.
  package var determinesAll: Bool {
    guard count > 0, count <= 4, qr.rows <= 4096 else { return false }
    return abs(qr.upper(count - 1, count - 1)) > 1e-3 * abs(qr.upper(0, 0))
  }

  /// - Parameters:
  ///   - jacobian: ∂rᵢ/∂pⱼ at `[j·rows + i]`, at the estimates; at least as many rows as columns. Where a number in it
  ///     is not finite, nothing is determined.
  ///   - variance: s², for example the sum of squares over the degrees of freedom.
  package init(jacobian: [Double], rows: Int, columns: Int, variance: Double) {
    var qr = PivotedQR(rows: rows, columns: columns)
    qr.factor(jacobian)
    self.qr = qr
    self.variance = variance
    count = columns
  }

  /// cov(g, h) for the gradients a of g and b of h; nil where the data do not determine one of them.
  package func covariance(_ a: [Double], _ b: [Double]) -> Double? {
    guard let left = whitened(a), let right = whitened(b) else { return nil }
    return variance * zip(left, right).reduce(0) { $0 + $1.0 * $1.1 }
  }

  /// √var(g) for the gradient a of g; nil where the data do not determine it.
  package func standardError(_ a: [Double]) -> Double? {
    guard let whitened = whitened(a) else { return nil }
    return standardError(ofWhitened: whitened)
  }

  /// √var(g) for the gradient of g as ``whitened(_:)`` has it.
  package func standardError(ofWhitened z: [Double]) -> Double { variance.squareRoot() * length(z) }

  /// The correlation of g and h by their gradients a and b; nil where the data do not determine one of them, or one does
  /// not depend on the estimates. It is a matter of J alone: a variance of 0 leaves it what it is.
  package func correlation(of a: [Double], _ b: [Double]) -> Double? {
    guard let left = direction(a), let right = direction(b) else { return nil }
    return Self.correlation(left, right)
  }

  /// The correlation of two functions by their directions.
  package static func correlation(_ left: [Double], _ right: [Double]) -> Double {
    // Rounding may leave the last digit beyond 1.
    max(-1, min(1, zip(left, right).reduce(0) { $0 + $1.0 * $1.1 }))
  }

  /// R⁻ᵀ Pᵀ D⁻¹ a at length 1, whose products are correlations; nil where the data do not determine the function with the gradient a,
  /// or it does not depend on the estimates.
  package func direction(_ a: [Double]) -> [Double]? {
    whitened(a).flatMap { direction(ofWhitened: $0) }
  }

  /// The same for a gradient as ``whitened(_:)`` has it.
  package func direction(ofWhitened z: [Double]) -> [Double]? {
    let length = length(z)
    guard length > 0 else { return nil }
    var direction = z
    for i in direction.indices { direction[i] /= length }
    return direction
  }

  /// The correlation of parameters i and j.
  package func correlation(_ i: Int, _ j: Int) -> Double? { correlation(of: unit(i), unit(j)) }

  /// The gradient of the i-th parameter itself.
  package func unit(_ i: Int) -> [Double] { (0..<count).map { $0 == i ? 1 : 0 } }

  /// ‖z‖, without overflow.
  private func length(_ z: [Double]) -> Double {
    let largest = z.reduce(0) { max($0, abs($1)) }
    guard largest > 0 else { return 0 }
    return largest * z.reduce(0) { $0 + ($1 / largest) * ($1 / largest) }.squareRoot()
  }

  /// Qᵀ b as far as the rank: observations that move by b change a function of the estimates by this times its ``whitened(_:)`` gradient.
  package func projection(_ b: [Double]) -> [Double] {
    var (qr, moved) = (qr, b)
    qr.applyTransposedQ(to: &moved)
    return Array(moved.prefix(rank))
  }

  /// R⁻ᵀ Pᵀ D⁻¹ a; nil where a has a part outside of the space of J's rows.
  package func whitened(_ a: [Double]) -> [Double]? {
    guard a.allSatisfy(\.isFinite) else { return nil }
    var z = [Double].zeros(count)
    qr.transposedSolve(a, into: &z)
    guard qr.rank < count else { return z.allSatisfy(\.isFinite) ? z : nil }
    let size = (0..<count).reduce(0) { max($0, abs(a[$1]) / qr.scale($1)) }
    for position in qr.rank..<count {
      let column = qr.pivots[position]
      var explained = 0.0
      for i in 0..<qr.rank { explained += qr.upper(i, position) * z[i] }
      if abs(a[column] / qr.scale(column) - explained) > 1e-8 * size { return nil }
    }
    return z.allSatisfy(\.isFinite) ? z : nil
  }
}
