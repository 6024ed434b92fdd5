import Foundation
import Testing

@testable import LeastSquares

struct DistributionTests {
  /// 3·10⁻¹⁴ + 4·10⁻¹⁶ · |ln p|: what ``Distribution`` promises.
  static func bound(_ smallestTail: Double) -> Double { 3e-14 - 4e-16 * log(smallestTail) }

  @Test func everyTailAndDensityAgreesWithFiftyDigits() throws {
    let reference = try DistributionReference.read()
    #expect(reference.entries.count > 1300)
    for entry in reference.entries {
      let distribution = try DistributionReference.distribution(entry.distribution, entry.degreesOfFreedom)
      let bound = Self.bound(min(entry.cumulative, entry.upperTail))
      #expect(relativeError(distribution.cumulative(entry.argument), entry.cumulative) < bound, "F: \(entry)")
      #expect(relativeError(distribution.upperTail(entry.argument), entry.upperTail) < bound, "Q: \(entry)")
      #expect(relativeError(distribution.density(entry.argument), entry.density) < bound, "f: \(entry)")
    }
  }

  @Test func everyQuantileComesBack() throws {
    for entry in try DistributionReference.read().entries {
      let distribution = try DistributionReference.distribution(entry.distribution, entry.degreesOfFreedom)
      let (lower, upper) = (entry.cumulative, entry.upperTail)
      // What a last place of x changes in p, and what p itself is rounded to.
      func bound(_ p: Double) -> Double {
        1e-15 + abs(entry.argument * entry.density / p) * 2.3e-16 + Self.bound(p)
      }
      if lower > 0, lower < 1, abs(lower - 0.5) > 1e-10 {
        let back = distribution.cumulative(distribution.quantile(lower))
        #expect(relativeError(back, lower) < bound(lower), "from F: \(entry)")
      }
      if upper > 0, upper < 1, abs(upper - 0.5) > 1e-10 {
        let back = distribution.upperTail(distribution.quantile(upperTail: upper))
        #expect(relativeError(back, upper) < bound(upper), "from Q: \(entry)")
      }
    }
  }

  @Test func quantilesAgreeWithFiftyDigits() throws {
    for entry in try DistributionReference.read().quantiles {
      let distribution = try DistributionReference.distribution(entry.distribution, entry.degreesOfFreedom)
      #expect(relativeError(distribution.quantile(entry.probability), entry.quantile) < 4e-15, "\(entry)")
    }
  }

  @Test("Abramowitz & Stegun, tables 26.7, 26.8 and 26.9, as printed")
  func printedTables() {
    #expect(abs(StudentT(degreesOfFreedom: 4).quantile(0.975) - 2.776) < 5e-4)
    #expect(abs(StudentT(degreesOfFreedom: 60).quantile(0.995) - 2.660) < 5e-4)
    #expect(abs(ChiSquared(degreesOfFreedom: 10).quantile(0.95) - 18.3070) < 5e-5)
    #expect(abs(FisherF(numerator: 5, denominator: 12).quantile(0.95) - 3.11) < 5e-3)
  }

  @Test func theEndsOfEveryDistribution() {
    let all: [any Distribution] = [
      Normal(), StudentT(degreesOfFreedom: 2.5), ChiSquared(degreesOfFreedom: 2.5),
      FisherF(numerator: 2.5, denominator: 7),
    ]
    for distribution in all {
      let support = distribution.support
      #expect(distribution.quantile(0) == support.lowerBound)
      #expect(distribution.quantile(1) == .infinity)
      #expect(distribution.quantile(upperTail: 0) == .infinity)
      #expect(distribution.quantile(upperTail: 1) == support.lowerBound)
      for outside in [-0.1, 1.1, .nan, .infinity] {
        #expect(distribution.quantile(outside).isNaN)
        #expect(distribution.quantile(upperTail: outside).isNaN)
      }
      #expect(distribution.cumulative(-.infinity) == 0)
      #expect(distribution.cumulative(.infinity) == 1)
      #expect(distribution.upperTail(-.infinity) == 1)
      #expect(distribution.upperTail(.infinity) == 0)
      #expect(distribution.cumulative(.nan).isNaN)
      #expect(distribution.upperTail(.nan).isNaN)
      #expect(distribution.density(.nan).isNaN)
      #expect(distribution.density(.infinity) == 0)
    }
    #expect(ChiSquared(degreesOfFreedom: 3).cumulative(-2) == 0)
    #expect(FisherF(numerator: 3, denominator: 4).upperTail(-2) == 1)
    #expect(StudentT(degreesOfFreedom: 5).quantile(0.5) == 0)
  }

