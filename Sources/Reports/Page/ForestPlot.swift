import Drawing
import Numerals
import ScrollAnalysis

/// A constant of many recordings, each with its interval, under the means of their groups.
struct ForestPlot: Equatable {
  /// The largest number of recordings in a plot.
  static let maximumRecordings = 200

  let title: String
  let rows: [Row]
  /// The mean over all recordings.
  let mean: Double
  let axis: Picture.Axis

  struct Row: Equatable {
    let label: String
    /// The recording with its whole path; nil where the label has it.
    var path: String?
    /// `10.904 ± 0.013 1/s`; empty without a value.
    let text: String
    let value: Double?
    let interval: ClosedRange<Double>?
    /// True if the row is a group's, false if it is a recording's.
    let isGroup: Bool
    /// The address of the recording's page or picture; nil for none.
    var target: String?
  }

  var values: [String: Any] {
    let scale = AxisScale(axis, values: [])
    func percent(_ share: Double) -> String { Numerals.fixed(100 * share, 2) }
    func reference(_ value: Double) -> Double { min(max(scale.position(of: value), 0), 1) }
    return [
      "title": title, "mean": percent(reference(mean)),
      "items": rows.map { row -> [String: Any] in
        var item: [String: Any] = ["label": row.label, "text": row.text, "isGroup": row.isGroup]
        item["target"] = row.target
        item["path"] = row.path
        // Beyond the axis nothing but an arrow is drawn.
        if let interval = row.interval, interval.overlaps(scale.low...scale.high) {
          let (left, right) = (reference(interval.lowerBound), reference(interval.upperBound))
          item["interval"] = ["left": percent(left), "length": percent(right - left)]
        }
        if let value = row.value {
          let kind = value < scale.low ? "below" : value > scale.high ? "above" : row.isGroup ? "mean" : "dot"
          item["mark"] = ["place": percent(reference(value)), "kind": kind]
        }
        return item
      },
      "ticks": ticks(of: scale).map { ["label": $0.label, "place": percent(reference($0.value))] },
    ]
  }

  /// The ticks below the plot; fewer where their labels are so long that neighbors would touch.
  private func ticks(of scale: AxisScale) -> [AxisScale.Tick] {
    let ticks = scale.ticks(about: 5)
    return ticks.contains { $0.label.count > 5 } ? scale.ticks(about: 2) : ticks
  }
}

extension ConstantDistribution {
  /// A plot for each key that recordings are grouped by; one of all recordings where there is none.
  ///
  /// - Parameter target: the address of the page or picture of a fit; nil for none.
  func forests(target: (BatchCollection.FitIdentity) -> String?) -> [ForestPlot] {
    guard estimates.count > 1 else { return [] }
    let shown = estimates(atMost: ForestPlot.maximumRecordings)
    let names = DistinguishingNames.of(shown.lazy.map(\.reference.recording.source))
    func rows(_ estimates: [RecordingEstimate]) -> [ForestPlot.Row] {
      estimates.map { estimate in
        let recording = estimate.reference.recording
        let label = recording.title(ofFile: names[recording.source] ?? recording.source)
        return ForestPlot.Row(
          label: label, path: label == recording.title ? nil : recording.title,
          text: estimate.text(unit: constant.unit), value: estimate.value, interval: estimate.interval,
          isGroup: false, target: target(estimate.reference))
      }
    }
    func head(_ label: String, _ summary: Summary) -> ForestPlot.Row {
      ForestPlot.Row(
        label: "\(label), \(counted(summary.count, "fit"))", text: summary.meanText(constant.unit),
        value: summary.mean, interval: summary.interval, isGroup: true)
    }
    guard !groups.isEmpty else {
      return [forest(by: nil, [head("all recordings", all)] + rows(shown), shown: shown)]
    }
    return groups.map { grouping in
      let grouped = grouping.groups.flatMap { group in
        [head("\(grouping.key) \(group.value)", group.summary)]
          + rows(shown.filter { $0.reference.recording.groups[grouping.key] == group.value })
      }
      let others = shown.filter { $0.reference.recording.groups[grouping.key] == nil }
      let without = ForestPlot.Row(
        label: "no \(grouping.key) given", text: "", value: nil, interval: nil, isGroup: true)
      return forest(
        by: grouping.key, grouped + (others.isEmpty ? [] : [without] + rows(others)), shown: shown)
    }
  }

  private func forest(by key: String?, _ rows: [ForestPlot.Row], shown: [RecordingEstimate]) -> ForestPlot {
    let some =
      shown.count < estimates.count
      ? ", the \(shown.count) of \(estimates.count) furthest from the mean" : ""
    // Of recordings that lie far out only an arrow is drawn.
    let range = histogram?.range ?? (all.quantiles[2]...all.quantiles[2])
    let means = rows.filter(\.isGroup).compactMap(\.interval)
    let low = (means.map(\.lowerBound) + [range.lowerBound]).min() ?? range.lowerBound
    let high = (means.map(\.upperBound) + [range.upperBound]).max() ?? range.upperBound
    // The axis of values that are all equal is as wide as their intervals.
    let width = high > low ? 0 : shown.compactMap(\.interval).map { $0.upperBound - $0.lowerBound }.max() ?? 0
    let margin = 0.04 * (high - low) + width
    return ForestPlot(
      title: "\(constant.title)\(key.map { " by \($0)" } ?? "")\(some)", rows: rows, mean: all.mean,
      axis: Picture.Axis(
        constant.name, unit: constant.unit, range: margin > 0 ? (low - margin)...(high + margin) : nil))
  }
}

extension RecordingEstimate {
  /// `10.904 ± 0.013 1/s`.
  func text(unit: String) -> String { measured(value, error: standardError, unit: unit) }
}

/// The shortest names of files that distinguish them: as many of the last components of each path as no other ends with.
enum DistinguishingNames {
  /// - Returns: the name of each path.
  static func of(_ paths: some Sequence<String>) -> [String: String] {
    var rest = Set(paths).map {
      (path: $0, parts: $0.split(separator: "/", omittingEmptySubsequences: false))
    }
    var names: [String: String] = [:]
    var count = 1
    while !rest.isEmpty {
      let ends = rest.map { $0.parts.suffix(count).joined(separator: "/") }
      let uses = ends.reduce(into: [String: Int]()) { $0[$1, default: 0] += 1 }
      var others: [(path: String, parts: [Substring])] = []
      for (candidate, end) in zip(rest, ends) {
        if uses[end] == 1 || candidate.parts.count <= count {
          names[candidate.path] = end
        } else {
          others.append(candidate)
        }
      }
      rest = others
      count += 1
    }
    return names
  }
}
