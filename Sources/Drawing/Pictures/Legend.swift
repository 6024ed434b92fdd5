/// The legend of a picture, outside of the plot area.
package struct Legend: Equatable {
  package struct Entry: Equatable {
    package let label: String
    let shape: String
    let seriesColor: SeriesColor
  }

  /// Each label once, in the order of the panels.
  package let entries: [Entry]

  package init(_ picture: Picture) {
    var entries: [Entry] = []
    for mark in picture.panels.flatMap(\.marks) {
      guard let label = mark.label, !entries.contains(where: { $0.label == label }) else { continue }
      entries.append(Entry(label: label, shape: mark.swatch, seriesColor: mark.seriesColor))
    }
    self.entries = entries
  }

  /// About how wide a text is drawn, user units: on the safe side for every common sans-serif type.
  static func width(of text: String, size: Double) -> Double { Double(text.count) * size * 0.58 }

  /// The entries with their places, broken into lines as wide as the picture.
  private var lines: [(entry: Entry, x: Double, line: Int)] {
    var x = 16.0
    var line = 0
    return entries.map { entry in
      let width = 36 + Self.width(of: entry.label, size: 13) + 18
      if x > 16, x + width > PictureLayout.width {
        x = 16
        line += 1
      }
      defer { x += width }
      return (entry, x, line)
    }
  }

  /// User units; 0 without entries.
  var height: Double {
    guard let last = lines.last else { return 0 }
    return Double(last.line + 1) * 22 + 6
  }

  func drawn(at top: Double) -> String {
    lines.map { entry, x, line in
      let y = top + Double(line) * 22 + 10
      return Markup.element(
        "g", [("transform", "translate(\(coordinate(x)) \(coordinate(y)))")],
        entry.swatch
          + Markup.element(
            "text", [("class", "entry"), ("x", "36"), ("y", "4.5")], Markup.escaped(entry.label)))
    }.joined()
  }
}

extension Legend.Entry {
  /// A sample of the mark, 28 wide about y = 0.
  package var swatch: String {
    let data =
      switch shape {
      case "points": seriesColor.marker(at: 14, 0)
      case "rug": "M10 -6H18V6H10z"
      case "band", "strip": "M0 -6H28V6H0z"
      default: "M0 0H28"
      }
    return Markup.element("path", [("class", "\(shape) \(seriesColor.rawValue)"), ("d", data)])
  }
}

extension PlotMark {
  /// The way its shape is painted.
  fileprivate var swatch: String {
    switch shape {
    case .line: "line"
    case .points: "points"
    case .band: "band"
    case .strip: "strip"
    case .level: "level"
    case .spans: "bar"
    case .rug: "rug"
    case .contours: "contour"
    case .replay(let tracks): tracks.first?.last?.count == 1 ? "points" : "line"
    }
  }
}
