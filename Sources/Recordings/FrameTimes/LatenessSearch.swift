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
    // The maximum is at one of the residuals: where √late + √early is least, both means over all samples.
    let best = scrollfit_narrowest(scrollfit_fastest_path(), residuals, &sums, times.count, position)
    guard best.position >= 0 else {
      position = 0
      return Lateness(origin: residuals[0], tick: tick, late: .nan, early: .nan)
    }
    position = best.position
    let width = best.late + best.early
    return Lateness(
      origin: residuals[position], tick: tick, late: best.late * width, early: best.early * width)
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

  /// Finds the residuals in ascending order.
  private mutating func sortResiduals(tick: Double) {
    let (times, ticks) = (times, ticks)
    residuals.withUnsafeMutableBufferPointer { residuals in
      for sample in times.indices { residuals[sample] = times[sample] - tick * ticks[sample] }
      scrollfit_sort(scrollfit_fastest_path(), residuals.baseAddress, times.count)
    }
  }
}
