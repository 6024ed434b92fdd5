import Recordings

/// Motions back to an edge, or to where the content rested, by a model that is no spring.
extension PhaseNaming {
  /// Names what comes back by itself a return: content glides away from where it rests, and a finger that lifts beyond an edge
  /// does not leave the content on it.
  ///
  /// So is the end of a finger's motion that turns beyond a known edge and comes to rest at it, and what of the motion back is the finger's
  /// before a return.
  func returns(_ phases: inout [SegmentedPhase], _ edges: ClosedRange<Double>?) {
    var index = 0
    while index < phases.count {
      switch phases[index].kind {
      case .deceleration:
        if let edge = edge(phases, index, edges) {
          phases[index].kind = .unknownReturn
          phases[index].alternatives.removeAll { $0.kind != .bounce }
          index = extended(&phases, index, edge)
          nameBounce(&phases, index, to: edge)
        } else if returnsToRest(phases, index) {
          phases[index].kind = .unknownReturn
          // The finger that took the content away may have brought it back.
          phases[index].alternatives.removeAll { $0.kind != .bounce && $0.kind != .drag }
          // An exponential may come to rest there by chance.
          if let fit = phases[index].fit, fit.model == .exponential, fit.isExplained {
            phases[index].alternatives.append(
              PhaseAlternative(kind: .deceleration, model: fit.model.name, probability: 0.5))
          }
        }
      case .drag:
        if let edge = edge(phases, index, edges) { index = partReturn(&phases, index, edge) }
      default: break
      }
      index += 1
    }
  }

  /// Names a return that took several models a bounce where one spring describes all of it: after an animation nothing springs, and a
  /// finger's way to where it holds the content may look like one.
  private func nameBounce(_ phases: inout [SegmentedPhase], _ index: Int, to edge: Double) {
    let phase = phases[index]
    let fitter = SegmentFitter(motion)
    guard phase.fit == nil, index > 0, phases[index - 1].kind == .rest,
      let spring = fitter.spring(phase.range, from: nil, penalty: 0), spring.isExplained,
      fitter.follows(spring, .hold),
      (ownRest(spring) - edge).magnitude <= max(2 * motion.resolution, motion.unit),
      // An exponential is a spring that starts at −δ times its displacement.
      let decay = fitter.fit(.exponential, phase.range, from: fitter.starts(.exponential, phase.range)),
      decay.cost > spring.cost + Self.shownSpring
    else { return }
    phases[index].kind = .bounce
    phases[index].segments = [Segment(regime: .spring, range: phase.range, fit: spring)]
    phases[index].rest = level(phases, index)
  }

  /// The least difference by which an exponential costs more than a spring where it is shown to be none: −2 log likelihood.
  private static let shownSpring = 20.0

  /// The edge that a phase comes back to from beyond it and rests at; nil where it does not.
  private func edge(_ phases: [SegmentedPhase], _ index: Int, _ edges: ClosedRange<Double>?) -> Double? {
    guard let edges else { return nil }
    let offsets = phases[index].range.map { motion.offsets[$0] }
    let farthest = offsets.max { edges.distance(beyond: $0) < edges.distance(beyond: $1) }
    guard let farthest, edges.distance(beyond: farthest) > 0 else { return nil }
    let edge = farthest > edges.upperBound ? edges.upperBound : edges.lowerBound
    return comesBack(phases, index, from: farthest, to: edge) ? edge : nil
  }

  /// Returns true if a phase comes back to where the content rested before a finger took it away.
  private func returnsToRest(_ phases: [SegmentedPhase], _ index: Int) -> Bool {
    guard index > 0 else { return false }
    // A finger that brought the content out may have held it there before it let go.
    var first = index - 1
    while first > 0, phases[first].kind == .drag || isHold(phases, first) { first -= 1 }
    guard first < index - 1, phases[first].kind == .rest else { return false }
    let origin = motion.offsets[phases[first].range.upperBound - 1]
    return comesBack(phases, index, from: motion.offsets[phases[index].range.lowerBound], to: origin)
  }

  /// Returns true if a phase ends in a rest at an offset, to within what engines leave, and a start is away from it.
  private func comesBack(_ phases: [SegmentedPhase], _ index: Int, from start: Double, to home: Double)
    -> Bool
  {
    guard index + 1 == phases.count || phases[index + 1].kind == .rest else { return false }
    let last = motion.offsets[phases[index].range.upperBound - 1]
    return (last - home).magnitude <= max(2 * motion.resolution, motion.unit)
      && (start - home).magnitude > shownDisplacement
  }

  /// Returns true if a finger may hold the content in a rest: it has brought it there.
  private func isHold(_ phases: [SegmentedPhase], _ index: Int) -> Bool {
    phases[index].kind == .rest && phases[index - 1].kind == .drag
      && motion.duration(phases[index].range) <= Self.longestHold
  }

  /// The least displacement from where content comes back to that shows a return.
  private var shownDisplacement: Double { max(4 * motion.resolution, 2 * motion.unit) }

  /// Moves the beginning of a return to where the content turned, in the finger's motion before it, and returns its index.
  private func extended(_ phases: inout [SegmentedPhase], _ index: Int, _ home: Double) -> Int {
    guard index > 0, phases[index - 1].kind == .drag else { return index }
    let drag = phases[index - 1].range
    // From the last sample before the drag on: it may come back from its first.
    let turn = turn(max(drag.lowerBound - 1, 0)..<phases[index].range.upperBound, home)
    guard turn + 1 < phases[index].range.lowerBound else { return index }
    let start = max(turn + 1, drag.lowerBound)
    phases[index].segments.insert(
      contentsOf: phases[index - 1].segments.filter { $0.range.upperBound > start }, at: 0)
    phases[index].alternatives = []
    phases[index].range = start..<phases[index].range.upperBound
    phases[index].begins = min(turn, start)...start
    guard start > drag.lowerBound else {
      phases.remove(at: index - 1)
      return index - 1
    }
    phases[index - 1].range = drag.lowerBound..<start
    return index
  }

  /// Parts a finger's motion where it turns to come back, and returns the index of the return; without one, the motion's.
  private func partReturn(_ phases: inout [SegmentedPhase], _ index: Int, _ home: Double) -> Int {
    let range = phases[index].range
    let start = turn(range, home) + 1
    let isShown = range.upperBound - start >= Regime.momentum.minimumSamples
    guard start > range.lowerBound, isShown,
      (motion.offsets[start - 1] - home).magnitude > shownDisplacement
    else { return index }
    let segments = phases[index].segments
    phases[index].range = range.lowerBound..<start
    phases.insert(
      SegmentedPhase(
        kind: .unknownReturn, range: start..<range.upperBound, begins: (start - 1)...start,
        segments: segments.filter { $0.range.upperBound > start }), at: index + 1)
    return index + 1
  }

  /// The last sample from which on a motion only comes nearer to an offset, to within the resolution.
  private func turn(_ range: Range<Int>, _ home: Double) -> Int {
    func distance(_ sample: Int) -> Double { (motion.offsets[sample] - home).magnitude }
    var turn = range.upperBound - 1
    for sample in range.reversed() {
      if distance(sample) > distance(turn) {
        turn = sample
      } else if distance(sample) < distance(turn) - motion.resolution {
        break
      }
    }
    return turn
  }
}
