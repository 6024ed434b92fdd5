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
