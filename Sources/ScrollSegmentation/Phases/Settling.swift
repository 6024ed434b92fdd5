import Elementary

/// The ends of models that only approach them.
extension PhaseNaming {
  /// Ends what only ever approaches its rest where less than half of what the offsets can show is left, and they change no more.
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
      let below = min(max(settled, phase.range.lowerBound + 1), phase.range.upperBound)
      let last = range.last { motion.offsets[$0] != motion.offsets[range.upperBound - 1] } ?? below - 1
      // Where its rest is near a rounding, the offset changes once more, later; a motion that was stopped has no such end.
      let isLater =
        settled <= phase.range.upperBound && last + 1 <= gone && last + 2 < range.upperBound
        && fit.model.isSpring
        && (motion.offsets[last] - motion.offsets[range.upperBound - 1]).magnitude <= 1.5 * motion.resolution
      let end = isLater ? max(below, last + 1) : below
      let begins =
        min(end, last + 1, next?.begins?.lowerBound ?? end)...max(end, gone, next?.begins?.upperBound ?? end)
      if end < phase.range.upperBound || next != nil {
        phases[index].range = phase.range.lowerBound..<end
      }
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
