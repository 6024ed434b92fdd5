/// A report as a person reads it: what stands in it, not how it is marked up.
///
/// Texts may hold anything a file name may: each writer makes them harmless in its own format.
struct Document: Equatable {
  var blocks: [Block]

  enum Block: Equatable {
    /// Level 1 for a recording, 2 for what belongs to it.
    case heading(String, level: Int)
    case paragraph(String)
    /// Labeled lines, such as the warnings and verdicts of a fit.
    case facts([Fact])
    case table(Table)
  }

  struct Fact: Equatable {
    let label: String
    let text: String

    init(_ label: String, _ text: String) {
      self.label = label
      self.text = text
    }
  }

  /// A header and rows, each with a cell for every column.
  struct Table: Equatable {
    let columns: [Column]
    let rows: [[String]]
    /// The addresses of the links in each row's first cell; empty for none.
    var targets: [String?] = []

    struct Column: Equatable {
      let title: String
      let alignment: Alignment
    }
  }

  enum Alignment: Equatable {
    case left, right
    /// The first words end at one column: values, then their errors and units.
    case firstWord
  }
}

extension Document.Table {
  /// A table of rows of any kind: a title, an alignment and a cell's text for each column.
  init<Row>(_ rows: [Row], _ columns: [(title: String, alignment: Document.Alignment, cell: (Row) -> String)])
  {
    self.columns = columns.map { Column(title: $0.title, alignment: $0.alignment) }
    self.rows = rows.map { row in columns.map { $0.cell(row) } }
  }

  /// - Parameter addresses: of what each row leads to.
  func linked(to addresses: [String?]) -> Document.Table {
    var table = self
    table.targets = addresses
    return table
  }
}
