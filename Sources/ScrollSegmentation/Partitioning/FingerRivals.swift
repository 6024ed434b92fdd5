/// Motions that come to a stop as a finger does.
///
/// A hand's speed rises and falls like a beta function, so the end of a finger's motion resembles a glide or a spring
/// to a place ahead, and a motion from rest to rest an animation (T. Flash and N. Hogan, *The coordination of arm
/// movements*, Journal of Neuroscience 5, 1985: the fastest such motion without jerk is nearly an easing curve). Each is
/// weighed against sequences that end in ``SegmentModel/fingerStop``, with the costs and the transitions of all others.
extension Refinement {
  /// Another explanation of a segment that comes to a stop.
  struct Rival {
    /// The segments in its place, up to the one that it stops at.
    let segments: [Segment]
    /// The segments that it replaces.
    let replaced: Range<Int>
    /// Its posterior probability beside the segment's own.
    let probability: Double

    /// The regime of most of its samples.
    var regime: Regime {
      segments.max { $0.range.count < $1.range.count }?.regime ?? .finger
    }
  }

  /// A motion that takes longer to stop is no finger's, s.
  private static let longestStop = 1.2

  /// Replaces what is a finger's with a probability above ``certainty``, and returns the alternatives of the other segments by
  /// their first samples.
  func weighFingers(_ sequence: inout [Segment]) -> [Int: Alternative] {
    var alternatives: [Int: Alternative] = [:]
    var index = 0
    while index < sequence.count {
      defer { index += 1 }
      let weighed = sequence[index].regime == .eased ? withoutRests(sequence, index) : sequence
      guard let rival = rival(weighed, index), rival.probability >= SegmentFitter.minimumProbability else {
        continue
      }
      // Constant deceleration and a finger that stops evenly are one curve.
      let isEven = sequence[index].fit?.model == .parabola
      if rival.probability > Self.certainty, rival.regime == .finger, !isEven {
        if sequence[index].regime == .eased, rival.probability <= 1 - SegmentFitter.minimumProbability {
          alternatives[weighed[index].range.lowerBound] = Alternative(
            regime: .eased, model: sequence[index].fit?.model, probability: 1 - rival.probability)
        }
        sequence = weighed
        sequence.replaceSubrange(rival.replaced, with: rival.segments)
        index = rival.replaced.lowerBound + rival.segments.count - 1
        holdStill(&sequence, after: index)
      } else {
        alternatives[sequence[index].range.lowerBound] = Alternative(
          regime: rival.regime, model: rival.regime == .momentum ? rival.segments.last?.fit?.model : nil,
          probability: rival.probability)
      }
    }
    return alternatives
  }

  /// The probability from which on a motion is called a finger's.
  private static let certainty = 0.9

  /// A sequence in which an animation has left the rests at its ends, which its curve follows too, to the rests beside it.
  private func withoutRests(_ sequence: [Segment], _ index: Int) -> [Segment] {
    var sequence = sequence
    let offsets = coarse.motion.offsets
    let (range, before, after) = (sequence[index].range, index - 1, index + 1)
    let isAfterRest = before >= 0 && sequence[before].regime.isStill
    let isBeforeRest = after < sequence.count && sequence[after].regime.isStill
    let first = isAfterRest ? range.first { offsets[$0] != offsets[range.lowerBound - 1] } : range.first
    let last = isBeforeRest ? range.last { offsets[$0] != offsets[range.upperBound] } : range.last
    guard let first, let last, first <= last else { return sequence }
    if isAfterRest { sequence[before].range = sequence[before].range.lowerBound..<first }
    if isBeforeRest { sequence[after].range = (last + 1)..<sequence[after].range.upperBound }
    sequence[index].range = first..<(last + 1)
    for changed in max(before, 0)...min(after, sequence.count - 1) { refit(&sequence[changed]) }
    return sequence
  }

  private func holdStill(_ sequence: inout [Segment], after index: Int) {
    guard index + 1 < sequence.count, sequence[index + 1].regime == .rest else { return }
    sequence[index + 1].regime = .hold
  }

  /// The likeliest finger in the place of a segment; nil where none is possible.
  private func rival(_ sequence: [Segment], _ index: Int) -> Rival? {
    let segment = sequence[index]
    guard coarse.duration(segment.range) <= Self.longestStop, let end = stop(sequence, index) else {
      return nil
    }
    let before = index > 0 ? sequence[index - 1] : nil
    switch segment.regime {
    case .momentum:
      guard let before, before.regime == .finger, before.range.count >= Regime.rest.minimumSamples else {
        return nil
      }
      return likeliest(sequence, index..<end, [[.finger], [.finger, .finger]])
    case .spring:
      guard goesOn(sequence, index) else { return nil }
      let isSetOff = before?.regime == .finger && (before?.range.count ?? 0) < Regime.rest.minimumSamples
      let first = isSetOff ? index - 1 : index
      let own: [[Regime]] = before?.regime == .finger && !isSetOff ? [[.finger]] : []
      return likeliest(sequence, first..<end, own + [[.finger, .finger], [.finger, .momentum]], of: index)
    case .eased:
      return likeliest(
        sequence, index..<(index + 1), [[.finger], [.finger, .finger], [.finger, .finger, .finger]])
    case .rest, .hold, .finger, .steady: return nil
    }
  }

  /// The most segments of a finger that moves on until it stops.
  private static let maximumParts = 4

