import Elementary
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
        if (motion.offsets[boundary] - motion.offsets[boundary - 1]).magnitude <= motion.tremor {
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

  /// A finger that holds the content trembles: motion of at most a point, or two pixels, between two rests is rest.
  func still(_ phases: inout [SegmentedPhase]) {
    var index = 0
    while index + 1 < phases.count {
      let union = phases[index].range.lowerBound..<phases[index + 1].range.upperBound
      let kinds = [phases[index].kind, phases[index + 1].kind]
      // Nothing begins to glide by itself: the finger that set it going may show in one sample.
      let setsGoing = index + 2 < phases.count && phases[index + 2].kind == .deceleration
      if kinds.contains(.rest), kinds.allSatisfy({ [.rest, .jump, .drag, .rubberBand].contains($0) }),
        motion.travel(union) <= motion.tremor,
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
  /// model distinguishes from a finger's, whose travel agrees to two steps of the offsets or a hundredth. Two that may be a finger's, there
  /// and back, keep that name too.
  func steps(_ phases: inout [SegmentedPhase]) {
    let motions = shortMotions(phases)
    let byTravel = motions.indices.sorted { motions[$0].travel < motions[$1].travel }
    var alikeCounts = [Int?](repeating: nil, count: motions.count)
    var first = 0
    for own in byTravel {
      let travel = motions[own].travel
      let slack = max(2 * motion.resolution, 0.01 * travel)
      while travel - motions[byTravel[first]].travel > slack { first += 1 }
      // Three of a travel are enough, whatever they are.
      let nearest = byTravel[first...].prefix(3).map { motions[$0] }
      let alike = nearest.filter { $0.travel - travel <= slack }
      if alike.count >= (alike.allSatisfy(\.isProgram) ? 2 : 3) { alikeCounts[own] = alike.count }
    }
    for (wheel, count) in zip(motions, alikeCounts).reversed() {
      guard let count else { continue }
      var whole = phases[wheel.phases.lowerBound]
      whole.kind = .wheel
      whole.range = whole.range.lowerBound..<phases[wheel.phases.upperBound - 1].range.upperBound
      whole.alternatives = count == 2 ? whole.alternatives.filter { $0.kind == .drag } : []
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

/// The ends of models that only approach them.
extension PhaseNaming {
  /// A glide that takes many samples for a step of the offsets looks like a rest on each step, whose samples are all alike. It goes on
  /// as far as its model leads to every step by itself, but for the last one.
  func slowEnds(_ phases: inout [SegmentedPhase]) {
    for index in phases.indices.dropLast() where phases[index].kind == .deceleration {
      guard let fit = phases[index].fit, fit.model == .exponential, phases[index + 1].kind == .rest,
        let glide = slowEnd(of: fit, phases[index + 1].segments)
      else { continue }
      let end = glide.range.upperBound
      phases[index].range = phases[index].range.lowerBound..<end
      phases[index].segments = [Segment(regime: .momentum, range: phases[index].range, fit: glide)]
      phases[index + 1].range = end..<phases[index + 1].range.upperBound
      phases[index + 1].begins = end...end
      phases[index + 1].segments.removeAll { $0.range.lowerBound < end }
    }
  }

  /// The glide with the steps behind it that it leads to; nil where it leads to none.
  private func slowEnd(of fit: SegmentFit, _ steps: [Segment]) -> SegmentFit? {
    let fitter = SegmentFitter(motion)
    var glide: SegmentFit?
    for step in steps.dropLast() {
      let range = fit.range.lowerBound..<step.range.upperBound
      guard motion.isStill(step.range),
        let longer = fitter.fit(.exponential, range, from: [(glide ?? fit).rates]), longer.isExplained,
        step.range.allSatisfy({ distance($0, from: longer) <= motion.resolution })
      else { break }
      glide = longer
    }
    return glide
  }

  /// The distance of a sample from a fit.
  private func distance(_ sample: Int, from fit: SegmentFit) -> Double {
    let origin = fit.range.lowerBound
    let value = fit.value(at: motion.times[sample] - motion.times[origin])
    return (motion.offsets[sample] - motion.offsets[origin] - value).magnitude
  }

  /// Ends what only ever approaches its rest where less than half of what the offsets can show is left.
  ///
  /// The end itself is known less well: it lies between the last offset that differs from the rest and the time at which a
  /// sixteenth of a step is left, for engines stop their motions at distances and speeds of their own.
  func settle(_ phases: inout [SegmentedPhase]) {
    var index = 0
    while index < phases.count {
      defer { index += 1 }
      let phase = phases[index]
      let next = index + 1 < phases.count ? phases[index + 1] : nil
      guard phase.kind == .deceleration || phase.kind == .bounce, let fit = phase.fit,
        next == nil || next?.kind == .rest
      else { continue }
      let range = phase.range.lowerBound..<(next?.range.upperBound ?? phase.range.upperBound)
      guard let settled = settledSample(fit, within: motion.resolution / 2, over: range),
        let gone = settledSample(fit, within: motion.resolution / 16, over: range)
      else { continue }
      let end = min(max(settled, phase.range.lowerBound + 1), phase.range.upperBound)
      let last = range.last { motion.offsets[$0] != motion.offsets[range.upperBound - 1] } ?? end - 1
      let begins =
        min(end, last + 1, next?.begins?.lowerBound ?? end)...max(end, gone, next?.begins?.upperBound ?? end)
      if end < phase.range.upperBound { phases[index].range = phase.range.lowerBound..<end }
      if let next {
        phases[index + 1].range = end..<next.range.upperBound
        phases[index + 1].begins = begins.lowerBound...min(begins.upperBound, next.range.upperBound - 1)
      } else if end < phase.range.upperBound {
        phases.append(
          SegmentedPhase(
            kind: .rest, range: end..<phase.range.upperBound,
            begins: begins.lowerBound...min(begins.upperBound, phase.range.upperBound - 1), segments: []))
      }
    }
  }

  /// The first sample from which on less than a distance is left; nil for a model that stops by itself.
  func settledSample(_ fit: SegmentFit, within distance: Double, over range: Range<Int>) -> Int? {
    guard fit.model == .exponential || fit.model.isSpring else { return nil }
    let origin = motion.times[fit.range.lowerBound]
    func remaining(_ sample: Int) -> Double {
      let time = motion.times[sample] - origin
      guard fit.model == .exponential else { return fit.displacement(at: time).magnitude }
      return (fit.coefficients[1] / fit.rates[0] * exponential(-fit.rates[0] * time)).magnitude
    }
    return (range.last { remaining($0) >= distance } ?? range.lowerBound - 1) + 1
  }

  /// An easing curve is over at its own end: rest before it and after it fits its ends as well.
  func trim(_ phases: inout [SegmentedPhase]) {
    for index in phases.indices where phases[index].kind == .programmatic {
      guard let fit = phases[index].fit, index > 0 || index + 1 < phases.count else { continue }
      let range = phases[index].range
      let origin = motion.times[fit.range.lowerBound]
      let first = motion.firstSample(after: origin + fit.rates[0], in: range)
      let last = motion.firstSample(after: origin + fit.rates[0] + fit.rates[1], in: range)
      guard first < last else { continue }
      let moves = range.first { motion.offsets[$0] != motion.offsets[range.lowerBound] } ?? first
      let ends = range.last { motion.offsets[$0] != motion.offsets[range.upperBound - 1] } ?? last
      if index > 0, phases[index - 1].kind == .rest {
        let start = min(first, moves)
        phases[index - 1].range = phases[index - 1].range.lowerBound..<start
        phases[index].range = start..<phases[index].range.upperBound
        phases[index].begins = min(start, moves)...max(start, moves)
      }
      if index + 1 < phases.count, phases[index + 1].kind == .rest {
        let end = max(last, ends + 1)
        phases[index + 1].range = end..<phases[index + 1].range.upperBound
        phases[index].range = phases[index].range.lowerBound..<end
        phases[index + 1].begins = min(end, ends + 1)...max(end, ends + 2)
      }
    }
  }
}
