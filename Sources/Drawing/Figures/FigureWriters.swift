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

  /// The figure as one page of PDF 1.4 without fonts. The same figure gives the same bytes.
  package var pdf: String {
    // The text's origin is at the lower left.
    let content = "1 0 0 -1 0 \(coordinate(height)) cm\n" + elements.map(\.pdf).joined()
    let objects = [
      "<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
      "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 \(coordinate(width)) \(coordinate(height))] "
        + "/Resources << >> /Contents 4 0 R >>",
      "<< /Length \(content.utf8.count) >>\nstream\n\(content)endstream",
      "<< /Title \(title.pdfString) /Producer (scrollfit) >>",
    ]
    var text = "%PDF-1.4\n"
    var positions: [Int] = []
    for (index, object) in objects.enumerated() {
      positions.append(text.utf8.count)
      text += "\(index + 1) 0 obj\n\(object)\nendobj\n"
    }
    let start = text.utf8.count
    let table = positions.map { position in
      String(repeating: "0", count: max(0, 10 - "\(position)".count)) + "\(position) 00000 n \n"
    }
    text += "xref\n0 \(objects.count + 1)\n0000000000 65535 f \n" + table.joined()
    text += "trailer\n<< /Size \(objects.count + 1) /Root 1 0 R /Info 5 0 R >>\nstartxref\n\(start)\n%%EOF\n"
    return text
  }
}

extension Figure.Element {
  fileprivate var svg: String {
    switch self {
    case .path(let steps, let paint):
      return steps.isEmpty ? "" : Markup.element("path", paint.svg + [("d", steps.map(\.svg).joined())])
    case .text(let label):
      guard FigureFont.hasOutlines(of: label.text) else { return label.svgText }
      return Markup.element(
        "path",
        [
          ("aria-label", label.text), ("fill", PrintColor.black.svg),
          ("d", label.outline.map(\.svg).joined()),
        ])
    }
  }

  fileprivate var pdf: String {
    switch self {
    case .path(let steps, let paint):
      return steps.isEmpty ? "" : paint.pdf + steps.map(\.pdf).joined() + paint.pdfOperator + "\n"
    case .text(let label): return "0 0 0 rg\n" + label.outline.map(\.pdf).joined() + "f\n"
    }
  }
}

extension Figure.Label {
  private var width: Double { FigureFont.width(of: text, size: size) }

  fileprivate var outline: [Figure.Step] {
    let share = anchor == .start ? 0 : anchor == .middle ? 0.5 : 1
    return FigureFont.outline(of: text, x: x - share * width, y: y, size: size)
  }

  /// A name in a script that the outlines lack, in the reader's font.
  fileprivate var svgText: String {
    Markup.element(
      "text",
      [
        ("x", coordinate(x)), ("y", coordinate(y)), ("font-size", coordinate(size)),
        ("font-family", "Helvetica, Arial, sans-serif"), ("text-anchor", anchor.rawValue),
        ("fill", PrintColor.black.svg),
      ], Markup.escaped(text))
  }
}

extension String {
  /// A string of PDF in PDFDocEncoding, with its parentheses; characters that it lacks are question marks.
  var pdfString: String {
    var string = "("
    for scalar in unicodeScalars {
      switch scalar.value {
      case 40, 41, 92: string += "\\\(scalar)"
      case 32...126: string.unicodeScalars.append(scalar)
      case 0x2212: string += "\\212"
      case 0x2013: string += "\\205"
      case 0xA1...0xFF: string += "\\" + String(scalar.value, radix: 8)
      default: string += "?"
      }
    }
    return string + ")"
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

/// A PNG of a figure.
package struct PNGPicture {
  /// The resolution of figures for print, dots per inch.
  package static let dotsPerInch = 600.0

  private let bytes: [UInt8]

  private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
  /// The length of the signature and of the first chunk, IHDR.
  private static let headerLength = 33

  /// Nil for bytes that are no PNG of this size.
  package init?(_ bytes: [UInt8], width: Int, height: Int) {
    guard bytes.starts(with: Self.signature), bytes.count > Self.headerLength,
      bytes[16..<24].elementsEqual(Self.bigEndian(width) + Self.bigEndian(height))
    else { return nil }
    self.bytes = bytes
  }

  /// The file with its resolution, in a chunk pHYs of pixels per meter behind the header (ISO/IEC 15948, 11.3.5.3).
  package func file(dotsPerInch: Double = dotsPerInch) -> [UInt8] {
    let density = Self.bigEndian(Int((dotsPerInch / 0.0254).rounded()))
    let content = Array("pHYs".utf8) + density + density + [1]
    let chunk = Self.bigEndian(content.count - 4) + content + Self.bigEndian(Int(Self.checksum(content)))
    return bytes[..<Self.headerLength] + chunk + bytes[Self.headerLength...]
  }

  private static func bigEndian(_ number: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }

  /// The CRC-32 of ISO 3309 (ISO/IEC 15948, annex D).
  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    var sum = UInt32.max
    for byte in bytes {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 == 1 ? 0xEDB8_8320 ^ (sum >> 1) : sum >> 1 }
    }
    return ~sum
  }
}

extension Figure {
  /// The size in pixels at a resolution.
  package func pixels(dotsPerInch: Double = PNGPicture.dotsPerInch) -> (width: Int, height: Int) {
    func count(_ points: Double) -> Int { Int((points / 72 * dotsPerInch).rounded()) }
    return (count(width), count(height))
  }
}
