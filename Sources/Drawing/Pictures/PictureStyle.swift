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
