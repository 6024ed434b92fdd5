import Drawing
import Numerals
import ScrollFitting
import ScrollModels

extension Fit {
  /// The horizontal axis of a fit's pictures.
  var horizontalAxis: Picture.Axis {
    if isOverTime { return Picture.Axis("time", unit: "s") }
    return model.entry.abscissa == .fingerTravel
      ? Picture.Axis("finger travel", unit: unit) : Picture.Axis("abscissa", unit: "")
  }

  /// From an abscissa of the curve to the axis: models count their time from the phase's first sample, a reader
  /// from the recording's.
  var origin: Double { isOverTime ? from - (curve.abscissas.first ?? 0) : 0 }

  private var isOverTime: Bool {
    guard model.entry.abscissa != .fingerTravel, let first = curve.abscissas.first,
      let last = curve.abscissas.last
    else {
      return false
    }
    return abs((last - first) - (to - from)) <= 1e-9 * max(1, abs(to))
  }

  /// The samples with the curve and its band; under them, on the same axis, what the curve leaves over, with
  /// the pixel grid as a band; under that what the closest known constant would leave.
  ///
  /// - Parameters:
  ///   - engine: excludes constants that are not this engine's; nil for none.
  ///   - hasOverview: true if a page shows under it which part of it is visible.
  func picture(name: String, like engine: ScrollEngine? = nil, hasOverview: Bool = false) -> Picture {
    let reference = illustration?.reference(of: engine)
    let residuals = zip(curve.observed, curve.fitted).map { $0 - $1 }
    let shown = shownSamples
    func points(_ values: [Double]) -> [PlotMark.Point] {
      shown.map { PlotMark.Point(origin + curve.abscissas[$0], values[$0]) }
    }
    var panels = [
      Picture.Panel(
        Picture.Axis("offset", unit: unit, step: self.residuals.quantizationStep),
        marks: [PlotMark("recorded", .observed, .points(points(curve.observed)))] + fittedMarks
          + engineMarks(reference, points)),
      Picture.Panel(
        Picture.Axis("recorded − fitted", unit: unit, step: self.residuals.quantizationStep), size: .low,
        marks: pixelBand + [
          PlotMark(nil, .first, .level(0)), PlotMark("residual", .observed, .points(points(residuals))),
        ]),
    ]
    if let reference {
      panels.append(
        Picture.Panel(
          Picture.Axis(
            "recorded − \(reference.reference)", unit: unit, step: self.residuals.quantizationStep),
          size: .low,
          marks: pixelBand + [
            PlotMark(nil, .second, .level(0)),
            PlotMark(reference.label, .second, .points(points(reference.residuals))),
          ]))
    }
    let pixel = self.residuals.quantizationStep.map { ", where a pixel is \(quantity($0, unit))" } ?? ""
    let thinned = shown.count < curve.abscissas.count ? " \(shown.count) of them are drawn." : ""
    return Picture(
      name: name, title: "\(counted(samples, "sample")) and the curve of \(model)",
      summary: "Recorded samples with the fitted curve; below, what the curve leaves over: at most "
        + "\(quantity(self.residuals.maximum, unit, digits: 3))\(pixel).\(thinned)",
      horizontal: horizontalAxis, panels: panels, hasOverview: hasOverview)
  }

  /// The closest curve with the known constant.
  private func engineMarks(
    _ reference: ReferenceCurve?, _ points: ([Double]) -> [PlotMark.Point]
  ) -> [PlotMark] {
    guard let reference, reference.residuals.count == curve.observed.count else { return [] }
    let values = zip(curve.observed, reference.residuals).map { $0 - $1 }
    return [PlotMark(reference.label, .second, .line(points(values).sorted { $0.x < $1.x }))]
  }

  private var fittedMarks: [PlotMark] {
    guard let illustration else {
      let line = curve.abscissas.indices.map {
        PlotMark.Point(origin + curve.abscissas[$0], curve.fitted[$0])
      }
      return [PlotMark("fitted: \(model)", .first, .line(line.sorted { $0.x < $1.x }))]
    }
    let x = illustration.curve.x.map { origin + $0 }
    let y = illustration.curve.y
    let line = PlotMark("fitted: \(model)", .first, .line(zip(x, y).map { PlotMark.Point($0, $1) }))
    guard !illustration.confidence.isEmpty else { return [line] }
    let band = PlotMark(
      "\(Numerals.percent(intervals.confidence)) band of the curve", .first,
      .band(
        x: x, low: zip(y, illustration.confidence).map { $0 - $1 },
        high: zip(y, illustration.confidence).map { $0 + $1 }))
    return [band, line]
  }

