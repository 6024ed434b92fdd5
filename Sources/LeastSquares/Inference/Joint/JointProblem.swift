import LinearAlgebra

/// Several recordings as a problem in their shared parameters alone: r(s) are the residuals of all of them,
/// each with its own parameters at their best for s.
///
/// The derivative is P⊥B of ``BorderedLeastSquares``. The cost's gradient by it is exact; what is left out
/// bends with the residuals (L. Kaufman, *A variable projection method for solving separable nonlinear least
/// squares problems*, BIT 15, 1975), so a solver still converges to the same minimum, the last digits taking
/// some steps more where residuals are large.
package struct JointProblem: LeastSquaresProblem {
  package let parameters: [Parameter]
  package let residualCount: Int
  private let counts: [Int]
  private let fit: @Sendable (_ recording: Int, _ shared: [Double]) -> BorderedBlock?

  /// - Parameters:
  ///   - shared: the parameters of all recordings together.
  ///   - counts: the number of residuals of each recording.
  ///   - fit: fits a recording's own parameters with the shared ones held, and gives residuals and
  ///     derivatives at that minimum; nil where there is none. The same values have to give the same block.
  package init(
    shared: [Parameter], counts: [Int],
    fit: @escaping @Sendable (_ recording: Int, _ shared: [Double]) -> BorderedBlock?
  ) {
    parameters = shared
    residualCount = counts.reduce(0, +)
    self.counts = counts
    self.fit = fit
  }

  package func makeWorkspace() {}

  package func evaluate(
    _ point: [Double], residuals: inout [Double], jacobian: inout [Double], workspace: inout Void
  ) {
    guard let bordered = linearized(point) else {
      for i in residuals.indices { residuals[i] = .infinity }
      return
    }
    residuals = bordered.residuals
    if !jacobian.isEmpty { jacobian = bordered.jacobian }
  }

  /// All recordings at their own minima for these shared values: at the minimum of this problem, what their
  /// errors follow from. Nil where a recording has no fit.
  package func linearized(_ shared: [Double]) -> BorderedLeastSquares? {
    var blocks: [BorderedBlock] = []
    for (recording, count) in counts.enumerated() {
      guard let block = fit(recording, shared), block.residuals.count == count else { return nil }
      blocks.append(block)
    }
    return BorderedLeastSquares(blocks, sharedCount: shared.count)
  }
}

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

/// Several recordings with own parameters each and some shared by all, linearized at a point: the recordings'
/// own parameters are eliminated one recording after another, and what is left is a small problem in the
/// shared ones.
///
///     min over s and all oᵢ of Σ ‖rᵢ + Aᵢ oᵢ + Bᵢ s‖²  =  min over s of Σ ‖P⊥ᵢ rᵢ + P⊥ᵢ Bᵢ s‖²
///
/// The matrix of all parameters, mostly zeros, is never formed.
///
/// - Complexity: O(Σ mᵢ (pᵢ + q)²), with mᵢ residuals and pᵢ own parameters of recording i, q shared ones.
///
/// (Å. Björck, *Numerical Methods for Least Squares Problems*, 1996, §6.3: block angular problems.)
package struct BorderedLeastSquares: Sendable {
  /// P⊥r of all recordings, one after another, each in coordinates in which its own parameters' part is zero;
  /// the norm is that of the residuals at the best own parameters of the linear model.
  package let residuals: [Double]
  /// P⊥B likewise, column-major: as many rows as ``residuals``, q columns.
  package let jacobian: [Double]
  private let blocks: [BorderedBlock]
  private let eliminated: [EliminatedBlock]
  private let sharedCount: Int

  /// - Parameter sharedCount: q.
  /// - Returns: nil where a block's shapes do not fit, a number is not finite, or there are fewer residuals
  ///   than shared parameters.
  package init?(_ blocks: [BorderedBlock], sharedCount: Int) {
    var eliminated: [EliminatedBlock] = []
    for block in blocks {
      guard let one = EliminatedBlock(block, sharedCount: sharedCount) else { return nil }
      eliminated.append(one)
    }
    residuals = eliminated.flatMap(\.residuals)
    guard residuals.count >= sharedCount else { return nil }
    jacobian = (0..<sharedCount).flatMap { Self.column($0, of: eliminated, blocks) }
    self.blocks = blocks
    self.eliminated = eliminated
    self.sharedCount = sharedCount
  }

  /// The shared parameters' Gauss–Newton step, all own ones moving along; a direction that is not determined
  /// gets 0.
  package func sharedStep() -> [Double] {
    var qr = PivotedQR(rows: residuals.count, columns: sharedCount)
    qr.factor(jacobian)
    var right = residuals
    qr.applyTransposedQ(to: &right)
    return qr.solution(transposedQb: right).map { -$0 }
  }

  /// The step of a recording's own parameters that belongs to a step of the shared ones.
  package func ownStep(_ recording: Int, shared step: [Double]) -> [Double] {
    let block = eliminated[recording]
    let p = block.ownStep.count
    return (0..<p).map { (i: Int) -> Double in
      step.indices.reduce(block.ownStep[i]) { (sum: Double, j: Int) -> Double in
        sum + block.sensitivity[j * p + i] * step[j]
      }
    }
  }

  /// The covariance of all parameters, where the point is the minimum.
  ///
  /// - Parameter variance: s², for example the sum of squares over Σm − Σp − q.
  package func covariance(variance: Double) -> BorderedCovariance {
    BorderedCovariance(
      shared: Covariance(
        jacobian: jacobian, rows: residuals.count, columns: sharedCount, variance: variance),
      blocks: zip(blocks, eliminated).map { block, eliminated in
        (
          Covariance(block, variance: variance), eliminated.sensitivity
        )
      })
  }

  /// Column j of P⊥B. Where own parameters take all of it but its rounding, the samples do not feel the
  /// shared one.
  private static func column(
    _ j: Int, of eliminated: [EliminatedBlock], _ blocks: [BorderedBlock]
  ) -> [Double] {
    let left = eliminated.flatMap { $0.shared[(j * $0.residuals.count)...].prefix($0.residuals.count) }
    let whole = blocks.flatMap { $0.shared[(j * $0.residuals.count)...].prefix($0.residuals.count) }
    let rounding = Double(left.count) * Double.ulpOfOne * ResidualScale.rootMeanSquare(whole)
    return ResidualScale.rootMeanSquare(left) > rounding ? left : left.map { _ in 0 }
  }
}

