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
  private let rows: Int

  package init(rows: Int, columns count: Int) {
    self.rows = rows
    columns = [Double](repeating: 0, count: rows * (count + 1))
    diagonal = [Double](repeating: 0, count: count)
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
        var left = project(column, off: start, count: j, length: length, rows)
        if left < 0.1 * length { left = project(column, off: start, count: j, length: left, rows) }
        diagonal[j] = left > smallest * length ? left : 0
        let factor = diagonal[j] > 0 ? 1 / left : 0
        for i in 0..<rows { column[i] *= factor }
      }
      let right = start + count * rows
      for j in 0..<count { remove(start + j * rows, from: right, rows) }
    }
  }
}

/// Takes the first `count` columns of Q out of a column; its length afterwards.
@inline(__always)
private func project(
  _ column: UnsafeMutablePointer<Double>, off q: UnsafePointer<Double>, count: Int, length: Double,
  _ rows: Int
) -> Double {
  guard count > 0 else { return length }
  for j in 0..<count { remove(q + j * rows, from: column, rows) }
  return dot(column, column, rows).squareRoot()
}

/// Takes out of b what lies along q, of length 1 or 0.
@inline(__always)
private func remove(
  _ q: UnsafePointer<Double>, from b: UnsafeMutablePointer<Double>, _ count: Int
) {
  let share = dot(q, b, count)
  for i in 0..<count { b[i] -= share * q[i] }
}

/// a·b, in eight sums, which are independent of each other.
@inline(__always)
private func dot(_ a: UnsafePointer<Double>, _ b: UnsafePointer<Double>, _ count: Int) -> Double {
  var sums = SIMD8<Double>.zero
  var i = 0
  while i + 8 <= count {
    let left = UnsafeRawPointer(a + i).loadUnaligned(as: SIMD8<Double>.self)
    let right = UnsafeRawPointer(b + i).loadUnaligned(as: SIMD8<Double>.self)
    // Not addingProduct: without fused instructions that is a call for every number.
    sums += left * right
    i += 8
  }
  var sum = sums.sum()
  while i < count {
    sum += a[i] * b[i]
    i += 1
  }
  return sum
}
