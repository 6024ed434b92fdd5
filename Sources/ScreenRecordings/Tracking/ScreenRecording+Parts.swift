extension ScreenRecording {
  /// The number of frames in which one of two parts moves while the other rests that shows that they scroll each by itself.
  private static let minimumFramesAlone = 12
  /// The step from one frame to the next, px, from which on a part moves, and below which it rests: a picture behind a page that moves at a quarter of the
  /// page's velocity moves with it.
  private static let minimumStep = 4.0
  private static let maximumRest = 1.0

  /// Returns true if one of two recordings of the same frames moves while the other rests, in 12 frames or more.
  ///
  /// - Complexity: O(frames).
  func movesAlone(beside other: ScreenRecording) -> Bool {
    let others = Dictionary(other.steps, uniquingKeysWith: { first, _ in first })
    let alone = steps.count { time, step in
      guard let other = others[time] else { return false }
      return max(step, other) >= Self.minimumStep && min(step, other) < Self.maximumRest
    }
    return alone >= Self.minimumFramesAlone
  }

  /// The distances of frames from the ones before, px, where both are located.
  private var steps: [(Double, Double)] {
    zip(frames.dropFirst(), frames).compactMap { frame, before in
      frame.isLocated && before.isLocated ? (frame.time, abs(frame.offset - before.offset)) : nil
    }
  }
}
