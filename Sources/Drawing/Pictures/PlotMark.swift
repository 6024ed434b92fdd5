/// Something drawn in a panel, in its axes' units.
package struct PlotMark: Equatable, Sendable {
  /// The name in the legend; nil for no entry.
  package let label: String?
  package let seriesColor: SeriesColor
  package let shape: Shape

  package struct Point: Equatable, Sendable {
    package let x: Double
    package let y: Double

    package init(_ x: Double, _ y: Double) {
      self.x = x
      self.y = y
    }
  }

  /// A named range of the horizontal axis: a phase of a recording.
  package struct Span: Equatable, Sendable {
    package let name: String
    package let range: ClosedRange<Double>

    package init(_ name: String, _ range: ClosedRange<Double>) {
      self.name = name
      self.range = range
    }
  }

  package enum Shape: Equatable, Sendable {
    /// A point that is not finite interrupts the line.
    case line([Point])
    case points([Point])
    /// Between two curves over the same abscissas.
    case band(x: [Double], low: [Double], high: [Double])
    /// Across the whole panel: a pixel's width about zero.
    case strip(ClosedRange<Double>)
    /// A line across the whole panel.
    case level(Double)
    /// Each with its name above the panel.
    case spans([Span])
    /// A bar at the panel's lower end for each, with its name when it is read off.
    case rug([Span])
    /// Lines of equal height; they are not read off.
    case contours([[Point]])
    /// Lines or, of one point each, points, of which a page shows one at a time: by track, then by frame. A
    /// picture alone shows the last frame of the first track.
    case replay([[[Point]]])
  }

  package init(_ label: String?, _ seriesColor: SeriesColor, _ shape: Shape) {
    self.label = label
    self.seriesColor = seriesColor
    self.shape = shape
  }
}

/// The style of a mark: a color, a dash and a marker, so that marks differ without color too.
package enum SeriesColor: String, CaseIterable, Equatable, Sendable {
  /// Recorded data.
  case observed
  /// The first fitted or stated curve; then the others, in order.
  case first, second, third, fourth
  /// Background.
  case quiet

  /// The dash, in user units; nil for a solid line.
  var dash: String? {
    switch self {
    case .observed, .first, .quiet: nil
    case .second: "9 4"
    case .third: "2 3"
    case .fourth: "9 3 2 3"
    }
  }

  /// The outline of its marker around a place, in user units.
  func marker(at x: Double, _ y: Double) -> String {
    func at(_ dx: Double, _ dy: Double) -> String { "\(coordinate(x + dx)) \(coordinate(y + dy))" }
    switch self {
    case .observed, .quiet, .first:
      let r = self == .first ? 3.2 : 2.4
      return "M\(at(-r, 0))a\(r) \(r) 0 1 0 \(2 * r) 0a\(r) \(r) 0 1 0 \(-2 * r) 0"
    case .second: return "M\(at(-2.8, -2.8))h5.6v5.6h-5.6z"
    case .third: return "M\(at(0, -3.6))L\(at(3.4, 2.6))L\(at(-3.4, 2.6))z"
    case .fourth: return "M\(at(0, -3.8))L\(at(3.8, 0))L\(at(0, 3.8))L\(at(-3.8, 0))z"
    }
  }
}

extension PlotMark {
  /// The extent along both axes, for a range that holds every mark.
  var extent: (x: [Double], y: [Double]) {
    func of(_ points: [Point]) -> ([Double], [Double]) { (points.map(\.x), points.map(\.y)) }
    switch shape {
    case .line(let points), .points(let points): return of(points)
    case .band(let x, let low, let high): return (x, low + high)
    case .strip(let range): return ([], [range.lowerBound, range.upperBound])
    case .level(let value): return ([], [value])
    case .spans(let spans), .rug(let spans):
      return (spans.flatMap { [$0.range.lowerBound, $0.range.upperBound] }, [])
    case .contours(let lines): return of(lines.flatMap(\.self))
    // Frames on the way may lie far out: only where they end is sure to be seen.
    case .replay(let tracks): return of(tracks.flatMap { $0.last ?? [] })
    }
  }
}

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
