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
    guard times.count >= 3 else { return nil }
    // A day has ten million gaps: only the median needs them all at once.
    let gaps = zip(times.dropFirst(), times).lazy.map { $0 - $1 }
    let interval = median(Array(gaps))
    guard interval > 0, let longest = gaps.max(), longest / interval < 1e6 else { return nil }
    let dropped = gaps.reduce(0.0) { $0 + Self.dropped(in: $1, interval: interval) }
    // Stamps in whole milliseconds scatter by half of one; the mean of what agrees averages that out.
    let agreeing = gaps.filter { abs($0 - interval) <= max(0.15 * interval, 0.00101) }
    let (count, sum) = agreeing.reduce((0, 0.0)) { ($0.0 + 1, $0.1 + $1) }
    let isVariable = count * 2 <= times.count - 1
    let mean = sum / Double(count)
    let rate = usualRates.min { abs($0 * mean - 1) < abs($1 * mean - 1) }.flatMap {
      abs($0 * mean - 1) <= 0.025 ? $0 : nil
    }
    return FrameClock(
      interval: interval, period: period(of: gaps, interval: interval), dropped: Int(dropped),
      nominalRate: isVariable ? nil : rate, isVariable: isVariable, longestGap: longest)
  }

  private static func period(of gaps: some Sequence<Double>, interval: Double) -> Double {
    var sum = 0.0
    var frames = 0.0
    for gap in gaps {
      let count = (gap / interval).rounded()
      guard (1...4).contains(count), abs(gap - count * interval) <= 0.25 * interval else { continue }
      sum += gap
      frames += count
    }
    return frames > 0 ? sum / frames : interval
  }

  /// The gaps of increasing times, s, that frames were dropped in, by time.
  package func gaps(in times: [Double]) -> [Gap] {
    zip(times, times.dropFirst()).compactMap { time, next in
      let frames = Int(Self.dropped(in: next - time, interval: interval))
      return frames > 0 ? Gap(range: time...next, frames: frames) : nil
    }
  }

  private static func dropped(in gap: Double, interval: Double) -> Double {
    let frames = gap / interval
    return frames < 1.5 ? 0 : frames.rounded() - 1
  }

  /// The median of at least one number.
  private static func median(_ numbers: consuming [Double]) -> Double {
    let middle = numbers.count / 2
    let upper = numbers.orderStatistic(middle)
    guard numbers.count % 2 == 0, let lower = numbers[..<middle].max() else { return upper }
    return (lower + upper) / 2
  }
}

/// Samples that repeat the offset before them while the content moves: the frame was shown twice, or the offset was read too early.
package enum RepeatedFrames {
  /// The samples with the offset of the one before, between two steps in one direction.
  ///
  /// Both are more than two grid steps, and neither is four times the other: a motion that begins or ends there is no
  /// repetition. Two in a row are repetitions where a step of about three makes up for them. Slower content is known to repeat
  /// by a step that makes up for it: at a usual step of two grid steps or more, rounding leaves none of zero.
  ///
  /// - Parameters:
  ///   - offsets: of one axis.
  ///   - grid: of the offsets, or the last decimal they are written with.
  /// - Complexity: O(n).
  package static func detect(_ offsets: [Double], grid: Double) -> [Int] {
    guard offsets.count >= 4 else { return [] }
    return (2..<(offsets.count - 1)).filter { sample in
      guard offsets[sample] == offsets[sample - 1] else { return false }
      let (first, last) = run(offsets, around: sample)
      guard first > 0, last + 1 < offsets.count else { return false }
      let before = offsets[first] - offsets[first - 1]
      let after = offsets[last + 1] - offsets[last]
      guard (before > 0) == (after > 0), before != 0, after != 0 else { return false }
      let (less, more) = (min(abs(before), abs(after)), max(abs(before), abs(after)))
      let areTwo = last - first == 2
      if !areTwo, less > 2 * grid { return more < 4 * less }
      let usual = usualStep(offsets, near: sample)
      return usual >= 1.99 * grid && less >= 0.4 * usual
        && more >= (areTwo ? makingUpForTwo : makingUp) * usual
    }
  }

  /// The first and the last sample with the offset of a sample and of the one before, of at most three.
  private static func run(_ offsets: [Double], around sample: Int) -> (first: Int, last: Int) {
    let isSecond = sample > 1 && offsets[sample - 2] == offsets[sample]
    let isFirst = !isSecond && sample + 1 < offsets.count && offsets[sample + 1] == offsets[sample]
    return (isSecond ? sample - 2 : sample - 1, isFirst ? sample + 1 : sample)
  }

  /// A step that makes up for two repeated frames, in usual ones.
  private static let makingUpForTwo = 2.2

  /// A step that makes up for a repeated frame, in usual ones.
  private static let makingUp = 1.6

  /// The median of the steps that are not zero within four samples; 0 where there is none.
  private static func usualStep(_ offsets: [Double], near sample: Int) -> Double {
    var steps = InlineArray<9, Double>(repeating: 0)
    var count = 0
    for other in max(1, sample - 4)...min(offsets.count - 1, sample + 4) {
      let step = abs(offsets[other] - offsets[other - 1])
      guard step > 0 else { continue }
      var position = count
      while position > 0, steps[position - 1] > step {
        steps[position] = steps[position - 1]
        position -= 1
      }
      steps[position] = step
      count += 1
    }
    return count == 0 ? 0 : steps[count / 2]
  }

  /// The samples that may have been read a frame too early or too late: between a repeated frame and the double steps on both sides of it,
  /// of which either makes up for it.
  ///
  /// - Complexity: O(n + repeated samples · ``longestDelay``).
  package static func misread(_ offsets: [Double], grid: Double) -> Set<Int> {
    func isDouble(_ sample: Int) -> Bool {
      let usual = usualStep(offsets, near: sample)
      return usual > 0 && abs(offsets[sample] - offsets[sample - 1]) >= makingUp * usual
    }
    var misread: Set<Int> = []
    for sample in detect(offsets, grid: grid) {
      misread.formUnion([sample - 1, sample])
      if let start = (max(1, sample - longestDelay)..<sample).last(where: isDouble) {
        misread.formUnion(start..<sample)
      }
      let end = (sample + 1..<min(offsets.count, sample + longestDelay)).first(where: isDouble)
      if let end { misread.formUnion(sample..<end) }
    }
    return misread
  }

  /// Offsets are early or late for no longer than this many samples.
  private static let longestDelay = 16

  /// The number of samples on both sides of one that decide whether it was misread.
  package static let reach = 2 * longestDelay
}
