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

/// Writes a ``Document`` for a terminal: tables aligned, long lines wrapped, what belongs to a heading indented.
struct TextWriter {
  /// The width at which facts and paragraphs are wrapped, columns.
  var width = 100

  /// The text, ended by a line feed.
  func write(_ document: Document) -> String {
    var lines: [String] = []
    var indentation = 0
    for (index, block) in document.blocks.enumerated() {
      if separates(block, from: index > 0 ? document.blocks[index - 1] : nil) { lines.append("") }
      if case .heading(_, let level) = block { indentation = 2 * (level - 1) }
      lines += write(block).flatMap { wrap($0, indentation: indentation) }
      if case .heading(_, let level) = block { indentation = 2 * level }
    }
    return lines.map { $0 + "\n" }.joined()
  }

  /// A line, and how far its continuations are indented; nil for a line that is never wrapped.
  private struct Line {
    let text: String
    let hanging: Int?
  }

  private func write(_ block: Document.Block) -> [Line] {
    switch block {
    case .heading(let text, _): [Line(text: text.visible, hanging: nil)]
    case .paragraph(let text): [Line(text: text.visible, hanging: 0)]
    case .facts(let facts): write(facts)
    case .table(let table): write(table).map { Line(text: $0, hanging: nil) }
    }
  }

  private func write(_ facts: [Document.Fact]) -> [Line] {
    let labels = facts.map(\.label.visible)
    let width = (labels.map(\.count).max() ?? 0) + 2
    return zip(labels, facts).map { label, fact in
      Line(text: label.padded(to: width) + fact.text.visible, hanging: width)
    }
  }

  private func write(_ table: Document.Table) -> [String] {
    let columns = table.columns.enumerated().map { index, column in
      aligned(title: column.title.visible, table.rows.map { $0[index].visible }, column.alignment)
    }
    return (0...table.rows.count).map { row in
      columns.map { $0[row] }.joined(separator: "  ").withoutTrailingSpaces
    }
  }

  /// The title and the cells, all equally wide.
  private func aligned(title: String, _ cells: [String], _ alignment: Document.Alignment) -> [String] {
    var cells = cells
    if alignment == .firstWord {
      let widths = cells.map { $0[..<($0.utf8.firstIndex(of: .space) ?? $0.endIndex)].count }
      let widest = widths.max() ?? 0
      cells = zip(cells, widths).map { String.spaces(widest - $1) + $0 }
    }
    let lines = [title] + cells
    let width = lines.map(\.count).max() ?? 0
    return lines.map { $0.padded(to: width, atStart: alignment == .right) }
  }

  private func separates(_ block: Document.Block, from previous: Document.Block?) -> Bool {
    switch (previous, block) {
    case (nil, _): false
    case (.heading, .heading), (_, .heading): true
    case (.heading, _), (.facts, .facts): false
    case (_, _): true
    }
  }

  /// Breaks a line at spaces; a word longer than the line stands alone on one.
  private func wrap(_ line: Line, indentation: Int) -> [String] {
    let margin = String.spaces(indentation)
    guard let hanging = line.hanging, indentation + line.text.count > width else {
      return [margin + line.text]
    }
    var lines: [String] = []
    // The label and its padding count as one word, so that a break cannot fall between them.
    var current = margin + String(line.text.prefix(hanging))
    var isEmpty = true
    for word in line.text.dropFirst(hanging).split(separator: " ") {
      if !isEmpty, current.count + 1 + word.count > width {
        lines.append(current)
        current = margin + String.spaces(hanging)
        isEmpty = true
      }
      current += (isEmpty ? "" : " ") + word
      isEmpty = false
    }
    return lines + [current]
  }
}

extension String {
  fileprivate func padded(to width: Int, atStart: Bool = false) -> String {
    let padding = String.spaces(max(0, width - count))
    return atStart ? padding + self : self + padding
  }

  fileprivate static func spaces(_ count: Int) -> String {
    String(unsafeUninitializedCapacity: count) { bytes in
      bytes.initialize(repeating: .space)
      return count
    }
  }

  fileprivate var withoutTrailingSpaces: String {
    guard let last = utf8.lastIndex(where: { $0 != .space }) else { return "" }
    return String(self[..<utf8.index(after: last)])
  }
}

extension UInt8 {
  fileprivate static let space = UInt8(ascii: " ")
}

/// Writes a ``Document`` in Markdown with the tables of GitHub's dialect. Every text is escaped: none can mark up.
struct MarkdownWriter {
  /// The text, ended by a line feed.
  func write(_ document: Document) -> String {
    document.blocks.map { write($0).map { $0 + "\n" }.joined() }.joined(separator: "\n")
  }

