internal import CLAPACKE

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
    let info = LAPACKE_dsyev(
      LAPACK_COL_MAJOR, CChar(UInt8(ascii: "V")), CChar(UInt8(ascii: "L")), Int32(columns), &vectors.elements,
      Int32(columns), &values)
    guard info == 0 else { throw .notConverged(routine: "dsyev") }
    return (values, vectors)
  }
}
