import Recordings
import ScrollModels

/// A phase before it is reported: what happens, where, and the laws that say so.
struct NamedPhase {
  var kind: PhaseKind
  var range: Range<Int>
  /// The places between which it begins; nil at the start of the recording.
  var begins: ClosedRange<Int>?
  var stretches: [Stretch]
  /// The offset it comes to rest at, where the samples tell it and the law agrees.
  var rest: Double?

  /// The law that explains the whole phase; nil where it took several.
  var law: SpanFit? { stretches.count == 1 ? stretches[0].fit : nil }
}

/// Gives the stretches of one axis their names: which springs return to an edge, which fingers are beyond one.
struct PhaseNaming {
  let motion: Motion
  /// The edges that are known beforehand; an infinite side is not.
  let known: ClosedRange<Double>?

  /// The phases, and the edges that they show.
  func phases(_ placed: [PlacedStretch]) -> (phases: [NamedPhase], edges: ClosedRange<Double>?) {
    var phases = grouped(placed)
    still(&phases)
    glide(&phases)
    settle(&phases)
    held(&phases)
    let edges = edges(of: phases)
    name(&phases, edges)
    phases = glides(phases.flatMap { parted($0, edges) })
    jump(&phases)
    return (phases, edges)
  }

  // MARK: Groups

  /// Neighbouring stretches of one mover are one phase.
  func grouped(_ placed: [PlacedStretch]) -> [NamedPhase] {
    var phases: [NamedPhase] = []
    for next in placed {
      let stretch = next.stretch
      let kind = kind(stretch.mover)
      if let last = phases.last, last.kind == .rest, kind == .rest, !isOneRest(last, stretch) {
        phases.append(
          NamedPhase(kind: .rest, range: stretch.range, begins: next.begins, stretches: [stretch]))
        continue
      }
      if let last = phases.last, last.kind == kind {
        phases[phases.count - 1].range = last.range.lowerBound..<stretch.range.upperBound
        phases[phases.count - 1].stretches.append(stretch)
      } else {
        phases.append(NamedPhase(kind: kind, range: stretch.range, begins: next.begins, stretches: [stretch]))
      }
    }
    return phases
  }

  func kind(_ mover: Mover) -> PhaseKind {
    switch mover {
    case .rest, .hold: .rest
    case .finger: .drag
    case .momentum: .deceleration
    case .spring: .bounce
    }
  }

  func isOneRest(_ phase: NamedPhase, _ stretch: Stretch) -> Bool {
    abs(motion.offsets[phase.range.upperBound - 1] - motion.offsets[stretch.range.lowerBound])
      <= motion.resolution
  }

  // MARK: Names

  func name(_ phases: inout [NamedPhase], _ edges: ClosedRange<Double>?) {
    for index in phases.indices where phases[index].kind == .bounce && phases[index].law != nil {
      if edge(phases, index) == nil { phases[index].kind = .snap }
    }
    for index in phases.indices where phases[index].kind == .bounce || phases[index].kind == .snap {
      phases[index].rest = level(phases, index)
    }
  }

  /// A drag over an edge is a drag up to it and a rubber band beyond.
  func parted(_ phase: NamedPhase, _ edges: ClosedRange<Double>?) -> [NamedPhase] {
    guard phase.kind == .drag, let edges else { return [phase] }
    let kinds = kinds(phase.range, edges)
    var parts: [NamedPhase] = []
    for (index, kind) in zip(phase.range, kinds) {
      if let last = parts.last, last.kind == kind {
        parts[parts.count - 1].range = last.range.lowerBound..<(index + 1)
      } else {
        parts.append(
          NamedPhase(
            kind: kind, range: index..<(index + 1),
            begins: index == phase.range.lowerBound ? phase.begins : max(index - 1, 0)...index,
            stretches: phase.stretches))
      }
    }
    return parts
  }

  /// Which samples of a drag are beyond an edge. One that is at the edge to within its rounding goes with the sample after it.
  func kinds(_ range: Range<Int>, _ edges: ClosedRange<Double>) -> [PhaseKind] {
    let slack = motion.resolution
    var next = PhaseKind.drag
    return range.reversed().map { index in
      let offset = motion.offsets[index]
      let beyond = max(offset - edges.upperBound, edges.lowerBound - offset)
      if abs(beyond) > slack { next = beyond > 0 ? .rubberBand : .drag }
      return next
    }.reversed()
  }
}
