/// Motions that look like a glide and cannot be one, for what comes after them.
extension PhaseNaming {
  /// Takes a deceleration for a finger's motion where a spring tells that it was held: content springs from a rest only where a
  /// finger held it beyond the edge, so a finger brought it there; and content that is let go beyond an edge springs at once,
  /// without a glide.
  func held(_ phases: inout [SegmentedPhase]) {
    var index = 0
    while index < phases.count {
      if phases[index].kind == .deceleration, isHeld(phases, index) {
        phases[index].kind = .drag
        if index > 0, phases[index - 1].kind == .drag {
          let held = phases.remove(at: index)
          index -= 1
          phases[index].range = phases[index].range.lowerBound..<held.range.upperBound
          phases[index].segments += held.segments
        }
      }
      index += 1
    }
  }

  private func isHeld(_ phases: [SegmentedPhase], _ index: Int) -> Bool {
    guard index + 1 < phases.count else { return false }
    let next = phases[index + 1]
    if next.kind == .rest { return index + 2 < phases.count && phases[index + 2].kind == .bounce }
    guard next.kind == .bounce, let fit = next.fit, fit.model.isSpring else { return false }
    let rest = motion.offsets[fit.range.lowerBound] + fit.coefficients[0]
    // A bounce may begin a sample before it passes the edge: the side it is on shows where it is farthest.
    let farthest = next.range.map { motion.offsets[$0] - rest }.max { $0.magnitude < $1.magnitude } ?? 0
    let start = motion.offsets[phases[index].range.lowerBound] - rest
    return start * farthest > 0 && start.magnitude > 2 * motion.resolution
  }
}
