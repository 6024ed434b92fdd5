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
  let late: Double
  let early: Double

  private static let minimumLate = 1e-4
  private static let minimumEarly = 5e-5
  /// In ticks.
  static let maximumEarliness = 0.75
  /// A single time may be off for any reason.
  static let maximumCost = 30.0

  /// Before anything is known.
  init(origin: Double, tick: Double) {
    (self.origin, self.tick) = (origin, tick)
    (late, early) = (1.5e-3, 3e-4)
  }

  init(origin: Double, tick: Double, late: Double, early: Double) {
    (self.origin, self.tick) = (origin, tick)
    self.late = max(late, Self.minimumLate)
    self.early = max(early, Self.minimumEarly)
  }

  /// The logarithm of the distribution's width, in milliseconds.
  var logWidth: Double { logarithm((late + early) * 1e3) }

  /// The cost of a time at a tick: −log of the density, but for its width.
  func cost(of time: Double, at ticks: Double) -> Double {
    let error = time - origin - tick * ticks
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
    init(_ times: ArraySlice<Double>, _ ticks: [Double], nominal: Double, rateDeviation: Double) {
      let count = Double(ticks.count)
      let center = ticks.reduce(0) { $0 + $1 } / count
      var (products, squares, sum, sumOfSquares) = (0.0, 0.0, 0.0, 0.0)
      let first = times[times.startIndex]
      for (time, ticks) in zip(times, ticks) {
        let residual = time - first - nominal * ticks
        let distance = ticks - center
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
}
