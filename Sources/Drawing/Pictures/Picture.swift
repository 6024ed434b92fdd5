import Recordings

/// A picture as a value: panels above one another that share their horizontal axis.
///
/// Everything drawn is given; a picture computes no more than where a number lies on paper. ``svg()`` draws
/// it alone, ``Page/Section`` puts it on a page, where it can be zoomed and read off.
package struct Picture: Equatable, Sendable {
  /// The name of its file without ending: letters, digits and hyphens, unlike the other pictures' of a
  /// report.
  package let name: String
  package let title: String
  /// The text alternative: a sentence or two.
  package let summary: String
  package let horizontal: Axis
  /// From top to bottom.
  package let panels: [Panel]
  package let reading: Reading
  /// True if a page shows under it which part of it is visible.
  package let hasOverview: Bool

  /// A quantity and how it is laid out.
  package struct Axis: Equatable, Sendable {
    package let quantity: String
    /// Empty for a pure number.
    package let unit: String
    package let scale: Scale
    /// The range shown; nil for all that the marks need, with a margin.
    package let range: ClosedRange<Double>?
    /// The quantization step of the values, whose digits are read off; nil for none.
    package let step: Double?

    package enum Scale: Equatable, Sendable {
      case linear
      /// Only positive numbers have a place.
      case logarithmic
    }

    package init(
      _ quantity: String, unit: String, scale: Scale = .linear, range: ClosedRange<Double>? = nil,
      step: Double? = nil
    ) {
      self.quantity = quantity
      self.unit = unit
      self.scale = scale
      self.range = range
      self.step = step
    }

    /// `offset, pt`.
    package var title: String { unit.isEmpty ? quantity : "\(quantity), \(unit)" }
  }

  package struct Panel: Equatable, Sendable {
    package let vertical: Axis
    /// From back to front.
    package let marks: [PlotMark]
    package let size: Size

    package enum Size: Equatable, Sendable {
      case tall, low
    }

    package init(_ vertical: Axis, size: Size = .tall, marks: [PlotMark]) {
      self.vertical = vertical
      self.size = size
      self.marks = marks
    }
  }

  /// The way a pointer selects the sample to read off.
  package enum Reading: String, Equatable, Sendable {
    /// Everything at the nearest abscissa: samples over time.
    case abscissa
    /// The nearest point: paths in a plane.
    case point
  }

  package init(
    name: String, title: String, summary: String, horizontal: Axis, panels: [Panel],
    reading: Reading = .abscissa, hasOverview: Bool = false
  ) {
    self.name = name
    self.title = title
    self.summary = summary
    self.horizontal = horizontal
    self.panels = panels
    self.reading = reading
    self.hasOverview = hasOverview
  }
}

extension Picture {
  /// The data with which a page's script draws the picture anew when it is zoomed, reads it off and saves it:
  /// the numbers behind it and where its panels lie.
  package var data: JSONValue {
    let layout = PictureLayout(self, top: 0)
    let x = Resolution(layout.horizontal)
    return [
      "name": .string(name),
      "reading": .string(reading.rawValue),
      "overview": .bool(hasOverview),
      "x": horizontal.data(layout.horizontal),
      "panels": .array(
        zip(panels, layout.panels).map { panel, frame in
          let y = Resolution(frame.vertical)
          return [
            "y": panel.vertical.data(frame.vertical),
            "top": .number(frame.top),
            "bottom": .number(frame.bottom),
            "marks": .array(panel.marks.map { $0.data(x, y) }),
          ]
        }),
    ]
  }
}

extension Picture.Axis {
  fileprivate func data(_ scale: AxisScale) -> JSONValue {
    [
      "quantity": .string(quantity),
      "unit": .string(unit),
      "log": .bool(scale.isLogarithmic),
      "low": .number(scale.low),
      "high": .number(scale.high),
      "step": .number(step),
    ]
  }
}

