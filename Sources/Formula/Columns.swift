import LinearAlgebra

/// The data a formula is fitted to: named columns of equal length.
package struct Columns: Sendable {
  package let names: [String]
  /// The count of rows.
  package let count: Int
  private let values: [[Double]]
  /// The remainders of the numbers beyond their doubles; empty where nothing is left.
  private let remainders: [[Double]]

  /// - Parameter columns: names and values, all of the same count; a name that comes twice stands for its first column.
  package init(_ columns: [(name: String, values: [Double])]) {
    self.init(names: columns.map(\.name), values: columns.map(\.values), remainders: [])
  }

  /// Columns of more digits than doubles have, as decimals do: 0.1 is not a double. Where a value is asked for as a
  /// double it is the nearest one.
  package init(extended columns: [(name: String, values: [DoubleDouble])]) {
    self.init(
      names: columns.map(\.name), values: columns.map { $0.values.map(\.high) },
      remainders: columns.map { $0.values.map(\.low) })
  }

  private init(names: [String], values: [[Double]], remainders: [[Double]]) {
    count = values.first?.count ?? 0
    for column in values {
      precondition(column.count == count, "columns of \(count) and \(column.count) rows")
    }
    self.names = names
    self.values = values
    self.remainders = remainders
  }

  /// The named columns alone, in their order.
  func selecting(_ selected: [String]) -> Columns {
    let indices = selected.compactMap { names.firstIndex(of: $0) }
    return Columns(
      names: selected, values: indices.map { values[$0] },
      remainders: remainders.isEmpty ? [] : indices.map { remainders[$0] }, count: count)
  }

  private init(names: [String], values: [[Double]], remainders: [[Double]], count: Int) {
    self.names = names
    self.values = values
    self.remainders = remainders
    self.count = count
  }

  @inline(__always)
  func value(_ column: Int, row: Int) -> Double { values[column][row] }

  func extendedValue(_ column: Int, row: Int) -> DoubleDouble {
    let value = values[column][row]
    return remainders.isEmpty ? DoubleDouble(value) : DoubleDouble(sumOf: value, remainders[column][row])
  }
}
