import Elementary
import LinearAlgebra

/// The release of a finger that offsets alone show: a corner of the speed, from which on the content slows down to rest.
///
/// Content that is let go begins to lose speed at once. A hand that stops it turns from gaining speed to losing it smoothly, as hands do
/// (T. Flash and N. Hogan, *The Coordination of Arm Movements*, Journal of Neuroscience 5, 1985). Around each sample near the largest
/// speed two curves of five coefficients are fitted: a parabola before it and a cubic after it with one offset and one speed there, and a
/// polynomial of the fourth degree. The corner is where the first has the larger likelihood by a factor of a hundred.
struct ReleaseCorner {
  /// The samples that the release lies between.
  let samples: ClosedRange<Int>
  /// True if no hand is likely to have made it: by a likelihood ratio of ten thousand.
  let isCertain: Bool

  /// The time to either side over which the speed is looked at, s.
  private static let reach = 0.1
  /// Half of the time over which a speed is taken, s.
  private static let halfWidth = 0.025
  /// The time to either side of the largest speed in which a corner may lie, s.
  private static let nearness = 0.06
  /// The shortest way to rest that is a fling's, s: a hand stops content sooner.
  private static let minimumDuration = 0.15
  /// The largest mean speed over the last part of the way to rest, in largest speeds, and how long that part is, of the way: a hand may stop
  /// content that still moves, and a steady deceleration has half of the share left.
  private static let (maximumEndSpeed, endShare) = (0.2, 0.15)
  /// The logarithms of the likelihood ratios that show a corner, make it certain, and leave its place open.
  private static let (minimumRatio, certainRatio, maximumLoss) = (4.6, 9.2, 2.0)
  /// The samples by which the release may be earlier than the corner: the first frames after it may be the finger's or repeat one.
  private static let lateness = 2

  /// - Parameters:
  ///   - range: a movement, from the last sample at rest to the first one at rest again.
  ///   - resolution: the step of the offsets' grid, in units of length.
  ///   - isRepeated: true for samples that show the frame before again: they are skipped.
  /// - Returns: nil where no corner shows, or the content does not slow down to rest after it.
  init?(
    times: [Double], offsets: [Double], in range: Range<Int>, resolution: Double,
    skipping isRepeated: (Int) -> Bool
  ) {
    let shown = range.filter { !isRepeated($0) }
    let motion = MovementSamples(times: shown.map { times[$0] }, offsets: shown.map { offsets[$0] })
    guard let peak = motion.fastest(over: Self.halfWidth), let end = motion.times.last else { return nil }
    let corners = motion.times.indices.filter {
      (motion.times[$0] - motion.times[peak.sample]).magnitude <= Self.nearness
        && end - motion.times[$0] >= Self.minimumDuration
    }.compactMap { sample in
      motion.corner(at: sample, reach: Self.reach, direction: peak.velocity, resolution: resolution).map {
        (sample: sample, ratio: $0)
      }
    }
    guard let best = corners.max(by: { $0.ratio < $1.ratio }), best.ratio >= Self.minimumRatio else {
      return nil
    }
    let last = motion.times.indices.last {
      motion.times[$0] <= end - Self.endShare * (end - motion.times[best.sample])
    }
    guard let last, motion.isOneWay(from: best.sample, within: resolution),
      motion.meanVelocity(last, motion.times.count - 1).magnitude
        <= Self.maximumEndSpeed * peak.velocity.magnitude
    else { return nil }
    isCertain = best.ratio >= Self.certainRatio
    let likely = corners.filter { $0.ratio >= best.ratio - Self.maximumLoss }.map(\.sample)
    let first = max(0, (likely.first ?? best.sample) - Self.lateness)
    samples = shown[first]...shown[likely.last ?? best.sample]
  }
}

/// The samples of a movement that show frames of their own.
private struct MovementSamples {
  let times: [Double]
  let offsets: [Double]

  func meanVelocity(_ first: Int, _ last: Int) -> Double {
    (offsets[last] - offsets[first]) / (times[last] - times[first])
  }

  /// The sample with the largest speed, and the velocity there; nil for too few samples.
  func fastest(over halfWidth: Double) -> (sample: Int, velocity: Double)? {
    guard times.count >= 10 else { return nil }
    let velocities = times.indices.map { sample in
      var (first, last) = (max(0, sample - 2), min(times.count - 1, sample + 2))
      while first > 0, times[sample] - times[first - 1] <= halfWidth { first -= 1 }
      while last < times.count - 1, times[last + 1] - times[sample] <= halfWidth { last += 1 }
      return meanVelocity(first, last)
    }
    return velocities.indices.max { velocities[$0].magnitude < velocities[$1].magnitude }
      .map { ($0, velocities[$0]) }
  }

  /// Returns true if the content does not turn round after a sample.
  func isOneWay(from sample: Int, within resolution: Double) -> Bool {
    let way = offsets[times.count - 1] - offsets[sample]
    let steps = zip(offsets[(sample + 1)...], offsets[sample...]).map { $0 - $1 }
    return steps.allSatisfy { $0 * way >= 0 || $0.magnitude <= resolution }
  }

  /// The logarithm of the likelihood of a corner at a sample over that of a smooth turn; nil where the speed does not begin to fall there.
  func corner(at sample: Int, reach: Double, direction: Double, resolution: Double) -> Double? {
    let near = times.indices.filter { (times[$0] - times[sample]).magnitude <= reach * 1.000001 }
    let ages = near.map { (times[$0] - times[sample]) / reach }
    guard ages.count(where: { $0 < 0 }) >= 3, ages.count(where: { $0 > 0 }) >= 4 else { return nil }
    let observed = near.map { offsets[$0] - offsets[sample] }
    func power(_ degree: Int) -> [Double] {
      ages.map { age in (0..<degree).reduce(1) { power, _ in power * age } }
    }
    guard
      let corner = fit(
        [
          power(0), ages, ages.map { $0 < 0 ? $0 * $0 : 0 }, ages.map { $0 > 0 ? $0 * $0 : 0 },
          ages.map { $0 > 0 ? $0 * $0 * $0 : 0 },
        ], to: observed),
      let turn = fit((0...4).map(power), to: observed)
    else { return nil }
    let side = direction < 0 ? -1.0 : 1.0
    let (before, after) = (side * corner.coefficients[2], side * corner.coefficients[3])
    guard after < 0, after < before else { return nil }
    let rounding = Double(near.count) * resolution * resolution / 12
    return Double(near.count) / 2
      * logarithm((turn.sumOfSquares + rounding) / (corner.sumOfSquares + rounding))
  }

  private func fit(_ columns: [[Double]], to observed: [Double]) -> (
    coefficients: [Double], sumOfSquares: Double
  )? {
    let matrix = Matrix(rows: observed.count, columns: columns.count, elements: columns.flatMap(\.self))
    guard let solution = try? matrix.leastSquaresByQR(observed), solution.rank == columns.count else {
      return nil
    }
    let residuals = observed.indices.map { row in
      columns.indices.reduce(observed[row]) { $0 - columns[$1][row] * solution.x[$1] }
    }
    return (solution.x, residuals.product(residuals))
  }
}
