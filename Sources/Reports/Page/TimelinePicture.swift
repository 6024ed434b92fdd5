import Drawing
import Foundation
import Numerals
import Recordings
import ScrollFitting
import ScrollSegmentation

extension RecordingSummary {
  /// The whole recording with its phases; nil where its samples were not kept.
  func picture(name: String) -> Picture? {
    let panels = Axis.allCases.flatMap(panels)
    guard !panels.isEmpty else { return nil }
    let names = phases.map { "\($0.axis.rawValue) \(Self.words($0))" }.joined(separator: ", ")
    return Picture(
      name: name, title: "The recording and its phases",
      summary:
        "\(touches.isEmpty ? "Offset" : "Offset, finger travel") and velocity over time. "
        + "Phases in order: \(names.isEmpty ? "none" : names)."
        + (gaps.isEmpty ? "" : " Marks below the offset: \(counted(droppedFrames, "dropped frame"))."),
      horizontal: Picture.Axis("time", unit: "s"), panels: panels, hasOverview: true)
  }

  /// Offset, finger travel where it was recorded, and velocity.
  private func panels(_ axis: Axis) -> [Picture.Panel] {
    guard let overview = overview[axis] else { return [] }
    func panel(
      _ quantity: String, unit: String, size: Picture.Panel.Size = .low, _ marks: [PlotMark]
    ) -> Picture.Panel {
      Picture.Panel(Picture.Axis("\(axis.rawValue) \(quantity)", unit: unit), size: size, marks: marks)
    }
    let own = phases.filter { $0.axis == axis }
    let line = PlotMark(
      "offset", .observed, .line(zip(overview.x, overview.y).map { PlotMark.Point($0, $1) }))
    let dropped = PlotMark(
      "dropped frames", .second, .rug(gaps.map { PlotMark.Span(Self.words($0), $0.range) }))
    let finger = touches[axis].map { [PlotMark("finger", .observed, .line($0.joined))] } ?? []
    return [
      panel(
        "offset", unit: unit, size: .tall, Self.spans(own) + [line] + (gaps.isEmpty ? [] : [dropped]))
    ] + (finger.isEmpty ? [] : [panel("finger travel", unit: unit, finger)]) + [
      panel("velocity", unit: "\(unit)/s", [PlotMark("velocity", .first, .line(overview.velocities))])
    ]
  }

  private static func words(_ phase: PhaseSummary) -> String {
    PhaseKind.noun(of: phase.kind)
  }

  /// `2 frames dropped`.
  private static func words(_ gap: FrameClock.Gap) -> String { "\(counted(gap.frames, "frame")) dropped" }

  /// One mark for each kind, in the order of their first phase.
  private static func spans(_ phases: [PhaseSummary]) -> [PlotMark] {
    var kinds: [String] = []
    for phase in phases where !kinds.contains(phase.kind) { kinds.append(phase.kind) }
    return kinds.map { kind in
      let own = phases.filter { $0.kind == kind }
      return PlotMark(
        own.first.map(words), seriesColor(of: PhaseKind(rawValue: kind)),
        .spans(own.map { PlotMark.Span(words($0), $0.from...max($0.from, $0.to)) }))
    }
  }

  private static func seriesColor(of kind: PhaseKind?) -> SeriesColor {
    switch kind {
    case .deceleration: .first
    case .bounce, .snap, .unknownReturn: .second
    case .drag: .third
    case .rubberBand, .programmatic, .constantVelocity, .wheel: .fourth
    case .rest, .jump, nil: .quiet
    }
  }
}

extension [PlaneCurve] {
  /// The points in order, with a break between curves.
  fileprivate var joined: [PlotMark.Point] {
    let lines: [[PlotMark.Point]] = map { curve in zip(curve.x, curve.y).map { PlotMark.Point($0, $1) } }
    return Array<PlotMark.Point>(lines.joined(separator: [PlotMark.Point(.nan, .nan)]))
  }
}

extension PlaneCurve {
  /// The slope from each point's predecessor to its successor.
  fileprivate var velocities: [PlotMark.Point] {
    x.indices.dropFirst().dropLast().compactMap { index in
      let duration = x[index + 1] - x[index - 1]
      return duration > 0 ? PlotMark.Point(x[index], (y[index + 1] - y[index - 1]) / duration) : nil
    }
  }
}

