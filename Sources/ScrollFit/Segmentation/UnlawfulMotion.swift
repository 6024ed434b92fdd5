import Recordings

/// Motion after a release that no single law explains, and yet no finger made.
extension PhaseNaming {
  /// What comes after a release without a touch is still the content's own motion, whatever its law: a finger that catches the
  /// content stops it.
  func glide(_ phases: inout [NamedPhase]) {
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
  func isHitch(_ phases: [NamedPhase], _ index: Int) -> Bool {
    if phases[index].kind == .deceleration { return phases[index - 1].kind == .deceleration }
    guard phases[index].kind == .drag, phases[index].range.count <= 3, index + 1 < phases.count,
      phases[index - 1].kind == .deceleration, phases[index + 1].kind == .deceleration
    else { return false }
    let before = motion.velocity(at: phases[index].range.lowerBound - 1, in: phases[index - 1].range)
    let after = motion.velocity(at: phases[index].range.upperBound, in: phases[index + 1].range)
    return (before - after).magnitude <= 0.4 * before.magnitude
  }

  /// What stands still at the end of laws that do not hold is a rest.
  func rest(_ phases: inout [NamedPhase], after index: Int) {
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
  func goesOn(_ phase: NamedPhase, _ next: NamedPhase) -> Bool {
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
  func name(_ phases: inout [NamedPhase], unlawful index: Int) {
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
  func isReleaseHidden(_ drag: NamedPhase, _ phase: NamedPhase) -> Bool {
    let steps = drag.range.suffix(9).dropFirst().map { motion.offsets[$0] - motion.offsets[$0 - 1] }.map(
      \.magnitude)
    guard steps.count >= 6 else { return false }
    func median(_ values: ArraySlice<Double>) -> Double { values.sorted()[values.count / 2] }
    return median(steps.prefix(steps.count / 2)) < 0.8 * median(steps.suffix(steps.count / 2))
  }

  /// Content that went out over a place, turned and came back to rest there without a touch has bounced at it, from where it
  /// passed it.
  func turnsBack(_ phases: inout [NamedPhase], _ index: Int, _ rest: Double) -> Bool {
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
}
