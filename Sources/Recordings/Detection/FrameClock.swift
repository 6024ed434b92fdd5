/// The clock that a recording's samples follow: a display's frames, some of them dropped.
public struct FrameClock: Equatable, Sendable {
  /// The median time from one sample to the next, s.
  public let interval: Double
  /// Σ (round(Δt / interval) − 1) over the gaps longer than a frame.
  public let dropped: Int

  /// The clock of increasing times, s; nil for fewer than three samples, for a median of 0 and where a gap is
  /// longer than a million frames: that is a pause, not frames dropped.
  ///
  /// - Complexity: O(n log n).
  public static func detect(_ times: [Double]) -> FrameClock? {
    guard times.count >= 3 else { return nil }
    let gaps = zip(times.dropFirst(), times).map { $0 - $1 }
    let sorted = gaps.sorted()
    let middle = sorted.count / 2
    let interval = sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
    guard interval > 0, let longest = sorted.last, longest / interval < 1e6 else { return nil }
    let dropped = gaps.reduce(0.0) { $0 + max(0, ($1 / interval).rounded() - 1) }
    return FrameClock(interval: interval, dropped: Int(dropped))
  }
}
