internal import CLAPACK

/// A dense matrix of doubles, column-major: element (i, j) is `elements[j·rows + i]`.
package struct Matrix: Equatable, Sendable {
  package let rows: Int
  package let columns: Int
  /// `rows · columns` numbers, column after column.
  package var elements: [Double]

  /// A matrix of zeros.
  package init(rows: Int, columns: Int) {
    self.rows = rows
    self.columns = columns
    elements = [Double](repeating: 0, count: rows * columns)
  }

  /// A matrix of the given elements, column after column.
  package init(rows: Int, columns: Int, elements: [Double]) {
    precondition(elements.count == rows * columns, "\(elements.count) elements for \(rows) × \(columns)")
    self.rows = rows
    self.columns = columns
    self.elements = elements
  }

  package subscript(row: Int, column: Int) -> Double {
    get { elements[column * rows + row] }
    set { elements[column * rows + row] = newValue }
  }
}

extension Matrix {
  /// The eigenvalues and eigenvectors of the symmetric matrix whose lower triangle stands here (LAPACK `dsyev`),
  /// smallest first.
  ///
  /// - Returns: λ (n) and V (n × n, column i belongs to λᵢ, orthonormal).
  /// - Throws: ``LinearAlgebraError`` for a number that is not finite, or where LAPACK's iteration does not converge.
  /// - Complexity: O(n³) for n = ``rows`` = ``columns``.
  package func symmetricEigenvectors() throws(LinearAlgebraError) -> (values: [Double], vectors: Matrix) {
    precondition(rows == columns, "eigenvectors of \(rows) × \(columns)")
    if let index = elements.firstIndex(where: { !$0.isFinite }) {
      throw .notFinite(row: index % rows, column: index / rows)
    }
    guard columns > 0 else { return ([], self) }
    var vectors = self
    var values = [Double](repeating: 0, count: columns)
    let info = lapack { work, size in
      lapack_dsyev(Int32(columns), &vectors.elements, &values, work, size)
    }
    guard info == 0 else { throw .notConverged(routine: "dsyev") }
    return (values, vectors)
  }
}

/// Calls a routine of LAPACK for the best size of its work space (a size of −1), and with one of that size for its result.
///
/// - Returns: the routine's `info`, 0 where it has succeeded.
func lapack(_ routine: (_ work: UnsafeMutablePointer<Double>, _ size: Int32) -> Int32) -> Int32 {
  var best = 1.0
  let info = routine(&best, -1)
  guard info == 0 else { return info }
  var work = [Double].zeros(max(1, Int(best)))
  return routine(&work, Int32(work.count))
}
