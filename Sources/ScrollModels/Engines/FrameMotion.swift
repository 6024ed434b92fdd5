/// A motion computed frame by frame; between two frames it lies on the straight line.
package struct FrameMotion: EngineMotion, Equatable {
  /// s.
  package let interval: Double
  /// The offset at each frame, pt, from t = 0 to the end.
  package let offsets: [Double]

  /// The maximum number of frames: of a display of 1000 Hz for ``EngineContext/longest``.
  private static let maximumFrames = 60_000.0

  /// - Parameters:
  ///   - start: offset (pt) and velocity (pt/s) at t = 0.
  ///   - horizon: the time to which the motion is computed, s.
  ///   - step: moves them on by a frame, whose number counts from 1, and returns whether the motion goes on.
  package init(
    start: (offset: Double, velocity: Double), interval: Double, horizon: Double = EngineContext.longest,
    step: (inout (offset: Double, velocity: Double), Int) -> Bool
  ) {
    self.interval = interval
    var moving = start
    var offsets = [start.offset]
    for frame in 1...max(1, Int(min(horizon / interval, Self.maximumFrames))) {
      let goesOn = step(&moving, frame)
      offsets.append(moving.offset)
      guard goesOn else { break }
    }
    self.offsets = offsets
  }

  /// The end of the last frame that moves it, s.
  package var duration: Double { Double(offsets.count - 1) * interval }

  package func value(at time: Double) -> Double {
    let (frame, share) = index(time)
    guard frame + 1 < offsets.count else { return offsets[offsets.count - 1] }
    return offsets[frame] + share * (offsets[frame + 1] - offsets[frame])
  }

  package func velocity(at time: Double) -> Double {
    let (frame, _) = index(time)
    return frame + 1 < offsets.count ? (offsets[frame + 1] - offsets[frame]) / interval : 0
  }

  private func index(_ time: Double) -> (frame: Int, share: Double) {
    let position = min(max(0, time / interval), Double(offsets.count))
    // A frame's own time, computed as a multiple of the interval, may come out just before it.
    let frame = (position + 1e-9).rounded(.down)
    return (Int(frame), max(0, position - frame))
  }
}
