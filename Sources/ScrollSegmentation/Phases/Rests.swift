internal import Recordings

/// Offsets that jump from one sample to the next, and rests that tremble by a step of what offsets can show.
extension PhaseNaming {
  /// From one rest to another without a sample between: the first sample of the second is a jump. So is a drag of one sample
  /// between two rests.
  func jump(_ phases: inout [SegmentedPhase]) {
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
        phases.insert(SegmentedPhase(kind: .jump, range: step, begins: begins, segments: []), at: index)
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
  func still(_ phases: inout [SegmentedPhase]) {
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
        phases[index].segments = []
        phases.remove(at: index + 1)
      } else {
        index += 1
      }
    }
  }

  /// Steps of one size are a wheel's or a key's: at least two jumps or animations whose travel agrees to two steps of the
  /// offsets.
  func steps(_ phases: inout [SegmentedPhase]) {
    let moves = phases.indices.filter { [.jump, .programmatic].contains(phases[$0].kind) }
    let travels = moves.map { abs(travelled(phases, $0)) }
    for (index, travel) in zip(moves, travels) {
      let alike = travels.count { abs($0 - travel) <= 2 * motion.resolution }
      if alike >= 2 { phases[index].kind = .wheel }
    }
  }

  /// From the last offset before a phase to its last.
  private func travelled(_ phases: [SegmentedPhase], _ index: Int) -> Double {
    let range = phases[index].range
    return motion.offsets[min(range.upperBound, motion.count - 1)] - motion.offsets[max(0, range.lowerBound - 1)]
  }

  /// A model on fewer samples than show one says nothing: they belong to the drag before, else to the rest beside it.
  func absorb(_ phases: inout [SegmentedPhase]) {
    let models: [PhaseKind] = [.deceleration, .bounce, .snap, .programmatic, .constantVelocity]
    var index = 0
    while index < phases.count {
      defer { index += 1 }
      guard models.contains(phases[index].kind), phases[index].range.count < Self.minimumSamples else { continue }
      if index > 0, phases[index - 1].kind == .drag || phases[index - 1].kind == .rest {
        let short = phases.remove(at: index)
        index -= 1
        phases[index].range = phases[index].range.lowerBound..<short.range.upperBound
        if phases[index].kind == .rest, !motion.isStill(short.range) { phases[index].kind = .drag }
      } else {
        phases[index].kind = .drag
        phases[index].alternatives = []
      }
    }
  }

  /// The fewest samples of a phase that has a model.
  private static let minimumSamples = 4
}