  /// The band that rounding to pixels alone explains: half a pixel to either side.
  private var pixelBand: [PlotMark] {
    guard let quantizationStep = residuals.quantizationStep, quantizationStep > 0 else { return [] }
    return [
      PlotMark(
        "one pixel, \(quantity(quantizationStep, unit, digits: 3))", .quiet,
        .strip(-quantizationStep / 2...quantizationStep / 2))
    ]
  }

  private static let maximumSamples = 1200

  /// All samples, or every second, third … of very many.
  private var shownSamples: [Int] {
    let every = max(1, (curve.abscissas.count + Self.maximumSamples - 1) / Self.maximumSamples)
    return Array(stride(from: 0, to: curve.abscissas.count, by: every))
  }
}

extension ReferenceCurve {
  fileprivate var label: String { "with \(parameter) \(Numerals.plain(expected))" }
}

extension Analysis {
  /// The largest number of fits that one figure draws.
  package static let maximumFitsOfFigure = 4

  /// The samples, the curves and the residuals of up to four fits of one model; nil where there are none, more, or
  /// several models.
  ///
  /// - Parameter millimeters: the width of the figure.
  package func figure(millimeters: Double) -> Figure? {
    guard let first = fits.first, fits.count <= Self.maximumFitsOfFigure,
      fits.allSatisfy({ $0.model == first.model })
    else { return nil }
    let picture = fits.count == 1 ? first.printedPicture : commonPicture(first)
    return Figure(picture, width: millimeters / 25.4 * 72)
  }

  /// All fits over the time since the beginning of each, with an ink each.
  private func commonPicture(_ first: Fit) -> Picture {
    let seriesColors: [SeriesColor] = [.first, .second, .third, .fourth]
    var panels = first.printedPicture.panels.map { Picture.Panel($0.vertical, size: $0.size, marks: []) }
    for (fit, seriesColor) in zip(fits, seriesColors) {
      let picture = fit.printedPicture
      for index in panels.indices {
        let marks = picture.panels[index].marks.filter { $0.seriesColor != .quiet }.map { mark in
          PlotMark(
            index == 0 && mark.isLine ? name(of: fit) : nil, mark.isLevel ? .quiet : seriesColor,
            mark.shape.moved(by: -fit.origin))
        }
        panels[index] = Picture.Panel(
          panels[index].vertical, size: panels[index].size, marks: panels[index].marks + marks)
      }
    }
    let axis = first.horizontalAxis
    return Picture(
      name: "fits", title: "\(fits.count) recordings and the curves of \(first.model)", summary: "",
      horizontal: first.origin == 0 ? axis : Picture.Axis("time since the phase began", unit: axis.unit),
      panels: panels)
  }

  /// The series, or the file's name; with the start of the phase where several fits have it.
  private func name(of fit: Fit) -> String {
    func short(_ fit: Fit) -> String {
      fit.series.map { "series \($0)" } ?? fit.source.split(separator: "/").last.map(String.init)
        ?? fit.source
    }
    let name = short(fit)
    guard fits.count(where: { short($0) == name }) > 1 else { return name }
    return "\(name) at \(Numerals.significant(fit.from, 3)) s"
  }
}

extension Fit {
  /// The picture of the page without the curves of other constants.
  fileprivate var printedPicture: Picture {
    let picture = picture(name: "fit")
    let panels = picture.panels.prefix(2).map { panel in
      // The axis names the residuals.
      Picture.Panel(
        panel.vertical, size: panel.size,
        marks: panel.marks.filter { $0.seriesColor != .second }.map { mark in
          mark.label == "residual" ? PlotMark(nil, mark.seriesColor, mark.shape) : mark
        })
    }
    return Picture(
      name: picture.name, title: picture.title, summary: picture.summary, horizontal: picture.horizontal,
      panels: panels)
  }
}

extension PlotMark {
  fileprivate var isLine: Bool { if case .line = shape { true } else { false } }
  fileprivate var isLevel: Bool { if case .level = shape { true } else { false } }
}

extension PlotMark.Shape {
  /// The shape at other abscissas.
  fileprivate func moved(by shift: Double) -> PlotMark.Shape {
    func moved(_ points: [PlotMark.Point]) -> [PlotMark.Point] {
      points.map { PlotMark.Point($0.x + shift, $0.y) }
    }
    return switch self {
    case .line(let points): .line(moved(points))
    case .points(let points): .points(moved(points))
    case .band(let x, let low, let high): .band(x: x.map { $0 + shift }, low: low, high: high)
    case .contours(let lines): .contours(lines.map(moved))
    case .strip, .level, .spans, .rug, .replay: self
    }
  }
}
