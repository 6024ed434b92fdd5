import LeastSquares
import Recordings
import ScrollFitting

/// The delay of the content behind the finger: the τ and c of each drag for which Σ (offset(t) − finger(t − τ) − c)² is least.
struct FingerLatency {
  let trace: Trace
  let axis: Axis
  /// The time between frames, s.
  let interval: Double
  /// σ_t, s.
  let timestampJitter: Double

  /// The systematic error by errors of the times, which finger and content have in common, s: they draw the delay to 0 by at most
  /// 7 σ_t²/T in simulated sessions (docs/release.md).
  var systematicError: Double { 7 * timestampJitter * timestampJitter / interval }

  /// s.
  private static let range = -0.05...0.2
  private static let step = 0.001
  /// The fewest samples of a drag, and the most that are looked at.
  private static let minimumCount = 6
  private static let maximumCount = 1000

  /// The mean over the drags, weighted by their errors, and the number of them.
  ///
  /// The interval takes the errors of a drag's samples as independent; of several drags it takes their scatter where that is larger.
  func estimate(_ drags: [Range<Int>], confidence: Double) -> (Estimate, drags: Int)? {
    let delays = drags.compactMap(delay)
    guard !delays.isEmpty else { return nil }
    let weights = delays.map { 1 / ($0.error * $0.error) }
    let sum = weights.reduce(0, +)
    let mean = zip(delays, weights).reduce(0) { $0 + $1.0.value * $1.1 } / sum
    let chiSquared = zip(delays, weights).reduce(0) { $0 + ($1.0.value - mean) * ($1.0.value - mean) * $1.1 }
    let scatter = delays.count > 1 ? max(1, chiSquared / Double(delays.count - 1)) : 1
    let error = (scatter / sum + systematicError * systematicError).squareRoot()
    let degreesOfFreedom = delays.count > 1 ? Double(delays.count - 1) : delays[0].degreesOfFreedom
    let half = StudentT(degreesOfFreedom: degreesOfFreedom).criticalValue(confidence: confidence) * error
    let estimate = Estimate(
      name: "latency", unit: "s", value: mean, standardError: error, interval: mean - half...mean + half)
    return (estimate, delays.count)
  }

  private func delay(_ drag: Range<Int>) -> (value: Double, error: Double, degreesOfFreedom: Double)? {
    guard let offsets = trace.offsets[axis], let travel = trace.fingers[axis], drag.count >= Self.minimumCount
    else {
      return nil
    }
    let finger = InterpolatedCurve(times: trace.times, values: travel, range: drag)
    // The finger before it came down, and the content's first response, are of no drag.
    let used = drag.dropFirst(2).prefix(Self.maximumCount)
    func fit(_ delay: Double) -> (squares: Double, count: Int, spread: Double) {
      let samples = used.filter {
        trace.times[$0] - delay >= trace.times[drag.lowerBound]
          && trace.times[$0] - delay <= trace.times[drag.upperBound - 1]
      }
      guard samples.count >= 4 else { return (.infinity, 0, 0) }
      let differences = samples.map { offsets[$0] - finger.value(at: trace.times[$0] - delay) }
      let mean = differences.reduce(0, +) / Double(samples.count)
      let slopes = samples.map { finger.slope(at: trace.times[$0] - delay, step: interval / 4) }
      let slope = slopes.reduce(0, +) / Double(samples.count)
      return (
        differences.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }, samples.count,
        slopes.reduce(0) { $0 + ($1 - slope) * ($1 - slope) }
      )
    }
    // The mean square, so that a delay that leaves out samples gains nothing by it.
    func cost(_ delay: Double) -> Double {
      let (squares, count, _) = fit(delay)
      return count * 3 >= used.count * 2 ? squares / Double(count - 2) : .infinity
    }
    let scanned = stride(from: Self.range.lowerBound, through: Self.range.upperBound, by: Self.step).map {
      $0
    }
    guard let coarse = scanned.min(by: { cost($0) < cost($1) }), cost(coarse).isFinite else { return nil }
    let best = refined(coarse, cost)
    let (squares, count, spread) = fit(best)
    guard count > 2, spread > 0 else { return nil }
    let grid = PixelGrid.detect(offsets) ?? 0
    let variance = max(squares / Double(count - 2), grid * grid / 6)
    let error = (variance / spread).squareRoot()
    // A drag of nearly one velocity shows no delay apart from its unknown start.
    guard error > 0, error < interval else { return nil }
    return (best, error, Double(count - 2))
  }

  /// The vertex of the parabola through the cost at a delay and beside it.
  private func refined(_ delay: Double, _ cost: (Double) -> Double) -> Double {
    let (before, at, after) = (cost(delay - Self.step), cost(delay), cost(delay + Self.step))
    let bend = before - 2 * at + after
    guard bend > 0, bend.isFinite else { return delay }
    return delay + Self.step * min(0.5, max(-0.5, (before - after) / (2 * bend)))
  }
}

/// A curve through samples: the parabola through the nearest three.
private struct InterpolatedCurve {
  let times: [Double]
  let values: [Double]
  let range: Range<Int>

  func value(at time: Double) -> Double {
    let after = min(firstIndex(after: time), range.upperBound - 1)
    let nearest =
      after > range.lowerBound && time - times[after - 1] < times[after] - time ? after - 1 : after
    let middle = min(max(nearest, range.lowerBound + 1), range.upperBound - 2)
    let (a, b, c) = (times[middle - 1], times[middle], times[middle + 1])
    return values[middle - 1] * (time - b) * (time - c) / ((a - b) * (a - c))
      + values[middle] * (time - a) * (time - c) / ((b - a) * (b - c))
      + values[middle + 1] * (time - a) * (time - b) / ((c - a) * (c - b))
  }

  /// The first sample of the range behind a time, by bisection; its end where there is none.
  private func firstIndex(after time: Double) -> Int {
    var (low, high) = (range.lowerBound, range.upperBound)
    while low < high {
      let middle = (low + high) / 2
      if times[middle] > time { high = middle } else { low = middle + 1 }
    }
    return low
  }

  func slope(at time: Double, step: Double) -> Double {
    (value(at: time + step) - value(at: time - step)) / (2 * step)
  }
}
