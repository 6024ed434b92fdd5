internal import CKernels

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
  @inlinable package static var maximumColumns: Int { 7 }
  /// The lane of y.
  @inlinable package static var last: Int { 7 }

  /// The number of columns of A; a column that is 0 in every row takes no part.
  package let columns: Int
  /// U with the rotated y in the last lane. Lanes up to the diagonal are not read.
  private var factor = PerColumn(Row.zero)
  /// 1/D; infinite for a column that has nothing yet.
  private var inverse = PerColumn(Double.infinity)
  /// The part of y that is orthogonal to all columns.
  private var remainder = 0.0

  package init(columns: Int) {
    precondition(columns <= Self.maximumColumns)
    self.columns = columns
  }

  /// Takes in the first rows, which are there at once, by Gram–Schmidt: a third of what the same rows take one by one.
  ///
  /// - Parameters:
  ///   - first: the columns whose numbers are given first; all others but `later` are 0 in every row.
  ///   - later: the columns whose numbers come after those.
  ///   - matrix: the given columns and y behind them, each of `stride` numbers: the rows', then zeros. It is overwritten.
  ///   - stride: a multiple of 8.
  package mutating func addFirst(
    lanes first: Range<Int>, _ later: Range<Int>,
    factoring matrix: UnsafeMutableBufferPointer<Double>, stride: Int
  ) {
    let given = first.count + later.count
    precondition(first.upperBound <= later.lowerBound && later.upperBound <= columns)
    precondition(matrix.count >= stride * (given + 1) && stride.isMultiple(of: 8))
    func lane(_ j: Int) -> Int {
      j < first.count ? first.lowerBound + j : later.lowerBound + j - first.count
    }
    withUnsafeTemporaryAllocation(of: Double.self, capacity: given * (given + 1)) { numbers in
      numbers.initialize(repeating: 0)
      let shares = UnsafeMutableBufferPointer(rebasing: numbers[(given * given)...])
      remainder = scrollfit_factor(
        Self.path, matrix.baseAddress, stride, given, numbers.baseAddress, shares.baseAddress)
      for j in 0..<given {
        let length = numbers[j * given + j]
        guard length > 0 else { continue }
        inverse[lane(j)] = 1 / (length * length)
        var row = Row.zero
        for k in (j + 1)..<max(given, j + 1) { row[lane(k)] = numbers[k * given + j] / length }
        row[Self.last] = shares[j] / length
        factor[lane(j)] = row
      }
    }
  }

  /// The instruction set that columns are factored with.
  private static let path = scrollfit_fastest_path()

  /// Takes in a row. Numbers below 1e-154 count as 0 in a column that has no larger ones yet.
  ///
  /// - Parameter variance: of the row's y, relative to other rows': the inverse of its weight.
  /// - Complexity: O(columns²).
  package mutating func add(_ row: Row, variance: Double = 1) {
    var row = row
    var variance = variance
    // One by one, so that the lanes' numbers are known and the row stays in registers.
    guard rotate(0, &row, &variance), rotate(1, &row, &variance), rotate(2, &row, &variance),
      rotate(3, &row, &variance), rotate(4, &row, &variance), rotate(5, &row, &variance),
      rotate(6, &row, &variance)
    else { return }
    let left = row[Self.last]
    remainder += left * left / variance
  }

  /// Rotates a row's part of column `j` into the factor; false if the column takes in all of the row.
  @inline(__always)
  private mutating func rotate(_ j: Int, _ row: inout Row, _ variance: inout Double) -> Bool {
    let below = row[j]
    guard j < columns, below != 0 else { return true }
    let grown = variance + below * below * inverse[j]
    guard grown < .infinity else {
      // Nothing yet, or nothing beside this row; numbers whose squares a double cannot hold have no direction.
      guard below * below >= .leastNormalMagnitude else { return true }
      factor[j] = row / below
      inverse[j] = variance / (below * below)
      return false
    }
    let share = 1 / grown
    let cosine = variance * share
    let sine = below * inverse[j] * share
    let upper = factor[j]
    factor[j] = cosine * upper + sine * row
    inverse[j] *= cosine
    row -= below * upper
    variance = grown
    return true
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
    // One by one, so that the columns' numbers are known.
    var sum = remainder
    addSquare(0, beyond: count, &sum)
    addSquare(1, beyond: count, &sum)
    addSquare(2, beyond: count, &sum)
    addSquare(3, beyond: count, &sum)
    addSquare(4, beyond: count, &sum)
    addSquare(5, beyond: count, &sum)
    addSquare(6, beyond: count, &sum)
    return sum
  }

  /// Adds what column `j` explains where it is none of the first `count`.
  @inline(__always)
  private func addSquare(_ j: Int, beyond count: Int, _ sum: inout Double) {
    guard j >= count, j < columns, inverse[j] < .infinity else { return }
    let rotated = factor[j][Self.last]
    sum += rotated * rotated / inverse[j]
  }

  /// The least sum of squares of y with all columns.
  package var sumOfSquares: Double { remainder }

  /// The least sums of squares of y with the first `count` columns and with all, and the coefficients of all; 0 for a column
  /// that the ones before it span, to the last digits.
  package func minimum(andFirst count: Int) -> (first: Double, all: Double, coefficients: Row) {
    (sumOfSquares(first: count), remainder, coefficients(first: columns))
  }

  /// The coefficients of the first `count` columns, the others left out.
  package func coefficients(first count: Int) -> Row {
    if isSpanned(1, of: count) || isSpanned(2, of: count) || isSpanned(3, of: count)
      || isSpanned(4, of: count)
      || isSpanned(5, of: count) || isSpanned(6, of: count),
      let j = (1..<count).first(where: { isSpanned($0, of: count) })
    {
      return coefficients(first: count, without: j)
    }
    var solution = Row.zero
    solve(6, of: count, &solution)
    solve(5, of: count, &solution)
    solve(4, of: count, &solution)
    solve(3, of: count, &solution)
    solve(2, of: count, &solution)
    solve(1, of: count, &solution)
    solve(0, of: count, &solution)
    return solution
  }

  /// Finds coefficient `j` from those after it.
  @inline(__always)
  private func solve(_ j: Int, of count: Int, _ solution: inout Row) {
    guard j < count, inverse[j] < .infinity else { return }
    let row = factor[j]
    var explained = 0.0
    for k in (j + 1)..<max(j + 1, Self.maximumColumns) { explained += row[k] * solution[k] }
    solution[j] = row[Self.last] - explained
  }

  /// The coefficients where the columns before column `j` span it: its row's part in the columns after it is the others' to explain.
  @inline(never)
  private func coefficients(first count: Int, without j: Int) -> Row {
    var others = self
    others.factor[j] = .zero
    others.inverse[j] = .infinity
    var rest = row(j)
    rest[j] = 0
    others.add(rest, variance: inverse[j])
    return others.coefficients(first: count)
  }

  /// Weighted sums of the coefficients.
  ///
  /// - Parameters:
  ///   - weights: over the columns, one row a sum.
  ///   - unknown: the variance of a coefficient whose column others span, or no row has; 0 counts it as known.
  package func combinations(_ weights: InlineArray<3, Row>, unknown: Double = 0) -> InlineArray<
    3, Combination
  > {
    let solution = coefficients(first: columns)
    var result = InlineArray<3, Combination> {
      Combination(value: (weights[$0] * solution).sum(), whitened: .zero)
    }
    var rest = weights
    for j in 0..<columns {
      let variance = isSpanned(j) ? unknown : inverse[j]
      guard variance > 0 else { continue }
      let deviation = variance.squareRoot()
      for k in 0..<3 {
        let weight = rest[k][j]
        rest[k] -= weight * factor[j]
        result[k].whitened[j] = weight * deviation
      }
    }
    return result
  }

  /// A weighted sum of the coefficients.
  package struct Combination {
    package var value: Double
    /// R⁻ᵀ applied to the weights, R = D^½ U: the scalar product of two is the sums' covariance where every row's variance
    /// is 1.
    package var whitened: Row
  }

  @inline(__always)
  private func isSpanned(_ j: Int, of count: Int) -> Bool {
    j < count && inverse[j] < .infinity && isSpanned(j)
  }

  /// Returns true if the columns before column `j` leave nothing of it but rounding.
  @inline(__always)
  private func isSpanned(_ j: Int) -> Bool {
    guard inverse[j] < .infinity else { return true }
    for i in 0..<j where inverse[i] <= 1e-28 * inverse[j] * factor[i][j] * factor[i][j] { return true }
    return false
  }
}

/// An element for each column that a factor has room for.
///
/// Stored as properties: an element of an inline array in a value is read from a copy of the whole value.
private struct PerColumn<Element> {
  private var first, second, third, fourth, fifth, sixth, seventh: Element

  init(_ element: Element) {
    (first, second, third, fourth, fifth, sixth, seventh) =
      (element, element, element, element, element, element, element)
  }

  @inline(__always)
  subscript(_ column: Int) -> Element {
    get {
      switch column {
      case 0: first
      case 1: second
      case 2: third
      case 3: fourth
      case 4: fifth
      case 5: sixth
      default: seventh
      }
    }
    set {
      switch column {
      case 0: first = newValue
      case 1: second = newValue
      case 2: third = newValue
      case 3: fourth = newValue
      case 4: fifth = newValue
      case 5: sixth = newValue
      default: seventh = newValue
      }
    }
  }
}
