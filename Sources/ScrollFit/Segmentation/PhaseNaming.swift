import Recordings
import ScrollModels

/// A phase before it is reported: what happens, where, and the laws that say so.
struct NamedPhase {
  var kind: PhaseKind
  var range: Range<Int>
  /// The places between which it begins; nil at the start of the recording.
  var begins: ClosedRange<Int>?
  var stretches: [Stretch]

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
    settle(&phases)
    let edges = edges(of: phases)
    name(&phases, edges)
    phases = phases.flatMap { parted($0, edges) }
    return (phases, edges)
  }

  // MARK: Groups

  /// Neighbouring stretches of one mover are one phase.
  private func grouped(_ placed: [PlacedStretch]) -> [NamedPhase] {
    var phases: [NamedPhase] = []
    for next in placed {
      let stretch = next.stretch
      let kind = kind(stretch.mover)
      if let last = phases.last, last.kind == kind, kind != .rest || isOneRest(last, stretch) {
        phases[phases.count - 1].range = last.range.lowerBound..<stretch.range.upperBound
        phases[phases.count - 1].stretches.append(stretch)
      } else {
        phases.append(NamedPhase(kind: kind, range: stretch.range, begins: next.begins, stretches: [stretch]))
      }
    }
    return phases
  }

  private func kind(_ mover: Mover) -> PhaseKind {
    switch mover {
    case .rest: .rest
    case .finger: .drag
    case .momentum: .deceleration
    case .spring: .bounce
    }
  }

  private func isOneRest(_ phase: NamedPhase, _ stretch: Stretch) -> Bool {
    abs(motion.offsets[phase.range.upperBound - 1] - motion.offsets[stretch.range.lowerBound])
      <= motion.resolution
  }

  // MARK: Ends of laws

  /// A law that only ever approaches its end is over when less than half of what the offsets can show is left.
  private func settle(_ phases: inout [NamedPhase]) {
    var index = 0
    while index < phases.count {
      defer { index += 1 }
      let phase = phases[index]
      guard phase.kind == .deceleration || phase.kind == .bounce, let fit = phase.law,
        let end = settlingTime(fit)
      else { continue }
      let next = index + 1 < phases.count ? phases[index + 1] : nil
      let settled = motion.firstSample(after: motion.times[fit.range.lowerBound] + end, in: phase.range)
      let place = max(settled, phase.range.lowerBound + 1)
      guard place < phase.range.upperBound, next == nil || next?.kind == .rest else { continue }
      phases[index].range = phase.range.lowerBound..<place
      if let next {
        phases[index + 1].range = place..<next.range.upperBound
        let begins = next.begins ?? place...place
        phases[index + 1].begins = min(begins.lowerBound, place)...place
      } else {
        phases.append(
          NamedPhase(kind: .rest, range: place..<phase.range.upperBound, begins: place...place, stretches: [])
        )
      }
    }
  }

  /// The time after a law's start at which half of the resolution is left, s; nil for a law that stops by itself.
  private func settlingTime(_ fit: SpanFit) -> Double? {
    let distance = motion.resolution / 2
    switch fit.law {
    case is DecelerationLaw:
      return Deceleration(
        initialOffset: 0, initialVelocity: fit.coefficients[1], decayConstant: fit.alpha[0]
      ).duration(toWithin: distance)
    case is BounceLaw:
      return Bounce(
        rest: 0, displacement: fit.coefficients[1], initialVelocity: fit.coefficients[2],
        damping: fit.alpha[0]
      ).settlingTime(within: distance)
    default: return nil
    }
  }

  // MARK: Edges

  /// Where springs come to rest with the content beyond: the largest such offset below, the least above.
  private func edges(of phases: [NamedPhase]) -> ClosedRange<Double>? {
    var low = known?.lowerBound ?? -.infinity
    var high = known?.upperBound ?? .infinity
    for index in phases.indices where phases[index].kind == .bounce {
      guard let (rest, side) = edge(phases, index) else { continue }
      if side < 0, !low.isFinite { low = rest }
      if side > 0, !high.isFinite { high = rest }
    }
    return low.isFinite || high.isFinite ? min(low, high)...max(low, high) : nil
  }

  /// The offset that a spring returns to, and the side that it returns from; nil where it springs to a place that is no edge.
  private func edge(_ phases: [NamedPhase], _ index: Int) -> (rest: Double, side: Double)? {
    guard let fit = phases[index].stretches.last?.fit, fit.coefficients.count == 3 else { return nil }
    let range = phases[index].range
    let rest = rest(phases, index, fit)
    let farthest = range.map { motion.offsets[$0] - rest }.max { abs($0) < abs($1) } ?? 0
    let before = index > 0 ? phases[index - 1] : nil
    // Momentum runs over the edge, so its side is where it was going; else the side is where the content was.
    let side = (before?.kind == .deceleration ? fit.coefficients[2] : farthest) < 0 ? -1.0 : 1.0
    guard let before else { return (rest, side) }
    // Dragged or glided towards the place it springs to, without passing it: a snap.
    var first = index - 1
    while first > 0, phases[first].kind == .rest { first -= 1 }
    let origin = motion.offsets[phases[first].range.lowerBound]
    let travel = motion.offsets[before.range.upperBound - 1] - origin
    if phases[first].kind == .drag, travel * side < 0 { return nil }
    if before.kind == .deceleration, travel * side < 0 { return nil }
    // Content that rests beyond a place elsewhere has no edge there.
    let isPassed = phases.indices.contains { other in
      phases[other].kind == .rest && (other == 0 || phases[other - 1].kind == .deceleration)
        && (motion.offsets[phases[other].range.lowerBound] - rest) * side > 2 * motion.resolution
    }
    return isPassed ? nil : (rest, side)
  }

  /// The offset of the rest that follows, where the law agrees with it to the resolution; else the law's own.
  private func rest(_ phases: [NamedPhase], _ index: Int, _ fit: SpanFit) -> Double {
    let own = motion.offsets[fit.range.lowerBound] + fit.coefficients[0]
    guard index + 1 < phases.count, phases[index + 1].kind == .rest else { return own }
    let level = motion.offsets[phases[index + 1].range.lowerBound]
    return abs(level - own) <= 1.5 * motion.resolution ? level : own
  }

  // MARK: Names

  private func name(_ phases: inout [NamedPhase], _ edges: ClosedRange<Double>?) {
    for index in phases.indices where phases[index].kind == .bounce {
      if edge(phases, index) == nil { phases[index].kind = .snap }
    }
  }

  /// A drag over an edge is a drag up to it and a rubber band beyond.
  private func parted(_ phase: NamedPhase, _ edges: ClosedRange<Double>?) -> [NamedPhase] {
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
  private func kinds(_ range: Range<Int>, _ edges: ClosedRange<Double>) -> [PhaseKind] {
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
