internal import CLAPACK

/// An error of a linear problem without a solution.
package enum LinearAlgebraError: Error, Equatable, Sendable {
  case underdetermined(rows: Int, columns: Int)
  /// Counted from 0; the column after the last one is the right-hand side.
  case notFinite(row: Int, column: Int)
  case notConverged(routine: String)
  case rankDeficient(rank: Int, columns: Int)
  /// The columns are so close to dependence that refinement does not lead to a solution; `correction` is its last step
  /// relative to the solution.
  case refinementStalled(correction: Double)
}

extension LinearAlgebraError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .underdetermined(let rows, let columns): "\(rows) rows do not determine \(columns) columns"
    case .notFinite(let row, let column): "row \(row), column \(column) is not finite"
    case .notConverged(let routine): "LAPACK's \(routine) did not converge"
    case .rankDeficient(let rank, let columns): "of \(columns) columns only \(rank) are independent"
    case .refinementStalled(let correction):
      "the columns are nearly dependent: refinement stalls at a relative correction of \(correction)"
    }
  }
}

/// The solution of a linear least-squares problem.
package struct LinearSolution: Equatable, Sendable {
  /// The x of least ‖A x − b‖₂.
  package let x: [Double]
  /// The numerical rank of the column-scaled A.
  package let rank: Int
}

extension Matrix {
  /// Minimizes ‖A x − b‖₂ by QR with column pivoting on scaled columns; with one step of refinement.
  ///
  /// Where the scaled columns are dependent to max(m, n)·ε, the dependent ones get the coefficient 0.
  ///
  /// - Parameter b: the right-hand side; length ``rows``.
  /// - Throws: ``LinearAlgebraError`` for fewer rows than columns or a number that is not finite.
  /// - Complexity: O(``rows`` · ``columns``²).
  package func leastSquaresByQR(_ b: [Double]) throws(LinearAlgebraError) -> LinearSolution {
    try check(b)
    var qr = PivotedQR(rows: rows, columns: columns)
    qr.factor(elements)
    var x = [Double](repeating: 0, count: columns)
    // The second pass solves for what the first one's rounding left over.
    for _ in 0..<2 {
      var residual = b
      for j in 0..<columns {
        for i in 0..<rows { residual[i] -= self[i, j] * x[j] }
      }
      qr.applyTransposedQ(to: &residual)
      for (j, correction) in qr.solution(transposedQb: residual).enumerated() { x[j] += correction }
    }
    return LinearSolution(x: x, rank: qr.rank)
  }

  /// Minimizes ‖A x − b‖₂ by the singular value decomposition (LAPACK `dgelsd`) of the column-scaled A: of all x that
  /// do, the one that is shortest in scaled variables.
  ///
  /// - Parameter b: the right-hand side; length ``rows``.
  /// - Throws: ``LinearAlgebraError`` for fewer rows than columns, a number that is not finite, or where LAPACK's
  ///   iteration does not converge.
  /// - Complexity: O(``rows`` · ``columns``²).
  package func leastSquaresBySVD(_ b: [Double]) throws(LinearAlgebraError) -> LinearSolution {
    try check(b)
    guard columns > 0 else { return LinearSolution(x: [], rank: 0) }
    var (scaled, scales) = columnScaled()
    var x = b
    var rank: Int32 = 0
    var singularValues = [Double](repeating: 0, count: columns)
    let leastRatio = Double(max(rows, columns)) * Double.ulpOfOne
    let (height, width) = (Int32(rows), Int32(columns))
    var integers: [Int32] = [0]
    let info = lapack { work, size in
      let info = lapack_dgelsd(
        height, width, &scaled, &x, &singularValues, leastRatio, &rank, work, size, &integers)
      if size < 0 { integers = [Int32](repeating: 0, count: max(1, Int(integers[0]))) }
      return info
    }
    guard info == 0 else { throw .notConverged(routine: "dgelsd") }
    return LinearSolution(x: zip(x, scales).map { $0 / $1 }, rank: Int(rank))
  }

  /// The singular values and right singular vectors of the column-scaled matrix (LAPACK `dgesvd`), largest first.
  ///
  /// - Returns: σ (n), V (n × n, column i belongs to σᵢ) and the powers of two the columns were divided by, so that
  ///   A = U · diag(σ) · Vᵀ · diag(scales). Needs ``rows`` ≥ ``columns``.
  /// - Throws: ``LinearAlgebraError`` as ``leastSquaresBySVD(_:)``.
  package func scaledSingularVectors() throws(LinearAlgebraError) -> (
    values: [Double], vectors: Matrix, scales: [Double]
  ) {
    try check([Double](repeating: 0, count: rows))
    guard columns > 0 else { return ([], self, []) }
    var (scaled, scales) = columnScaled()
    var values = [Double](repeating: 0, count: columns)
    var transposed = [Double](repeating: 0, count: columns * columns)
    let info = lapack { work, size in
      lapack_dgesvd(Int32(rows), Int32(columns), &scaled, &values, &transposed, work, size)
    }
    guard info == 0 else { throw .notConverged(routine: "dgesvd") }
    var vectors = Matrix(rows: columns, columns: columns)
    for i in 0..<columns {
      for j in 0..<columns { vectors[j, i] = transposed[j * columns + i] }
    }
    return (values, vectors, scales)
  }

  /// The elements with every column divided by the power of two of its largest entry, and those powers.
  private func columnScaled() -> (elements: [Double], scales: [Double]) {
    var scaled = elements
    var scales = [Double](repeating: 1, count: columns)
    for j in 0..<columns {
      let column = (j * rows)..<((j + 1) * rows)
      let largest = column.reduce(0) { max($0, abs(elements[$1])) }
      guard largest > 0 else { continue }
      scales[j] = Double(sign: .plus, exponent: largest.exponent, significand: 1)
      for i in column { scaled[i] /= scales[j] }
    }
    return (scaled, scales)
  }

  private func check(_ b: [Double]) throws(LinearAlgebraError) {
    precondition(b.count == rows, "right-hand side has \(b.count) rows, matrix has \(rows)")
    guard rows >= columns else { throw .underdetermined(rows: rows, columns: columns) }
    if let index = elements.firstIndex(where: { !$0.isFinite }) {
      throw .notFinite(row: index % rows, column: index / rows)
    }
    if let row = b.firstIndex(where: { !$0.isFinite }) { throw .notFinite(row: row, column: columns) }
  }
}
