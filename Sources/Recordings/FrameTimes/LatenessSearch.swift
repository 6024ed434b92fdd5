internal import CKernels

/// The likeliest lateness of times at known ticks, for one duration of a tick after the other.
struct LatenessSearch {
  private let times: [Double]
  /// The tick that each time shows.
  var ticks: [Double] = []
  /// The residuals at the last duration in ascending order, s, and behind the last one what their sorting needs.
  private var residuals: [Double]
  /// The sums of the residuals' distances from the least one, as far as each.
  private var sums: [Double]
  /// The position of the last origin among them.
  private var position = 0

  init(_ times: ArraySlice<Double>) {
    self.times = Array(times)
    residuals = [Double](repeating: 0, count: (times.count + 7) / 8 * 8)
    sums = [Double](repeating: 0, count: times.count)
  }

  /// Returns the maximum likelihood for ticks of a known duration.
  ///
  /// - Complexity: O(n log² n) for n times.
  mutating func lateness(tick: Double) -> Lateness {
    sortResiduals(tick: tick)
    let count = Double(times.count)
    let (residuals, sums) = (residuals, sums)
    let (least, total) = (residuals[0], sums[times.count - 1])
    // The maximum is at one of the residuals: where √late + √early is least, both means over all samples.
    var best = (width: Double.infinity, position: 0, late: 0.0, early: 0.0)
    func distances(_ position: Int) -> (late: Double, early: Double) {
      let own = residuals[position] - least
      let (number, below) = (Double(position + 1), sums[position])
      return (max(0, total - below - own * (count - number)), max(0, own * number - below))
    }
    func means(_ sums: (late: Double, early: Double)) -> (late: Double, early: Double) {
      ((sums.late / count).squareRoot(), (sums.early / count).squareRoot())
    }
    // The last position is a bound that few others reach, without a root: √a + √b < √w where 4ab < (w − a − b)², a + b < w.
    let last = means(distances(position))
    var square = (last.late + last.early) * (last.late + last.early) * count * (1 + 1e-12)
    for position in times.indices {
      let own = distances(position)
      let rest = square - own.late - own.early
      guard rest > 0, 4 * own.late * own.early < rest * rest else { continue }
      let (late, early) = means(own)
      guard late + early < best.width else { continue }
      best = (late + early, position, late, early)
      square = best.width * best.width * count * (1 + 1e-12)
    }
    position = best.position
    return Lateness(
      origin: residuals[best.position], tick: tick, late: best.late * best.width,
      early: best.early * best.width)
  }

  /// Returns the maximum likelihood of the tick too, near a straight line's: where times are only late it is far more exact, as the
  /// earliest ones show it alone.
  mutating func lateness(near line: Lateness.Line) -> Lateness {
    var best = lateness(tick: line.tick)
    var width = best.logWidth
    var step = line.deviation
    for _ in 0..<Self.refinements {
      for tick in [best.tick - 2 * step, best.tick - step, best.tick + step, best.tick + 2 * step] {
        let other = lateness(tick: tick)
        let otherWidth = other.logWidth
        if otherWidth < width { (best, width) = (other, otherWidth) }
      }
      step /= 2.5
    }
    return best
  }

  private static let refinements = 6

  /// Finds the residuals in ascending order, and their sums.
  private mutating func sortResiduals(tick: Double) {
    let (times, ticks) = (times, ticks)
    residuals.withUnsafeMutableBufferPointer { residuals in
      for sample in times.indices { residuals[sample] = times[sample] - tick * ticks[sample] }
      scrollfit_sort(scrollfit_fastest_path(), residuals.baseAddress, times.count)
    }
    var sum = 0.0
    for position in times.indices {
      sum += residuals[position] - residuals[0]
      sums[position] = sum
    }
  }
}
