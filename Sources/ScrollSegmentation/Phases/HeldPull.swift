/// Motions that look like a glide and cannot be one, for where they are or what comes after them.
extension PhaseNaming {
  /// Takes a deceleration for a finger's motion where a spring tells that it was held: content springs from a rest only where a
  /// finger held it beyond the edge, so a finger brought it there; and content that is let go beyond an edge springs at once,
  /// without a glide.
  func held(_ phases: inout [SegmentedPhase]) {
    var index = 0
    while index < phases.count {
      if phases[index].kind == .deceleration, isHeld(phases, index) {
        index = takenForDrag(&phases, index)
      }
      index += 1
    }
  }

  /// Takes a glide or a snap that begins beyond an edge and does not return for a finger's motion: content that is let go there springs
  /// back.
  func overscrolled(_ phases: inout [SegmentedPhase], _ edges: ClosedRange<Double>?) {
    guard let edges else { return }
    var index = 0
    while index < phases.count {
      let isFree = phases[index].kind == .deceleration || phases[index].kind == .snap
      let next = index + 1 < phases.count ? phases[index + 1].kind : .rest
      if isFree, next == .drag || next == .rest, goesOut(phases[index].range, edges) {
        index = takenForDrag(&phases, index)
      }
      index += 1
    }
  }

  /// Returns true if the content is beyond an edge at all samples of a range, and farther out at the last than at the first.
  private func goesOut(_ range: Range<Int>, _ edges: ClosedRange<Double>) -> Bool {
    guard range.allSatisfy({ edges.distance(beyond: motion.offsets[$0]) > motion.resolution }) else {
      return false
    }
    let (first, last) = (motion.offsets[range.lowerBound], motion.offsets[range.upperBound - 1])
    return edges.distance(beyond: last) > edges.distance(beyond: first)
  }

  /// Makes a phase a drag, one with the drags beside it, and returns its index.
  private func takenForDrag(_ phases: inout [SegmentedPhase], _ index: Int) -> Int {
    phases[index].kind = .drag
    phases[index].alternatives = []
    var first = index
    if index > 0, phases[index - 1].kind == .drag { first -= 1 }
    let last = index + 1 < phases.count && phases[index + 1].kind == .drag ? index + 1 : index
    for _ in first..<last { phases[first].join(phases.remove(at: first + 1)) }
    return first
  }

  /// A finger slows down before it holds for less than this, s; what glides for longer was let go.
  private static let longestStop = 0.5

  private func isHeld(_ phases: [SegmentedPhase], _ index: Int) -> Bool {
    guard index + 1 < phases.count else { return false }
    let next = phases[index + 1]
    if next.kind == .rest {
      return index + 2 < phases.count && phases[index + 2].kind == .bounce
        && motion.duration(phases[index].range) <= Self.longestStop
    }
    guard next.kind == .bounce, let fit = next.fit, fit.model.isSpring else { return false }
    let rest = motion.offsets[fit.range.lowerBound] + fit.coefficients[0]
    // A bounce may begin a sample before it passes the edge: the side it is on shows where it is farthest.
    let farthest = next.range.map { motion.offsets[$0] - rest }.max { $0.magnitude < $1.magnitude } ?? 0
    let start = motion.offsets[phases[index].range.lowerBound] - rest
    return start * farthest > 0 && start.magnitude > 2 * motion.resolution
  }
}