  /// The index of the segment before which a motion has stopped, to rest or to turn round: a finger may move on for a few
  /// segments. Nil where it does not stop.
  private func stop(_ sequence: [Segment], _ index: Int) -> Int? {
    let way = travel(sequence[index].range)
    var next = index + 1
    while next < sequence.count, sequence[next].regime == .finger, next <= index + Self.maximumParts {
      if travel(sequence[next].range) * way < 0 { return next }
      next += 1
    }
    return next == sequence.count || sequence[next].regime.isStill ? next : nil
  }

  private func travel(_ range: Range<Int>) -> Double {
    let offsets = coarse.motion.offsets
    return offsets[range.upperBound - 1] - offsets[max(0, range.lowerBound - 1)]
  }

  /// Returns true if a spring moves the content on in the direction in which it moved before.
  private func goesOn(_ sequence: [Segment], _ index: Int) -> Bool {
    let way = travel(sequence[index].range)
    if index > 0, sequence[index - 1].regime == .finger {
      return way * travel(sequence[index - 1].range.suffix(3)) >= 0
    }
    // A finger that brought the content there holds it beyond an edge.
    let isBrought =
      index > 1 && sequence[index - 2].regime == .finger && !coarse.motion.isTremor(sequence[index - 2].range)
    return index == 0 || sequence[index - 1].regime.isStill && !isBrought
  }

  /// The least costly of some sequences of regimes in the place of others; the last of a finger's is one that stops.
  private func likeliest(
    _ sequence: [Segment], _ replaced: Range<Int>, _ trials: [[Regime]], of index: Int? = nil
  )
    -> Rival?
  {
    let range =
      sequence[replaced.lowerBound].range.lowerBound..<sequence[replaced.upperBound - 1].range.upperBound
    // An animation has left the rests at its ends already.
    let isWhole = sequence[replaced.lowerBound].regime == .eased
    let moving = isWhole ? range : moving(range)
    let before = replaced.lowerBound > 0 ? sequence[replaced.lowerBound - 1] : nil
    let earlier = replaced.lowerBound > 1 ? sequence[replaced.lowerBound - 2].regime : nil
    let after = replaced.upperBound < sequence.count ? sequence[replaced.upperBound] : nil
    func whole(_ segments: [Segment]) -> Double? {
      var all = (before.map { [$0] } ?? []) + segments + (after.map { [$0] } ?? [])
      settleRests(&all, after: earlier)
      return cost(all, between: earlier, nil, checked: false)
    }
    guard let own = whole(Array(sequence[replaced])) else { return nil }
    var best: (cost: Double, segments: [Segment])?
    for regimes in trials {
      for cuts in Self.cuts(moving, regimes.count) {
        let still = after?.regime.isStill == true ? after?.range.lowerBound : nil
        let rest = moving.upperBound < range.upperBound ? moving.upperBound : still
        let parts = isWhole && cuts.count == 2 ? stroke(moving) : segments(regimes, cuts, stopsAt: rest)
        guard var segments = parts else { continue }
        if range.lowerBound < moving.lowerBound {
          segments.insert(rested(range.lowerBound..<moving.lowerBound), at: 0)
        }
        if moving.upperBound < range.upperBound {
          segments.append(rested(moving.upperBound..<range.upperBound))
        }
        guard let cost = whole(segments), cost < best?.cost ?? .infinity else { continue }
        best = (cost, segments)
      }
    }
    guard let best else { return nil }
    return Rival(
      segments: best.segments, replaced: replaced, probability: Self.probability(ofChange: best.cost - own))
  }

  /// A range without the still samples at its ends, where they are enough for a rest.
  private func moving(_ range: Range<Int>) -> Range<Int> {
    let offsets = coarse.motion.offsets
    let first = range.first { offsets[$0] != offsets[range.lowerBound] } ?? range.upperBound
    let last = range.last { offsets[$0] != offsets[range.upperBound - 1] } ?? range.lowerBound
    guard first < last else { return range }
    let minimum = Regime.rest.minimumSamples
    let end = last + 1
    let start = first - range.lowerBound >= minimum ? first : range.lowerBound
    return start..<(range.upperBound - end >= minimum ? end : range.upperBound)
  }

  private func rested(_ range: Range<Int>) -> Segment {
    Segment(regime: .rest, range: range, fit: coarse.fit(.constant, range))
  }

  /// The ends of the parts of a range.
  private static func cuts(_ range: Range<Int>, _ parts: Int) -> [[Int]] {
    func position(_ share: Double) -> Int { range.lowerBound + Int(share * Double(range.count)) }
    switch parts {
    case 1: return [[range.lowerBound, range.upperBound]]
    case 2: return [0.2, 0.35, 0.5, 0.65].map { [range.lowerBound, position($0), range.upperBound] }
    default: return [[range.lowerBound, position(0.25), position(0.5), range.upperBound]]
    }
  }

  /// One stroke of a finger.
  private func stroke(_ range: Range<Int>) -> [Segment]? {
    guard let fit = coarse.stroke(range), coarse.isWhole(fit) else { return nil }
    return [Segment(regime: .finger, range: range, fit: fit)]
  }

  private func segments(_ regimes: [Regime], _ cuts: [Int], stopsAt still: Int?) -> [Segment]? {
    var segments: [Segment] = []
    for (part, regime) in regimes.enumerated() {
      let range = cuts[part]..<cuts[part + 1]
      guard range.count >= max(3, regime.minimumSamples) else { return nil }
      let isLast = part + 1 == regimes.count
      let fit =
        isLast && regime == .finger
        ? coarse.stop(range, at: still) : coarse.fit(regime, range, from: nil, penalty: penalty)
      guard let fit, regime == .finger || coarse.holds(fit, regime) else { return nil }
      segments.append(Segment(regime: regime, range: range, fit: fit))
    }
    return segments
  }
}
