/// The comparison of a frame with key frames.
extension OffsetTracker {
  /// Compares a frame with the likeliest key frames, up to the one that explains it, which becomes the current one.
  mutating func compare(_ frame: Picture, _ time: Double) -> FrameMatcher.Outcome {
    var outcome = FrameMatcher.Outcome.unmatched
    let order = keys.order(near: predicted(time))
    for key in order {
      outcome = match(frame, time, key)
      if case .unmatched = outcome { continue }
      if case .aligned(let found) = outcome {
        guard isDetermined(found, of: key, time) else {
          outcome = .unmatched
          continue
        }
        if let later = contradiction(to: found, of: key, among: order, frame, time) {
          keys.outdate(until: keys[key].index)
          keys.use(later.key, count)
          return .aligned(later.alignment)
        }
      }
      keys.use(key, count)
      break
    }
    return outcome
  }

  /// The displacement since a later key frame that the velocity leads to, where it does not lead to the one since a key frame: the content has been
  /// rearranged between both.
  ///
  /// None is looked for in pictures that resemble themselves, as these suit the place that the velocity leads to as well as another one.
  ///
  /// - Complexity: O(key frames · shifts near where the velocity leads to · rows), where it does not lead to what was found.
  private mutating func contradiction(
    to found: Alignment, of key: Int, among order: [Int], _ frame: Picture, _ time: Double
  ) -> (key: Int, alignment: Alignment)? {
    guard lost == 0, found.period == nil, !keys[key].repeatsItself,
      !isLed(to: keys[key].position + found.shift, time)
    else { return nil }
    let candidates = order.filter { keys[$0].index > keys[key].index && !keys[$0].repeatsItself }
    guard !candidates.isEmpty else { return nil }
    for later in candidates {
      guard case .aligned(let other) = match(frame, time, later, isNear: true), other.period == nil,
        isLed(to: keys[later].position + other.shift, time), isDetermined(other, of: later, time)
      else { continue }
      return (later, other)
    }
    // The comparison with the key frame is what frames are judged by.
    _ = match(frame, time, key)
    return nil
  }

  private mutating func match(
    _ frame: Picture, _ time: Double, _ key: Int, isNear: Bool = false
  ) -> FrameMatcher.Outcome {
    let base = keys[key].position
    let height = grid.height
    let before = (last?.position ?? 0) - base
    let next = Int(predicted(time).rounded()) - base
    let step = abs(next - before)
    let near = nearness(of: step)
    let whole = -height...height
    // Motion may stop at once, and gather a quarter of the picture a frame; over a gap it may do anything.
    let reach = time - (last?.time ?? time) <= Self.longestFrame ? height / 4 + step + caughtUp(time) : height
    let plausible = min(before, next) - reach...max(before, next) + reach
    // Some frames that show too little, or too coarsely, do not end a motion. In a nearly empty page the whole range has many displacements
    // at which empty parts of both pictures are compared, which resemble each other most.
    let isFollowed = time - (last?.time ?? time) <= Self.longestPrediction
    let ranges =
      isNear ? [next - near...next + near] : isFollowed ? [next - near...next + near, whole] : [whole]
    return matcher.match(
      frame, with: &keys[key], ranges: ranges, expected: [next, before],
      plausible: lost == 0 ? plausible : whole)
  }
}
