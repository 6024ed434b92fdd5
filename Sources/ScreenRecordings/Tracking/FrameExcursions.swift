extension [FrameOffset] {
  /// The least distance of an excursion, px: below it are the errors of coarse pictures.
  private static let leastExcursion = 8.0
  /// The least distance of an excursion as a multiple of the largest step around it.
  private static let steepness = 3.0

  /// The frames with those unmatched that lie far away from the motion around them.
  ///
  /// - Complexity: O(frames).
  func withoutExcursions() -> [FrameOffset] {
    withoutLoneFrames().withoutBlurredExcursions().withoutDetours()
  }

  /// The frames with those unmatched that are located alone among others that are not, where no motion leads through them.
  ///
  /// A picture of which hardly a part is known may suit a place by chance, and no neighbor confirms it. Content that goes on has about one velocity before and
  /// after, content at rest has none.
  private func withoutLoneFrames() -> [FrameOffset] {
    let known = indices.filter { self[$0].isLocated }
    var frames = self
    for (order, index) in known.enumerated().dropFirst()
    where index + 1 < count && !self[index - 1].isLocated && !self[index + 1].isLocated {
      let before = self[known[order - 1]]
      let after = order + 1 < known.count ? self[known[order + 1]] : nil
      if !self[index].isConfirmed(by: before, and: after) {
        frames[index] = self[index].unmatched(at: before.offset)
      }
    }
    return frames
  }

  /// The frames with those unmatched that lie between two pixels, far away from the frames before and after.
  ///
  /// A picture that is hardly textured or coarsely coded may suit another part of the content by chance. Content that turns back within a frame
  /// has steps of that size before and after; an excursion of one frame has not: where the offset lies beyond both neighbors by
  /// more than three times the steps around it, it is not known.
  private func withoutBlurredExcursions() -> [FrameOffset] {
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
      frames[known[order]] = self[known[order]].unmatched(at: before)
    }
    return frames
  }

  /// The least distance of a leap aside, px, and its least ratio to a step of the motion: a frame that is late repeats one step.
  private static let leastLeap = 16.0
  private static let leapRatio = 1.5
  /// The frames of a leap aside at most, the part by which the velocity may differ meanwhile and after, and the distance, px, and part by which the leap back
  /// may differ from the one aside: a motion that accelerates or turns has other velocities after.
  private static let longestDetour = 4
  private static let steadiness = 0.25
  private static let leapTolerance = (distance: 2.0, part: 0.125)

  /// The frames with those unmatched in which a motion leaps aside, up to the frame in which it leaps back by as much and goes on.
  ///
  /// Pictures whose rows look alike, or whose layout has changed, may suit another place for some frames. Content that moves does not come back to its motion
  /// as if it had gone on.
  private func withoutDetours() -> [FrameOffset] {
    let known = indices.filter { self[$0].isLocated }
    var frames = self
    var order = 2
    while order < known.count {
      if let end = detour(known, from: order) {
        for index in known[order..<end] {
          frames[index] = self[index].unmatched(at: self[known[order - 1]].offset)
        }
        order = end
      }
      order += 1
    }
    return frames
  }

  /// The place, among located frames, of the frame in which a motion is back that leaps aside in another one; nil where it does not.
  private func detour(_ known: [Int], from order: Int) -> Int? {
    func elapsed(_ order: Int) -> Double { self[known[order]].time - self[known[order - 1]].time }
    func velocity(_ order: Int) -> Double {
      (self[known[order]].offset - self[known[order - 1]].offset) / elapsed(order)
    }
    func leap(_ order: Int, _ velocity: Double) -> Double {
      self[known[order]].offset - self[known[order - 1]].offset - velocity * elapsed(order)
    }
    guard elapsed(order) <= OffsetTracker.longestPrediction else { return nil }
    let before = velocity(order - 1)
    let aside = leap(order, before)
    let step = (before * elapsed(order)).magnitude
    let tolerance = Swift.max(Self.leapTolerance.distance, Self.leapTolerance.part * aside.magnitude)
    guard step >= 1, aside.magnitude >= Self.leastLeap, aside.magnitude > Self.leapRatio * step else {
      return nil
    }
    return (order + 1..<Swift.min(order + 1 + Self.longestDetour, known.count - 1)).first { end in
      let meanwhile = end > order + 1 ? velocity(end - 1) : before
      return (aside + leap(end, meanwhile)).magnitude <= tolerance
        && [meanwhile, velocity(end + 1)].allSatisfy {
          ($0 - before).magnitude <= Self.steadiness * before.magnitude
        }
    }
  }
}

extension FrameOffset {
  /// The distance, px, and the part of a velocity by which a motion may change through a frame that it confirms.
  private static let confirmed = (distance: 8.0, part: 0.25)

  /// Returns true if the frame lies where a motion leads between the located frames before and after; without one after, if it has not left the place of the one
  /// before.
  fileprivate func isConfirmed(by before: Self, and after: Self?) -> Bool {
    let distance = offset - before.offset
    guard let after else { return distance.magnitude < Self.confirmed.distance }
    let expected = (after.offset - before.offset) * (time - before.time) / (after.time - before.time)
    return (distance - expected).magnitude
      <= Swift.max(Self.confirmed.distance, Self.confirmed.part * expected.magnitude)
  }

  fileprivate func unmatched(at offset: Double) -> Self {
    Self(time: time, offset: offset, confidence: 0, doubt: .unmatched)
  }
}
