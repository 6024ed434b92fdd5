import Numerals

/// The times of a recording put on the frames of the display that showed them.
///
/// A display shows frames at multiples of one tick, and what it shows moves by them; a recorder's clock is read later, by as much
/// as the device is busy. Ticks are found from both (``FrameSequence``): times are rarely early, neighboring frames last equally long, and a
/// frame that is taken for a longer or shorter one shows content that changes its speed. The tick, the first frame and how late
/// times are follow from the ticks, and these from them, until nothing changes.
///
/// Recorded times are kept where they are even, where they follow no display's frames, and where the content does not
/// move more smoothly at frames that are found by the times alone: that of engines that move by the time that they read does not.
package struct FrameAlignment {
  /// The times of the frames, s; increasing.
  package let times: [Double]
  /// The frames that the display can show in a second.
  package let rate: Double
  /// True if frames last different numbers of ticks.
  package let isVariable: Bool
  /// The root mean square of recorded minus aligned times, s.
  package let scatter: Double
  /// The standard deviation of single times by which a straight line through them has the error of the frames' rate, s.
  private let deviation: Double

  /// A kind of display.
  private struct Display {
    let rate: Double
    /// The fewest ticks that a frame lasts.
    let shortestFrame: Int
  }

  /// A display with a variable rate: iOS devices show 120, 80, 60 or 48 frames a second, Android's 120, 60 or 40.
  private static let variable = Display(rate: 240, shortestFrame: 2)
  /// The cost, for each part, of a variable rate where a constant one explains the times as well.
  private static let variableCost = 2.0
  /// Fewer samples than this show no tick.
  private static let minimumCount = 12
  /// Times that scatter less around frames need no alignment, s.
  private static let minimumScatter = 5e-5
  /// The samples of a part: long enough to show its tick, too short for a display's rate that is off by 10⁻³ to lose a frame.
  private static let partLength = 256...512

  /// - Parameters:
  ///   - times: s, increasing.
  ///   - clock: of the times.
  ///   - offsets: of the axis that moves most.
  ///   - grid: of the offsets where it is known.
  /// - Returns: nil where the recorded times are to be kept.
  /// - Complexity: O(n log n).
  package init?(times: [Double], clock: FrameClock?, offsets: [Double], grid known: Double? = nil) {
    guard times.count >= Self.minimumCount, let clock,
      clock.scatter(of: times) > Self.minimumScatter
    else { return nil }
    let grid = known ?? PixelGrid.detect(offsets) ?? PixelGrid.lastDecimal(offsets)
    // Content that moves smoothly at the recorded times needs no others.
    guard Self.isRough(offsets, at: times, grid: grid) else { return nil }
    let parts = Self.parts(offsets).filter { part in
      part.count > 2 && part.contains { offsets[$0] != offsets[part.lowerBound] }
    }
    func aligned(_ display: Display, after earlier: [AlignedSamples]? = nil) -> [AlignedSamples] {
      let samples = FrameSequence.Samples(
        times: times, offsets: offsets, grid: grid, shortestFrame: display.shortestFrame,
        usesOffsets: earlier != nil)
      return parts.indices.map {
        AlignedSamples(samples, parts[$0], nominal: 1 / display.rate, earlier: earlier?[$0])
      }
    }
    func all(_ aligned: [AlignedSamples]) -> [Double] {
      var own = times
      for (part, samples) in zip(parts, aligned) { own.replaceSubrange(part, with: samples.times) }
      return own
    }
    var best: (samples: [AlignedSamples], cost: Double, display: Display)?
    for display in Self.displays(clock) {
      let samples = aligned(display)
      let cost = samples.reduce(0) { $0 + $1.cost }
      // A display with a variable rate can show what another shows, which is named first.
      if best.map({ cost < $0.cost - Self.variableCost * Double(parts.count) }) ?? true {
        best = (samples, cost, display)
      }
    }
    guard let best else { return nil }
    let alone = all(best.samples)
    // Frames that were found with the offsets' help would always please them.
    guard alone.isIncreasing, Self.isSmoother(offsets, at: alone, than: times, grid: grid) else { return nil }
    let final = all(aligned(best.display, after: best.samples))
    let errors = zip(times, final).map { $0 - $1 }
    scatter = (errors.reduce(0) { $0 + $1 * $1 } / Double(times.count)).squareRoot()
    deviation = max(scatter, Self.deviation(ofMode: errors, within: scatter / 2))
    guard final.isIncreasing, scatter > Self.minimumScatter else { return nil }
    self.times = final
    rate = best.display.rate
    isVariable = best.display.shortestFrame > 1
  }

  /// The displays whose frames the samples may be, the simplest first.
  private static func displays(_ clock: FrameClock) -> [Display] {
    let constant = FrameClock.usualRates.filter {
      abs($0 * clock.period - 1) <= 0.05 || abs($0 * clock.interval - 1) <= 0.05
    }
    .map { Display(rate: $0, shortestFrame: 1) }
    let mayVary = clock.interval > 0.9 / 120 && clock.interval < 1.1 / 48
    return constant + (mayVary ? [variable] : [])
  }

  /// The relative standard error of the frames' rate in a part: that of a straight line through the modes of times of this scatter,
  /// at least that of one through their means.
  package var rateError: Double {
    let count = min(times.count, Self.partLength.upperBound)
    let length = (times[times.count - 1] - times[0]) * Double(count) / Double(times.count)
    return deviation / length * (12 / Double(count)).squareRoot()
  }

  /// The standard deviation of errors by which a line through their means would be as exact as the one of the least √L + √E that was fitted, L and
  /// E the means of what is late and early (``Lateness``): (L E)^¼/(f (√L + √E)), f the density at the mode.
  ///
  /// (P. Huber, *The behavior of maximum likelihood estimates under nonstandard conditions*, 1967.)
  ///
  /// - Parameter width: half of the window around the mode that the density is counted in.
  private static func deviation(ofMode errors: [Double], within width: Double) -> Double {
    let count = Double(errors.count)
    let late = errors.reduce(0) { $0 + max(0, $1) } / count
    let early = errors.reduce(0) { $0 + max(0, -$1) } / count
    let near = Double(errors.count { $0.magnitude <= width })
    guard near > 0 else { return 0 }
    let density = near / (2 * width * count)
    return (late * early).squareRoot().squareRoot() / (density * (late.squareRoot() + early.squareRoot()))
  }

  /// The alignment in a sentence.
  package var remark: String {
    let frames = isVariable ? "variable rate" : "\(Numerals.significant(rate)) Hz"
    let milliseconds = Numerals.significant(scatter * 1e3, 2)
    return
      "times scatter by \(milliseconds) ms around the display's frames (\(frames)): the frames' times are used"
  }

  /// Ranges of samples, cut in the longest rest where there is one.
  private static func parts(_ offsets: [Double]) -> [Range<Int>] {
    var parts: [Range<Int>] = []
    var start = 0
    while offsets.count - start > partLength.upperBound {
      var cut = (length: 0, position: start + partLength.upperBound)
      var still = 0
      for sample in (start + partLength.lowerBound)..<(start + partLength.upperBound) {
        still = offsets[sample] == offsets[sample - 1] ? still + 1 : 0
        if still > cut.length { cut = (still, sample - still / 2) }
      }
      parts.append(start..<cut.position)
      start = cut.position
    }
    parts.append(start..<offsets.count)
    return parts
  }

  /// Returns true if so many samples are farther from a cubic than rounding makes them that other times may show it.
  private static func isRough(_ offsets: [Double], at times: [Double], grid: Double) -> Bool {
    let square = minimumDistance * grid * (minimumDistance * grid)
    return CubicDistance.count(times, offsets, above: square) >= minimumBetter
  }

  /// Returns true if the samples are nearer to smooth curves at some times than at others.
  ///
  /// Five samples show which times are better wherever they are farther from a cubic at one of the two than rounding makes them, and twice
  /// as far as at the other: where the motion itself changes, they are far from one at all times.
  private static func isSmoother(
    _ offsets: [Double], at times: [Double], than others: [Double], grid: Double
  ) -> Bool {
    var (informative, better) = (0, 0)
    let square = minimumDistance * grid * (minimumDistance * grid)
    for first in offsets.indices.dropLast(CubicDistance.samples - 1)
    where offsets[first] != offsets[first + CubicDistance.samples - 1] {
      let own = CubicDistance.squared(first, x: { times[$0] }, y: { offsets[$0] })
      let other = CubicDistance.squared(first, x: { others[$0] }, y: { offsets[$0] })
      guard max(own, other) > max(square, 4 * min(own, other)) else { continue }
      informative += 1
      if own < other { better += 1 }
    }
    return better >= minimumBetter && Double(better) >= minimumShare * Double(informative)
  }

  /// The distance from a cubic, in steps of the grid, that rounding alone does not make.
  private static let minimumDistance = 1.0
  /// The fewest windows that must be smoother, and the least share of those that show a difference.
  private static let minimumBetter = 4
  private static let minimumShare = 0.75
}
