import Recordings

/// Motion after a release that no single model explains, and yet no finger made.
extension PhaseNaming {
  /// Joins what comes after a release without a touch: it is still the content's own motion, whatever its model: a finger that catches the
  /// content stops it.
  func glide(_ phases: inout [SegmentedPhase]) {
    var index = 0
    while index < phases.count {
      if phases[index].kind == .deceleration || phases[index].kind == .bounce {
        while index + 1 < phases.count,
          isTail(phases[index + 1], of: phases[index])
            || (goesOn(phases[index], phases[index + 1]) || isHitch(phases, index + 1))
              && !isDescribed(phases, index) && !isOwnSpring(phases, index + 1, after: phases[index])
        {
          phases[index].join(phases.remove(at: index + 1))
        }
        if phases[index].segments.count > 1 {
          rest(&phases, after: index)
          name(&phases, unlawful: index)
        }
      }
      index += 1
    }
  }

  /// Returns true if a spring is no more than the end of a motion without a model: the recorded states show no finger in either, both
  /// lose speed from first to last, and a quarter of the way or more is before the spring: one that is let go begins at once.
  func isTail(_ spring: SegmentedPhase, of phase: SegmentedPhase) -> Bool {
    phase.kind == .deceleration && phase.fit == nil && isTail(spring, of: phase.range)
  }

  func isTail(_ spring: SegmentedPhase, of range: Range<Int>) -> Bool {
    let whole = range.lowerBound..<spring.range.upperBound
    guard spring.kind == .bounce, isUntouched(range, upTo: spring), slowsDown(whole) else { return false }
    func travel(_ range: Range<Int>) -> Double {
      (motion.offsets[range.upperBound - 1] - motion.offsets[range.lowerBound]).magnitude
    }
    return travel(spring.range) < 0.75 * travel(whole)
  }

  /// Returns true if the recorded states show no finger from the start of a motion to that of the next phase, but for the few
  /// samples by which the start may be too early.
  private func isUntouched(_ range: Range<Int>, upTo next: SegmentedPhase) -> Bool {
    guard !states.isEmpty else { return false }
    let whole = range.lowerBound...next.range.lowerBound
    guard let release = whole.first(where: { states[$0] == .decelerating }) else { return false }
    return release - whole.lowerBound <= TouchHints.reach
      && (release...whole.upperBound).allSatisfy { states[$0] == .decelerating }
  }

  /// A few samples out of place in a motion that goes on after them as before: frames that came late, no touch.
  func isHitch(_ phases: [SegmentedPhase], _ index: Int) -> Bool {
    if phases[index].kind == .deceleration {
      return phases[index - 1].kind == .deceleration && isSmooth(phases[index - 1], phases[index])
    }
    guard phases[index].kind == .drag, phases[index].range.count <= 3, index + 1 < phases.count,
      phases[index - 1].kind == .deceleration, phases[index + 1].kind == .deceleration
    else { return false }
    let before = motion.velocity(at: phases[index].range.lowerBound - 1, in: phases[index - 1].range)
    let after = motion.velocity(at: phases[index].range.upperBound, in: phases[index + 1].range)
    return after.magnitude <= 1.05 * before.magnitude && (before - after).magnitude <= 0.15 * before.magnitude
  }

  /// Returns true if a model describes most of a free motion: then what comes after it is another one. A spring comes to rest: one that
  /// goes on without a finger describes nothing.
  private func isDescribed(_ phases: [SegmentedPhase], _ index: Int) -> Bool {
    let (phase, next) = (phases[index], phases[index + 1])
    guard phase.fit != nil,
      phase.kind != .bounce || next.kind != .deceleration && !isUntouched(phase.range, upTo: next)
    else { return false }
    var end = index + 1
    while end < phases.count, [.deceleration, .drag].contains(phases[end].kind) { end += 1 }
    let whole = motion.duration(phases[index].range.lowerBound..<phases[end - 1].range.upperBound)
    return isMost(phases[index].range, of: whole)
  }

  /// Returns true if one spring describes most of a motion and what comes before it: that is a finger's, or another motion.
  private func isOwnSpring(_ phases: [SegmentedPhase], _ index: Int, after before: SegmentedPhase) -> Bool {
    guard phases[index].kind == .bounce, phases[index].fit != nil else { return false }
    let range = phases[index].range
    return isMost(range, of: motion.duration(before.range.lowerBound..<range.upperBound))
  }

  private func isMost(_ range: Range<Int>, of whole: Double) -> Bool {
    range.count >= 20 && motion.duration(range) >= 0.5 * whole
  }

  /// Returns true if velocity goes on from one phase to the next, to within what noise explains, and no finger holds the content
  /// between them.
  func isSmooth(_ phase: SegmentedPhase, _ next: SegmentedPhase) -> Bool {
    guard let before = phase.segments.last, let after = next.segments.first else { return false }
    let meeting = meeting(before, after)
    let last = before.range.upperBound
    let around = max(before.range.lowerBound, last - 2)..<min(after.range.upperBound, last + 2)
    return (meeting.left - meeting.right).magnitude <= meeting.slack && !motion.isStill(around)
  }

  /// Returns true if one segment begins faster than the one before it ends, by more than what noise explains.
  func gainsSpeed(_ before: Segment, _ after: Segment) -> Bool {
    let meeting = meeting(before, after)
    return meeting.right.magnitude - meeting.left.magnitude > meeting.slack
  }

