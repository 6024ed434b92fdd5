extension Picture {
  /// The picture alone, as a file: with its title, legend and colors, light or dark as the reader's system
  /// is.
  package func svg() -> String {
    let legend = Legend(self)
    let drawing = PictureDrawing(self, top: 40 + legend.height)
    let head =
      Markup.element("rect", [("class", "paper"), ("width", "100%"), ("height", "100%")])
      + Markup.element(
        "text", [("class", "title"), ("x", "16"), ("y", "26")], Markup.escaped(title))
      + legend.drawn(at: 40)
    return drawing.element(
      attributes: [
        ("xmlns", "http://www.w3.org/2000/svg"), ("width", "640"),
        ("height", coordinate(drawing.layout.height)),
      ],
      head: "<style>\(PictureStyle.alone)</style>" + head) + "\n"
  }

  /// The picture in a page, which has its title, legend and colors around it.
  package func inlineSVG() -> String {
    PictureDrawing(self, top: 0).element(attributes: [("tabindex", "0")], head: "")
  }
}

/// Draws a picture's panels in their places.
struct PictureDrawing {
  let picture: Picture
  let layout: PictureLayout

  init(_ picture: Picture, top: Double) {
    self.picture = picture
    layout = PictureLayout(picture, top: top)
  }

  func element(attributes: [(String, String)], head: String) -> String {
    let (title, summary) = ("\(picture.name)-title", "\(picture.name)-summary")
    let panels = zip(picture.panels.indices, picture.panels).map { panel($0, $1) }
    return Markup.element(
      "svg",
      [
        ("viewBox", "0 0 \(coordinate(PictureLayout.width)) \(coordinate(layout.height))"),
        ("class", "picture"), ("role", "img"),
        ("aria-labelledby", "\(title) \(summary)"),
      ] + attributes,
      Markup.element("title", [("id", title)], Markup.escaped(picture.title))
        + Markup.element("desc", [("id", summary)], Markup.escaped(picture.summary))
        + head + panels.joined() + abscissas)
  }

  // MARK: Axes

  private func panel(_ index: Int, _ panel: Picture.Panel) -> String {
    let frame = layout.panels[index]
    let clip = "\(picture.name)-clip-\(index)"
    let area = [
      ("x", coordinate(PictureLayout.left)), ("y", coordinate(frame.top)),
      ("width", coordinate(PictureLayout.right - PictureLayout.left)),
      ("height", coordinate(frame.bottom - frame.top)),
    ]
    let names = panel.marks.contains(where: \.hasNames) ? PictureLayout.lane : 0
    let head = Markup.element(
      "text", [("class", "head"), ("x", "8"), ("y", coordinate(frame.top - 9 - names))],
      Markup.escaped(panel.vertical.title))
    let marks = zip(panel.marks.indices, panel.marks).map { mark($1, index: $0, in: frame) }.joined()
    return Markup.element(
      "g", [("class", "panel"), ("data-panel", "\(index)")],
      Markup.element("clipPath", [("id", clip)], Markup.element("rect", area))
        + head + Markup.element("g", [("class", "ticks y")], ordinates(frame))
        + Markup.element("g", [("class", "ticks x")], verticals(frame))
        + panel.marks.map { names > 0 ? spanNames($0, above: frame) : "" }.joined()
        + Markup.element("g", [("clip-path", "url(#\(clip))")], marks)
        + Markup.element("rect", [("class", "frame")] + area))
  }

  private func ordinates(_ frame: PictureLayout.Frame) -> String {
    frame.vertical.ticks(about: frame.bottom - frame.top > 150 ? 6 : 3).map { tick in
      let y = layout.y(tick.value, in: frame)
      return Markup.element("path", [("d", across(y))])
        + Markup.element(
          "text", [("x", coordinate(PictureLayout.left - 6)), ("y", coordinate(y + 4))],
          Markup.escaped(tick.label))
    }.joined()
  }

  private func verticals(_ frame: PictureLayout.Frame) -> String {
    layout.horizontal.ticks(about: 7).map { tick in
      Markup.element(
        "path",
        [("d", "M\(coordinate(layout.x(tick.value))) \(coordinate(frame.top))V\(coordinate(frame.bottom))")])
    }.joined()
  }

  /// The shared axis under the last panel.
  private var abscissas: String {
    let bottom = layout.panels.last?.bottom ?? 0
    let labels = layout.horizontal.ticks(about: 7).map { tick in
      Markup.element(
        "text", [("x", coordinate(layout.x(tick.value))), ("y", coordinate(bottom + 17))],
        Markup.escaped(tick.label))
    }
    let title = Markup.element(
      "text",
      [("class", "head end"), ("x", coordinate(PictureLayout.right)), ("y", coordinate(bottom + 38))],
      Markup.escaped(picture.horizontal.title))
    return Markup.element("g", [("class", "ticks labels")], labels.joined()) + title
  }

  // MARK: Marks

  private func mark(_ mark: PlotMark, index: Int, in frame: PictureLayout.Frame) -> String {
    let (shape, data) = outline(of: mark, in: frame)
    return shape.isEmpty
      ? ""
      : Markup.element(
        "path", [("class", "\(shape) \(mark.seriesColor.rawValue)"), ("data-mark", "\(index)"), ("d", data)])
  }

