/// Rows of a table that belong together, by slot of the selection.
struct RowGroup {
  var name: String?
  var columns: [[Double]]
  var rows: Rows

  /// The row of the table of each sample.
  enum Rows {
    case from(Int, count: Int)
    case each([Int])
  }

  var count: Int {
    switch rows {
    case .from(_, let count): count
    case .each(let rows): rows.count
    }
  }

  /// The row of the table that a sample is.
  func row(_ sample: Int) -> Int {
    switch rows {
    case .from(let first, _): first + sample
    case .each(let rows): rows[sample]
    }
  }

  /// The first row of the piece in the table; nil where it has none.
  var firstRow: Int? {
    switch rows {
    case .from(let first, let count): count > 0 ? first : nil
    case .each(let rows): rows.min()
    }
  }

  /// The samples in the order of their rows; their own is that of the times, where they had to be sorted.
  var samplesByRow: [Int] {
    switch rows {
    case .from(_, let count): Array(0..<count)
    case .each(let rows): rows.indices.sorted { rows[$0] < rows[$1] }
    }
  }

  /// Leaves out samples of a piece whose columns are taken.
  ///
  /// - Parameter dropped: increasing.
  mutating func drop(_ dropped: [Int]) {
    guard !dropped.isEmpty else { return }
    let dropped = Set(dropped)
    rows = .each((0..<count).filter { !dropped.contains($0) }.map(row))
  }

  /// The samples of the given indices, in their order.
  func picking(_ samples: [Int], name: String?) -> RowGroup {
    RowGroup(
      name: name, columns: columns.map { column in samples.map { column[$0] } },
      rows: .each(samples.map { row($0) }))
  }

  /// The rows of a table by its labels; without labels cut at the rows `starts`, the parts named `1`, `2`, …; one piece
  /// without a name where there are neither.
  ///
  /// Takes the columns out of the table one after the other, so that at most one exists twice.
  static func split(_ table: inout Table, _ selection: Selection, at starts: [Int]) -> [RowGroup] {
    guard selection.label != nil || !starts.isEmpty else {
      let columns = selection.numbers.map { take(&table, $0) }
      return [RowGroup(name: nil, columns: columns, rows: .from(0, count: table.rowCount))]
    }
    var groups =
      selection.label != nil
      ? rows(table).enumerated().map { RowGroup(name: table.labels[$0], columns: [], rows: $1) }
      : zip([0] + starts, starts + [table.rowCount]).enumerated().map { number, rows in
        RowGroup(name: String(number + 1), columns: [], rows: .from(rows.0, count: rows.1 - rows.0))
      }
    for index in selection.numbers {
      let column = take(&table, index)
      for group in groups.indices { groups[group].columns.append(groups[group].pick(column)) }
    }
    return groups.filter { $0.count > 0 }
  }

  /// The rows of each label: a range where they stand together, as they do in most files.
  private static func rows(_ table: Table) -> [Rows] {
    var first = [Int](repeating: 0, count: table.labels.count)
    var last = first, count = first
    for (row, label) in table.labelOfRow.enumerated() {
      if count[Int(label)] == 0 { first[Int(label)] = row }
      last[Int(label)] = row
      count[Int(label)] += 1
    }
    var scattered: [Int: [Int]] = [:]
    for label in count.indices where count[label] > 0 && last[label] - first[label] + 1 != count[label] {
      scattered[label] = []
    }
    if !scattered.isEmpty {
      for (row, label) in table.labelOfRow.enumerated() { scattered[Int(label)]?.append(row) }
    }
    return count.indices.map { label in
      scattered[label].map { .each($0) } ?? .from(first[label], count: count[label])
    }
  }

  private func pick(_ column: [Double]) -> [Double] {
    switch rows {
    case .from(let first, let count): Array(column[first..<first + count])
    case .each(let rows): rows.map { column[$0] }
    }
  }

  private static func take(_ table: inout Table, _ index: Int) -> [Double] {
    let column = table.columns[index]
    table.columns[index] = []
    return column
  }
}
