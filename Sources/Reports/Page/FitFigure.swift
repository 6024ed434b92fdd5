import Drawing
import Numerals
import ScrollFitting

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
