/// A dense matrix of doubles, column-major: element (i, j) is `elements[j·rows + i]`.
public struct Matrix: Equatable, Sendable {
  public let rows: Int
  public let columns: Int
  /// `rows · columns` numbers, column after column.
  public var elements: [Double]

  /// A matrix of zeros.
  public init(rows: Int, columns: Int) {
    self.rows = rows
    self.columns = columns
    elements = [Double](repeating: 0, count: rows * columns)
  }

  /// A matrix of the given elements, column after column.
  public init(rows: Int, columns: Int, elements: [Double]) {
    precondition(elements.count == rows * columns, "\(elements.count) elements for \(rows) × \(columns)")
    self.rows = rows
    self.columns = columns
    self.elements = elements
  }

  public subscript(row: Int, column: Int) -> Double {
    get { elements[column * rows + row] }
    set { elements[column * rows + row] = newValue }
  }
}
