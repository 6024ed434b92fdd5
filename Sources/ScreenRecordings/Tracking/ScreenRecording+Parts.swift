extension ScreenRecording {
  /// The number of frames in which one of two parts moves while the other rests that shows that they scroll each by itself.
  private static let minimumFramesAlone = 12
  /// The step from one frame to the next, px, from which on a part moves, and below which it rests: a picture behind a page that moves at a quarter of the
  /// page's velocity moves with it.
  private static let minimumStep = 4.0
  private static let maximumRest = 1.0

  /// Returns true if one of two recordings of the same frames moves while the other rests, in 12 frames or more, and in more than those in which both
  /// move alike: of one page a part moves by itself where a row expands in it.
  ///
  /// - Complexity: O(frames).
  func movesAlone(beside other: ScreenRecording) -> Bool {
    let others = Dictionary(other.steps, uniquingKeysWith: { first, _ in first })
    var (alone, alike) = (0, 0)
    for (time, step) in steps {
      guard let other = others[time], max(abs(step), abs(other)) >= Self.minimumStep else { continue }
      if min(abs(step), abs(other)) < Self.maximumRest { alone += 1 }
      if abs(step - other) <= Self.maximumRest { alike += 1 }
    }
    return alone >= Self.minimumFramesAlone && alone > alike
  }

  /// The distances of frames from the ones before, px, where both are located.
  private var steps: [(Double, Double)] {
    zip(frames.dropFirst(), frames).compactMap { frame, before in
      frame.isLocated && before.isLocated ? (frame.time, frame.offset - before.offset) : nil
    }
  }
}
