/// The positions that the motion before allows.
extension OffsetTracker {
  /// The position that the last velocity leads to.
  func predicted(_ time: Double) -> Double {
    guard let last else { return 0 }
    let elapsed = time - last.time
    guard elapsed <= Self.longestPrediction else { return Double(last.position) }
    // Between times that nearly coincide a velocity is as good as infinite.
    let limit = Double(FrameLimits.maximumSide)
    return Double(last.position) + min(max(last.velocity * elapsed, -limit), limit)
  }

  /// The longest time for which a recorder or an app repeats a frame of a motion that goes on, s.
  private static let longestStall = 0.25

  /// The distance, px, that content has moved by behind frames that repeat each other, where its motion went on.
  func caughtUp(_ time: Double) -> Int {
    guard let stall, time - stall.time <= Self.longestStall else { return 0 }
    return Int(min(abs(stall.velocity) * (time - stall.time), Double(grid.height)))
  }

  /// The distance, px, from where the last velocity leads to that is near it, in motion of a step a frame.
  func nearness(of step: Int) -> Int { grid.height / 24 + step / 3 }

  /// Returns true if a position is near where the last velocity leads to.
  func isLed(to position: Int, _ time: Double) -> Bool {
    guard let last else { return true }
    let expected = Int(predicted(time).rounded())
    return abs(position - expected) <= nearness(of: abs(expected - last.position))
  }

  /// Returns true if the last motion vouches for a displacement, one that all blocks show or one that is expected.
  func isDetermined(_ alignment: Alignment, of key: Int, _ time: Double) -> Bool {
    guard let last else { return true }
    let position = keys[key].position + alignment.shift
    let isNear = isLed(to: position, time)
    guard alignment.isUnanimous || !keys[key].isOutdated && isExpected(isNear: isNear, of: key) else {
      return false
    }
    guard matcher.region.isKnown else { return true }
    return last.determines(
      position, at: time, unexplained: unexplained, isNear: isNear, rows: matcher.region.window.rows.count)
  }

  /// Returns true if the last velocity vouches for a displacement that a part of the blocks shows.
  ///
  /// Behind many lost frames it does for none, behind few and in pictures that resemble themselves for those near where it leads to.
  private func isExpected(isNear: Bool, of key: Int) -> Bool {
    guard lost < Self.framesOfChange else { return false }
    return isNear || lost == 0 && !keys[key].repeatsItself
  }
}

/// A frame that was located.
struct LocatedFrame {
  var time: Double
  var position: Int
  var isCertain: Bool
  /// px/s.
  var velocity: Double

  /// The distance that content which is let go covers, as a multiple of its velocity, s: it decelerates by 0.2 % a millisecond or more.
  private static let longestTravel = 0.5

  /// Returns true if the motion until this frame allows a later one at a position, and no other one out of sight.
  ///
  /// Content may repeat after more than is seen at once, which no key frame shows: a picture suits a position then, and content that has not been seen before suits it
  /// as well. So the frame has to show a part of what this one shows, and a position that the velocity does not lead to has to be one that the content reaches, from
  /// where it cannot have left the view: velocities change by a quarter of the view a frame at most. From one frame to the next content at rest may
  /// be set to any place in view, and over a gap between their times content in motion may reach it.
  ///
  /// - Parameters:
  ///   - unexplained: the frames between that no displacement explains.
  ///   - isNear: the position is near where the velocity leads to, while that is used; later, near this frame's.
  ///   - rows: the height of what scrolls, px.
  func determines(_ position: Int, at time: Double, unexplained: Int, isNear: Bool, rows: Int) -> Bool {
    let view = Double(ShiftSearch.reach(of: rows))
    let distance = Double(abs(position - self.position))
    guard distance <= view else { return false }
    let elapsed = time - self.time
    let travel = abs(velocity) * min(elapsed, Self.longestTravel)
    let isFree = travel < Double(ScrollingRegion.minimumShift) || elapsed > OffsetTracker.longestFrame
    if unexplained == 0, isFree { return true }
    if isNear { return elapsed <= OffsetTracker.longestPrediction || travel <= view }
    let reach = travel + Double(rows) / 4 * Double(unexplained + 1)
    return distance <= reach && reach <= view
  }
}
