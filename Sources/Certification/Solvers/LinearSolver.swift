import LeastSquares
import LinearAlgebra

/// A linear dataset by one QR, refined in double-double; powers of a column are formed there too.
package struct LinearSolver: Sendable {
  package var precision: CertificationOptions.Precision

  package init(precision: CertificationOptions.Precision) { self.precision = precision }

  /// - Throws: ``LinearAlgebra/LinearAlgebraError`` for columns that are dependent or nearly so.
  package func solve(_ dataset: ReferenceDataset) throws(LinearAlgebraError) -> Solved {
    let data = dataset.data.map { $0.map { precision == .extended ? $0.extended : DoubleDouble($0.value) } }
    let columns = dataset.terms.map { term in
      term.column.map { data[$0].map { $0.power(term.power) } }
        ?? [DoubleDouble](repeating: DoubleDouble(1), count: dataset.count)
    }
    let solution = try RefinedLeastSquares(columns: columns, data[0])
    let errors = try solution.standardErrors() ?? []
    return Solved(
      parameters: solution.x.map(\.value), standardErrors: errors.map(\.value),
      residualSumOfSquares: solution.sumOfSquares.value, termination: .linear, iterations: solution.steps,
      evaluations: 1)
  }
}
