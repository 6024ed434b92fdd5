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
      let widths = cells.map { $0.prefix { $0 != " " }.count }
      let widest = widths.max() ?? 0
      cells = zip(cells, widths).map { String(repeating: " ", count: widest - $1) + $0 }
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
    let margin = String(repeating: " ", count: indentation)
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
        current = margin + String(repeating: " ", count: hanging)
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
    let padding = String(repeating: " ", count: max(0, width - count))
    return atStart ? padding + self : self + padding
  }

  fileprivate var withoutTrailingSpaces: String {
    guard let last = lastIndex(where: { $0 != " " }) else { return "" }
    return String(self[...last])
  }
}
