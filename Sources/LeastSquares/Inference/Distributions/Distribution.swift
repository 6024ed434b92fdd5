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

/// The standard normal distribution, f(x) = e^(−x²/2) / √2π.
///
/// Tails by the C library's erfc (DLMF 7.2.2, Abramowitz & Stegun 26.2.29): P(X > x) = ½ erfc(x/√2).
package struct Normal: Distribution, Equatable {
  package init() {}

  package var support: ClosedRange<Double> { -Double.infinity...Double.infinity }

  package func density(_ x: Double) -> Double {
    exponential(-x * x / 2) / (2 * Double.pi).squareRoot()
  }

  package func cumulative(_ x: Double) -> Double { upperTail(-x) }

  package func upperTail(_ x: Double) -> Double {
    // x/√2 = h + l to twice the precision: erfc turns a relative error ε of its argument into h²·2ε of its
    // value, four digits at the far end. erfc(h + l) = erfc h − l·2/√π·e^(−h²) + O(l²).
    let h = x * Normal.inverseRootTwo
    let l = (-h).addingProduct(x, Normal.inverseRootTwo) + x * Normal.inverseRootTwoRest
    let tail = complementaryError(h)
    guard tail > 0, tail < 2 else { return tail / 2 }
    return (tail - l * 2 / Double.pi.squareRoot() * exponential(-h * h)) / 2
  }

  /// 1/√2 rounded, and what rounding left.
  private static let inverseRootTwo = 0.5.squareRoot()
  private static let inverseRootTwoRest = -4.833646656726457e-17
}

/// The χ² distribution: the sum of ν squared standard normals.
///
/// P(X ≤ x) = P(ν/2, x/2), the regularised incomplete gamma function (DLMF 8.2.4; Abramowitz & Stegun
/// 26.4.19). ν is any finite real number > 0.
package struct ChiSquared: Distribution, Equatable {
  /// ν. Quantities are NaN where it is not > 0 and finite.
  package let degreesOfFreedom: Double

  package init(degreesOfFreedom: Double) {
    self.degreesOfFreedom = degreesOfFreedom
  }

  package var support: ClosedRange<Double> { 0...Double.infinity }

  /// ∞ at x = 0 where ν < 2.
  package func density(_ x: Double) -> Double {
    guard degreesOfFreedom > 0, degreesOfFreedom.isFinite, !x.isNaN else { return .nan }
    if x < 0 || x == .infinity { return 0 }
    if x == 0 { return degreesOfFreedom < 2 ? .infinity : degreesOfFreedom == 2 ? 0.5 : 0 }
    return IncompleteGamma.factor(degreesOfFreedom / 2, x / 2) / x
  }

  package func cumulative(_ x: Double) -> Double { sides(x).lower }

  package func upperTail(_ x: Double) -> Double { sides(x).upper }

  private func sides(_ x: Double) -> IncompleteGamma {
    IncompleteGamma(degreesOfFreedom / 2, x < 0 ? 0 : x / 2)
  }
}
