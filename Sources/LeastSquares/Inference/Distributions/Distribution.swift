import Elementary

/// A continuous distribution on 0…∞, or one on the whole line that is symmetric about 0.
///
/// Every function of it is defined for every double and never traps: NaN for NaN, and for parameters outside
/// the distribution's domain.
///
/// Measured against 50 digits on degrees of freedom from 0.5 to 10⁶, tails down to 10⁻³⁰⁰ and densities are
/// right to 3·10⁻¹⁴ + 4·10⁻¹⁶ · |ln p| relative: what rounding an exponent of that size costs.
package protocol Distribution: Sendable {
  /// 0…∞ or −∞…∞.
  var support: ClosedRange<Double> { get }
  /// f(x), 0 outside the support.
  func density(_ x: Double) -> Double
  /// F(x) = P(X ≤ x). Small values keep their relative precision.
  func cumulative(_ x: Double) -> Double
  /// P(X > x). Small values keep their relative precision: it is not 1 − F(x).
  func upperTail(_ x: Double) -> Double
  /// A positive number near the x with P(X > x) = q, from which the quantile is searched.
  func startOfQuantile(upperTail q: Double) -> Double
}

extension Distribution {
  package func startOfQuantile(upperTail q: Double) -> Double { 1 }

  /// The x with F(x) = p: F(quantile(p)) is p to a few units in the last place, as far as x can resolve it.
  ///
  /// p = 0 and 1 give the ends of the support, p outside 0…1 and NaN give NaN. Where |x| lies beyond the
  /// largest double it is ∞, below the smallest that one. Above ½ it is solved as ``quantile(upperTail:)`` of
  /// 1 − p, which is exact.
  package func quantile(_ p: Double) -> Double {
    guard p >= 0, p <= 1 else { return .nan }
    if p > 0.5 { return quantile(upperTail: 1 - p) }
    if support.lowerBound < 0 { return -quantile(upperTail: p) }
    if p == 0 { return support.lowerBound }
    return positiveRoot(of: cumulative, at: p, rising: true, from: 1)
  }

  /// The x with P(X > x) = q, for tails too small to be written as 1 − q. Edge cases as in ``quantile(_:)``.
  package func quantile(upperTail q: Double) -> Double {
    guard q >= 0, q <= 1 else { return .nan }
    if q == 0 { return support.upperBound }
    if support.lowerBound < 0 {
      if q > 0.5 { return -quantile(upperTail: 1 - q) }
      // The median is exact; a NaN distribution has none.
      if q == 0.5 { return density(0).isNaN ? .nan : 0 }
    } else if q > 0.5 {
      return quantile(1 - q)
    }
    return positiveRoot(of: upperTail, at: q, rising: false, from: startOfQuantile(upperTail: q))
  }

  /// The x > 0 with value(x) = p, by Newton's method on ln value against ln x (straight lines for power-law
  /// tails, so it also starts well from far away), kept inside a bracket that is otherwise halved.
  ///
  /// Halving is on bit patterns: positive doubles are ordered like them, so 63 halvings exhaust every
  /// magnitude.
  private func positiveRoot(
    of value: (Double) -> Double, at p: Double, rising: Bool, from start: Double
  ) -> Double {
    var (low, high) = (0.0, Double.infinity)
    var x = start
    var (best, leastError) = (x, Double.infinity)
    var settled = 0
    for iteration in 1...200 {
      let reached = value(x)
      guard !reached.isNaN else { return .nan }
      let error = abs(reached - p)
      if error < leastError { (best, leastError) = (x, error) }
      if error <= p * 0x1p-53 { return x }
      if (reached < p) == rising { low = x } else { high = x }
      guard low.nextUp < high else { return high }

      let gap =
        error < p / 2
        ? -logarithmOfOnePlus((reached - p) / p)
        : logarithm(p) - logarithm(reached)
      let step = gap * reached / (x * density(x)) * (rising ? 1 : -1)
      // Steps of a few last places follow the rounding of value, not its slope.
      if abs(step) < 0x1p-50 { settled += 1 }
      if settled == 3 { return best }
      // A halving now and then bounds the work where Newton creeps.
      let newton = x * exponential(step)
      let trusted = iteration % 8 != 0 && newton > low && newton < high
      // Newton doubles the digits: what it would leave is below the last one.
      if trusted, abs(step) < 0x1p-30 { return newton }
      x = trusted ? newton : Double(bitPattern: low.bitPattern / 2 + high.bitPattern / 2)
    }
    return best
  }
}
