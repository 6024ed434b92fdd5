/// The triangular factor of a least-squares problem that grows by one row at a time.
///
/// Holds D and U of A = Q D^½ U, U unit upper triangular, by Givens rotations without square roots, so that the sum of
/// squares of the first 1, 2, … columns is known after every row without solving anything, and without ever forming AᵀA
/// (W. Gentleman, *Least squares computations by Givens transformations without square roots*, J. Inst. Maths Applics
/// 12, 1973; A. Miller, *Algorithm AS 274*, Applied Statistics 41, 1992). D⁻¹ is what is stored: then a row's weight
/// changes by sums, and no division waits for another. All storage is inline: copying a factor allocates nothing.
package struct RowUpdatedQR {
  /// The columns of A in the first lanes, y in the last one, 0 between them.
  package typealias Row = SIMD8<Double>

  /// The most columns a factor has room for.
  package static let maximumColumns = 7
  /// The lane of y.
  package static let last = 7

  /// The number of columns of A; a column that is 0 in every row takes no part.
  package let columns: Int
  /// U with the rotated y in the last lane. Lanes up to the diagonal are not read.
  private var factor = InlineArray<7, Row>(repeating: .zero)
  /// 1/D; infinite for a column that has nothing yet.
  private var inverse = InlineArray<7, Double>(repeating: .infinity)
  /// The part of y that is orthogonal to all columns.
  private var remainder = 0.0

  package init(columns: Int) {
    precondition(columns <= Self.maximumColumns)
    self.columns = columns
  }

  /// The same problem with columns that no row has yet; what its own columns leave of y is left out.
  package init(_ other: RowUpdatedQR, columns: Int) {
    self.init(columns: columns)
    factor = other.factor
    inverse = other.inverse
  }

  /// Takes in a row. Numbers below 1e-154 count as 0 in a column that has no larger ones yet.
  ///
  /// - Parameter variance: of the row's y, relative to other rows': the inverse of its weight.
  /// - Complexity: O(columns²).
  @inline(__always)
  package mutating func add(_ row: Row, variance: Double = 1) {
    var row = row
    var variance = variance
    for j in 0..<columns {
      let below = row[j]
      let grown = variance + below * below * inverse[unchecked: j]
      guard grown < .infinity else {
        // Nothing yet, or nothing beside this row; numbers whose squares a double cannot hold tell no direction.
        guard below * below >= .leastNormalMagnitude else { continue }
        factor[unchecked: j] = row / below
        inverse[unchecked: j] = variance / (below * below)
        return
      }
      let share = 1 / grown
      let cosine = variance * share
      let sine = below * inverse[unchecked: j] * share
      let upper = factor[unchecked: j]
      factor[unchecked: j] = cosine * upper + sine * row
      inverse[unchecked: j] *= cosine
      row -= below * upper
      variance = grown
    }
    let left = row[Self.last]
    remainder += left * left / variance
  }

  /// Takes in all that another problem says of the columns from `first` on, once the ones before them are best.
  package mutating func add(_ other: RowUpdatedQR, from first: Int) {
    for j in first..<other.columns where other.inverse[j] < .infinity {
      add(other.row(j), variance: other.inverse[j])
    }
  }

  /// Row `j` of U.
  private func row(_ j: Int) -> Row {
    var row = factor[j]
    for k in 0..<j { row[k] = 0 }
    row[j] = 1
    return row
  }

  /// The least sum of squares of y with the first `count` columns, the others left out; a column that the ones before it
  /// span explains as much as one without structure does.
  package func sumOfSquares(first count: Int) -> Double {
    var sum = remainder
    for j in count..<columns where inverse[j] < .infinity {
      let rotated = factor[j][Self.last]
      sum += rotated * rotated / inverse[j]
    }
    return sum
  }

  /// The least sum of squares of y with all columns.
  package var sumOfSquares: Double { remainder }

  /// The coefficients of all columns; 0 for a column that the ones before it span, to the last digits.
  package var coefficients: Row { coefficients(first: columns) }

  /// The coefficients of the first `count` columns, the others left out.
  package func coefficients(first count: Int) -> Row {
    for j in 0..<count where inverse[j] < .infinity && isSpanned(j) {
      // What the row says of the columns after it is the others' to explain.
      var others = self
      others.factor[j] = .zero
      others.inverse[j] = .infinity
      var rest = row(j)
      rest[j] = 0
      others.add(rest, variance: inverse[j])
      return others.coefficients(first: count)
    }
    var solution = Row.zero
    for j in stride(from: count - 1, through: 0, by: -1) where inverse[j] < .infinity {
      var sum = factor[j][Self.last]
      for k in (j + 1)..<max(count, j + 1) { sum -= factor[j][k] * solution[k] }
      solution[j] = sum
    }
    return solution
  }

  /// R⁻ᵀ applied to a row of weights over the columns, R = D^½ U, so that the scalar product of two results is the
  /// covariance of the two weighted sums of coefficients where every row's variance is 1; columns that others span count
  /// as known.
  package func whitened(_ weights: Row) -> Row {
    var sums = Row.zero
    var result = Row.zero
    for j in 0..<columns where !isSpanned(j) {
      var sum = weights[j]
      for i in 0..<j { sum -= factor[i][j] * sums[i] }
      sums[j] = sum
      result[j] = sum * inverse[j].squareRoot()
    }
    return result
  }

  /// Returns true if the columns before column `j` leave nothing of it but rounding.
  private func isSpanned(_ j: Int) -> Bool {
    guard inverse[j] < .infinity else { return true }
    for i in 0..<j where inverse[i] <= 1e-28 * inverse[j] * factor[i][j] * factor[i][j] { return true }
    return false
  }
}
