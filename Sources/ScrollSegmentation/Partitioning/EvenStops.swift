/// Constant deceleration that is parted where nothing changes.
extension Refinement {
  /// The penalties up to which one parabola may cost more than its parts: a change between them shows in no sample.
  private static let invisibleChange = 4.0

  /// Joins a finger and a glide that are one parabola from a sudden start to a stop: a finger that stops evenly and constant
  /// deceleration are one curve, so that no sample shows a change from one to the other.
  ///
  /// The whole is constant deceleration, whose alternative is the finger; behind a rest the finger keeps the first sample,
  /// for nothing glides by itself.
  func joinEvenStops(_ sequence: inout [Segment]) {
    var index = 0
    while index + 1 < sequence.count {
      defer { index += 1 }
      let isAfterRest = index > 0
      guard !isAfterRest || sequence[index - 1].regime.isStill,
        let whole = evenStop(sequence[index], sequence[index + 1])
      else { continue }
      let range = sequence[index].range.lowerBound..<sequence[index + 1].range.upperBound
      let start = range.lowerBound + (isAfterRest ? 1 : 0)
      var segments: [Segment] = []
      if isAfterRest {
        let first = range.lowerBound..<start
        segments.append(Segment(regime: .finger, range: first, fit: coarse.fit(.parabola, first)))
      }
      let isResting = range.upperBound - whole.range.upperBound >= Regime.rest.minimumSamples
      let glide = start..<(isResting ? whole.range.upperBound : range.upperBound)
      segments.append(Segment(regime: .momentum, range: glide, fit: coarse.fit(.parabola, glide)))
      if isResting {
        let rest = whole.range.upperBound..<range.upperBound
        segments.append(Segment(regime: .rest, range: rest, fit: coarse.fit(.constant, rest)))
      }
      sequence.replaceSubrange(index...(index + 1), with: segments)
    }
  }

  /// The parabola of two neighboring segments, one a finger's and one of momentum; nil where they are not one.
  private func evenStop(_ first: Segment, _ second: Segment) -> SegmentFit? {
    guard Set([first.regime, second.regime]) == [.finger, .momentum], let left = first.fit,
      let right = second.fit,
      let whole = coarse.glideToStop(first.range.lowerBound..<second.range.upperBound),
      coarse.holds(whole, .momentum)
    else { return nil }
    let parts =
      coarse.total(left, first.regime, penalty: penalty)
      + coarse.total(right, second.regime, penalty: penalty)
      + coarse.continuityCost(left, right, from: first.regime, to: second.regime, penalty: penalty)
    let own = coarse.momentumCost(whole, penalty)
    return own <= parts + Self.invisibleChange * penalty ? whole : nil
  }
}
