import Recordings
import ScrollFitting

extension RecordingSummary {
  /// The whole recording with its phases; nil where its samples were not kept.
  func picture(name: String) -> Picture? {
    let panels = Axis.allCases.flatMap { axis -> [Picture.Panel] in
      guard let overview = overview[axis] else { return [] }
      let own = phases.filter { $0.axis == axis }
      let line = Mark("offset", .observed, .line(zip(overview.x, overview.y).map { Mark.Point($0, $1) }))
      let velocity = Mark("velocity", .first, .line(overview.velocities))
      return [
        Picture.Panel(
          Picture.Axis("\(axis.rawValue) offset", unit: unit), marks: Self.spans(own) + [line]),
        Picture.Panel(
          Picture.Axis("\(axis.rawValue) velocity", unit: "\(unit)/s"), size: .low, marks: [velocity]),
      ]
    }
    guard !panels.isEmpty else { return nil }
    let names = phases.map { "\($0.axis.rawValue) \(Self.words($0))" }.joined(separator: ", ")
    return Picture(
      name: name, title: "The recording and its phases",
      summary: "Offset and velocity over time. Phases in order: \(names.isEmpty ? "none" : names).",
      horizontal: Picture.Axis("time", unit: "s"), panels: panels)
  }

  private static func words(_ phase: PhaseSummary) -> String {
    PhaseKind(rawValue: phase.kind)?.words ?? phase.kind
  }

  /// One mark for each kind, in the order of their first phase.
  private static func spans(_ phases: [PhaseSummary]) -> [Mark] {
    var kinds: [String] = []
    for phase in phases where !kinds.contains(phase.kind) { kinds.append(phase.kind) }
    return kinds.map { kind in
      let own = phases.filter { $0.kind == kind }
      return Mark(
        own.first.map(words), ink(of: PhaseKind(rawValue: kind)),
        .spans(own.map { Mark.Span(words($0), $0.from...max($0.from, $0.to)) }))
    }
  }

  private static func ink(of kind: PhaseKind?) -> Ink {
    switch kind {
    case .deceleration: .first
    case .bounce, .snap, .unknownReturn: .second
    case .drag: .third
    case .rubberBand, .programmatic, .constantVelocity, .wheel: .fourth
    case .rest, .jump, nil: .quiet
    }
  }
}

extension PlaneCurve {
  /// The slope from each point's predecessor to its successor.
  fileprivate var velocities: [Mark.Point] {
    x.indices.dropFirst().dropLast().compactMap { index in
      let duration = x[index + 1] - x[index - 1]
      return duration > 0 ? Mark.Point(x[index], (y[index + 1] - y[index - 1]) / duration) : nil
    }
  }
}
