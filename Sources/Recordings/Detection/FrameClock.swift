/// The clock that a recording's samples follow: a display's frames, some of them dropped.
package struct FrameClock: Equatable, Sendable {
  /// The median time from one sample to the next, s.
  package let interval: Double
  /// The mean time of a frame, s: of the gaps that are one to four frames within a quarter of one. What scatters the stamps and
  /// rounds them cancels in the sum, where the median keeps it (17 ms at 60 frames a second in whole milliseconds).
  package let period: Double
  /// Σ (round(Δt / interval) − 1) over the gaps longer than a frame.
  package let dropped: Int
  /// The display's rate, Hz, where the interval is that of a usual one within 2.5 % and most gaps agree with it; nil where frames come
  /// at a variable rate or at another one.
  package let nominalRate: Double?

  /// True if frames come at a rate of their own each: fewer than half of the gaps agree with the median.
  package let isVariable: Bool
  /// The longest time from one sample to the next, s.
  package let longestGap: Double

  /// Two samples next to each other between which frames were dropped.
  package struct Gap: Equatable, Sendable {
    package let range: ClosedRange<Double>
    package let frames: Int
  }

  /// Rates of displays, Hz.
  package static let usualRates: [Double] = [24, 30, 48, 50, 60, 72, 75, 80, 90, 120, 144, 165, 240]

  /// The clock of increasing times, s; nil for fewer than three samples, for a median of 0 and where a gap is
  /// longer than a million frames: that is a pause, not frames dropped.
  ///
  /// - Complexity: O(n).
  package static func detect(_ times: [Double]) -> FrameClock? {
    times.withUnsafeBufferPointer(detect)
  }

  private static func detect(_ times: UnsafeBufferPointer<Double>) -> FrameClock? {
    guard times.count >= 3 else { return nil }
    // A day has ten million gaps: only the median needs them all at once.
    var gaps: [Double] = []
    gaps.reserveCapacity(times.count - 1)
    var longest = -Double.infinity
    for i in 1..<times.count {
      let gap = times[i] - times[i - 1]
      gaps.append(gap)
      longest = max(longest, gap)
    }
    let interval = median(consume gaps)
    guard interval > 0, longest / interval < 1e6 else { return nil }
    // Stamps in whole milliseconds scatter by half of one; the mean of what agrees averages that out.
    let tolerance = max(0.15 * interval, 0.00101)
    var (dropped, count, sum) = (0.0, 0, 0.0)
    var (span, frames) = (0.0, 0.0)
    for i in 1..<times.count {
      let gap = times[i] - times[i - 1]
      let ratio = gap / interval
      dropped += Self.dropped(ratio)
      let whole = rounded(ratio)
      if whole >= 1, whole <= 4, abs(gap - whole * interval) <= 0.25 * interval {
        span += gap
        frames += whole
      }
      guard abs(gap - interval) <= tolerance else { continue }
      count += 1
      sum += gap
    }
    let isVariable = count * 2 <= times.count - 1
    let mean = sum / Double(count)
    let rate = usualRates.min { abs($0 * mean - 1) < abs($1 * mean - 1) }.flatMap {
      abs($0 * mean - 1) <= 0.025 ? $0 : nil
    }
    return FrameClock(
      interval: interval, period: frames > 0 ? span / frames : interval, dropped: Int(dropped),
      nominalRate: isVariable ? nil : rate, isVariable: isVariable, longestGap: longest)
  }

  /// The nearest integer. Most gaps are of one frame.
  @inline(__always)
  private static func rounded(_ frames: Double) -> Double {
    frames >= 0.5 && frames < 1.5 ? 1 : roundedOther(frames)
  }

  /// A call: beside the comparison its rounding would be computed for all gaps.
  @inline(never)
  private static func roundedOther(_ frames: Double) -> Double { frames.rounded() }

  /// The root mean square of what is left of gaps beside whole frames, over √2: what scatters each time, s.
  func scatter(of times: [Double]) -> Double {
    let squares = times.withUnsafeBufferPointer { times in
      (1..<max(1, times.count)).reduce(0.0) { sum, i in
        let gap = times[i] - times[i - 1]
        let rest = gap - Self.rounded(gap / period) * period
        return sum + rest * rest
      }
    }
    return (squares / Double(2 * max(1, times.count - 1))).squareRoot()
  }

  /// The gaps of increasing times, s, that frames were dropped in, by time.
  package func gaps(in times: [Double]) -> [Gap] {
    zip(times, times.dropFirst()).compactMap { time, next in
      let frames = Int(Self.dropped((next - time) / interval))
      return frames > 0 ? Gap(range: time...next, frames: frames) : nil
    }
  }

  /// The frames that were dropped in a gap of so many.
  private static func dropped(_ frames: Double) -> Double {
    frames < 1.5 ? 0 : roundedOther(frames) - 1
  }

  /// The median of at least one number.
  private static func median(_ numbers: consuming [Double]) -> Double {
    let middle = numbers.count / 2
    let upper = numbers.orderStatistic(middle)
    guard numbers.count % 2 == 0, let lower = numbers[..<middle].max() else { return upper }
    return (lower + upper) / 2
  }
}
