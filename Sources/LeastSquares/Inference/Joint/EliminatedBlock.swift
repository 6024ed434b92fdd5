import LinearAlgebra

/// A block seen with its own parameters always at their best: P⊥r and P⊥B, P⊥ = 1 − A A⁺, by one QR of A.
///
/// They come in the coordinates of Q, in which norms are the same and the first entries, along A's columns,
/// are zero.
struct EliminatedBlock: Sendable {
  /// P⊥r; m numbers.
  private(set) var residuals: [Double]
  /// P⊥B; m × q, column-major.
  private(set) var shared: [Double]
  /// −A⁺r: the own parameters' Gauss–Newton step with the shared ones held.
  let ownStep: [Double]
  /// ∂own/∂shared = −A⁺B; p × q, column-major.
  let sensitivity: [Double]

  /// - Parameter count: q, the number of shared parameters.
  /// - Returns: nil where the block's shapes do not fit or a number is not finite.
  init?(_ block: BorderedBlock, sharedCount count: Int) {
    let m = block.residuals.count
    guard m > 0, block.own.count % m == 0, block.shared.count == m * count,
      block.residuals.allSatisfy(\.isFinite), block.own.allSatisfy(\.isFinite),
      block.shared.allSatisfy(\.isFinite)
    else { return nil }
    let p = block.own.count / m
    // Fewer samples than own parameters: rows of zeros change nothing.
    let rows = max(m, p)
    func padded(_ matrix: [Double]) -> [Double] {
      guard rows > m else { return matrix }
      let zeros = [Double](repeating: 0, count: rows - m)
      return (0..<(matrix.count / m)).flatMap { (column: Int) -> [Double] in
        matrix[(column * m)..<((column + 1) * m)] + zeros
      }
    }
    var qr = PivotedQR(rows: rows, columns: p)
    qr.factor(padded(block.own))
    var rotated = padded(block.shared + block.residuals)
    qr.applyTransposedQ(to: &rotated, columns: count + 1)
    let solutions = (0...count).map { column in
      qr.solution(transposedQb: Array(rotated[(column * rows)..<(column * rows + p)])).map { -$0 }
    }
    sensitivity = solutions.dropLast().flatMap { $0 }
    ownStep = solutions[count]
    // Beyond the rank lies what the own parameters cannot move; m − rank entries of it are not padding.
    let left = (0...count).flatMap { column in
      (0..<m).map { $0 < qr.rank ? 0 : rotated[column * rows + $0] }
    }
    shared = Array(left.prefix(m * count))
    residuals = Array(left.suffix(m))
  }
}
