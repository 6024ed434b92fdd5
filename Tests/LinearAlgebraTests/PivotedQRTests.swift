import Testing

@testable import LinearAlgebra

struct PivotedQRTests {
  private func factored(_ matrix: Matrix) -> PivotedQR {
    var qr = PivotedQR(rows: matrix.rows, columns: matrix.columns)
    qr.factor(matrix.elements)
    return qr
  }

  /// Q's columns as what Qᵀ's rows are: Qᵀ applied to every unit vector.
  private func transposedQ(_ qr: inout PivotedQR) -> Matrix {
    let m = qr.rows
    var identity = (0..<(m * m)).map { $0 / m == $0 % m ? 1.0 : 0 }
    qr.applyTransposedQ(to: &identity, columns: m)
    return Matrix(rows: m, columns: m, elements: identity)
  }

  @Test(arguments: [(3, 3), (7, 3), (60, 12), (200, 40), (1, 1)])
  func factorsReconstructTheMatrix(rows: Int, columns: Int) {
    let matrix = Matrix.random(rows, columns)
    var qr = factored(matrix)
    let q = transposedQ(&qr)

    for position in 0..<columns {
      let r = (0..<rows).map { $0 <= position ? qr.upper($0, position) : 0 }
      let column = (0..<rows).map { dot(q.column($0), r) * qr.scale(qr.pivots[position]) }
      #expect(largestDifference(column, matrix.column(qr.pivots[position])) < 1e-14)
    }
    #expect(qr.rank == columns)
    #expect(qr.pivots.sorted() == Array(0..<columns))
  }

  @Test func diagonalOfRFalls() {
    let qr = factored(.random(30, 8))
    for i in 1..<8 { #expect(abs(qr.upper(i, i)) <= abs(qr.upper(i - 1, i - 1)) * (1 + 1e-14)) }
  }

  @Test func rotationKeepsLengthsAndAngles() {
    var qr = factored(.random(50, 6))
    var a = randomNumbers(50, seed: 3)
    var b = randomNumbers(50, seed: 4)
    let before = (norm(a), dot(a, b))
    qr.applyTransposedQ(to: &a)
    qr.applyTransposedQ(to: &b)
    #expect(abs(norm(a) - before.0) < 1e-14 * before.0)
    #expect(abs(dot(a, b) - before.1) < 1e-13)
  }

  @Test func qUndoesItsTranspose() {
    var qr = factored(.random(40, 5))
    let b = randomNumbers(80, seed: 6)
    var rotated = b
    qr.applyTransposedQ(to: &rotated, columns: 2)
    #expect(largestDifference(rotated, b) > 0.1)
    qr.applyQ(to: &rotated, columns: 2)
    #expect(largestDifference(rotated, b) < 1e-14)
  }

  /// AᵀQ z = v, and Q z lies in A's column space: that makes it (A⁺)ᵀ v.
  @Test func transposedSolveIsTheTransposedPseudoinverse() {
    let matrix = Matrix.random(20, 5)
    var qr = factored(matrix)
    let q = transposedQ(&qr)
    let v = [3.5, -1.25, 0.5, 8, -2]
    var z = [Double](repeating: 0, count: 5)
    qr.transposedSolve(v, into: &z)
    let w = (0..<20).map { i in (0..<5).reduce(0) { $0 + q[$1, i] * z[$1] } }
    for j in 0..<5 { #expect(abs(dot(matrix.column(j), w) - v[j]) < 1e-13) }
    var rotated = w
    qr.applyTransposedQ(to: &rotated)
    #expect(norm(Array(rotated[5...])) < 1e-14)
  }

  /// One value factors one matrix after another: nothing of the first one is left.
  @Test func buffersHoldNothingOfTheMatrixBefore() {
    let (first, second) = (Matrix.random(9, 4, seed: 1), Matrix.random(9, 4, seed: 2))
    var reused = factored(first)
    reused.factor(second.elements)
    let fresh = factored(second)
    for j in 0..<4 { for i in 0...j { #expect(reused.upper(i, j) == fresh.upper(i, j)) } }
    #expect(reused.pivots == fresh.pivots)
  }

  @Test func withoutColumnsThereIsNothingToSolve() {
    var qr = factored(Matrix(rows: 4, columns: 0))
    var b = [1.0, 2, 3, 4]
    qr.applyTransposedQ(to: &b)
    #expect(b == [1, 2, 3, 4])
    #expect(qr.rank == 0 && qr.solution(transposedQb: b).isEmpty)
  }
}
