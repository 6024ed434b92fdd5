import Recordings

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
        let boundary = phases[index].range.lowerBound
        if (motion.offsets[boundary] - motion.offsets[boundary - 1]).magnitude <= tremor {
          phases[index - 1].range = phases[index - 1].range.lowerBound..<phases[index].range.upperBound
          phases[index - 1].segments = []
          phases.remove(at: index)
          index -= 1
          continue
        }
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

  /// The travel that shows no motion of its own: a point, or two pixels where they are at most a point.
  private var tremor: Double { max(motion.unit, 2 * min(motion.resolution, motion.unit)) }

  /// A finger that holds the content trembles: motion of at most a point, or two pixels, between two rests is rest.
  func still(_ phases: inout [SegmentedPhase]) {
    var index = 0
    while index + 1 < phases.count {
      let union = phases[index].range.lowerBound..<phases[index + 1].range.upperBound
      let kinds = [phases[index].kind, phases[index + 1].kind]
      // Nothing begins to glide by itself: the finger that set it going may show in one sample.
      let setsGoing = index + 2 < phases.count && phases[index + 2].kind == .deceleration
      if kinds.contains(.rest), kinds.allSatisfy({ [.rest, .jump, .drag, .rubberBand].contains($0) }),
        motion.travel(union) <= tremor,
        kinds[1] == .rest || !setsGoing
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

  /// Steps of one size are a wheel's or a key's: at least two jumps or animations from rest to rest, or three motions that no
  /// model distinguishes from a finger's, whose travel agrees to two steps of the offsets or a hundredth.
  func steps(_ phases: inout [SegmentedPhase]) {
    let motions = shortMotions(phases)
    let byTravel = motions.indices.sorted { motions[$0].travel < motions[$1].travel }
    var isWheel = [Bool](repeating: false, count: motions.count)
    var first = 0
    for own in byTravel {
      let travel = motions[own].travel
      let slack = max(2 * motion.resolution, 0.01 * travel)
      while travel - motions[byTravel[first]].travel > slack { first += 1 }
      // Three of a travel are enough, whatever they are.
      let nearest = byTravel[first...].prefix(3).map { motions[$0] }
      let alike = nearest.filter { $0.travel - travel <= slack }
      isWheel[own] = alike.count >= (alike.allSatisfy(\.isProgram) ? 2 : 3)
    }
    for (wheel, isWheel) in zip(motions, isWheel).reversed() where isWheel {
      var whole = phases[wheel.phases.lowerBound]
      whole.kind = .wheel
      whole.range = whole.range.lowerBound..<phases[wheel.phases.upperBound - 1].range.upperBound
      whole.alternatives = []
      phases.replaceSubrange(wheel.phases, with: [whole])
    }
  }

  private struct ShortMotion {
    let phases: Range<Int>
    /// |travel| from rest to rest.
    let travel: Double
    let isProgram: Bool
  }

  /// The longest step of a wheel, s.
  private static let longestStep = 0.5

  /// The motions from rest to rest that may be steps: short ones of jumps, animations, drags and snaps.
  private func shortMotions(_ phases: [SegmentedPhase]) -> [ShortMotion] {
    let kinds: [PhaseKind] = [.jump, .programmatic, .drag, .snap]
    var motions: [ShortMotion] = []
    var start = 0
    while start < phases.count {
      guard phases[start].kind != .rest else {
        start += 1
        continue
      }
      let end = phases[start...].firstIndex { $0.kind == .rest } ?? phases.count
      let own = phases[start..<end]
      let (first, last) = (own[start].range.lowerBound, own[end - 1].range.upperBound)
      let isShort = motion.duration(first..<last) <= Self.longestStep
      if start > 0, end < phases.count, isShort, own.allSatisfy({ kinds.contains($0.kind) }) {
        motions.append(
          ShortMotion(
            phases: start..<end, travel: abs(motion.offsets[last] - motion.offsets[first - 1]),
            isProgram: own.allSatisfy { $0.kind == .jump || $0.kind == .programmatic }))
      }
      start = end
    }
    return motions
  }
}