  /// The velocities with which one segment ends and the next begins, and the difference between them that noise explains: 15 %
  /// of the larger one, and three quarters of a step of the offsets or the clock in a frame.
  private func meeting(_ before: Segment, _ after: Segment) -> (left: Double, right: Double, slack: Double) {
    let left = motion.velocity(at: before.range.upperBound - 1, in: before.range)
    let right = motion.velocity(at: after.range.lowerBound, in: after.range)
    let largest = max(left.magnitude, right.magnitude)
    let frames: Double = 0.75 / motion.interval
    let noise: Double = frames * (motion.resolution + motion.noise.timestampJitter * largest)
    return (left, right, 0.15 * largest + noise)
  }

  /// Returns true if a phase loses speed from its first sample to its last, without turning.
  func slowsDown(_ range: Range<Int>) -> Bool {
    guard range.count >= 4 else { return true }
    let ends: [Int] = (0...4).map { range.lowerBound + (range.count - 1) * $0 / 4 }
    let speeds: [Double] = zip(ends, ends.dropFirst()).map { first, last in
      let duration: Double = max(motion.times[last] - motion.times[first], 1e-9)
      return (motion.offsets[last] - motion.offsets[first]) / duration
    }
    let direction = speeds[0] < 0 ? -1.0 : 1.0
    return zip(speeds, speeds.dropFirst()).allSatisfy { before, after in
      let noise: Double = 2 * motion.resolution / (motion.interval * Double(max(1, range.count / 4)))
      let (earlier, later): (Double, Double) = (before * direction, after * direction)
      return later <= earlier * 1.05 + noise && later >= -noise
    }
  }

  /// Makes a rest of what stands still at the end of models that do not hold.
  func rest(_ phases: inout [SegmentedPhase], after index: Int) {
    let range = phases[index].range
    let last = motion.offsets[range.upperBound - 1]
    let moved = range.last { motion.offsets[$0] != last } ?? range.lowerBound
    let rest = (moved + 1)..<range.upperBound
    guard rest.count >= Regime.rest.minimumSamples, moved > range.lowerBound else { return }
    phases[index].range = range.lowerBound..<rest.lowerBound
    phases[index].segments.removeAll { $0.range.lowerBound >= rest.lowerBound }
    if index + 1 < phases.count, phases[index + 1].kind == .rest {
      phases[index + 1].range = rest.lowerBound..<phases[index + 1].range.upperBound
      phases[index + 1].begins = moved...rest.lowerBound
    } else {
      phases.insert(
        SegmentedPhase(kind: .rest, range: rest, begins: moved...rest.lowerBound, segments: []), at: index + 1
      )
    }
  }

  /// Returns true if a drag after the content's own motion, or a spring after several models of it, is that motion going on: its speed does
  /// not jump.
  func goesOn(_ phase: SegmentedPhase, _ next: SegmentedPhase) -> Bool {
    switch (phase.kind, next.kind) {
    case (_, .drag), (.bounce, .deceleration): break
    case (.deceleration, .bounce) where phase.segments.count > 1 || next.segments.count > 1: break
    default: return false
    }
    return isSmooth(phase, next) && slowsDown(next.range)
  }

  /// Several models in a row without a touch between: a return where they go beyond the offset that they come to rest at, else a
  /// deceleration.
  func name(_ phases: inout [SegmentedPhase], unlawful index: Int) {
    let phase = phases[index]
    let start = phase.range.lowerBound
    let rest = motion.offsets[phase.range.upperBound - 1]
    let velocity = motion.velocity(at: start, in: phase.segments[0].range)
    let side = velocity < 0 ? -1.0 : 1.0
    let beyond = phase.range.first { (motion.offsets[$0] - rest) * side > 2 * motion.unit }
    if let beyond {
      phases[index].kind = .unknownReturn
      guard beyond > start, (motion.offsets[start] - rest) * side < 0 else { return }
      let parts = phase.segments
      phases[index].kind = .deceleration
      phases[index].range = start..<beyond
      phases[index].segments = parts.filter { $0.range.lowerBound < beyond }
      phases.insert(
        SegmentedPhase(
          kind: .unknownReturn, range: beyond..<phase.range.upperBound, begins: (beyond - 1)...beyond,
          segments: parts.filter { $0.range.upperBound > beyond }), at: index + 1)
      return
    }
    phases[index].kind = .deceleration
    if turnsBack(&phases, index, rest) { return }
    let isBrief = motion.duration(phase.range) < Self.minimumUnknown
    guard index > 0, phases[index - 1].kind == .drag, isBrief || isReleaseHidden(phases[index - 1]) else {
      return
    }
    phases[index - 1].join(phases.remove(at: index))
  }

  /// The shortest motion without a model that is not taken for the finger's before it, s.
  private static let minimumUnknown = 0.15

  /// Returns true if a finger was gaining speed, or losing it already, where a motion without a model begins: then one smooth motion
  /// rises and falls, and no sample shows a release.
  private func isReleaseHidden(_ drag: SegmentedPhase) -> Bool {
    let steps = drag.range.suffix(9).dropFirst().map {
      (motion.offsets[$0] - motion.offsets[$0 - 1]).magnitude
    }
    guard steps.count >= 6 else { return false }
    func median(_ values: ArraySlice<Double>) -> Double { values.sorted()[values.count / 2] }
    let (before, after) = (median(steps.prefix(steps.count / 2)), median(steps.suffix(steps.count / 2)))
    return before < 0.8 * after || after < 0.8 * before
  }

  /// Content that went out over a place, turned and came back to rest there without a touch has bounced at it, from where it
  /// passed it.
  func turnsBack(_ phases: inout [SegmentedPhase], _ index: Int, _ rest: Double) -> Bool {
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
    phases[index].kind = .unknownReturn
    return true
  }
}
