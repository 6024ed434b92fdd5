extension Figure {
  /// The figure as SVG whose elements have all attributes: no style sheet is needed to draw it.
  package var svg: String {
    let size = [("width", "\(coordinate(width))pt"), ("height", "\(coordinate(height))pt")]
    return Markup.element(
      "svg",
      [
        ("xmlns", "http://www.w3.org/2000/svg"),
        ("viewBox", "0 0 \(coordinate(width)) \(coordinate(height))"),
      ]
        + size,
      Markup.element("title", [], Markup.escaped(title)) + elements.map(\.svg).joined()) + "\n"
  }

  /// The figure as one page of PDF 1.4 with the fonts that every reader has. The same figure gives the same bytes.
  package var pdf: String {
    // The text's origin is at the lower left.
    let content = "1 0 0 -1 0 \(coordinate(height)) cm\n" + elements.map(\.pdf).joined()
    let objects = [
      "<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
      "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 \(coordinate(width)) \(coordinate(height))] "
        + "/Resources << /Font << /F 5 0 R >> >> /Contents 4 0 R >>",
      "<< /Length \(content.utf8.count) >>\nstream\n\(content)endstream",
      "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
      "<< /Title \(FigureFont.string(title)) /Producer (scrollfit) >>",
    ]
    var text = "%PDF-1.4\n"
    var places: [Int] = []
    for (index, object) in objects.enumerated() {
      places.append(text.utf8.count)
      text += "\(index + 1) 0 obj\n\(object)\nendobj\n"
    }
    let start = text.utf8.count
    let table = places.map { place in
      String(repeating: "0", count: max(0, 10 - "\(place)".count)) + "\(place) 00000 n \n"
    }
    text += "xref\n0 \(objects.count + 1)\n0000000000 65535 f \n" + table.joined()
    text += "trailer\n<< /Size \(objects.count + 1) /Root 1 0 R /Info 6 0 R >>\nstartxref\n\(start)\n%%EOF\n"
    return text
  }
}

extension Figure.Element {
  fileprivate var svg: String {
    switch self {
    case .path(let steps, let paint):
      return steps.isEmpty ? "" : Markup.element("path", paint.svg + [("d", steps.map(\.svg).joined())])
    case .text(let label):
      return Markup.element(
        "text",
        [
          ("x", coordinate(label.x)), ("y", coordinate(label.y)), ("font-size", coordinate(label.size)),
          ("font-family", "Helvetica, Arial, sans-serif"), ("text-anchor", label.anchor.rawValue),
          ("fill", PrintColor.black.svg),
          // A font in place of Helvetica keeps to its widths.
          ("textLength", coordinate(FigureFont.width(of: label.text, size: label.size))),
          ("lengthAdjust", "spacingAndGlyphs"),
        ], Markup.escaped(label.text))
    }
  }

  fileprivate var pdf: String {
    switch self {
    case .path(let steps, let paint):
      return steps.isEmpty ? "" : paint.pdf + steps.map(\.pdf).joined() + paint.pdfOperator + "\n"
    case .text(let label):
      let width = FigureFont.width(of: label.text, size: label.size)
      let share = label.anchor == .start ? 0 : label.anchor == .middle ? 0.5 : 1
      return "0 0 0 rg BT /F \(coordinate(label.size)) Tf 1 0 0 -1 \(coordinate(label.x - share * width)) "
        + "\(coordinate(label.y)) Tm \(FigureFont.string(label.text)) Tj ET\n"
    }
  }
}

extension Figure.Step {
  fileprivate var svg: String {
    switch self {
    case .move(let x, let y): "M" + Self.list([x, y])
    case .line(let x, let y): "L" + Self.list([x, y])
    case .curve(let a, let b, let c, let d, let x, let y): "C" + Self.list([a, b, c, d, x, y])
    case .close: "Z"
    }
  }

  fileprivate var pdf: String {
    switch self {
    case .move(let x, let y): Self.list([x, y]) + " m\n"
    case .line(let x, let y): Self.list([x, y]) + " l\n"
    case .curve(let a, let b, let c, let d, let x, let y): Self.list([a, b, c, d, x, y]) + " c\n"
    case .close: "h\n"
    }
  }

  private static func list(_ numbers: [Double]) -> String {
    numbers.map(coordinate).joined(separator: " ")
  }
}

extension Figure.Paint {
  fileprivate var svg: [(String, String)] {
    var attributes = [("fill", fill?.svg ?? "none")]
    guard let stroke else { return attributes }
    attributes += [("stroke", stroke.svg), ("stroke-width", coordinate(width))]
    if !dash.isEmpty {
      attributes.append(("stroke-dasharray", dash.map(coordinate).joined(separator: " ")))
    }
    return attributes
  }

  fileprivate var pdf: String {
    let colors = (fill.map { "\($0.pdf) rg " } ?? "") + (stroke.map { "\($0.pdf) RG " } ?? "")
    return colors + "\(coordinate(width)) w [\(dash.map(coordinate).joined(separator: " "))] 0 d\n"
  }

  fileprivate var pdfOperator: String { fill == nil ? "S" : stroke == nil ? "f" : "B" }
}

extension PrintColor {
  fileprivate var svg: String {
    let digits = [red, green, blue].map { part in
      let hex = String(Int((part * 255).rounded()), radix: 16)
      return hex.count < 2 ? "0" + hex : hex
    }
    return "#" + digits.joined()
  }

  fileprivate var pdf: String { [red, green, blue].map(coordinate).joined(separator: " ") }
}
