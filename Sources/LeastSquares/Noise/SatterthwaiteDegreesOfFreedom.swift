import LinearAlgebra

/// The degrees of freedom of an estimate's variance where the noise has two estimated parts (Satterthwaite).
///
/// With σᵢ² = A + B vᵢ², W = diag(1/σᵢ²) and an estimate's variance V = aᵀ(JᵀWJ)⁻¹a, the degrees of freedom are those
/// of the χ² that has V's mean and variance (Satterthwaite):
///
///     ν = 2 V² / (gᵀ I⁻¹ g),  g = ∂V/∂(A, B),  I = ½ tr(P V_j P V_k), the restricted likelihood's information
///
/// An estimate that rests on a few steep samples has few, however many samples there are. Where s is held at 1, A is
/// known and only B counts.
///
/// (F. Giesbrecht and J. Burns, *Two-stage analysis based on a mixed model*, Biometrics 41, 1985.)
package struct SatterthwaiteDegreesOfFreedom: Sendable {
  private let rank: Int
  /// Qᵀ diag(∂σᵢ²/∂θⱼ / σᵢ²) Q for each part, column-major in Q's columns.
  private let changes: [[Double]]
  /// I, of the parts that are estimated.
  private let information: [[Double]]
  /// n − p: no variance has more.
  private let limit: Double

  /// - Parameters:
  ///   - noise: as estimated, with times' noise above 0.
  ///   - covariance: of J.
  ///   - jacobian: J, ∂rᵢ/∂pⱼ over σᵢ, column-major; independent columns.
  ///   - slopes: vᵢ.
  package init(_ noise: RecordingNoise, covariance: Covariance, jacobian: [Double], slopes: [Double]) {
    let (rows, qr) = (slopes.count, covariance.qr)
    let rank = qr.rank
    let ofTimes = zip(slopes, noise.standardDeviations).map { $0 * $0 / ($1 * $1) }
    let parts = noise.scale > 1 ? [noise.standardDeviations.map { 1 / ($0 * $0) }, ofTimes] : [ofTimes]
    let orthonormal = qr.orthonormalColumns(of: jacobian)
    let degreesOfFreedom = Self.degreesOfFreedom(orthonormal, rows: rows, rank: rank)
    var changes = parts.map { _ in [Double](repeating: 0, count: rank * rank) }
    var information = parts.map { _ in parts.map { _ in 0.0 } }
    for (a, part) in parts.enumerated() {
      for j in 0..<rank {
        let weighted = Self.products(part, orthonormal, from: j * rows)
        for k in 0...j {
          let sum = Self.dot(weighted, orthonormal, from: k * rows)
          changes[a][j * rank + k] = sum
          changes[a][k * rank + j] = sum
        }
      }
      let weighted = Self.products(part, degreesOfFreedom, from: 0)
      for b in parts.indices { information[a][b] = Self.dot(weighted, parts[b], from: 0) }
    }
    for a in parts.indices {
      for b in parts.indices {
        information[a][b] += zip(changes[a], changes[b]).reduce(0) { $0 + $1.0 * $1.1 } / 2
      }
    }
    self.rank = rank
    self.changes = changes
    self.information = information
    limit = Double(rows - rank)
  }

  /// Each of a's numbers times that of a column, which begins at a number.
  private static func products(_ a: [Double], _ columns: [Double], from first: Int) -> [Double] {
    a.withUnsafeBufferPointer { a in
      columns.withUnsafeBufferPointer { columns in
        let column = UnsafeBufferPointer(rebasing: columns[first..<first + a.count])
        return .filled(a.count) { products in
          for i in 0..<a.count { products.initializeElement(at: i, to: a[i] * column[i]) }
        }
      }
    }
  }

  /// The scalar product of a and a column, which begins at a number.
  private static func dot(_ a: [Double], _ columns: [Double], from first: Int) -> Double {
    a.withUnsafeBufferPointer { a in
      columns.withUnsafeBufferPointer { columns in
        guard let left = a.baseAddress, let right = columns.baseAddress else { return 0 }
        return LinearAlgebra.dot(left, right + first, a.count)
      }
    }
  }

  /// ½ − Σⱼ qᵢⱼ² for each row of Q.
  private static func degreesOfFreedom(_ orthonormal: [Double], rows: Int, rank: Int) -> [Double] {
    var degreesOfFreedom = [Double](repeating: 0.5, count: rows)
    degreesOfFreedom.withUnsafeMutableBufferPointer { degreesOfFreedom in
      orthonormal.withUnsafeBufferPointer { orthonormal in
        for j in 0..<rank {
          let column = UnsafeBufferPointer(rebasing: orthonormal[j * rows..<(j + 1) * rows])
          for i in 0..<rows { degreesOfFreedom[i] -= column[i] * column[i] }
        }
      }
    }
    return degreesOfFreedom
  }

  /// ν of a function of the estimates, at least 1 and at most n − p.
  ///
  /// - Parameter z: the function's gradient as ``Covariance/whitened(_:)`` has it.
  package func degreesOfFreedom(whitened z: [Double]) -> Double {
    let variance = z[..<rank].reduce(0) { $0 + $1 * $1 }
    let slopes = changes.map { change in
      (0..<rank).reduce(0.0) { sum, j in
        sum + (0..<rank).reduce(0.0) { $0 + change[j * rank + $1] * z[j] * z[$1] }
      }
    }
    guard let spread = variance > 0 ? spread(slopes) : nil, spread > 0 else { return limit }
    return max(1, min(limit, 2 * variance * variance / spread))
  }

  /// gᵀ I⁻¹ g; nil where the information is singular.
  private func spread(_ slopes: [Double]) -> Double? {
    if slopes.count == 1 {
      return information[0][0] > 0 ? slopes[0] * slopes[0] / information[0][0] : nil
    }
    // Cramer's rule on a matrix of one unit: A and B differ by the square of a velocity.
    let (first, second) = (information[0][0].squareRoot(), information[1][1].squareRoot())
    guard first > 0, second > 0 else { return nil }
    let (x, y) = (slopes[0] / first, slopes[1] / second)
    let correlation = information[0][1] / first / second
    let determinant = 1 - correlation * correlation
    return determinant > 1e-12 ? (x * x - 2 * correlation * x * y + y * y) / determinant : nil
  }
}
