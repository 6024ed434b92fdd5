import Recordings

/// The frames of the display that a recorder's presentation times belong to: t₀ + n T.
///
/// Recorders round their times, to 1/600 s or to a millisecond; where the display's frames explain the times to within that, they
/// are the better times.
struct DisplayClock: Equatable {
  /// T, s.
  let interval: Double
  /// The times on the grid, s.
  let times: [Double]

  /// The largest distance of a time from the grid, as a part of T.
  private static let largestResidual = 0.15

  /// The grid of increasing times; nil where they follow none.
  ///
  /// - Complexity: O(n log n).
  init?(_ times: [Double]) {
    guard let clock = FrameClock.detect(times), clock.nominalRate != nil, let first = times.first else {
      return nil
    }
    // A rate of 59.94 Hz is off by a frame after 17 s: frames are counted from one to the next.
    var frames = [0.0]
    for (time, before) in zip(times.dropFirst(), times) {
      let count = ((time - before) / clock.interval).rounded()
      guard count >= 1, let last = frames.last else { return nil }
      frames.append(last + count)
    }
    let n = Double(times.count)
    let meanFrame = frames.reduce(0, +) / n
    let meanTime = times.reduce(0) { $0 + ($1 - first) } / n
    let products = zip(frames, times).reduce(0) { $0 + ($1.0 - meanFrame) * ($1.1 - first - meanTime) }
    let squares = frames.reduce(0) { $0 + ($1 - meanFrame) * ($1 - meanFrame) }
    guard squares > 0 else { return nil }
    let interval = products / squares
    let grid = frames.map { first + meanTime + ($0 - meanFrame) * interval }
    guard zip(grid, times).allSatisfy({ abs($0 - $1) <= Self.largestResidual * interval }) else { return nil }
    self.interval = interval
    self.times = grid
  }
}
