extension [FrameOffset] {
  /// The least distance of an excursion, px: below it are the errors of coarse pictures.
  private static let leastExcursion = 8.0
  /// The least distance of an excursion as a multiple of the largest step around it.
  private static let steepness = 3.0

  /// The frames with those unmatched that lie between two pixels, far away from the frames before and after.
  ///
  /// A picture that is hardly textured or coarsely coded may suit another part of the content by chance. Content that turns back within a frame
  /// has steps of that size before and after; an excursion of one frame has not: where the offset lies beyond both neighbors by
  /// more than three times the steps around it, it is not known.
  ///
  /// - Complexity: O(frames).
  func withoutExcursions() -> [FrameOffset] {
    let known = indices.filter { self[$0].isLocated }
    func offset(_ order: Int) -> Double {
      self[known[Swift.min(Swift.max(order, 0), known.count - 1)]].offset
    }
    var frames = self
    for order in known.indices.dropFirst().dropLast() where self[known[order]].doubt == .blurred {
      let (before, after) = (offset(order - 1), offset(order + 1))
      let steps = [after - before, before - offset(order - 2), offset(order + 2) - after].map(\.magnitude)
      let distance = Swift.min((offset(order) - before).magnitude, (offset(order) - after).magnitude)
      let limit = Swift.max(Self.leastExcursion, Self.steepness * (steps.max() ?? 0))
      guard distance > limit else { continue }
      let frame = self[known[order]]
      frames[known[order]] = FrameOffset(time: frame.time, offset: before, confidence: 0, doubt: .unmatched)
    }
    return frames
  }
}
