/// QR of a narrow matrix by modified Gram–Schmidt, for those who factor a few columns of some hundred rows thousands of
/// times: there the calls of LAPACK cost more than the arithmetic.
///
/// A column that loses nine tenths of its length to those before it is projected a second time: twice is enough for
/// orthonormal columns to working precision (W. Kahan and B. Parlett, in B. Parlett, *The Symmetric Eigenvalue Problem*,
/// section 6.9). Columns are not pivoted; bring them to like lengths.
package struct NarrowQR {
  /// A matrix with its columns beside each other and one more, the right-hand side, behind them: m·(n + 1) numbers,
  /// column-major. ``factor()`` leaves Q's columns and, at last, the residual of least squares.
  package var columns: [Double]
  /// R's diagonal; 0 for a column that depends on those before it, whose column in Q is 0.
  package private(set) var diagonal: [Double]
  /// R above the diagonal: element (i, j) at `[j·n + i]`.
  private var upper: [Double]
  /// Qᵀ b.
  package private(set) var projections: [Double]
  private let rows: Int

  package init(rows: Int, columns count: Int) {
    self.rows = rows
    columns = [Double](repeating: 0, count: rows * (count + 1))
    diagonal = [Double](repeating: 0, count: count)
    projections = diagonal
    upper = [Double](repeating: 0, count: count * count)
  }

  /// - Complexity: O(m·n²), allocates nothing.
  package mutating func factor() {
    let (rows, count) = (rows, diagonal.count)
    let smallest = Double(rows) * Double.ulpOfOne
    columns.withUnsafeMutableBufferPointer { columns in
      guard let start = columns.baseAddress else { return }
      for j in 0..<count {
        let column = start + j * rows
        let length = dot(column, column, rows).squareRoot()
        for i in 0..<j { upper[j * count + i] = 0 }
        var left = project(j, of: start, rows: rows, length: length, addingTo: &upper, at: j * count)
        if left < 0.1 * length {
          left = project(j, of: start, rows: rows, length: left, addingTo: &upper, at: j * count)
        }
        diagonal[j] = left > smallest * length ? left : 0
        let factor = diagonal[j] > 0 ? 1 / left : 0
        for i in 0..<rows { column[i] *= factor }
      }
      let right = start + count * rows
      for j in 0..<count {
        let share = dot(start + j * rows, right, rows)
        subtract(share, times: start + j * rows, from: right, rows)
        projections[j] = share
      }
    }
  }

  /// The x of least ‖A x − b‖₂; nil where the columns are dependent.
  package var solution: [Double]? {
    let count = diagonal.count
    var x = projections
    for j in (0..<count).reversed() {
      guard diagonal[j] > 0 else { return nil }
      x[j] /= diagonal[j]
      for i in 0..<j { x[i] -= upper[j * count + i] * x[j] }
    }
    return x
  }
}

/// Takes the columns of Q before it out of column j, and adds what it takes to R; the column's length afterwards.
@inline(__always)
private func project(
  _ j: Int, of start: UnsafeMutablePointer<Double>, rows: Int, length: Double, addingTo upper: inout [Double],
  at first: Int
) -> Double {
  guard j > 0 else { return length }
  let column = start + j * rows
  for i in 0..<j {
    let share = dot(start + i * rows, column, rows)
    subtract(share, times: start + i * rows, from: column, rows)
    upper[first + i] += share
  }
  return dot(column, column, rows).squareRoot()
}