  private func write(_ block: Document.Block) -> [String] {
    switch block {
    case .heading(let text, let level): [String(repeating: "#", count: level + 1) + " " + Self.escaped(text)]
    case .paragraph(let text): [Self.escaped(text)]
    case .facts(let facts): facts.map { "- **\(Self.escaped($0.label))**: \(Self.escaped($0.text))" }
    case .table(let table): write(table)
    }
  }

  private func write(_ table: Document.Table) -> [String] {
    let rules = table.columns.map { $0.alignment == .right ? "---:" : ":---" }
    let rows = [table.columns.map(\.title)] + table.rows
    var lines = rows.map { Self.row($0.map(Self.escaped)) }
    lines.insert(Self.row(rules), at: 1)
    return lines
  }

  private static func row(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |" }

  /// The text as it stands, whatever it holds: markup characters behind a backslash, those of HTML as entities, what
  /// is invisible written out. What marks up only at the start of a line (`-`, `1.`) is left, for no text from
  /// outside stands there: paragraphs are the report's own sentences.
  static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.visible.unicodeScalars {
      switch scalar {
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "&": escaped += "&amp;"
      case "\\", "`", "*", "_", "|", "[", "#", "~", "$":
        escaped += "\\"
        escaped.unicodeScalars.append(scalar)
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}

/// Writes a ``Document`` in LaTeX: tables by the package booktabs, everything else as comments. Every text is escaped.
///
/// The output needs `\usepackage{booktabs}` and `\usepackage[utf8]{inputenc}` or a Unicode engine, no other package.
struct LatexWriter {
  /// The text, ended by a line feed.
  func write(_ document: Document) -> String {
    document.blocks.map { write($0).map { $0 + "\n" }.joined() }.joined(separator: "\n")
  }

  private func write(_ block: Document.Block) -> [String] {
    switch block {
    case .heading(let text, _), .paragraph(let text): [Self.comment(text)]
    case .facts(let facts): facts.map { Self.comment("\($0.label): \($0.text)") }
    case .table(let table): write(table)
    }
  }

  private func write(_ table: Document.Table) -> [String] {
    let columns = table.columns.map { $0.alignment == .right ? "r" : "l" }.joined()
    let rows = table.rows.map { Self.row($0) }
    return ["\\begin{tabular}{\(columns)}", "\\toprule", Self.row(table.columns.map(\.title)), "\\midrule"]
      + rows + ["\\bottomrule", "\\end{tabular}"]
  }

  private static func row(_ cells: [String]) -> String {
    cells.map(escaped).joined(separator: " & ") + " \\\\"
  }

  private static func comment(_ text: String) -> String { "% " + text.visible }

  /// The text as it stands: markup characters as commands, the signs of numbers and units as mathematics.
  static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.visible.unicodeScalars {
      switch scalar {
      case "&", "%", "$", "#", "_", "{", "}":
        escaped += "\\"
        escaped.unicodeScalars.append(scalar)
      case "\\": escaped += "\\textbackslash{}"
      case "~": escaped += "\\textasciitilde{}"
      case "^": escaped += "\\textasciicircum{}"
      case "<", ">": escaped += "$\(scalar)$"
      case "±": escaped += "$\\pm$"
      case "−": escaped += "$-$"
      case "×": escaped += "$\\times$"
      case "²": escaped += "$^2$"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}

/// Residuals as a line of blocks: zero is half way up, the largest size reaches the end.
struct Sparkline: Equatable {
  let blocks: String
  /// The size that the lowest and the highest block stand for.
  let scale: Double

  /// - Parameter width: the most blocks drawn. Of neighbors that share one the largest in size is drawn, so that no
  ///   outlier hides.
  /// - Returns: nil for fewer than two residuals, for one that is not finite, and where all are zero.
  init?(_ residuals: [Double], width: Int = 60) {
    let scale = residuals.lazy.map(abs).max() ?? 0
    guard residuals.count > 1, width > 0, residuals.allSatisfy(\.isFinite), scale > 0 else { return nil }
    let count = min(width, residuals.count)
    let largest = (0..<count).map { index in
      let range = index * residuals.count / count..<(index + 1) * residuals.count / count
      return residuals[range].max { abs($0) < abs($1) } ?? 0
    }
    let steps = Array("▁▂▃▄▅▆▇█")
    blocks = String(largest.map { steps[min(7, Int(4 + $0 / scale * 4))] })
    self.scale = scale
  }
}