extension Covariance {
  /// The solution for a block's own parameters, the shared ones held.
  fileprivate init(_ block: BorderedBlock, variance: Double) {
    let m = block.residuals.count
    let p = block.own.count / m
    let zeros = [Double](repeating: 0, count: max(0, p - m))
    self.init(
      jacobian: (0..<p).flatMap { (column: Int) -> [Double] in
        block.own[(column * m)..<((column + 1) * m)] + zeros
      }, rows: max(m, p), columns: p, variance: variance)
  }
}

/// One recording's residuals at a point, with their derivatives by its own parameters and by the shared ones.
package struct BorderedBlock: Equatable, Sendable {
  /// r, m numbers.
  package let residuals: [Double]
  /// A = ∂r/∂own, m × p, column-major.
  package let own: [Double]
  /// B = ∂r/∂shared, m × q, column-major.
  package let shared: [Double]

  package init(residuals: [Double], own: [Double], shared: [Double]) {
    self.residuals = residuals
    self.own = own
    self.shared = shared
  }
}

/// The covariance of estimates of which some are shared by several recordings.
///
/// A function g of recording i's own and the shared parameters, with gradients a and b, has
///
///     var g = s² aᵀ(AᵢᵀAᵢ)⁻¹a + cᵀ V c,    c = b + (∂ownᵢ/∂shared)ᵀ a
///
/// V the covariance of the shared ones: what the own parameters would vary with the shared ones known, and
/// what these bring into them.
package struct BorderedCovariance: Sendable {
  /// V.
  package let shared: Covariance
  private let blocks: [(own: Covariance, sensitivity: [Double])]

  init(shared: Covariance, blocks: [(own: Covariance, sensitivity: [Double])]) {
    self.shared = shared
    self.blocks = blocks
  }

  /// √var(g).
  ///
  /// - Parameters:
  ///   - recording: i.
  ///   - own: a.
  ///   - shared: b; empty for zeros.
  /// - Returns: nil where the samples do not determine g.
  package func standardError(recording: Int, own: [Double], shared gradient: [Double] = []) -> Double? {
    let (covariance, sensitivity) = blocks[recording]
    let combination = (0..<shared.count).map { (j: Int) -> Double in
      own.indices.reduce(gradient.isEmpty ? 0 : gradient[j]) { (sum: Double, i: Int) -> Double in
        sum + sensitivity[j * own.count + i] * own[i]
      }
    }
    guard let alone = covariance.standardError(own), let brought = shared.standardError(combination)
    else { return nil }
    return (alone * alone + brought * brought).squareRoot()
  }

  /// The gradient of recording i's j-th own parameter itself.
  package func unit(recording: Int, _ j: Int) -> [Double] { blocks[recording].own.unit(j) }
}
