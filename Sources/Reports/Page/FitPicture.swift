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
        Picture.Axis("offset", unit: unit, step: self.residuals.grid),
        marks: [PlotMark("recorded", .observed, .points(points(curve.observed)))] + fittedMarks
          + engineMarks(reference, points)),
      Picture.Panel(
        Picture.Axis("recorded − fitted", unit: unit, step: self.residuals.grid), size: .low,
        marks: grid + [
          PlotMark(nil, .first, .level(0)), PlotMark("residual", .observed, .points(points(residuals))),
        ]),
    ]
    if let reference {
      panels.append(
        Picture.Panel(
          Picture.Axis("recorded − \(reference.reference)", unit: unit, step: self.residuals.grid),
          size: .low,
          marks: grid + [
            PlotMark(nil, .second, .level(0)),
            PlotMark(reference.label, .second, .points(points(reference.residuals))),
          ]))
    }
    let pixel = self.residuals.grid.map { ", where a pixel is \(quantity($0, unit))" } ?? ""
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
  private var grid: [PlotMark] {
    guard let grid = residuals.grid, grid > 0 else { return [] }
    return [PlotMark("one pixel, \(quantity(grid, unit, digits: 3))", .quiet, .strip(-grid / 2...grid / 2))]
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
