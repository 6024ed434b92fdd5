import Recordings

/// Offsets that jump from one sample to the next, and rests that tremble by a step of what offsets can show.
extension PhaseNaming {
  /// From one rest to another without a sample between: the first sample of the second is a jump. So is a drag of one sample
  /// between two rests.
  func jump(_ phases: inout [NamedPhase]) {
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
  func still(_ phases: inout [NamedPhase]) {
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
}
