/// The triangular factor of a least-squares problem that grows by one row at a time.
///
/// Holds R and Qᵀy of QR = A by Givens rotations, so that the sum of squares of the first 1, 2, … columns is known after
/// every row without solving anything, and without ever forming AᵀA
/// (G. Golub and C. Van Loan, *Matrix Computations*, section 6.5.3). All storage is inline: copying a factor allocates
/// nothing.
package struct RowUpdatedQR {
  /// The most columns a factor has room for: those of two springs beside each other, and more.
  package static let maximumColumns = 12

  /// The number of columns of A; at most ``maximumColumns``.
  package let columns: Int
  /// The row that ``add()`` takes in: the columns of A, then y.
  package var row = InlineArray<13, Double>(repeating: 0)
  /// R with Qᵀy as its last column, row-major, `columns + 1` numbers a row.
  private var factor = InlineArray<156, Double>(repeating: 0)
  /// The part of y that is orthogonal to all columns.
  private var remainder = 0.0

  package init(columns: Int) {
    precondition(columns <= Self.maximumColumns)
    self.columns = columns
  }

  /// Two problems without a column in common, as one; what their columns leave of y is left out.
  package init(_ left: borrowing RowUpdatedQR, beside right: borrowing RowUpdatedQR) {
    self.init(columns: left.columns + right.columns)
    let width = columns + 1
    for i in 0..<left.columns {
      for j in i..<left.columns { factor[i * width + j] = left.factor[i * (left.columns + 1) + j] }
      factor[i * width + columns] = left.factor[i * (left.columns + 1) + left.columns]
    }
    for i in 0..<right.columns {
      let start = (left.columns + i) * width
      for j in i..<right.columns {
        factor[start + left.columns + j] = right.factor[i * (right.columns + 1) + j]
      }
      factor[start + columns] = right.factor[i * (right.columns + 1) + right.columns]
    }
  }

  /// Starts again without rows.
  package mutating func clear() {
    for index in 0..<(columns * (columns + 1)) { factor[index] = 0 }
    remainder = 0
  }

  /// Takes in ``row``, which is used up. Numbers below 1e-154 count as 0 in a column that has no larger ones yet.
  ///
  /// - Complexity: O(columns²).
  @inline(__always)
  package mutating func add() {
    let columns = columns
    let width = columns &+ 1
    var j = 0
    while j < columns {
      let below = row[unchecked: j]
      let start = j &* width
      let diagonal = factor[unchecked: start &+ j]
      let square = diagonal * diagonal + below * below
      // Numbers whose squares a double cannot hold tell no direction.
      if below != 0, square >= .leastNormalMagnitude {
        let length = square.squareRoot()
        let share = 1 / length
        let cosine = diagonal * share
        let sine = below * share
        factor[unchecked: start &+ j] = length
        var k = j &+ 1
        while k < width {
          let upper = factor[unchecked: start &+ k]
          let lower = row[unchecked: k]
          factor[unchecked: start &+ k] = cosine * upper + sine * lower
          row[unchecked: k] = cosine * lower - sine * upper
          k &+= 1
        }
      }
      j &+= 1
    }
    remainder += row[unchecked: columns] * row[unchecked: columns]
  }

  /// The least sum of squares of y with the first `count` columns, the others left out; a column that the ones before it
  /// span explains as much as one without structure does.
  package func sumOfSquares(first count: Int) -> Double {
    var sum = remainder
    for j in count..<columns {
      let rotated = factor[j * (columns + 1) + columns]
      sum += rotated * rotated
    }
    return sum
  }

  /// The least sum of squares of y with all columns.
  package var sumOfSquares: Double { remainder }

  /// The coefficients of the first `count` columns; 0 for a column that the ones before it span, to the last digits.
  package func coefficients(first count: Int) -> InlineArray<12, Double> {
    let width = columns + 1
    for j in 0..<count where isSpanned(j) {
      guard ((j * width + j + 1)..<((j + 1) * width)).contains(where: { factor[$0] != 0 }) else { continue }
      // What the row says of the columns after it is the others' to explain.
      var others = self
      for k in 0..<width {
        others.row[k] = k > j ? factor[j * width + k] : 0
        others.factor[j * width + k] = 0
      }
      others.add()
      return others.coefficients(first: count)
    }
    var solution = InlineArray<12, Double>(repeating: 0)
    for j in stride(from: count - 1, through: 0, by: -1) where !isSpanned(j) {
      var sum = factor[j * width + columns]
      for k in (j + 1)..<max(count, j + 1) { sum -= factor[j * width + k] * solution[k] }
      solution[j] = sum / factor[j * width + j]
    }
    return solution
  }

  /// R⁻ᵀ applied to a row of weights over the columns, so that the scalar product of two results is the covariance of the
  /// two weighted sums of coefficients where every row's variance is 1; columns that others span count as known.
  package func whitened(_ weights: InlineArray<12, Double>) -> InlineArray<12, Double> {
    let width = columns + 1
    var result = InlineArray<12, Double>(repeating: 0)
    for j in 0..<columns where !isSpanned(j) {
      var sum = weights[j]
      for i in 0..<j { sum -= factor[i * width + j] * result[i] }
      result[j] = sum / factor[j * width + j]
    }
    return result
  }

  /// Returns true if the columns before column `j` leave nothing of it but rounding.
  private func isSpanned(_ j: Int) -> Bool {
    var largest = 0.0
    for i in 0...j { largest = max(largest, abs(factor[i * (columns + 1) + j])) }
    return abs(factor[j * (columns + 1) + j]) <= 1e-14 * largest
  }
}
