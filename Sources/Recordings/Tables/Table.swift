/// A file of named columns of numbers, before anything is known about their meaning.
package struct Table: Equatable, Sendable {
  /// The file as the user named it; `-` for standard input.
  package let source: String
  package let format: InputFormat
  /// The `# key: value` lines, keys lower-cased.
  package let metadata: [String: String]
  /// Every column's name as written; `1`, `2`, … in a file without a header.
  package let names: [String]
  /// The kept columns' numbers, parallel to ``names``; empty where a column is not kept (not numeric, not
  /// asked for).
  package internal(set) var columns: [[Double]]
  package let rowCount: Int
  /// The values of the column that splits the file, in order of appearance; empty without one.
  package let labels: [String]
  /// The index in ``labels`` of each row; empty without a splitting column.
  package let labelOfRow: [Int32]
  /// The line of each row.
  package let lines: LineNumbers
  /// The first stamp of a column whose integers were subtracted exactly; its column holds what is left.
  let origin: Int64?
  /// Objects that are more than rows: events and headers.
  var records: [Record] = []
  /// The rows that were dropped or mended on reading.
  package internal(set) var cleaning: [Trace.Cleaning]

  /// The numbers of the first kept column of that name; nil where there is none.
  package subscript(name: String) -> [Double]? {
    for (index, candidate) in names.enumerated() where candidate == name && !columns[index].isEmpty {
      return columns[index]
    }
    return nil
  }
}

/// The facts known of a file from its beginning.
struct Header {
  var format: InputFormat
  /// The decimal mark: a point, or a comma where the fields are separated by something else.
  var mark: UInt8 = Ascii.point
  var names: [String]
  /// The columns that hold a number in the first row.
  var isNumeric: [Bool]
  /// The numbers that each column has in the first rows, ``UnnamedColumns/rowLimit`` of them at most.
  var beginning: [[Double]] = []
  var metadata: [String: String]
  /// The kinds of objects at the file's beginning, each as its columns; empty in a file of fields.
  var shapes: Set<[Int]> = []
  /// The columns of objects that hold a date or a time of day as a text.
  var clocks: Set<Int> = []
  /// The file has no header: `names` are numbers.
  var isHeaderless = false

  var delimiter: UInt8 { format.delimiter }
}

/// The columns of a file to keep.
struct Selection {
  /// Columns of numbers, by their index in the header, each once.
  var numbers: [Int]
  /// Those of ``numbers`` that an object may lack.
  var optional: Set<Int> = []
  /// The one of ``numbers`` that holds words for a ``TouchState``.
  var states: Int?
  /// The column that splits the file.
  var label: Int?
  /// The column of the times; nil where columns have no meaning.
  var time: Int?
  /// The column whose integers are subtracted exactly from its first before they become doubles.
  var stamps: Int?

  /// True if the column that splits the file is kept for its numbers too.
  var isLabelNumber: Bool { label.map { numbers.contains($0) } ?? false }
}

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
    if table.labels.count == 1 { return [.from(0, count: table.rowCount)] }
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
    case .from(let first, let count):
      count == column.count ? column : Array(column[first..<first + count])
    case .each(let rows): rows.map { column[$0] }
    }
  }

  private static func take(_ table: inout Table, _ index: Int) -> [Double] {
    let column = table.columns[index]
    table.columns[index] = []
    return column
  }
}
