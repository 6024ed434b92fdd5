internal import CKernels
import Recordings

/// One axis of a recording as the segmentation sees it: samples and how far each is to be trusted.
struct Motion {
  let times: [Double]
  let offsets: [Double]
  /// 1/σᵢ of each sample.
  private(set) var precisions: [Double]
  /// The smallest difference the offsets can show, in their unit: the step that they are rounded to, or the one of a rounding that errs as
  /// much as their noise.
  let resolution: Double
  /// True if the offsets are rounded to steps that they show.
  let hasGrid: Bool
  /// The median time between samples, s.
  let interval: Double
  let noise: RecorderNoise
  /// True for the samples whose times were read too early or too late.
  let isMisread: [Bool]

  var count: Int { times.count }

  /// - Parameter deviations: the standard deviations of the offsets apart from their rounding, where they are recorded.
  init(times: [Double], offsets: [Double], grid: Double?, deviations: [Double]? = nil) {
    self.times = times
    self.offsets = offsets
    interval = FrameClock.detect(times)?.interval ?? 1.0 / 60
    let largest = offsets.reduce(0) { max($0, abs($1)) }
    let decimal = grid == nil ? PixelGrid.lastDecimal(offsets) : 0
    let grid = grid ?? StepGrid.detect(offsets, decimal: decimal)
    hasGrid = grid != nil
    let step = grid ?? max(decimal, 1e-9 * largest, 1e-9)
    noise = RecorderNoise(
      times: times, offsets: offsets, interval: interval, resolution: step, hasGrid: hasGrid,
      deviations: deviations)
    resolution = max(step, noise.offsetNoise * 12.0.squareRoot())
    precisions = noise.precisions(times: times, offsets: offsets, interval: interval, minimumJitter: 0)
    isMisread = noise.isMisread
  }

  private init(_ whole: Motion, _ range: Range<Int>) {
    times = Array(whole.times[range])
    offsets = Array(whole.offsets[range])
    precisions = Array(whole.precisions[range])
    isMisread = Array(whole.isMisread[range])
    (resolution, hasGrid, interval, noise) = (whole.resolution, whole.hasGrid, whole.interval, whole.noise)
  }

  /// The same samples with σ_t at least this part of a frame.
  func with(minimumJitter share: Double) -> Motion {
    let minimumJitter = share * interval
    guard noise.timestampJitter < minimumJitter else { return self }
    var coarse = self
    coarse.precisions = noise.precisions(
      times: times, offsets: offsets, interval: interval, minimumJitter: minimumJitter)
    return coarse
  }
}

/// The cubics through the windows of as many neighboring samples, by a window's first sample.
struct LocalCubics {
  /// The residual sums of squares.
  private(set) var squares: [Double]
  /// The cubics' values in the middle of their windows, from the offsets there.
  private(set) var values: [Double]

  /// - Parameters:
  ///   - width: the samples of a window, odd.
  ///   - leavesOutCenter: whether a cubic passes by the sample in the middle of its window.
  ///   - interval: the median time between samples, s.
  init(times: [Double], offsets: [Double], width: Int, leavesOutCenter: Bool = false, interval: Double) {
    let windows = max(0, times.count - width + 1)
    squares = [Double](repeating: 0, count: windows)
    values = squares
    scrollfit_cubics(
      scrollfit_fastest_path(), times, offsets, times.count, width, leavesOutCenter ? 1 : 0, interval,
      &squares, &values)
  }
}

extension Motion {
  /// The samples of a range alone, some of them next to without weight. Copies no more than the range.
  func part(_ range: Range<Int>, ignoring ignored: Range<Int>) -> Motion {
    var part = Motion(self, range)
    for i in ignored { part.precisions[i - range.lowerBound] *= 1e-3 }
    return part
  }

  /// Returns true if all offsets of a range are one.
  func isStill(_ range: Range<Int>) -> Bool {
    range.allSatisfy { offsets[$0] == offsets[range.lowerBound] }
  }

