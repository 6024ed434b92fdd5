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
  private func grouped(_ placed: [PlacedStretch]) -> [NamedPhase] {
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

  private func kind(_ mover: Mover) -> PhaseKind {
    switch mover {
    case .rest, .hold: .rest
    case .finger: .drag
    case .momentum: .deceleration
    case .spring: .bounce
    }
  }

  private func isOneRest(_ phase: NamedPhase, _ stretch: Stretch) -> Bool {
    abs(motion.offsets[phase.range.upperBound - 1] - motion.offsets[stretch.range.lowerBound])
      <= motion.resolution
  }

  // MARK: Motion that no law explains

  /// What comes after a release without a touch is still the content's own motion, whatever its law: a finger that catches the
  /// content stops it.
  private func glide(_ phases: inout [NamedPhase]) {
    var index = 0
    while index < phases.count {
      if phases[index].kind == .deceleration || phases[index].kind == .bounce {
        while index + 1 < phases.count,
          goesOn(phases[index], phases[index + 1]) || isHitch(phases, index + 1)
        {
          let next = phases.remove(at: index + 1)
          phases[index].range = phases[index].range.lowerBound..<next.range.upperBound
          phases[index].stretches += next.stretches
        }
        if phases[index].stretches.count > 1 {
          rest(&phases, after: index)
          name(&phases, unlawful: index)
        }
      }
      index += 1
    }
  }

  /// A few samples out of place in a motion that goes on after them as before: frames that came late, no touch.
  private func isHitch(_ phases: [NamedPhase], _ index: Int) -> Bool {
    if phases[index].kind == .deceleration { return phases[index - 1].kind == .deceleration }
    guard phases[index].kind == .drag, phases[index].range.count <= 3, index + 1 < phases.count,
      phases[index - 1].kind == .deceleration, phases[index + 1].kind == .deceleration
    else { return false }
    let before = motion.velocity(at: phases[index].range.lowerBound - 1, in: phases[index - 1].range)
    let after = motion.velocity(at: phases[index].range.upperBound, in: phases[index + 1].range)
    return (before - after).magnitude <= 0.4 * before.magnitude
  }

  /// What stands still at the end of laws that do not hold is a rest.
  private func rest(_ phases: inout [NamedPhase], after index: Int) {
    let range = phases[index].range
    let last = motion.offsets[range.upperBound - 1]
    let moved = range.last { motion.offsets[$0] != last } ?? range.lowerBound
    let rest = (moved + 1)..<range.upperBound
    guard rest.count >= Mover.rest.leastSamples, moved > range.lowerBound else { return }
    phases[index].range = range.lowerBound..<rest.lowerBound
    phases[index].stretches.removeAll { $0.range.lowerBound >= rest.lowerBound }
    if index + 1 < phases.count, phases[index + 1].kind == .rest {
      phases[index + 1].range = rest.lowerBound..<phases[index + 1].range.upperBound
      phases[index + 1].begins = moved...rest.lowerBound
    } else {
      phases.insert(
        NamedPhase(kind: .rest, range: rest, begins: moved...rest.lowerBound, stretches: []), at: index + 1)
    }
  }

  /// Whether a drag after the content's own motion, or a spring after several laws of it, is that motion going on: its speed does
  /// not jump.
  private func goesOn(_ phase: NamedPhase, _ next: NamedPhase) -> Bool {
    switch (phase.kind, next.kind) {
    case (_, .drag), (.bounce, .deceleration): break
    case (.deceleration, .bounce) where phase.stretches.count > 1 || next.stretches.count > 1: break
    default: return false
    }
    guard let before = phase.stretches.last, let after = next.stretches.first else { return false }
    let left = motion.velocity(at: before.range.upperBound - 1, in: before.range)
    let right = motion.velocity(at: after.range.lowerBound, in: after.range)
    let largest = max(left.magnitude, right.magnitude)
    // Near a turning point both are small against the phase's own speed.
    let duration = motion.times[phase.range.upperBound - 1] - motion.times[phase.range.lowerBound]
    let mean = duration > 0 ? motion.travel(phase.range) / duration : 0
    return (left - right).magnitude <= max(0.4 * largest, 0.25 * mean)
  }

  /// Several laws in a row with no touch between: beyond the offset where they come to rest it is a bounce, else a deceleration; or
  /// a finger after all, where nothing tells when one let go.
  private func name(_ phases: inout [NamedPhase], unlawful index: Int) {
    let phase = phases[index]
    let start = phase.range.lowerBound
    let rest = motion.offsets[phase.range.upperBound - 1]
    let velocity = motion.velocity(at: start, in: phase.stretches[0].range)
    let side = velocity < 0 ? -1.0 : 1.0
    let beyond = phase.range.first { (motion.offsets[$0] - rest) * side > 2 * motion.unit }
    if let beyond {
      phases[index].kind = .bounce
      guard beyond > start, (motion.offsets[start] - rest) * side < 0 else { return }
      let parts = phase.stretches
      phases[index].kind = .deceleration
      phases[index].range = start..<beyond
      phases[index].stretches = parts.filter { $0.range.lowerBound < beyond }
      phases.insert(
        NamedPhase(
          kind: .bounce, range: beyond..<phase.range.upperBound, begins: (beyond - 1)...beyond,
          stretches: parts.filter { $0.range.upperBound > beyond }), at: index + 1)
      return
    }
    phases[index].kind = .deceleration
    if turnsBack(&phases, index, rest) { return }
    guard index > 0, phases[index - 1].kind == .drag, isReleaseHidden(phases[index - 1], phase) else {
      return
    }
    phases[index - 1].range = phases[index - 1].range.lowerBound..<phase.range.upperBound
    phases[index - 1].stretches += phase.stretches
    phases.remove(at: index)
  }

  /// Whether a finger was still gaining speed where laws that do not hold begin: then one smooth motion rises and falls, and nothing
  /// tells that it was let go.
  private func isReleaseHidden(_ drag: NamedPhase, _ phase: NamedPhase) -> Bool {
    let steps = drag.range.suffix(9).dropFirst().map { motion.offsets[$0] - motion.offsets[$0 - 1] }.map(
      \.magnitude)
    guard steps.count >= 6 else { return false }
    func median(_ values: ArraySlice<Double>) -> Double { values.sorted()[values.count / 2] }
    return median(steps.prefix(steps.count / 2)) < 0.8 * median(steps.suffix(steps.count / 2))
  }

  /// Content that went out over a place, turned and came back to rest there without a touch has bounced at it, from where it
  /// passed it.
  private func turnsBack(_ phases: inout [NamedPhase], _ index: Int, _ rest: Double) -> Bool {
    guard index > 0, phases[index - 1].kind == .drag || phases[index - 1].kind == .deceleration else {
      return false
    }
    let before = phases[index - 1].range
    let phase = phases[index]
    let displacement = motion.offsets[phase.range.lowerBound] - rest
    let side = displacement < 0 ? -1.0 : 1.0
    guard displacement.magnitude > 2 * motion.unit, (motion.offsets[before.lowerBound] - rest) * side < 0
    else {
      return false
    }
    let crossing = before.first { (motion.offsets[$0] - rest) * side > motion.unit } ?? phase.range.lowerBound
    guard crossing > before.lowerBound else { return false }
    phases[index - 1].range = before.lowerBound..<crossing
    phases[index].range = crossing..<phase.range.upperBound
    phases[index].begins = (crossing - 1)...crossing
    phases[index].kind = .bounce
    return true
  }

  // MARK: Ends of laws

  /// A law that only ever approaches its end is over when less than half of what the offsets can show is left.
  private func settle(_ phases: inout [NamedPhase]) {
    var index = 0
    while index < phases.count {
      defer { index += 1 }
      let phase = phases[index]
      guard phase.kind == .deceleration || phase.kind == .bounce, let fit = phase.law,
        let end = settlingTime(fit, within: motion.resolution / 2)
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

  /// The time after a law's start from which less than a distance is left, s; nil for a law that stops by itself.
  private func settlingTime(_ fit: SpanFit, within distance: Double) -> Double? {
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
    level(phases, index) ?? motion.offsets[fit.range.lowerBound] + fit.coefficients[0]
  }

  /// The offset of the rest that follows a spring, where the spring's own does not contradict it: content that stops short of its
  /// rest says nothing of where it was going.
  private func level(_ phases: [NamedPhase], _ index: Int) -> Double? {
    guard let fit = phases[index].law else {
      return index + 1 < phases.count && phases[index + 1].kind == .rest
        ? motion.offsets[phases[index + 1].range.lowerBound] : nil
    }
    var level: Double?
    if index + 1 < phases.count {
      guard phases[index + 1].kind == .rest else { return nil }
      level = motion.offsets[phases[index + 1].range.lowerBound]
    } else if let end = settlingTime(fit, within: motion.resolution),
      motion.times[fit.range.upperBound - 1] - motion.times[fit.range.lowerBound] >= end
    {
      level = motion.offsets[fit.range.upperBound - 1]
    }
    guard let level else { return nil }
    let own = motion.offsets[fit.range.lowerBound] + fit.coefficients[0]
    return abs(level - own) <= 1.5 * motion.resolution ? level : nil
  }

  // MARK: Jumps and tremble

  /// From one rest to another without a sample between: the first sample of the second is a jump. So is a drag of one sample
  /// between two rests.
  private func jump(_ phases: inout [NamedPhase]) {
    var index = 0
    while index < phases.count {
      defer { index += 1 }
      if index > 0, phases[index].kind == .rest, phases[index - 1].kind == .rest,
        phases[index].range.count > 1
      {
        let range = phases[index].range
        let step = range.lowerBound..<(range.lowerBound + 1)
        let begins = phases[index].begins
        phases[index].range = step.upperBound..<range.upperBound
        phases[index].begins = step.upperBound...step.upperBound
        phases.insert(NamedPhase(kind: .jump, range: step, begins: begins, stretches: []), at: index)
        index += 1
      } else if index > 0, index + 1 < phases.count, phases[index].kind == .drag,
        phases[index].range.count == 1,
        phases[index - 1].kind == .rest, phases[index + 1].kind == .rest
      {
        phases[index].kind = .jump
      }
    }
  }

  /// A finger that holds the content trembles: motion of at most a point between two rests is rest.
  private func still(_ phases: inout [NamedPhase]) {
    var index = 0
    while index + 1 < phases.count {
      let union = phases[index].range.lowerBound..<phases[index + 1].range.upperBound
      let kinds = [phases[index].kind, phases[index + 1].kind]
      // Nothing begins to glide by itself: the finger that set it going may show in one sample.
      let setsGoing = index + 2 < phases.count && phases[index + 2].kind == .deceleration
      if kinds.contains(.rest), kinds.allSatisfy({ [.rest, .jump, .drag, .rubberBand].contains($0) }),
        motion.travel(union) <= motion.unit, kinds[1] == .rest || !setsGoing
      {
        phases[index].kind = .rest
        phases[index].range = union
        phases[index].stretches = []
        phases.remove(at: index + 1)
      } else {
        index += 1
      }
    }
  }

  // MARK: Names

  private func name(_ phases: inout [NamedPhase], _ edges: ClosedRange<Double>?) {
    for index in phases.indices where phases[index].kind == .bounce && phases[index].law != nil {
      if edge(phases, index) == nil { phases[index].kind = .snap }
    }
    for index in phases.indices where phases[index].kind == .bounce || phases[index].kind == .snap {
      phases[index].rest = level(phases, index)
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
