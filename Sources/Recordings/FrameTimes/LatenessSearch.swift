/// The likeliest lateness of times at known ticks, for one duration of a tick after the other.
///
/// From one duration to the next, and where few ticks change, the times keep nearly the order in which they are late: it is kept, and
/// put right by insertion.
struct LatenessSearch {
  private let times: [Double]
  /// The tick that each time shows.
  var ticks: [Double] = []
  /// The samples in the order of their residuals at the last duration, and these, s.
  private var order: [Int] = []
  private var residuals: [Double] = []
  /// The position of the last origin in that order.
  private var position = 0

  init(_ times: ArraySlice<Double>) { self.times = Array(times) }

  /// Returns the maximum likelihood for ticks of a known duration.
  ///
  /// - Complexity: O(n + m) for n times, m pairs of which change places; O(n log n) at first.
  mutating func lateness(tick: Double) -> Lateness {
    sortResiduals(tick: tick)
    let count = Double(times.count)
    let least = residuals[0]
    let total = residuals.reduce(0) { $0 + ($1 - least) }
    // The maximum is at one of the residuals: where √late + √early is least, both means over all samples.
    var best = (width: Double.infinity, position: 0, late: 0.0, early: 0.0)
    func sums(_ position: Int, _ below: Double) -> (late: Double, early: Double) {
      let own = residuals[position] - least
      let number = Double(position + 1)
      return (max(0, total - below - own * (count - number)), max(0, own * number - below))
    }
    func means(_ sums: (late: Double, early: Double)) -> (late: Double, early: Double) {
      ((sums.late / count).squareRoot(), (sums.early / count).squareRoot())
    }
    // The last position is a bound that few others reach, without a root: √a + √b < √w where 4ab < (w − a − b)², a + b < w.
    let last = means(sums(position, residuals[...position].reduce(0) { $0 + ($1 - least) }))
    var square = (last.late + last.early) * (last.late + last.early) * count * (1 + 1e-12)
    var below = 0.0
    for position in residuals.indices {
      below += residuals[position] - least
      let own = sums(position, below)
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

  private mutating func sortResiduals(tick: Double) {
    let (times, ticks) = (times, ticks)
    func residual(_ sample: Int) -> Double { times[sample] - tick * ticks[sample] }
    if order.isEmpty {
      let sorted = times.indices.map { (residual($0), $0) }.sorted { $0.0 < $1.0 }
      residuals = sorted.map(\.0)
      order = sorted.map(\.1)
      return
    }
    order.withUnsafeMutableBufferPointer { order in
      residuals.withUnsafeMutableBufferPointer { residuals in
        for position in order.indices {
          let sample = order[position]
          let own = residual(sample)
          var place = position
          while place > 0, residuals[place - 1] > own {
            residuals[place] = residuals[place - 1]
            order[place] = order[place - 1]
            place -= 1
          }
          residuals[place] = own
          order[place] = sample
        }
      }
    }
  }
}
