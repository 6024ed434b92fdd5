/// The triangular factor of a least-squares problem that grows by one row at a time.
///
/// Holds R and Qᵀy of QR = A by Givens rotations, so that the sum of squares of the first 1, 2, … columns is known after
/// every row without solving anything, and without ever forming AᵀA
/// (G. Golub and C. Van Loan, *Matrix Computations*, section 6.5.3).
package struct RowUpdatedQR {
  /// The number of columns of A.
  package let columns: Int
  /// The row that ``add()`` takes in: the columns of A, then y.
  package var row: [Double]
  /// R with Qᵀy as its last column, row-major.
  private var factor: [Double]
  /// What all columns leave of y.
  private var remainder = 0.0

  package init(columns: Int) {
    self.columns = columns
    row = Array(repeating: 0, count: columns + 1)
    factor = Array(repeating: 0, count: columns * (columns + 1))
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
      let place = (left.columns + i) * width
      for j in i..<right.columns {
        factor[place + left.columns + j] = right.factor[i * (right.columns + 1) + j]
      }
      factor[place + columns] = right.factor[i * (right.columns + 1) + right.columns]
    }
  }

  /// Starts again without rows.
  package mutating func clear() {
    for index in factor.indices { factor[index] = 0 }
    remainder = 0
  }

  /// Takes in ``row``, which is used up. Numbers below 1e-154 count as 0 in a column that has no larger ones yet.
  ///
  /// - Complexity: O(columns²).
  package mutating func add() {
    let columns = columns
    let width = columns + 1
    var remaining = 0.0
    // One access to each buffer for the whole row: this is the inner loop of every segmentation.
    factor.withUnsafeMutableBufferPointer { factor in
      row.withUnsafeMutableBufferPointer { row in
        for j in 0..<columns {
          let below = row[j]
          let place = j &* width
          let diagonal = factor[place &+ j]
          let square = diagonal * diagonal + below * below
          // Numbers whose squares a double cannot hold tell no direction.
          guard below != 0, square >= .leastNormalMagnitude else { continue }
          let length = square.squareRoot()
          let share = 1 / length
          let cosine = diagonal * share
          let sine = below * share
          factor[place &+ j] = length
          var k = j &+ 1
          while k < width {
            let upper = factor[place &+ k]
            let lower = row[k]
            factor[place &+ k] = cosine * upper + sine * lower
            row[k] = cosine * lower - sine * upper
            k &+= 1
          }
        }
        remaining = row[columns] * row[columns]
      }
    }
    remainder += remaining
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
  package func solution(first count: Int) -> [Double] {
    let width = columns + 1
    for j in 0..<count where isSpanned(j) {
      guard factor[(j * width + j + 1)..<((j + 1) * width)].contains(where: { $0 != 0 }) else { continue }
      // What the row says of the columns after it is the others' to explain.
      var others = self
      for k in 0..<width {
        others.row[k] = k > j ? factor[j * width + k] : 0
        others.factor[j * width + k] = 0
      }
      others.add()
      return others.solution(first: count)
    }
    var solution = [Double](repeating: 0, count: count)
    for j in stride(from: count - 1, through: 0, by: -1) where !isSpanned(j) {
      var sum = factor[j * width + columns]
      for k in (j + 1)..<max(count, j + 1) { sum -= factor[j * width + k] * solution[k] }
      solution[j] = sum / factor[j * width + j]
    }
    return solution
  }

  /// Whether the columns before column `j` leave nothing of it but rounding.
  private func isSpanned(_ j: Int) -> Bool {
    var largest = 0.0
    for i in 0...j { largest = max(largest, abs(factor[i * (columns + 1) + j])) }
    return abs(factor[j * (columns + 1) + j]) <= 1e-14 * largest
  }
}