  @Test(arguments: [0, -3, -Double.infinity, .nan])
  func noDistributionWithoutDegreesOfFreedom(_ degreesOfFreedom: Double) {
    let none: [any Distribution] = [
      StudentT(degreesOfFreedom: degreesOfFreedom), ChiSquared(degreesOfFreedom: degreesOfFreedom),
      FisherF(numerator: degreesOfFreedom, denominator: 3),
      FisherF(numerator: 3, denominator: degreesOfFreedom),
    ]
    for distribution in none {
      #expect(distribution.cumulative(1.2).isNaN)
      #expect(distribution.upperTail(1.2).isNaN)
      #expect(distribution.density(1.2).isNaN)
      for p in [0.02, 0.5, 0.7] { #expect(distribution.quantile(p).isNaN) }
    }
  }

  @Test func infiniteDegreesOfFreedomAreKnownVariance() {
    for x in [-30, -2.3, 0.4, 7] {
      #expect(StudentT(degreesOfFreedom: .infinity).upperTail(x) == Normal().upperTail(x))
      // The last ν before the switch is already there.
      let near = StudentT(degreesOfFreedom: 0x1p79).upperTail(x)
      #expect(relativeError(near, Normal().upperTail(x)) < Self.bound(Normal().upperTail(abs(x))))
    }
    let chiSquared = ChiSquared(degreesOfFreedom: 4)
    #expect(FisherF(numerator: 4, denominator: .infinity).upperTail(2.5) == chiSquared.upperTail(10))
    #expect(FisherF(numerator: .infinity, denominator: 4).cumulative(2.5) == chiSquared.upperTail(1.6))
    #expect(abs(FisherF(numerator: 4, denominator: 1e12).density(2.5) - 4 * chiSquared.density(10)) < 1e-11)
    #expect(
      abs(FisherF(numerator: 1e12, denominator: 4).density(2.5) - 4 / 6.25 * chiSquared.density(1.6)) < 1e-11)
    let certain = FisherF(numerator: .infinity, denominator: .infinity)
    #expect(certain.cumulative(0.999) == 0)
    #expect(certain.cumulative(1) == 1)
    #expect(certain.quantile(0.3) == 1)
    #expect(certain.quantile(0.9) == 1)
  }

  /// Tails follow their power law also where squares overflow: P(T > t) ∝ t^(−ν).
  @Test func tailsBeyondTheRangeOfSquares() {
    let heavy = StudentT(degreesOfFreedom: 0.5)
    #expect(relativeError(heavy.upperTail(4e200), heavy.upperTail(1e200) / 2) < 1e-12)
    #expect(relativeError(heavy.upperTail(4e149), heavy.upperTail(1e149) / 2) < 1e-12)
    #expect(
      relativeError(heavy.upperTail(1e300), 1.0141455301466058e-05 * 1e-145 / 10.0.squareRoot()) < 1e-12)
    #expect(heavy.quantile(1e-300) == -.infinity)
    #expect(relativeError(heavy.cumulative(heavy.quantile(1e-100)), 1e-100) < 1e-12)
    #expect(FisherF(numerator: 0.5, denominator: 0.5).quantile(upperTail: 1e-300) == .infinity)
    #expect(ChiSquared(degreesOfFreedom: 0.5).quantile(1e-300) < 1e-300)
    #expect(Normal().quantile(.leastNonzeroMagnitude) > -39)
  }

  /// Tails meet at the joints between series, fractions and mirrored arguments.
  @Test func tailsAreMonotoneAcrossTheirJoints() {
    for degreesOfFreedom in [0.7, 4, 51, 2e4] {
      let chiSquared = ChiSquared(degreesOfFreedom: degreesOfFreedom)
      let joint = degreesOfFreedom + 2
      let distribution = FisherF(numerator: degreesOfFreedom, denominator: 9)
      for step in stride(from: 1e-9, through: 1e-3, by: 7e-5) {
        #expect(chiSquared.upperTail(joint * (1 - step)) > chiSquared.upperTail(joint))
        #expect(chiSquared.upperTail(joint * (1 + step)) < chiSquared.upperTail(joint))
        #expect(distribution.upperTail(1 - step) > distribution.upperTail(1))
        #expect(distribution.upperTail(1 + step) < distribution.upperTail(1))
      }
    }
  }
}
