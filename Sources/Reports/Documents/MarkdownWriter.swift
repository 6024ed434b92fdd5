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
