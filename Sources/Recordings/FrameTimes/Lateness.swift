import Elementary

/// The distribution of recorded times around a display's ticks: t = origin + tick × n + e, e late by an exponential, early by another.
///
/// The asymmetric Laplace distribution (S. Kotz, T. Kozubowski and K. Podgórski, *The Laplace Distribution and Generalizations*,
/// 2001): a busy device reads its clock late, one that rounds or scatters both ways.
struct Lateness {
  /// The time of tick 0, s: the distribution's mode.
  let origin: Double
  /// The time between ticks, s.
  let tick: Double
  /// The scales of late and of early times, s.
  private let late: Double
  private let early: Double

  private static let minimumLate = 1e-4
  private static let minimumEarly = 5e-5
  /// In ticks.
  private static let maximumEarliness = 0.75
  /// A single time may be off for any reason.
  private static let maximumCost = 30.0

  /// Before anything is known.
  init(origin: Double, tick: Double) {
    (self.origin, self.tick) = (origin, tick)
    (late, early) = (1.5e-3, 3e-4)
  }

  /// The maximum likelihood of times at known ticks of a known duration.
  private init(_ times: ArraySlice<Double>, _ ticks: [Int], tick: Double) {
    let count = Double(times.count)
    let residuals = zip(times, ticks).map { $0 - tick * Double($1) }.sorted()
    let total = residuals.reduce(0) { $0 + ($1 - residuals[0]) }
    // The maximum is at one of the residuals: where √late + √early is least, both means over all samples.
    var below = 0.0
    var best = (width: Double.infinity, origin: residuals[0], late: 0.0, early: 0.0)
    for (index, residual) in residuals.enumerated() {
      let own = residual - residuals[0]
      below += own
      let early = (max(0, own * Double(index + 1) - below) / count).squareRoot()
      let late = (max(0, total - below - own * (count - Double(index + 1))) / count).squareRoot()
      if late + early < best.width { best = (late + early, residual, late, early) }
    }
    self.tick = tick
    origin = best.origin
    late = max(best.late * best.width, Self.minimumLate)
    early = max(best.early * best.width, Self.minimumEarly)
  }

  /// The logarithm of the distribution's width, in milliseconds.
  var logWidth: Double { logarithm((late + early) * 1e3) }

  /// The last tick that a time may show.
  func latestTick(_ time: Double) -> Int {
    Int(((time - origin) / tick + Self.maximumEarliness).rounded(.down))
  }

  /// The tick that a time most likely shows, whatever others show.
  func nearestTick(_ time: Double) -> Int {
    Int(((time - origin) / tick + early / (early + late)).rounded(.down))
  }

  /// The cost of a time at a tick: −log of the density, but for its width.
  func cost(of time: Double, at ticks: Int) -> Double {
    let error = time - origin - tick * Double(ticks)
    return min(error >= 0 ? error / late : -error / early, Self.maximumCost)
  }
}

extension Lateness {
  /// The straight line through times at known ticks.
  struct Line {
    /// The time between ticks, s, and its standard deviation.
    let tick: Double
    let deviation: Double

    /// - Parameters:
    ///   - nominal: the display's tick, s.
    ///   - rateDeviation: the relative standard deviation of a display's own tick from it.
    init(_ times: ArraySlice<Double>, _ ticks: [Int], nominal: Double, rateDeviation: Double) {
      let count = Double(ticks.count)
      let center = ticks.reduce(0) { $0 + Double($1) } / count
      var (products, squares, sum, sumOfSquares) = (0.0, 0.0, 0.0, 0.0)
      let first = times[times.startIndex]
      for (time, ticks) in zip(times, ticks) {
        let residual = time - first - nominal * Double(ticks)
        let distance = Double(ticks) - center
        products += distance * residual
        squares += distance * distance
        sum += residual
        sumOfSquares += residual * residual
      }
      let rest = sumOfSquares - sum * sum / count - products * products / squares
      let variance = max(rest / count, 1e-9)
      let prior = rateDeviation * nominal
      let precision = squares / variance + 1 / (prior * prior)
      tick = nominal + products / variance / precision
      deviation = (1 / precision).squareRoot()
    }
  }

  /// The lateness of times at known ticks, whose straight line gives the tick.
  init(_ times: ArraySlice<Double>, _ ticks: [Int], _ line: Line) { self.init(times, ticks, tick: line.tick) }

  /// The maximum likelihood of the tick too, near the straight line's: where times are only late it is far more exact, as the earliest ones
  /// show it alone.
  init(mostLikely times: ArraySlice<Double>, _ ticks: [Int], near line: Line) {
    var best = Lateness(times, ticks, line)
    var step = line.deviation
    for _ in 0..<Self.refinements {
      for tick in [best.tick - 2 * step, best.tick - step, best.tick + step, best.tick + 2 * step] {
        let other = Lateness(times, ticks, tick: tick)
        if other.logWidth < best.logWidth { best = other }
      }
      step /= 2.5
    }
    self = best
  }

  private static let refinements = 6
}
