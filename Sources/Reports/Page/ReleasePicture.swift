import Drawing
import Numerals
import ScrollAnalysis
import ScrollFitting
import ScrollModels

extension ReleaseReport {
  /// The part of a page: the verdict, pictures of single releases, and what the verdict rests on.
  ///
  /// - Parameter name: that of the pictures, without a number.
  func pageBlocks(name: String) -> [Page.Block] {
    var blocks: [Page.Block] = [
      .heading("Release on \(axis.rawValue)"), .paragraph(line.startingUppercase + "."),
    ]
    blocks += illustrations.enumerated().map { index, illustration in
      .picture(illustration.picture(name: "\(name)-\(index + 1)", axis: axis.rawValue, unit: unit))
    }
    if let predictions {
      blocks.append(.table(predictions, caption: "Velocities that estimators predict for these releases"))
    }
    var details: [Page.Block] = [.facts(facts)]
    if let table { details.append(.table(table, caption: "Estimators, best first")) }
    return blocks + [.details("What the release rests on", details)]
  }

  /// The section of the gestures of a file's series together.
  func section(name: String) -> Page.Section {
    let times = "Times are those of the series one after another, with a second of rest between them."
    return Page.Section(sessionTitle, pageBlocks(name: name) + [.paragraph(times)])
  }

  /// A row for each prediction of the releases that are shown; nil for none.
  private var predictions: Document.Table? {
    let rows = illustrations.flatMap { illustration in
      illustration.predictions.map { (illustration.release, $0) }
    }
    guard !rows.isEmpty else { return nil }
    return Document.Table(
      rows,
      [
        ("release", .left, { $0.0.position }),
        ("observed, \(unit)/s", .firstWord, { measured($0.0.velocity, error: $0.0.standardError, unit: "") }),
        ("estimator", .left, { $0.1.words }),
        ("window, ms", .left, { $0.1.windowText }),
        ("predicted, \(unit)/s", .firstWord, { $0.1.velocityText }),
        ("off by, standard errors", .right, { Numerals.fixed($0.1.deviation.magnitude, 1) }),
        ("distinguished from the best", .left, { $0.1.isIndistinguishable ? "no" : "yes" }),
      ])
  }
}

extension ReleaseIllustration {
  private static let seriesColors: [SeriesColor] = [.second, .third, .fourth]

  /// The finger's and the content's velocities around the release, and the velocities that estimators predict, over the samples
  /// that they take in.
  fileprivate func picture(name: String, axis: String, unit: String) -> Picture {
    let start = 1000 * min(predictions.map(\.window.lowerBound).min() ?? 0, -0.1) - 10
    // The last number under the axis has room.
    let end = 1000 * (release.fling.x.last ?? 0) + 8
    let finger = release.finger.filter { $0.x >= start }
    let content = release.content.velocities.filter { $0.x >= start && $0.x <= end }
    let observed = PlotMark.Point(0, release.velocity)
    let velocityUnit = "\(unit)/s"
    var marks = [
      PlotMark("content, between samples", .quiet, .line(content)),
      PlotMark(nil, .quiet, .points(content)),
    ]
    for (prediction, seriesColor) in zip(predictions, Self.seriesColors) {
      let times = [1000 * prediction.window.lowerBound, 0]
      if prediction.standardError > 0 {
        marks.append(
          PlotMark(
            nil, seriesColor,
            .band(
              x: times, low: times.map { _ in prediction.velocity - prediction.standardError },
              high: times.map { _ in prediction.velocity + prediction.standardError })))
      }
      marks.append(
        PlotMark(
          prediction.words, seriesColor, .line(times.map { PlotMark.Point($0, prediction.velocity) })))
    }
    marks.append(PlotMark("finger, between samples", .observed, .points(finger)))
    marks.append(
      PlotMark(
        "fling, fitted", .first,
        .line(zip(release.fling.x, release.fling.y).map { PlotMark.Point(1000 * $0, $1) })))
    let reach = release.standardError
    marks.append(
      PlotMark(
        nil, .first,
        .line([PlotMark.Point(0, release.velocity - reach), PlotMark.Point(0, release.velocity + reach)])))
    marks.append(PlotMark("observed at the release", .first, .points([observed])))
    let all = (finger + content).map(\.y) + predictions.map(\.velocity) + release.fling.y
    marks.insert(contentsOf: releaseMarks(from: all.min() ?? 0, to: all.max() ?? 0), at: 0)
    return Picture(
      name: name, title: "Release at \(release.position)", summary: summary(velocityUnit),
      horizontal: Picture.Axis("time since the release", unit: "ms", range: start...end),
      panels: [Picture.Panel(Picture.Axis("\(axis) velocity", unit: velocityUnit), marks: marks)])
  }

  /// The time of the release: a line, and the interval in which it lies where it is not noted.
  private func releaseMarks(from low: Double, to high: Double) -> [PlotMark] {
    let line = PlotMark(nil, .quiet, .contours([[PlotMark.Point(0, low), PlotMark.Point(0, high)]]))
    guard release.halfWidth > 0 else { return [line] }
    let reach = 1000 * release.halfWidth
    return [
      PlotMark(
        "interval in which the finger was lifted", .quiet,
        .band(x: [-reach, reach], low: [low, low], high: [high, high])), line,
    ]
  }

  private func summary(_ unit: String) -> String {
    let observed = measured(release.velocity, error: release.standardError, unit: unit)
    let predicted = predictions.map { "\($0.words) \($0.velocityText) \(unit)" }.joined(separator: "; ")
    return "Velocities of finger and content around the release; the fling starts at \(observed). "
      + (predicted.isEmpty
        ? "Three flings from rest are needed to rank estimators."
        : "Predicted, each line over the samples that the estimator takes in: \(predicted).")
  }
}

extension ObservedRelease {
  /// `1.25 s`.
  fileprivate var position: String {
    "\(Numerals.significant(touch.release, touch.release < 10 ? 3 : 4)) s"
  }

  /// The finger's velocities between its samples, over ms since the release, at the middle of each step.
  fileprivate var finger: [PlotMark.Point] {
    PlaneCurve(x: touch.times.map { $0 - touch.release }, y: touch.positions).velocities
  }
}

extension PlaneCurve {
  /// The slopes between points, over ms, at the middle of each step.
  fileprivate var velocities: [PlotMark.Point] {
    x.indices.dropFirst().filter { x[$0] > x[$0 - 1] }.map { index in
      PlotMark.Point(500 * (x[index] + x[index - 1]), (y[index] - y[index - 1]) / (x[index] - x[index - 1]))
    }
  }
}

extension ReleasePrediction {
  fileprivate var words: String { RecordingIdentification.list(names, atMost: 2) }

  fileprivate var velocityText: String {
    velocity == 0 ? "no fling" : measured(velocity, error: standardError, unit: "")
  }

  /// `−50 to −3`.
  fileprivate var windowText: String {
    func text(_ time: Double) -> String { Numerals.fixed(1000 * time, 0) }
    return "\(text(window.lowerBound)) to \(text(window.upperBound))"
  }
}
