package import CKernels

/// The triangular factor of a least-squares problem that grows by one row at a time.
///
/// Holds D and U of A = Q D^½ U, U unit upper triangular, by Givens rotations without square roots, so that the sum of
/// squares of the first 1, 2, … columns is known after every row without solving anything, and without ever forming AᵀA
/// (W. Gentleman, *Least squares computations by Givens transformations without square roots*, J. Inst. Maths Applics
/// 12, 1973; A. Miller, *Algorithm AS 274*, Applied Statistics 41, 1992). D⁻¹ is what is stored: then a row's weight
/// changes by sums, and no division waits for another. All storage is inline: copying a factor allocates nothing. Rows are
/// vectors of the processor's own width (`triangle.h`).
package struct RowUpdatedQR {
  /// The columns of A in the first lanes, y in the last one, 0 between them.
  package typealias Row = SIMD8<Double>

  /// The most columns a factor has room for.
  package static var maximumColumns: Int { Int(SCROLLFIT_TRIANGLE_COLUMNS) }
  /// The lane of y.
  package static var last: Int { maximumColumns }

  /// The number of columns of A; a column that is 0 in every row takes no part.
  package let columns: Int
  /// The factor itself, for kernels that take in many rows.
  package var triangle: scrollfit_triangle

  package init(columns: Int) {
    precondition(columns <= Self.maximumColumns)
    self.columns = columns
    triangle = scrollfit_triangle()
    scrollfit_triangle_clear(&triangle)
  }

  /// The instruction set that rows and columns are taken in with.
  private static var path: scrollfit_path { scrollfit_fastest_path() }

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
    precondition(first.lowerBound == 0 && first.upperBound <= later.lowerBound && later.upperBound <= columns)
    precondition(matrix.count >= stride * (first.count + later.count + 1) && stride.isMultiple(of: 8))
    scrollfit_triangle_factor(
      Self.path, matrix.baseAddress, stride, first.count, later.count, later.lowerBound, &triangle)
  }

  /// Takes in a row. Numbers below 1e-154 count as 0 in a column that has no larger ones yet.
  ///
  /// - Parameter variance: of the row's y, relative to other rows': the inverse of its weight.
  /// - Complexity: O(columns²).
  package mutating func add(_ row: Row, variance: Double = 1) {
    withUnsafeBytes(of: row) { numbers in
      scrollfit_triangle_add(
        Self.path, &triangle, numbers.assumingMemoryBound(to: Double.self).baseAddress, variance)
    }
  }

  /// The least sum of squares of y with the first `count` columns, the others left out; a column that the ones before it
  /// span explains as much as one without structure does.
  package func sumOfSquares(first count: Int) -> Double {
    withUnsafePointer(to: triangle) { scrollfit_triangle_squares($0, count, columns) }
  }

  /// The least sum of squares of y with all columns.
  package var sumOfSquares: Double { triangle.inverse.7 }

  /// The least sums of squares of y with the first `count` columns and with all, and the coefficients of all; 0 for a column
  /// that the ones before it span, to the last digits.
  package func minimum(andFirst count: Int) -> (first: Double, all: Double, coefficients: Row) {
    (sumOfSquares(first: count), sumOfSquares, coefficients(first: columns))
  }

  /// The coefficients of the first `count` columns, the others left out.
  package func coefficients(first count: Int) -> Row {
    var solution = Row.zero
    withUnsafePointer(to: triangle) { triangle in
      withUnsafeMutableBytes(of: &solution) {
        scrollfit_triangle_solve(
          Self.path, triangle, count, $0.assumingMemoryBound(to: Double.self).baseAddress)
      }
    }
    return solution
  }

  /// Three weighted sums of the coefficients.
  ///
  /// - Parameters:
  ///   - weights: over the columns, one row a sum.
  ///   - unknown: the variance of a coefficient whose column others span, or no row has; 0 counts it as known.
  package func combinations(_ weights: InlineArray<3, Row>, unknown: Double = 0) -> Combinations {
    var values = SIMD4<Double>.zero
    var whitened = InlineArray<3, Row>(repeating: .zero)
    withUnsafePointer(to: triangle) { triangle in
      withUnsafeBytes(of: weights) { weights in
        withUnsafeMutableBytes(of: &values) { values in
          withUnsafeMutableBytes(of: &whitened) { whitened in
            scrollfit_triangle_combine(
              Self.path, triangle, unknown,
              weights.assumingMemoryBound(to: Double.self).baseAddress,
              values.assumingMemoryBound(to: Double.self).baseAddress,
              whitened.assumingMemoryBound(to: Double.self).baseAddress)
          }
        }
      }
    }
    return Combinations(values: values, whitened: whitened)
  }

  /// Weighted sums of the coefficients.
  package struct Combinations {
    /// The sums in the first lanes.
    package let values: SIMD4<Double>
    /// R⁻ᵀ applied to the weights of each, R = D^½ U: the scalar product of two is the sums' covariance where every row's
    /// variance is 1.
    package let whitened: InlineArray<3, Row>
  }
}
