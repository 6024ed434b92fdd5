/// The comparison of a frame with key frames.
extension OffsetTracker {
  /// Compares a frame with the likeliest key frames, up to the one that explains it, which becomes the current one.
  mutating func compare(_ frame: Picture, _ time: Double) -> FrameMatcher.Outcome {
    var outcome = FrameMatcher.Outcome.unmatched
    let order = keys.order(near: predicted(time))
    likeliest = order.first ?? keys.current
    for key in order {
      outcome = match(frame, time, key)
      if case .unmatched = outcome { continue }
      if case .aligned(let found) = outcome {
        guard isDetermined(found, of: key, time) else {
          outcome = .unmatched
          continue
        }
        if followsRest(time), showsLittle(found, of: key, time) {
          if let whole = alignmentSinceRest(frame, time, beside: found) { return .aligned(whole) }
          // The comparison with the key frame is what frames are judged by.
          _ = match(frame, time, key)
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

  mutating func match(
    _ frame: Picture, _ time: Double, _ key: Int, isNear: Bool = false
  ) -> FrameMatcher.Outcome {
    let shifts = searched(time, from: keys[key].position, isNear: isNear)
    return matcher.match(
      frame, with: &keys[key], ranges: shifts.ranges, expected: shifts.expected, plausible: shifts.plausible)
  }

  /// Returns true for a displacement to where the velocity does not lead that a small part of the picture shows: a few rows suit many places by chance.
  private func showsLittle(_ found: Alignment, of key: Int, _ time: Double) -> Bool {
    4 * found.matched < found.textured && !isLed(to: keys[key].position + found.shift, time)
  }

  /// The displacement of the whole content since the picture of the rest before, which becomes the current key frame; nil where there is none.
  ///
  /// Rows that are inserted above all that is seen displace it, and key frames from before the rest show only a part of it: in pictures that resemble
  /// themselves that is no evidence.
  ///
  /// - Parameter other: a displacement since a key frame that fewer blocks show; nil without one.
  /// - Complexity: O(shifts · rows + candidates · compared pixels).
  mutating func alignmentSinceRest(
    _ frame: Picture, _ time: Double, beside other: Alignment? = nil
  ) -> Alignment? {
    guard let rest, let rested, let last, last.position == rest.position, followsRest(time) else {
      return nil
    }
    var key = KeyFrame(
      picture: rested, position: rest.position, index: rest.end - 1, isSharp: true, isCertain: last.isCertain,
      lastUse: count)
    let shifts = searched(time, from: key.position)
    let outcome = matcher.match(
      frame, with: &key, ranges: shifts.ranges, expected: shifts.expected, plausible: shifts.plausible)
    guard case .aligned(let found) = outcome, found.isUnanimous, found.period == nil,
      found.matched > other?.matched ?? 0,
      last.determines(
        key.position + found.shift, at: time, unexplained: unexplained, isNear: false,
        rows: matcher.region.window.rows.count)
    else { return nil }
    keys.add(
      rested, at: key.position, index: key.index, isSharp: true, isCertain: key.isCertain, use: count)
    return found
  }

  /// The shifts that are searched against a picture of a position, the likeliest range first, those that are tried whatever its rows show, and those that the
  /// motion allows.
  ///
  /// - Parameter isNear: only shifts near where the velocity leads to are searched.
  private func searched(
    _ time: Double, from base: Int, isNear: Bool = false
  ) -> (ranges: [ClosedRange<Int>], expected: [Int], plausible: ClosedRange<Int>) {
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
    return (ranges, [next, before], lost == 0 ? plausible : whole)
  }
}
