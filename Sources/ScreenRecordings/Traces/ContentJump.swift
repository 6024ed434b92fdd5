/// A jump of the whole picture that no scrolling explains, but rows that are inserted or removed above what is seen.
struct ContentJump: Equatable {
  /// The time of the frame after it, s.
  let time: Double
  /// Its length, px of the video.
  let distance: Double

  /// The least length, px.
  private static let leastDistance = 16.0
  /// The time for which the content rests before and after, s.
  private static let rest = 0.15
  /// The steps of a motion before and after, the part by which they may differ from each other, and the least ratio of the jump to a step.
  private static let steps = 4
  private static let steadiness = 0.25
  private static let ratio = 1.5
  /// The longest time, s, in which frames are left out and a motion goes on.
  private static let longestLoss = 0.5
  /// The part of its velocity that a motion loses meanwhile at most: the mean of both is within 4 % of that of an exponential deceleration.
  private static let largestDeceleration = 0.5
  /// The difference of two notches of a wheel, or of two steps of a motion, px, which rounding explains.
  private static let rounding = 1.0

  /// The jumps from one located frame to the next: from rest to rest, and in a motion that goes on with its velocity, also behind frames that are not located.
  ///
  /// A wheel and keys jump from rest to rest as well: what recurs, and multiples of it, are their notches. A motion that is late jumps behind frames that repeat
  /// each other, and one that a finger stops does not go on.
  ///
  /// - Complexity: O(frames).
  static func jumps(_ frames: [FrameOffset]) -> [Self] {
    let located = frames.indices.filter { frames[$0].isLocated }
    let frames = located.map { frames[$0] }
    let found = frames.indices.dropFirst().compactMap { index -> (jump: Self, isAtRest: Bool)? in
      if located[index] - located[index - 1] > 1, let excess = excess(frames, behindLossAt: index) {
        return (Self(time: frames[index].time, distance: excess), false)
      }
      let step = frames[index].offset - frames[index - 1].offset
      guard abs(step) >= leastDistance,
        frames[index].time - frames[index - 1].time <= OffsetTracker.longestFrame
      else { return nil }
      if isRest(frames, at: index, direction: 1), isRest(frames, at: index - 1, direction: -1) {
        return (Self(time: frames[index].time, distance: abs(step)), true)
      }
      guard let excess = excess(frames, at: index) else { return nil }
      return (Self(time: frames[index].time, distance: excess), false)
    }
    let lengths = found.filter(\.isAtRest).map(\.jump.distance).sorted()
    let notch = zip(lengths.dropFirst(), lengths).first { $0 - $1 <= rounding }?.1
    func isNotched(_ distance: Double) -> Bool {
      guard let notch else { return false }
      return abs(distance - distance.rounded(to: notch)) <= rounding
    }
    return found.filter { !($0.isAtRest && isNotched($0.jump.distance)) }.map(\.jump)
  }

  /// Returns true if the content rests from a frame on.
  private static func isRest(_ frames: [FrameOffset], at start: Int, direction: Int) -> Bool {
    var index = start
    while abs(frames[index].time - frames[start].time) < rest {
      index += direction
      guard frames.indices.contains(index), abs(frames[index].offset - frames[start].offset) < rounding else {
        return false
      }
    }
    return true
  }

  /// The distance of a frame from where the motion before leads to, px, where the motion after it has the same velocity; else nil.
  private static func excess(_ frames: [FrameOffset], at index: Int) -> Double? {
    guard let (before, _) = velocities(frames, around: index, within: steadiness) else { return nil }
    return excess(frames, at: index, velocity: before, ratio: ratio)
  }

  /// The distance of the first frame behind some that were left out from where a motion leads to that goes on meanwhile, px, where it keeps half of its
  /// velocity or more; else nil.
  private static func excess(_ frames: [FrameOffset], behindLossAt index: Int) -> Double? {
    guard frames[index].time - frames[index - 1].time <= longestLoss,
      let (before, after) = velocities(frames, around: index, within: largestDeceleration)
    else { return nil }
    return excess(frames, at: index, velocity: (before + after) / 2, ratio: steadiness)
  }

  /// The distance of a frame from where a velocity leads to, px; nil for a short one.
  private static func excess(
    _ frames: [FrameOffset], at index: Int, velocity: Double, ratio: Double
  ) -> Double? {
    let step = frames[index].offset - frames[index - 1].offset
    let expected = velocity * (frames[index].time - frames[index - 1].time)
    let excess = abs(step - expected)
    return excess >= max(leastDistance, ratio * abs(expected)) ? excess : nil
  }

  /// The velocities of the motions before and after a step to a frame, px/s, where both are steady and differ by a part of the first at most; else nil.
  private static func velocities(
    _ frames: [FrameOffset], around index: Int, within part: Double
  ) -> (before: Double, after: Double)? {
    guard let before = motion(moving(frames[..<index].reversed()).reversed()),
      let after = motion(moving(frames[index...])),
      abs(after.velocity - before.velocity) <= part * abs(before.velocity) + before.rounding
    else { return nil }
    return (before.velocity, after.velocity)
  }

  /// The first frames that do not repeat the one before, of four steps or fewer, up to one that is late.
  private static func moving(_ frames: some Sequence<FrameOffset>) -> [FrameOffset] {
    var found: [FrameOffset] = []
    for frame in frames {
      if let last = found.last, abs(frame.time - last.time) > OffsetTracker.longestFrame { break }
      guard frame.offset != found.last?.offset else { continue }
      found.append(frame)
      if found.count > steps { break }
    }
    return found
  }

  /// The mean velocity of frames of four steps, px/s, whose velocities differ by little, and the part of one that rounding explains; nil where they differ, or
  /// a frame is late.
  private static func motion(_ frames: [FrameOffset]) -> (velocity: Double, rounding: Double)? {
    guard frames.count > steps else { return nil }
    let velocities = zip(frames.dropFirst(), frames).map { ($0.offset - $1.offset) / ($0.time - $1.time) }
    let times = zip(frames.dropFirst(), frames).map { $0.time - $1.time }
    guard let most = velocities.max(), let least = velocities.min(), let longest = times.max(),
      let shortest = times.min(), longest <= OffsetTracker.longestFrame
    else { return nil }
    let mean = velocities.reduce(0, +) / Double(velocities.count)
    let rounding = rounding / shortest
    return mean != 0 && most - least <= steadiness * abs(mean) + rounding ? (mean, rounding) : nil
  }
}

extension [ContentJump] {
  /// The jumps that a sentence names.
  private static let named = 3

  /// The sentence about the jumps; nil without one.
  var warning: String? {
    guard !isEmpty else { return nil }
    var times = prefix(Self.named).map {
      "\(ScreenRecording.shown($0.time)) s (by \($0.distance.formattedPixels) px)"
    }
    if count > Self.named { times.append("\(count - Self.named) more times") }
    let last = times.removeLast()
    let list = times.isEmpty ? last : times.joined(separator: ", ") + " and \(last)"
    return
      "the picture jumps at \(list): where rows were inserted or removed above what is seen, "
      + "the offsets after it are off by as much"
  }
}

extension Double {
  /// A length in pixels to a tenth, without a fraction where it has none.
  fileprivate var formattedPixels: String {
    let tenths = (self * 10).rounded() / 10
    return tenths == tenths.rounded() ? "\(Int(tenths))" : "\(tenths)"
  }
}
