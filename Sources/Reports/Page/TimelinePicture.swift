import Drawing
import Recordings
import ScrollFitting

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
