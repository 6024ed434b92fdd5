import Drawing
import Numerals
import ScrollFitting

extension Page.Block {
  /// The way the estimators of a fit come to the minimum: a slider for the curve on its way, their paths over the
  /// cost's contours, and the cost against the points they passed; nothing where they were not run.
  static func estimators(of fit: Fit, name: String) -> [Page.Block] {
    guard let estimators = fit.illustration?.estimators else { return [] }
    let tracks = estimators.paths.map { path in
      Page.Replay.Track(
        label: path.words,
        frames: path.steps.map { step in
          let rms = quantity(step.rms, fit.unit, digits: 4)
          return "\(path.words), point \(step.iteration + 1) of \(path.iterations + 1): rms \(rms)"
        })
    }
    return [
      .replay(
        Page.Replay(
          name: name, tracks: tracks,
          pictures: [
            estimators.curves(of: fit, name: "\(name)-curve"),
            estimators.plane(unit: fit.unit, name: "\(name)-paths"),
            estimators.costs(unit: fit.unit, name: "\(name)-costs"),
          ])),
      .table(estimators.table(unit: fit.unit), caption: "Where each search ends"),
    ]
  }
}

extension EstimatorPaths {
  private static let seriesColors: [SeriesColor] = [.second, .third, .first, .fourth]

  private var inked: [(path: Path, seriesColor: SeriesColor)] {
    zip(paths, paths.count == 3 ? [.second, .first, .fourth] : Self.seriesColors).map { ($0, $1) }
  }

  fileprivate func curves(of fit: Fit, name: String) -> Picture {
    let frames = paths.map { path in
      path.steps.map { step in zip(abscissas, step.curve).map { PlotMark.Point(fit.origin + $0, $1) } }
    }
    let samples = zip(fit.curve.abscissas, fit.curve.observed).map { PlotMark.Point(fit.origin + $0, $1) }
    return Picture(
      name: name, title: "The curve on its way to the samples",
      summary:
        "Recorded samples, and the curve at the step of the search that the slider chooses: at first its end.",
      horizontal: fit.horizontalAxis,
      panels: [
        Picture.Panel(
          Picture.Axis("offset", unit: fit.unit),
          marks: [
            PlotMark("recorded", .observed, .points(samples)),
            PlotMark("the curve at this step", .first, .replay(frames)),
          ])
      ])
  }

  fileprivate func plane(unit: String, name: String) -> Picture {
    let lines = PlotMark(
      "equal rms, each line half of the next one out", .quiet,
      .contours(contours.flatMap { $0.lines.map { zip($0.x, $0.y).map { PlotMark.Point($0, $1) } } }))
    let ways = inked.flatMap { path, seriesColor -> [PlotMark] in
      let points = path.steps.map { PlotMark.Point($0.x, $0.y) }
      return [PlotMark(nil, seriesColor, .line(points)), PlotMark(path.words, seriesColor, .points(points))]
    }
    let now = PlotMark(
      nil, .observed, .replay(paths.map { $0.steps.map { [PlotMark.Point($0.x, $0.y)] } }))
    return Picture(
      name: name, title: "Paths of the searches over the cost",
      summary: "Paths of \(paths.map(\.words).joined(separator: ", ")) over \(horizontal.name) and "
        + "\(vertical.name), on lines of equal cost, the other parameters at their best.",
      horizontal: Picture.Axis(
        horizontal.name, unit: horizontal.unit, range: horizontal.range),
      panels: [
        Picture.Panel(
          Picture.Axis(
            vertical.name, unit: vertical.unit, range: vertical.range),
          marks: [lines] + ways + [now])
      ], reading: .point)
  }

  fileprivate func costs(unit: String, name: String) -> Picture {
    let marks = inked.flatMap { path, seriesColor -> [PlotMark] in
      let points = path.steps.map { PlotMark.Point(Double($0.iteration + 1), $0.rms) }
      return [PlotMark(nil, seriesColor, .line(points)), PlotMark(path.words, seriesColor, .points(points))]
    }
    let now = PlotMark(
      nil, .observed,
      .replay(paths.map { $0.steps.map { [PlotMark.Point(Double($0.iteration + 1), $0.rms)] } }))
    return Picture(
      name: name, title: "Cost of the searches against iteration",
      summary: "Root mean square of the residuals at each point that a search accepted: "
        + paths.map { "\($0.words) in \($0.iterations) iterations" }.joined(separator: ", ") + ".",
      horizontal: Picture.Axis("point of the search, its start is 1", unit: "", scale: .logarithmic),
      panels: [
        Picture.Panel(
          Picture.Axis("rms", unit: unit, scale: .logarithmic), marks: marks + [now])
      ], reading: .point)
  }

  fileprivate func table(unit: String) -> Document.Table {
    Document.Table(
      paths,
      [
        ("estimator", .left, \.words),
        ("iterations", .right, { "\($0.iterations)" }),
        ("evaluations", .right, { "\($0.evaluations)" }),
        ("rms at the end", .firstWord, { $0.steps.last.map { quantity($0.rms, unit) } ?? "" }),
        ("stopped because", .left, \.termination.phrase),
      ])
  }
}

extension EstimatorPaths.Path {
  /// The name in a sentence.
  fileprivate var words: String {
    switch Estimator(rawValue: estimator) {
    case .compassSearchArticles: "the article’s compass search"
    case .compassSearch: "compass search"
    case .gradientDescent: "gradient descent"
    case .levenbergMarquardt: "Levenberg–Marquardt"
    case .variableProjection: "variable projection"
    case .auto, .linear, nil: estimator
    }
  }
}
