import Recordings

/// One axis of a recording as the segmentation sees it: samples and how far each is to be trusted.
struct Motion {
  let times: [Double]
  let offsets: [Double]
  /// 1/σᵢ of each sample.
  private(set) var precisions: [Double]
  /// The smallest difference the offsets can show, in their unit.
  let resolution: Double
  /// The median time between samples, s.
  let interval: Double

  var count: Int { times.count }

  /// What the precisions are made of.
  private let noise: Noise

  /// σᵢ² = floor² + (vᵢ σ_t)²: what rounding leaves of every offset, and what an uncertain clock makes of it where the
  /// content moves.
  private struct Noise {
    let floor: Double
    /// σ_t, s.
    let clock: Double
    let velocities: [Double]
    /// Where frames repeat the one before, offsets are read by a frame too early or too late.
    let misread: Set<Int>

    func precisions(interval: Double, leastClock: Double) -> [Double] {
      let clock = max(clock, leastClock)
      return velocities.indices.map { index in
        let error = velocities[index] * (misread.contains(index) ? max(clock, interval) : clock)
        return 1 / (floor * floor + error * error).squareRoot()
      }
    }
  }

  init(times: [Double], offsets: [Double], grid: Double?) {
    self.times = times
    self.offsets = offsets
    interval = FrameClock.detect(times)?.interval ?? 1.0 / 60
    let largest = offsets.reduce(0) { max($0, abs($1)) }
    let grid = grid ?? StepGrid.detect(offsets)
    let resolution = grid ?? max(1e-9 * largest, 1e-9)
    self.resolution = resolution
    let floor = max(resolution / 12.0.squareRoot(), grid == nil ? Motion.offsetNoise(times, offsets) : 0)
    let velocities = Motion.velocities(times, offsets)
    noise = Noise(
      floor: floor, clock: Motion.clockNoise(times, offsets, velocities, floor: floor),
      velocities: velocities,
      misread: RepeatedFrames.misread(offsets, grid: resolution))
    precisions = noise.precisions(interval: interval, leastClock: 0)
  }

  /// The same samples with σ_t at least this part of a frame.
  func with(leastClockNoise: Double) -> Motion {
    var coarse = self
    coarse.precisions = noise.precisions(interval: interval, leastClock: leastClockNoise * interval)
    return coarse
  }

  /// The slope from the neighbour before to the one after, unit/s.
  private static func velocities(_ times: [Double], _ offsets: [Double]) -> [Double] {
    times.indices.map { index in
      let before = max(index - 1, 0)
      let after = min(index + 1, times.count - 1)
      return before == after ? 0 : (offsets[after] - offsets[before]) / (times[after] - times[before])
    }
  }

  /// The noise of every offset, at rest or not: a low quantile of how far the samples lie from the cubic through their
  /// neighbours. 0 for a recording that is ever smooth or still.
  private static func offsetNoise(_ times: [Double], _ offsets: [Double]) -> Double {
    var sizes = (2..<max(2, times.count - 2)).map { i in
      let (distance, squares) = distanceFromNeighbours(times, offsets, i)
      return distance / squares.squareRoot()
    }
    guard sizes.count >= 20 else { return 0 }
    sizes.sort()
    // A tenth of normal numbers are smaller than 0.1257 standard deviations.
    return sizes[sizes.count / 10] / 0.1257
  }

  /// How far a sample lies from the cubic through its four neighbours, and the variance of that distance where every offset's
  /// is 1.
  private static func distanceFromNeighbours(
    _ times: [Double], _ offsets: [Double], _ i: Int
  ) -> (distance: Double, squares: Double) {
    var value = 0.0
    var squares = 1.0
    for a in [i - 2, i - 1, i + 1, i + 2] {
      var weight = 1.0
      for b in [i - 2, i - 1, i + 1, i + 2] where b != a {
        weight *= (times[i] - times[b]) / (times[a] - times[b])
      }
      value += weight * offsets[a]
      squares += weight * weight
    }
    return ((offsets[i] - value).magnitude, squares)
  }

  /// The standard deviation of the recorded times, s: the median over the moving samples of how far each lies from the
  /// parabola through its four neighbours, less what rounding explains. At least what the last decimal of the times
  /// leaves.
  private static func clockNoise(
    _ times: [Double], _ offsets: [Double], _ velocities: [Double], floor: Double
  ) -> Double {
    var sizes: [Double] = []
    for i in 2..<max(2, times.count - 2) {
      let slope = velocities[i].magnitude
      guard slope > 0 else { continue }
      let (distance, squares) = distanceFromNeighbours(times, offsets, i)
      let rounding = floor * squares.squareRoot()
      let excess = distance > rounding ? (distance * distance - rounding * rounding).squareRoot() : 0
      sizes.append(excess / (slope * squares.squareRoot()))
    }
    guard sizes.count >= 8 else { return 0 }
    sizes.sort()
    // The smaller half of normal numbers have a root mean square of 0.3776 standard deviations; fingers and hitches are
    // among the rest.
    let kept = sizes.prefix(sizes.count / 2)
    return (kept.reduce(0) { $0 + $1 * $1 } / Double(kept.count)).squareRoot() / 0.3776
  }
}

extension Motion {
  /// Whether all offsets of a range are one.
  func isStill(_ range: Range<Int>) -> Bool {
    range.allSatisfy { offsets[$0] == offsets[range.lowerBound] }
  }

  /// The coarsest pixel there is, in the offsets' unit.
  var unit: Double { 1 }

  /// The largest minus the smallest offset of a range.
  func travel(_ range: Range<Int>) -> Double {
    let part = offsets[range]
    return (part.max() ?? 0) - (part.min() ?? 0)
  }

  /// The slope of the parabola through the up to five samples of a range nearest to one of its ends, there.
  func velocity(at index: Int, in range: Range<Int>) -> Double {
    let span =
      index - range.lowerBound < range.upperBound - index
      ? range.lowerBound..<min(range.upperBound, range.lowerBound + 5)
      : max(range.lowerBound, range.upperBound - 5)..<range.upperBound
    var fitter = SpanFitter(self)
    guard span.count > 2, let fit = fitter.fit(Parabola(), span, from: [[]]) else {
      // Too few to bend: the step to or from the neighbour outside.
      let before = max(0, span.lowerBound - 1)
      let after = min(count - 1, span.upperBound - 1)
      return after > before ? (offsets[after] - offsets[before]) / (times[after] - times[before]) : 0
    }
    return fit.coefficients[1] + 2 * fit.coefficients[2] * (times[index] - times[span.lowerBound])
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