  /// The way it is painted, and its path.
  private func outline(of mark: PlotMark, in frame: PictureLayout.Frame) -> (shape: String, data: String) {
    switch mark.shape {
    case .line(let points): return ("line", line(points, frame))
    case .points(let points): return ("points", markers(points, mark.seriesColor, frame))
    case .band(let x, let low, let high):
      let upper = zip(x, high).map { PlotMark.Point($0, $1) }
      let lower = zip(x, low).map { PlotMark.Point($0, $1) }.reversed()
      return ("band", upper.isEmpty ? "" : line(upper + lower, frame) + "z")
    case .strip(let range):
      let (top, bottom) = (layout.y(range.upperBound, in: frame), layout.y(range.lowerBound, in: frame))
      return ("strip", "\(across(top))V\(coordinate(bottom))H\(coordinate(PictureLayout.left))z")
    case .level(let value): return ("level", across(layout.y(value, in: frame)))
    case .spans(let spans):
      return ("span", spans.map { rectangle($0.range, from: frame.top, to: frame.bottom) }.joined())
    case .rug(let spans):
      return ("rug", spans.map { rectangle($0.range, from: frame.bottom - 12, to: frame.bottom) }.joined())
    case .contours(let lines): return ("contour", lines.map { line($0, frame) }.joined())
    case .replay(let tracks):
      let points = tracks.first?.last ?? []
      return points.count == 1
        ? ("points replay", markers(points, mark.seriesColor, frame)) : ("line replay", line(points, frame))
    }
  }

  /// A line over the whole plot area.
  private func across(_ y: Double) -> String {
    "M\(coordinate(PictureLayout.left)) \(coordinate(y))H\(coordinate(PictureLayout.right))"
  }

  private func line(_ points: [PlotMark.Point], _ frame: PictureLayout.Frame) -> String {
    var data = ""
    var isBroken = true
    for point in points {
      let (x, y) = (layout.x(point.x), layout.y(point.y, in: frame))
      guard x.isFinite, y.isFinite else {
        isBroken = true
        continue
      }
      data += "\(isBroken ? "M" : "L")\(coordinate(x)) \(coordinate(y))"
      isBroken = false
    }
    return data
  }

  private func markers(_ points: [PlotMark.Point], _ seriesColor: SeriesColor, _ frame: PictureLayout.Frame)
    -> String
  {
    points.map { point in
      let (x, y) = (layout.x(point.x), layout.y(point.y, in: frame))
      return x.isFinite && y.isFinite ? seriesColor.marker(at: x, y) : ""
    }.joined()
  }

  private func rectangle(_ range: ClosedRange<Double>, from top: Double, to bottom: Double) -> String {
    let (left, right) = (layout.x(range.lowerBound), layout.x(range.upperBound))
    return
      "M\(coordinate(left)) \(coordinate(top))H\(coordinate(right))V\(coordinate(bottom))H\(coordinate(left))z"
  }

  /// A bar for each span above the panel, with its name where that has room.
  private func spanNames(_ mark: PlotMark, above frame: PictureLayout.Frame) -> String {
    guard case .spans(let spans) = mark.shape else { return "" }
    return spans.map { span in
      let (left, right) = (layout.x(span.range.lowerBound), layout.x(span.range.upperBound))
      let bar = Markup.element(
        "path",
        [
          ("class", "bar \(mark.seriesColor.rawValue)"),
          ("d", "M\(coordinate(left)) \(coordinate(frame.top - 3))H\(coordinate(right))"),
        ])
      let room = right - left
      // On a phone the type is larger.
      let isTight = Legend.width(of: span.name, size: 19) >= room
      let name =
        Legend.width(of: span.name, size: 12) < room
        ? Markup.element(
          "text",
          [
            ("class", isTight ? "span-name tight" : "span-name"), ("x", coordinate((left + right) / 2)),
            ("y", coordinate(frame.top - 11)),
          ],
          Markup.escaped(span.name)) : ""
      return bar + name
    }.joined()
  }
}

/// Text made harmless for HTML and SVG, in content and in quoted attributes.
///
/// It goes by scalars: of characters, a quote followed by a combining mark would be another character than a
/// quote, and pass. What XML does not allow at all is written out.
package enum Markup {
  package static func escaped(_ text: String) -> String {
    var safe = ""
    for scalar in text.visible.unicodeScalars {
      switch scalar {
      case "&": safe += "&amp;"
      case "<": safe += "&lt;"
      case ">": safe += "&gt;"
      case "\"": safe += "&quot;"
      case "'": safe += "&#39;"
      case "\u{fffe}", "\u{ffff}": safe += "\u{fffd}"
      default: safe.unicodeScalars.append(scalar)
      }
    }
    return safe
  }

  /// An element with attributes in order; without content it closes itself.
  static func element(_ name: String, _ attributes: [(String, String)] = [], _ content: String? = nil)
    -> String
  {
    let list = attributes.map { " \($0)=\"\(escaped($1))\"" }.joined()
    return content.map { "<\(name)\(list)>\($0)</\(name)>" } ?? "<\(name)\(list)/>"
  }
}
