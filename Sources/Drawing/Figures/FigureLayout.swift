/// The layout of a picture's panels in a figure: a legend, then the panels above one another over one axis.
struct FigureLayout {
  static let fontSize = 7.0
  /// The length of a tick.
  static let tick = 2.5
  private static let line = 1.35 * fontSize
  private static let gap = 3.0

  /// A panel's plot area.
  struct Area: Equatable {
    let top: Double
    let bottom: Double
    let scale: AxisScale
    let ticks: [AxisScale.Tick]
  }

  struct Entry: Equatable {
    let mark: PlotMark
    let name: String
    let x: Double
    /// The baseline.
    let y: Double
  }

  let left: Double
  let right: Double
  let height: Double
  let horizontal: AxisScale
  let ticks: [AxisScale.Tick]
  let areas: [Area]
  let entries: [Entry]
  /// The baselines of the labels and the title of the horizontal axis.
  let labels: Double
  let title: Double

  /// The length of a legend's sample.
  static let sample = 12.0

  init(_ picture: Picture, width: Double) {
    let scales = picture.panels.map { AxisScale($0.vertical, values: $0.marks.flatMap(\.extent.y)) }
    let ordinates = zip(picture.panels, scales).map { $1.ticks(about: $0.size == .tall ? 5 : 3) }
    let widest = ordinates.joined().map { FigureFont.width(of: $0.label, size: Self.fontSize) }.max() ?? 0
    let left = widest + Self.tick + 2 * Self.gap, right = width - 2 * Self.gap
    horizontal = AxisScale(picture.horizontal, values: picture.panels.flatMap(\.marks).flatMap(\.extent.x))
    ticks = horizontal.ticks(about: max(2, Int((right - left) / 40)))
    entries = Self.entries(of: picture, left: left, right: right)

    var y = (entries.last?.y ?? 0) + Self.gap
    var areas: [Area] = []
    for (index, panel) in picture.panels.enumerated() {
      // The title of the vertical axis.
      y += Self.line + Self.gap
      let height = (panel.size == .tall ? 0.55 : 0.2) * (right - left)
      areas.append(Area(top: y, bottom: y + height, scale: scales[index], ticks: ordinates[index]))
      y += height + Self.gap
    }
    self.areas = areas
    (self.left, self.right) = (left, right)
    labels = y + Self.tick + Self.fontSize
    title = labels + Self.line
    height = title + Self.gap
  }

  func x(_ value: Double) -> Double { left + (right - left) * horizontal.position(of: value) }

  func y(_ value: Double, in area: Area) -> Double {
    area.bottom - (area.bottom - area.top) * area.scale.position(of: value)
  }

  /// The named marks of all panels, in lines from left to right.
  private static func entries(of picture: Picture, left: Double, right: Double) -> [Entry] {
    var entries: [Entry] = []
    var x = left, y = line
    for mark in picture.panels.flatMap(\.marks) {
      guard let name = mark.label, !entries.contains(where: { $0.name == name }) else { continue }
      let width = sample + gap + FigureFont.width(of: name, size: fontSize)
      if x > left, x + width > right {
        x = left
        y += line
      }
      entries.append(Entry(mark: mark, name: name, x: x, y: y))
      x += width + 3 * gap
    }
    return entries
  }
}

extension Figure {
  /// - Parameter width: in points.
  package init(_ picture: Picture, width: Double) {
    let layout = FigureLayout(picture, width: width)
    self.width = width
    height = layout.height
    title = picture.title
    let panels = zip(picture.panels, layout.areas)
    elements =
      [.path(.rectangle(0, 0, width, layout.height), Paint(fill: .white))]
      + layout.entries.flatMap(\.elements)
      + panels.flatMap { panel, area in layout.elements(of: panel, in: area) }
      + layout.axis(picture.horizontal)
  }
}

extension FigureLayout {
  fileprivate func elements(of panel: Picture.Panel, in area: Area) -> [Figure.Element] {
    let labels = area.ticks.flatMap { tick -> [Figure.Element] in
      let y = y(tick.value, in: area)
      return [
        .path([.move(left - Self.tick, y), .line(left, y)], Figure.Paint(stroke: .black, width: 0.5)),
        .text(
          Figure.Label(
            text: tick.label, x: left - Self.tick - 2, y: y + 0.35 * Self.fontSize, anchor: .end)),
      ]
    }
    // Filled areas are behind everything else.
    let marks = panel.marks.filter(\.isArea) + panel.marks.filter { !$0.isArea }
    return marks.flatMap { mark in elements(of: mark, in: area) }
      + [
        .path(
          .rectangle(left, area.top, right, area.bottom), Figure.Paint(stroke: .black, width: 0.5)),
        .text(Figure.Label(text: panel.vertical.title, x: left, y: area.top - 3)),
      ] + labels
  }