extension PlotMark {
  fileprivate func data(_ x: Resolution, _ y: Resolution) -> JSONValue {
    func all(_ points: [Point]) -> [(String, JSONValue)] {
      [("x", x.numbers(points.map(\.x))), ("y", y.numbers(points.map(\.y)))]
    }
    func all(_ spans: [Span]) -> [(String, JSONValue)] {
      [
        ("low", x.numbers(spans.map(\.range.lowerBound))), ("high", x.numbers(spans.map(\.range.upperBound))),
        ("names", .strings(spans.map(\.name))),
      ]
    }
    let (kind, values): (String, [(String, JSONValue)]) =
      switch shape {
      case .line(let points): ("line", all(points))
      case .points(let points): ("points", all(points))
      case .band(let abscissas, let low, let high):
        ("band", [("x", x.numbers(abscissas)), ("low", y.numbers(low)), ("high", y.numbers(high))])
      case .strip(let range):
        ("strip", [("low", .number(range.lowerBound)), ("high", .number(range.upperBound))])
      case .level(let value): ("level", [("at", .number(value))])
      case .spans(let spans): ("spans", all(spans))
      case .rug(let spans): ("rug", all(spans))
      case .contours(let lines): ("contours", [("lines", .array(lines.map { .object(members(all($0))) }))])
      case .replay(let tracks): ("replay", [("tracks", frames(tracks, x, y))])
      }
    return .object(
      members(
        [("kind", .string(kind)), ("label", .string(label)), ("ink", .string(seriesColor.rawValue))] + values)
    )
  }

  /// Frames of one track mostly share their abscissas: they are written once.
  private func frames(_ tracks: [[[Point]]], _ x: Resolution, _ y: Resolution) -> JSONValue {
    .array(
      tracks.map { frames in
        let shared = frames.first?.map(\.x) ?? []
        let isShared = frames.allSatisfy { $0.map(\.x) == shared }
        return .object(
          members([
            ("x", isShared ? x.numbers(shared) : .array(frames.map { x.numbers($0.map(\.x)) })),
            ("shared", .bool(isShared)), ("y", .array(frames.map { y.numbers($0.map(\.y)) })),
          ]))
      })
  }

  private func members(_ values: [(String, JSONValue)]) -> [JSONMember] {
    values.map { JSONMember($0.0, $0.1) }
  }
}

/// The resolution of the numbers of an axis: 1e-7 of its range, so that a page keeps what can be seen
/// at any zoom and no more. Samples keep their own digits as long as these are not more.
private struct Resolution {
  /// A power of ten; nil where numbers are written as they are.
  private let inverse: Double?

  init(_ scale: AxisScale) {
    var inverse = 1.0
    let span = scale.high - scale.low
    guard !scale.isLogarithmic, span > 1e-9, span < 1e15 else {
      self.inverse = nil
      return
    }
    while span * inverse < 1e6 { inverse *= 10 }
    self.inverse = inverse
  }

  /// The numbers, with null for those that are not finite and have no place in a picture.
  func numbers(_ values: [Double]) -> JSONValue {
    .numbers(
      values.map { value in
        guard let inverse else { return value }
        let rounded = (value * inverse).rounded() / inverse
        return rounded.isFinite ? rounded : value
      })
  }
}

