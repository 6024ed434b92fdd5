/// A motion computed frame by frame; between two frames it lies on the straight line.
package struct FrameMotion: EngineMotion, Equatable {
  /// The time of an even frame, s.
  package let interval: Double
  /// The offset at each frame, pt, from t = 0 to the end.
  package let offsets: [Double]
  /// The times of uneven frames, s, as many as offsets; empty where all frames take ``interval``.
  private let times: [Double]

  /// The maximum number of frames: of a display of 1000 Hz for ``EngineContext/longest``.
  private static let maximumFrames = 60_000.0
  /// The frames that there is room for from the start.
  private static let reserved = 1024

  /// - Parameters:
  ///   - start: offset (pt) and velocity (pt/s) at t = 0.
  ///   - horizon: the time to which the motion is computed, s.
  ///   - step: moves them on by a frame, whose number counts from 1, and returns whether the motion goes on.
  package init(
    start: (offset: Double, velocity: Double), interval: Double, horizon: Double = EngineContext.longest,
    step: (inout (offset: Double, velocity: Double), Int) -> Bool
  ) {
    self.init(
      start: start, interval: interval, times: [],
      frames: max(1, Int(min(horizon / interval, Self.maximumFrames))), step: step)
  }

  /// A motion whose frames take the times that ``EngineContext/frameTimes`` give them, or all the same.
  ///
  /// - Parameters:
  ///   - start: offset (pt) and velocity (pt/s) at t = 0.
  ///   - step: moves them on by a frame of a duration (s), and returns whether the motion goes on.
  package init(
    start: (offset: Double, velocity: Double), context: EngineContext,
    step: (inout (offset: Double, velocity: Double), Double) -> Bool
  ) {
    let (interval, times) = (context.frameInterval, context.frameTimes)
    guard times.count > 1 else {
      self.init(start: start, interval: interval, horizon: context.horizon) { moving, _ in
        step(&moving, interval)
      }
      return
    }
    self.init(start: start, interval: interval, times: times, frames: times.count - 1) { moving, frame in
      step(&moving, times[frame] - times[frame - 1])
    }
  }

  private init(
    start: (offset: Double, velocity: Double), interval: Double, times: [Double], frames: Int,
    step: (inout (offset: Double, velocity: Double), Int) -> Bool
  ) {
    self.interval = interval
    var moving = start
    var offsets: [Double] = []
    offsets.reserveCapacity(min(frames, Self.reserved) + 1)
    offsets.append(start.offset)
    for frame in 1...frames {
      let goesOn = step(&moving, frame)
      offsets.append(moving.offset)
      guard goesOn else { break }
    }
    self.offsets = offsets
    self.times = times.isEmpty ? times : Array(times.prefix(offsets.count))
  }

  /// The end of the last frame that moves it, s.
  package var duration: Double { times.last ?? Double(offsets.count - 1) * interval }

  package func value(at time: Double) -> Double {
    let (frame, share) = index(time)
    guard frame + 1 < offsets.count else { return offsets[offsets.count - 1] }
    return offsets[frame] + share * (offsets[frame + 1] - offsets[frame])
  }

  package func velocity(at time: Double) -> Double {
    let (frame, _) = index(time)
    guard frame + 1 < offsets.count else { return 0 }
    let duration = times.isEmpty ? interval : times[frame + 1] - times[frame]
    return (offsets[frame + 1] - offsets[frame]) / duration
  }

  private func index(_ time: Double) -> (frame: Int, share: Double) {
    guard times.isEmpty else { return unevenIndex(time) }
    let position = min(max(0, time / interval), Double(offsets.count))
    // A frame's own time, computed as a multiple of the interval, may come out just before it.
    let frame = Int(position + 1e-9)
    return (frame, max(0, position - Double(frame)))
  }

  private func unevenIndex(_ time: Double) -> (frame: Int, share: Double) {
    var low = 0
    var high = times.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if times[middle] <= time { low = middle } else { high = middle }
    }
    guard low + 1 < times.count else { return (low, 0) }
    return (low, max(0, time - times[low]) / (times[low + 1] - times[low]))
  }
}