  fileprivate func axis(_ axis: Picture.Axis) -> [Figure.Element] {
    let bottom = areas.last?.bottom ?? 0
    let labels = ticks.flatMap { tick -> [Figure.Element] in
      let x = x(tick.value)
      return [
        .path([.move(x, bottom), .line(x, bottom + Self.tick)], Figure.Paint(stroke: .black, width: 0.5)),
        .text(Figure.Label(text: tick.label, x: x, y: self.labels, anchor: .middle)),
      ]
    }
    return labels + [
      .text(Figure.Label(text: axis.title, x: (left + right) / 2, y: title, anchor: .middle))
    ]
  }

  private func elements(of mark: PlotMark, in area: Area) -> [Figure.Element] {
    func line(_ points: [PlotMark.Point]) -> [Figure.Step] {
      var steps: [Figure.Step] = []
      var isBroken = true
      for point in points {
        let (x, y) = (x(point.x), y(point.y, in: area))
        guard x.isFinite, y.isFinite else {
          isBroken = true
          continue
        }
        steps.append(isBroken ? .move(x, y) : .line(x, y))
        isBroken = false
      }
      return steps
    }
    switch mark.shape {
    case .line(let points): return [.path(line(points), mark.paint)]
    case .contours(let lines): return lines.map { .path(line($0), mark.paint) }
    case .replay(let tracks): return [.path(line(tracks.first?.last ?? []), mark.paint)]
    case .points(let points):
      let dots = points.compactMap { point -> [Figure.Step]? in
        let (x, y) = (x(point.x), y(point.y, in: area))
        return x.isFinite && y.isFinite ? .circle(x, y) : nil
      }
      return [.path(dots.flatMap(\.self), mark.paint)]
    case .band(let x, let low, let high):
      let outline =
        zip(x, high).map { PlotMark.Point($0, $1) } + zip(x, low).map { PlotMark.Point($0, $1) }.reversed()
      return [.path(line(outline) + [.close], mark.paint)]
    case .strip(let range):
      return [
        .path(
          .rectangle(left, y(range.upperBound, in: area), right, y(range.lowerBound, in: area)), mark.paint)
      ]
    case .level(let value):
      let y = y(value, in: area)
      return [.path([.move(left, y), .line(right, y)], mark.paint)]
    case .spans, .rug: return []
    }
  }
}

extension FigureLayout.Entry {
  fileprivate var elements: [Figure.Element] {
    let middle = y - 0.3 * FigureLayout.fontSize, end = x + FigureLayout.sample
    let steps: [Figure.Step] =
      if mark.isArea {
        .rectangle(x, middle - 2.5, end, middle + 2.5)
      } else if case .points = mark.shape {
        .circle((x + end) / 2, middle)
      } else {
        [.move(x, middle), .line(end, middle)]
      }
    return [.path(steps, mark.paint), .text(Figure.Label(text: name, x: end + 3, y: y))]
  }
}

extension PlotMark {
  fileprivate var isArea: Bool {
    switch shape {
    case .band, .strip, .spans, .rug: true
    case .line, .points, .level, .contours, .replay: false
    }
  }

  fileprivate var paint: Figure.Paint {
    let color = PrintColor(seriesColor)
    if isArea { return Figure.Paint(fill: color.faded(to: 0.25)) }
    if case .points = shape { return Figure.Paint(fill: .white, stroke: color, width: 0.5) }
    let dash = seriesColor.dash?.split(separator: " ").compactMap { Double($0).map { $0 / 2 } } ?? []
    if case .level = shape { return Figure.Paint(stroke: color, width: 0.5, dash: dash) }
    return Figure.Paint(stroke: color, width: 1, dash: dash)
  }
}

extension [Figure.Step] {
  fileprivate static func rectangle(
    _ left: Double, _ top: Double, _ right: Double, _ bottom: Double
  ) -> [Figure.Step] {
    [.move(left, top), .line(right, top), .line(right, bottom), .line(left, bottom), .close]
  }

  /// A sample's marker: a circle of four Bézier curves, whose radius is off by less than 0.03 %.
  fileprivate static func circle(_ x: Double, _ y: Double) -> [Figure.Step] {
    let r = 1.1, c = 0.5523 * r
    return [
      .move(x + r, y), .curve(x + r, y + c, x + c, y + r, x, y + r),
      .curve(x - c, y + r, x - r, y + c, x - r, y), .curve(x - r, y - c, x - c, y - r, x, y - r),
      .curve(x + c, y - r, x + r, y - c, x + r, y), .close,
    ]
  }
}