/// Small pictures of a recording's video, which stand above the timeline at their times.
package struct Thumbnails: Equatable, Sendable {
  /// Width over height of a picture.
  let aspect: Double
  let items: [Item]

  package struct Item: Equatable, Sendable {
    /// Seconds since the recording's first sample.
    let time: Double
    let jpeg: [UInt8]

    package init(time: Double, jpeg: [UInt8]) {
      (self.time, self.jpeg) = (time, jpeg)
    }
  }

  package init(aspect: Double, items: [Item]) {
    (self.aspect, self.items) = (aspect, items)
  }

  /// The size of a picture above the timeline, in its user units.
  static func size(aspect: Double) -> (width: Double, height: Double) {
    let width = min(100 * aspect, 66)
    return (width, width / aspect)
  }

  /// The times of pictures that do not cover each other: the ends of the recording, the starts of phases from the longest on, and
  /// times between them.
  ///
  /// - Parameters:
  ///   - aspect: width over height of the video.
  ///   - limit: the largest number of times.
  package static func times(
    of recording: RecordingSummary, aspect: Double, atMost limit: Int
  ) -> [Double] {
    guard let picture = recording.picture(name: ""), let samples = recording.shownSamples?.x,
      let first = samples.first, let last = samples.last, limit > 1
    else { return [] }
    let layout = PictureLayout(picture, top: 0)
    let width = size(aspect: aspect).width
    var times: [Double] = []
    func add(_ time: Double) {
      let position = layout.x(time)
      if times.count < limit, !times.contains(where: { abs(layout.x($0) - position) < width }) {
        times.append(time)
      }
    }
    [first, last].forEach(add)
    for phase in recording.phases.sorted(by: { $0.to - $0.from > $1.to - $1.from }) {
      add(samples.nearest(to: phase.from))
    }
    // The middle of the widest gap, until it has no room for another one.
    while times.count < limit {
      let sorted = times.sorted()
      let gaps = zip(sorted, sorted.dropFirst())
      guard let gap = gaps.max(by: { $0.1 - $0.0 < $1.1 - $1.0 }) else { break }
      let count = times.count
      add(samples.nearest(to: (gap.0 + gap.1) / 2))
      if times.count == count { break }
    }
    return times.sorted()
  }

  /// The strip above the timeline of a recording.
  func strip(above picture: Picture, of recording: RecordingSummary) -> Page.ThumbnailStrip {
    let layout = PictureLayout(picture, top: 0)
    let size = Self.size(aspect: aspect)
    func percent(_ units: Double) -> Double { 100 * units / PictureLayout.width }
    return Page.ThumbnailStrip(
      width: percent(size.width), height: percent(size.height),
      items: items.map { item in
        Page.ThumbnailStrip.Item(
          time: item.time, position: percent(layout.x(item.time)), text: recording.words(at: item.time),
          jpeg: item.jpeg)
      })
  }
}

extension Page {
  /// Thumbnails as they stand above a picture; lengths in percent of its width.
  struct ThumbnailStrip: Equatable {
    let width: Double
    let height: Double
    let items: [Item]

    struct Item: Equatable {
      /// On the picture's horizontal axis.
      let time: Double
      let position: Double
      let text: String
      let jpeg: [UInt8]
    }

    /// The values of its template.
    var values: [String: Any] {
      func text(_ percent: Double) -> String { Numerals.fixed(percent, 3) }
      return [
        "width": text(width), "height": text(height),
        "items": items.map { item -> [String: Any] in
          [
            "time": "\(item.time)", "place": text(item.position), "isRight": item.position > 50,
            "text": item.text, "data": Data(item.jpeg).base64EncodedString(),
          ]
        },
      ]
    }
  }
}

extension RecordingSummary {
  /// The samples of the axis that is drawn first.
  fileprivate var shownSamples: PlaneCurve? {
    Axis.allCases.lazy.compactMap { overview[$0] }.first
  }

  /// `1.3 s, deceleration, offset 488 px`.
  fileprivate func words(at time: Double) -> String {
    let phase = phases.last { $0.from <= time + 1e-6 && time <= $0.to + 1e-6 }
    let offset = shownSamples.flatMap { curve in
      curve.x.firstIndex(of: curve.x.nearest(to: time)).map { quantity(curve.y[$0], unit, digits: 5) }
    }
    return [
      "\(Numerals.significant(time, 4)) s", phase.map { PhaseKind.noun(of: $0.kind) },
      offset.map { "offset \($0)" },
    ].compactMap(\.self).joined(separator: ", ")
  }
}

extension [Double] {
  /// The element closest to a number, which is returned where there is none.
  fileprivate func nearest(to number: Double) -> Double {
    self.min { abs($0 - number) < abs($1 - number) } ?? number
  }
}
