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
