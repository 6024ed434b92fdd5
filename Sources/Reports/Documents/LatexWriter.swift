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