  /// The coarsest pixel there is, in the offsets' unit.
  var unit: Double { 1 }

  /// The time from the first to the last sample of a range, s.
  func duration(_ range: Range<Int>) -> Double { times[range.upperBound - 1] - times[range.lowerBound] }

  /// The mean velocity from one sample to another.
  func meanVelocity(_ first: Int, _ last: Int) -> Double {
    (offsets[last] - offsets[first]) / (times[last] - times[first])
  }

  /// The largest minus the smallest offset of a range.
  func travel(_ range: Range<Int>) -> Double {
    let part = offsets[range]
    return (part.max() ?? 0) - (part.min() ?? 0)
  }

  /// The travel that shows no motion of its own: a point, or two pixels where they are at most a point; of offsets without pixels as far as
  /// noise goes.
  var tremor: Double { max(unit, 2 * (hasGrid ? min(resolution, unit) : resolution)) }

  /// Returns true if a range, with the sample before it, shows no motion of its own.
  func isTremor(_ range: Range<Int>) -> Bool {
    travel(max(range.lowerBound - 1, 0)..<range.upperBound) <= tremor
  }

  /// The first sample of a range at or after a time; the range's end where there is none.
  func firstSample(after time: Double, in range: Range<Int>) -> Int {
    var low = range.lowerBound
    var high = range.upperBound
    while low < high {
      let middle = (low + high) / 2
      if times[middle] < time { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

/// Samples whose time was read late, as a busy device does, each alone among others that were not.
///
/// A cubic through four neighbors on each side predicts each sample. Where these agree with each other and the
/// sample does not, it is off; where the motion itself changes, they do not agree either.
struct LateSamples {
  let samples: Set<Int>

  /// The number of neighbors on each side.
  private static let halfWidth = 4
  /// The 99.9 % quantile of χ² with four degrees of freedom, which eight neighbors leave a cubic.
  private static let chiSquaredLimit = 18.5
  /// The variance of a sample's difference from its prediction, at even steps, over that of the sample.
  private static let varianceRatio = 1.343
  /// The number of standard deviations beyond which a sample is off.
  private static let minimumDeviation = 3.0
  /// The shortest delay that counts, s.
  private static let minimumDelay = 2e-3

  /// - Parameters:
  ///   - interval: the median time between samples, s.
  ///   - offsetNoise: the standard deviation of an offset at rest.
  ///   - timestampJitter: σ_t, s.
  /// - Complexity: O(samples).
  init(times: [Double], offsets: [Double], interval: Double, offsetNoise: Double, timestampJitter: Double) {
    var samples: Set<Int> = []
    let cubics = LocalCubics(
      times: times, offsets: offsets, width: 2 * Self.halfWidth + 1, leavesOutCenter: true, interval: interval
    )
    for index in times.indices.dropFirst(Self.halfWidth).dropLast(Self.halfWidth) {
      let (first, last) = (index - Self.halfWidth, index + Self.halfWidth)
      let duration = times[last] - times[first]
      // Over a pause a cubic predicts nothing.
      guard duration < 3 * Double(2 * Self.halfWidth + 1) * interval else { continue }
      let velocity = (offsets[last] - offsets[first]) / duration
      guard velocity != 0 else { continue }
      let timing = velocity * timestampJitter
      let noise = offsetNoise * offsetNoise + timing * timing
      guard noise > 0, cubics.squares[first] <= Self.chiSquaredLimit * noise else { continue }
      // Read late, the content is behind where it is expected.
      let error = cubics.values[first]
      guard error * velocity > 0, error.magnitude > velocity.magnitude * Self.minimumDelay else { continue }
      if error * error > Self.minimumDeviation * Self.minimumDeviation * Self.varianceRatio * noise {
        samples.insert(index)
      }
    }
    self.samples = samples
  }
}
