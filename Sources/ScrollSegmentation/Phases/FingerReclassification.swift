/// Motions that look like a glide and cannot be one, for where they are or what comes after them.
extension PhaseNaming {
  /// Takes a deceleration or a spring for a finger's motion where the next spring shows that it was held: content springs from a rest only where a
  /// finger held it beyond the edge, so a finger brought it there; and content that is let go beyond an edge springs at once,
  /// without a glide.
  func held(_ phases: inout [SegmentedPhase]) {
    var index = 0
    while index < phases.count {
      let isFingers =
        switch phases[index].kind {
        case .deceleration: isHeld(phases, index)
        case .bounce: isTakenBack(phases, index)
        default: false
        }
      if isFingers {
        index = takenForDrag(&phases, index)
      }
      index += 1
    }
  }

  /// Takes a glide or a snap that ends beyond an edge and does not return for a finger's motion: content that is let go there springs
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

  /// Returns true if the content is beyond an edge at the last sample of a range, and farther out than at the first.
  private func goesOut(_ range: Range<Int>, _ edges: ClosedRange<Double>) -> Bool {
    let first = edges.distance(beyond: motion.offsets[range.lowerBound])
    let last = edges.distance(beyond: motion.offsets[range.upperBound - 1])
    return last > 2 * motion.resolution && last > first
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

  /// Returns true if what comes to rest like a spring springs back from there: a finger brought it there and let it go.
  ///
  /// Content that a finished refresh sends on goes on the same way.
  private func isTakenBack(_ phases: [SegmentedPhase], _ index: Int) -> Bool {
    guard index + 2 < phases.count, phases[index + 2].kind == .bounce, let fit = phases[index + 2].fit else {
      return false
    }
    let range = phases[index].range
    let pause = motion.duration(phases[index + 1].range)
    switch phases[index + 1].kind {
    case .rest: guard pause <= Self.longestHold else { return false }
    case .drag: guard pause <= SegmentFitter.minimumPull else { return false }
    default: return false
    }
    let travel = motion.offsets[range.upperBound - 1] - motion.offsets[range.lowerBound]
    return travel * fit.coefficients[1] > 0
  }

  /// A finger holds the content for less than this before it lets go, s.
  private static let longestHold = 1.5

  /// A finger slows down before it holds for less than this, s; what glides for longer was let go.
  private static let longestStop = 1.0

  private func isHeld(_ phases: [SegmentedPhase], _ index: Int) -> Bool {
    guard index + 1 < phases.count else { return false }
    let next = phases[index + 1]
    if next.kind == .rest {
      // The finger may tremble before it lifts.
      let after = phases[(index + 1)...].first {
        $0.kind != .rest && !($0.kind == .drag && motion.duration($0.range) <= SegmentFitter.minimumPull)
      }
      return after?.kind == .bounce && motion.duration(phases[index].range) <= Self.longestStop
    }
    guard next.kind == .bounce, let fit = next.fit, fit.model.isSpring else { return false }
    let rest = motion.offsets[fit.range.lowerBound] + fit.coefficients[0]
    let start = motion.offsets[phases[index].range.lowerBound] - rest
    // A bounce may begin before it passes the edge, with velocity enough to do so: it is on the side that it goes to, else where
    // it is farthest.
    let (displacement, velocity) = (fit.coefficients[1], fit.coefficients[2])
    let slowest = (fit.rates[0] + max(0, fit.rates[1]).squareRoot()) * displacement.magnitude
    let passes = displacement * velocity < 0 && velocity.magnitude > slowest
    let farthest = next.range.map { motion.offsets[$0] - rest }.max { $0.magnitude < $1.magnitude } ?? 0
    return start * (passes ? velocity : farthest) > 0 && start.magnitude > 2 * motion.resolution
  }
}