/// The colors and strokes of pictures, in a file of their own and in a page.
package enum PictureStyle {
  /// The colored parts, with their colors on a light and on a dark ground. Text has a contrast of 4.5 against
  /// the paper at least, lines of 3.
  static let colors: [(name: String, light: String, dark: String)] = [
    ("paper", "#ffffff", "#14171b"), ("text", "#1b1f24", "#e9ecef"), ("soft", "#57606a", "#a7b0ba"),
    ("rule", "#e4e7eb", "#2a2f36"), ("edge", "#b9c0c8", "#4a525c"), ("observed", "#24292f", "#dfe3e8"),
    ("first", "#1b62c4", "#77aeff"), ("second", "#b8470b", "#ff9f63"), ("third", "#0b7468", "#4fd3c2"),
    ("fourth", "#7b3fb4", "#c99bff"), ("quiet", "#808a94", "#7d8792"),
  ]

  /// For a page: the colors as variables, which follow the reader's system and are light on paper.
  package static let page: String = {
    let light = colors.map { "--\($0.name):\($0.light);" }.joined()
    let dark = colors.map { "--\($0.name):\($0.dark);" }.joined()
    return ":root{\(light)}@media (prefers-color-scheme:dark){:root{\(dark)}}@media print{:root{\(light)}}"
      + strokes + paints { "var(--\($0.name))" }
  }()

  /// For a file of its own: the colors themselves, since not every program that draws SVG knows variables.
  static let alone =
    strokes + paints(\.light) + "@media (prefers-color-scheme:dark){\(paints(\.dark))}"
    + "@media print{\(paints(\.light))}"

  private static func paints(_ color: ((name: String, light: String, dark: String)) -> String) -> String {
    let values = Dictionary(uniqueKeysWithValues: colors.map { ($0.name, color($0)) })
    func paint(_ selector: String, _ property: String, _ name: String) -> String {
      ".picture \(selector){\(property):\(values[name] ?? "")}"
    }
    let seriesColors = SeriesColor.allCases.map(\.rawValue).flatMap { seriesColor in
      ["line", "level", "contour", "bar", "rug"].map { paint(".\($0).\(seriesColor)", "stroke", seriesColor) }
        + ["points", "band", "strip", "span", "rug"].map {
          paint(".\($0).\(seriesColor)", "fill", seriesColor)
        }
    }
    let rest = [
      paint("text", "fill", "soft"), paint(".head", "fill", "text"), paint(".title", "fill", "text"),
      paint(".entry", "fill", "text"), paint(".ticks path", "stroke", "rule"),
      paint(".frame", "stroke", "edge"), paint(".paper", "fill", "paper"),
      paint(".points", "stroke", "paper"),
    ]
    // Recorded samples are rings, so that a curve is seen through them.
    let rings = [
      paint(".points.observed", "fill", "paper"), paint(".points.observed", "stroke", "observed"),
      paint(".points.replay", "stroke", "text"),
    ]
    return (rest + seriesColors + rings).joined()
  }

  private static let strokes: String = {
    let dashes = SeriesColor.allCases.compactMap { seriesColor in
      seriesColor.dash.map {
        ["line", "level", "bar"].map { ".picture .\($0).\(seriesColor.rawValue)" }.joined(separator: ",")
          + "{stroke-dasharray:\($0)}"
      }
    }
    return dashes.joined() + """
      .picture{font-family:system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","DejaVu Sans",sans-serif;\
      font-variant-numeric:tabular-nums}
      .picture text{font-size:12px}.picture .head,.picture .entry{font-size:13px}
      .picture .title{font-size:17px;font-weight:600}
      .picture .end,.picture .ticks.y text{text-anchor:end}
      .picture .labels text,.picture .span-name{text-anchor:middle}
      .picture .ticks path,.picture .frame{stroke-width:1;fill:none}
      .picture .line,.picture .level,.picture .contour{fill:none;stroke-width:2;stroke-linejoin:round;\
      vector-effect:non-scaling-stroke}
      .picture .level,.picture .contour{stroke-width:1}
      .picture .points{stroke-width:.8}.picture .points.observed{stroke-width:1.1}
      .picture .points.replay{stroke-width:1.5}
      .picture .band{fill-opacity:.2}.picture .strip{fill-opacity:.22}
      .picture .rug{stroke-width:1;vector-effect:non-scaling-stroke}
      .picture .span{fill-opacity:.09}.picture .bar{fill:none;stroke-width:6}.picture .bar.quiet{stroke-width:2}
      """
  }()
}
