import Testing

@testable import LinearAlgebra

struct NarrowQRTests {
  private func factored(_ matrix: Matrix, beside right: [Double]) -> NarrowQR {
    var qr = NarrowQR(rows: matrix.rows, columns: matrix.columns)
    qr.columns = matrix.elements + right
    qr.factor()
    return qr
  }

  private func column(_ qr: NarrowQR, _ j: Int, rows: Int) -> [Double] {
    Array(qr.columns[(j * rows)..<((j + 1) * rows)])
  }

  @Test(arguments: [(3, 3), (7, 2), (61, 4), (200, 5), (5, 0)])
  func agreesWithHouseholder(rows: Int, columns: Int) throws {
    let matrix = Matrix.random(rows, columns)
    let right = randomNumbers(rows, seed: 11)
    let narrow = factored(matrix, beside: right)
    var qr = PivotedQR(rows: rows, columns: columns)
    qr.factor(matrix.elements)
    var rotated = right
    qr.applyTransposedQ(to: &rotated)
    for i in 0..<columns { rotated[i] = 0 }
    qr.applyQ(to: &rotated)
    #expect(largestDifference(rotated, column(narrow, columns, rows: rows)) < 1e-14)
    let volume = (0..<columns).reduce(1.0) { $0 * abs(qr.upper($1, $1)) * qr.scale(qr.pivots[$1]) }
    #expect(abs(narrow.diagonal.reduce(1, *) / volume - 1) < 1e-13)
  }

  /// Columns that nearly depend on each other, as Vandermonde's of a short interval.
  @Test func columnsAreOrthonormal() {
    let rows = 90
    let nodes = (0..<rows).map { 1 + 1e-3 * Double($0) / Double(rows) }
    let matrix = Matrix(
      rows: rows, columns: 4,
      elements: (0..<4).flatMap { power in nodes.map { node in (0..<power).reduce(1) { p, _ in p * node } } })
    let qr = factored(matrix, beside: nodes)
    for j in 0..<4 {
      for k in 0...j {
        let product = dot(column(qr, j, rows: rows), column(qr, k, rows: rows))
        #expect(abs(product - (j == k ? 1 : 0)) < 1e-14)
      }
    }
    // The nodes are the second column.
    #expect(norm(column(qr, 4, rows: rows)) < 1e-14)
  }

  @Test func columnThatDependsIsLeftOut() {
    let first = randomNumbers(30, seed: 2), second = randomNumbers(30, seed: 3)
    let sum = zip(first, second).map { 2 * $0 - 3 * $1 }
    let right = randomNumbers(30, seed: 4)
    let whole = factored(Matrix(rows: 30, columns: 3, elements: first + second + sum), beside: right)
    let pair = factored(Matrix(rows: 30, columns: 2, elements: first + second), beside: right)
    #expect(whole.diagonal[2] == 0)
    #expect(column(whole, 2, rows: 30) == [Double](repeating: 0, count: 30))
    #expect(column(whole, 3, rows: 30) == column(pair, 2, rows: 30))
    #expect(factored(Matrix(rows: 3, columns: 1, elements: [0, 0, 0]), beside: [1, 2, 3]).diagonal == [0])
  }
}
