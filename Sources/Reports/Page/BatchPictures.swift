import Drawing
import Numerals
import ScrollAnalysis

extension ConstantDistribution {
  /// The most points of a picture: of more, evenly chosen ones and the furthest of those that lie out.
  private static let maximumPoints = 1000
  private static let maximumOutlying = 200
  /// The most groups of a picture: those with the most values.
  private static let maximumGroups = 6

  /// Every value as time goes by, with the mean, the drift, and the middle half of them; nil for a single one.
  func course(name: String) -> Picture? {
    guard points.count > 1 else { return nil }
    let step = (points.count + Self.maximumPoints - 1) / Self.maximumPoints
    let shown = stride(from: 0, to: points.count, by: step).map {
      PlotMark.Point(points[$0].x, points[$0].value)
    }
    let far = outliers.prefix(Self.maximumOutlying).compactMap { outlier in
      outlier.x.map { PlotMark.Point($0, outlier.value) }
    }
    var marks = [
      PlotMark("middle half", .quiet, .strip(all.quantiles[1]...all.quantiles[3])),
      PlotMark("fits", .observed, .points(shown)), PlotMark("mean", .first, .level(all.mean)),
    ]
    if !far.isEmpty { marks.append(PlotMark("outliers", .second, .points(far))) }
    if let line = driftLine { marks.append(PlotMark("drift", .third, .line(line))) }
    let isTimed = drift?.order == .time
    return Picture(
      name: name, title: "\(constant.title), \(isTimed ? "over time" : "along the input")",
      summary:
        "\(points.count) values; the line is the mean over recordings, \(all.meanText(constant.unit)), the band "
        + "holds the middle half of the values.\(driftText)" + (step > 1 ? " One in \(step) is drawn." : "")
        + outsideText,
      horizontal: isTimed
        ? Picture.Axis("since the first recording", unit: "days")
        : Picture.Axis("position in the input", unit: ""),
      panels: [
        Picture.Panel(
          Picture.Axis(constant.name, unit: constant.unit, range: courseRange), marks: marks)
      ],
      reading: .point)
  }

  /// The range of the histogram, with room for marks at its ends.
  private var courseRange: ClosedRange<Double>? {
    histogram.map { histogram in
      let margin = 0.04 * (histogram.range.upperBound - histogram.range.lowerBound)
      return (histogram.range.lowerBound - margin)...(histogram.range.upperBound + margin)
    }
  }

  private var driftLine: [PlotMark.Point]? {
    guard let drift, let last = points.map(\.x).max() else { return nil }
    let first = drift.order == .time ? 0 : drift.origin
    return [
      PlotMark.Point(first, drift.level),
      PlotMark.Point(last, drift.level + drift.slope * (last - first)),
    ]
  }

  private var driftText: String {
    drift.map { " The drift is \($0.text(unit: constant.unit)), p \(Numerals.probability($0.pValue))." } ?? ""
  }

  private var outsideText: String {
    guard let outside = histogram?.outside, outside > 0 else { return "" }
    return
      " \(outside) \(outside == 1 ? "value lies" : "values lie") beyond the picture: zoom out to see them."
  }

  /// The way the values lie, one picture a key; of all recordings where they are not grouped. None where half of the values are
  /// equal.
  func histograms(name: String) -> [Picture] {
    guard let histogram else { return [] }
    guard !groups.isEmpty else {
      return [
        picture(name: name, of: histogram, by: nil, [("all recordings", all, histogram.counts)], omitted: 0)
      ]
    }
    return groups.enumerated().map { index, grouping in
      let shown = grouping.groups.sorted { $0.summary.count > $1.summary.count }.prefix(Self.maximumGroups)
      let panels = grouping.groups.filter { group in shown.contains { $0.value == group.value } }.map {
        (label: "\(grouping.key) \($0.value)", summary: $0.summary, counts: $0.counts)
      }
      return picture(
        name: "\(name)-\(index + 1)", of: histogram, by: grouping, panels,
        omitted: grouping.groups.count - panels.count)
    }
  }

  private func picture(
    name: String, of histogram: ConstantHistogram, by grouping: Grouping?,
    _ groups: [(label: String, summary: Summary, counts: [Int])], omitted: Int
  ) -> Picture {
    let shares = groups.map { group in group.counts.map { 100 * Double($0) / Double(group.summary.count) } }
    let top = 1.08 * max(1, shares.joined().max() ?? 1)
    let panels = zip(groups, shares).map { group, shares in
      Picture.Panel(
        Picture.Axis(
          "\(group.label), \(counted(group.summary.count, "fit")): share", unit: "%", range: 0...top),
        size: groups.count > 1 ? .low : .tall, marks: Self.marks(shares, histogram, group.summary, top: top))
    }
    let apart =
      grouping.flatMap { grouping in
        grouping.pValue.map {
          " Groups this unlike, where none differs, have p \(Numerals.probability($0)); the spread between them is "
            + "\(quantity(grouping.betweenDeviation, constant.unit, digits: 3))."
        }
      } ?? ""
    let more = omitted > 0 ? " \(omitted) smaller groups are not drawn." : ""
    return Picture(
      name: name, title: "\(constant.title)\(grouping.map { " by \($0.key)" } ?? "")",
      summary: "How the values of each group lie, with their mean and the one value for all." + apart + more
        + outsideText,
      horizontal: Picture.Axis(constant.name, unit: constant.unit, range: histogram.range),
      panels: panels, reading: .point)
  }

  /// Steps over the bins, and upright lines.
  private static func marks(
    _ shares: [Double], _ histogram: ConstantHistogram, _ summary: Summary, top: Double
  ) -> [PlotMark] {
    func edge(_ bin: Int) -> Double { histogram.low + histogram.width * Double(bin) }
    let x = shares.indices.flatMap { [edge($0), edge($0 + 1)] }
    let y = shares.flatMap { [$0, $0] }
    func upright(_ label: String, _ seriesColor: SeriesColor, at value: Double) -> PlotMark {
      PlotMark(label, seriesColor, .line([PlotMark.Point(value, 0), PlotMark.Point(value, top)]))
    }
    let joint = summary.joint.map { [upright("one value for all", .second, at: $0.value)] } ?? []
    return [
      PlotMark("fits", .observed, .band(x: x, low: y.map { _ in 0 }, high: y)),
      PlotMark(nil, .observed, .line(zip(x, y).map { PlotMark.Point($0, $1) })),
      upright("mean", .first, at: summary.mean),
    ] + joint
  }
}
