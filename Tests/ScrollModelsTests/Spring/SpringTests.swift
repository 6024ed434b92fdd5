import Foundation
import Testing

@testable import ScrollModels

/// Damping ratios in every regime, beside and at the join.
let dampingRatios: [Double] = [
  0, 0.07, 0.31, 0.86, 1 - 1e-4, 1 - 1e-8, 1 - 1e-12, 1, 1 + 1e-12, 1 + 1e-8, 1 + 1e-4, 1.31, 4.4, 53,
]

struct SpringTests {
  /// ω₀² is below the smallest double there.
  @Test("Frequencies whose squares underflow have a domain", arguments: [1e-170, 1e-300])
  func underflowingFrequency(_ frequency: Double) throws {
    let model = try #require(SpringModel().straightened)
    let domains = model.domains([frequency / 2...frequency, 0...2])
    #expect(domains[1] == Double.leastNormalMagnitude...Double.leastNormalMagnitude)
  }

  func motion(_ ratio: Double, _ frequency: Double = 7.3) -> SpringMotion {
    SpringMotion(
      spring: Spring(naturalFrequency: frequency, dampingRatio: ratio), rest: 64.3, displacement: -12.7,
      initialVelocity: 231.9)
  }

  @Test(arguments: dampingRatios)
  func startsAsGivenAndObeysItsEquation(ratio: Double) {
    let motion = motion(ratio)
    #expect(motion.value(at: 0) == 64.3 - 12.7)
    #expect(motion.velocity(at: 0) == 231.9)
    for time in [0.05, 0.19, 0.77] {
      let step = 2e-3 / (1 + ratio)
      let velocity = motion.velocity(at: time)
      #expect(abs(slope(of: motion.value, at: time, step: step) - velocity) < 1e-9 * 240)
      // m x″ + c x′ + κx = 0 for a mass that is not 1.
      let mass = 2.7
      let force =
        mass * slope(of: motion.velocity, at: time, step: step)
        + motion.spring.dampingCoefficient(mass: mass) * velocity
        + motion.spring.stiffness(mass: mass) * motion.displacement(at: time)
      #expect(abs(force) < 1e-8 * mass * 7.3 * 240 * (1 + ratio))
    }
    if ratio > 0 { #expect(abs(motion.displacement(at: 60 * (1 + ratio))) < 1e-9) }
  }

  @Test(
    "Many samples at once have the basis of each, beyond the exponents of the kernel too",
    arguments: [0, 0.05, 0.7, 0.999, 1, 1.001, 3, 10])
  func basisAtOnce(ratio: Double) {
    let times = (0..<37).map { 0.013 * Double($0) }
    for frequency in [0.4, 11, 230, 5e3] {
      let expected = evaluation(SpringModel(), [frequency, ratio], at: times).basis
      var found = [Double](repeating: .nan, count: expected.count)
      SpringModel().fillBasis([frequency, ratio], at: times, basis: &found)
      for (own, value) in zip(found, expected) {
        // Waves of a large argument have its rounding.
        #expect(abs(own - value) <= 1e-13 * (1 + frequency) * max(abs(value), 1e-3 / frequency))
      }
    }
  }

  @Test(
    "From 1 − 1e-8 to 1 + 1e-8 nothing jumps: values and derivatives differ by what their slope says",
    arguments: [1e-12, 1e-8, 1e-5])
  func joinsSmoothly(away: Double) {
    for time in [1e-4, 0.02, 0.3, 1.7, 40] {
      let below = evaluation(SpringModel(), [9.1, 1 - away], at: [time])
      let at = evaluation(SpringModel(), [9.1, 1], at: [time])
      let above = evaluation(SpringModel(), [9.1, 1 + away], at: [time])
      // The motions depend on (ζ − 1)(ω₀t)²: rounding ζ moves them by ε(ω₀t)², the mean of both sides by its
      // square.
      let sensitivity = pow(9.1 * time, 2)
      let bound = 1e-12 + 2e-16 * sensitivity + pow(away * (1 + sensitivity), 2)
      for j in at.basis.indices {
        #expect(agree((below.basis[j] + above.basis[j]) / 2, at.basis[j], bound))
        #expect(
          abs((above.basis[j] - below.basis[j]) / (2 * away) - at.derivatives[3 + j])
            <= (bound + 1e-15 / away) * (abs(at.derivatives[3 + j]) + abs(at.basis[j])))
      }
      for j in at.derivatives.indices {
        #expect(agree((below.derivatives[j] + above.derivatives[j]) / 2, at.derivatives[j], bound))
      }
    }
  }

  /// Derivatives at random frequencies, ratios on both sides of 1 and times, from a fixed seed.
  @Test func derivativesAtRandom() {
    var state: UInt64 = 0x5eed
    func random(_ range: ClosedRange<Double>) -> Double {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return range.lowerBound + Double(state >> 11) * 0x1p-53 * (range.upperBound - range.lowerBound)
    }
    for _ in 0..<300 {
      let (frequency, ratio, time) = (random(2...20), random(0.02...3), random(0.01...1.5))
      let derivatives = evaluation(SpringModel(), [frequency, ratio], at: [time]).derivatives
      for j in 1...2 {
        let byFrequency = slope(
          of: { evaluation(SpringModel(), [$0, ratio], at: [time]).basis[j] }, at: frequency, step: 1e-2)
        let byRatio = slope(
          of: { evaluation(SpringModel(), [frequency, $0], at: [time]).basis[j] }, at: ratio, step: 2e-3)
        #expect(abs(derivatives[j] - byFrequency) < 1e-9)
        #expect(abs(derivatives[3 + j] - byRatio) < 1e-9)
      }
    }
  }

  /// The same curves by the coefficients of the equation, in every regime, and their derivatives by differences.
  @Test(arguments: dampingRatios.filter { $0 < 5 })
  func coefficientsGiveTheSameSpring(ratio: Double) throws {
    let model = try #require(SpringModel().straightened)
    let alpha = [7.3, ratio]
    let coefficients = model.straightened(alpha)
    let back = model.alpha(coefficients)
    #expect(agree(back[0], 7.3, 1e-15) && agree(back[1], ratio, 1e-15))
    let times = [0.01, 0.19, 0.77]
    let spring = evaluation(SpringModel(), alpha, at: times)
    let (basis, derivatives) = evaluation(model, coefficients, at: times)
    for (a, b) in zip(basis, spring.basis) { #expect(abs(a - b) < 1e-14) }
    for k in 0..<2 {
      // Without a damping there is none below.
      guard coefficients[k] > 0.1 else { continue }
      for j in basis.indices {
        let change = slope(
          of: { value in
            var moved = coefficients
            moved[k] = value
            return evaluation(model, moved, at: times).basis[j]
          }, at: coefficients[k], step: 2e-3 * coefficients[k])
        #expect(abs(derivatives[k * basis.count + j] - change) < 1e-9)
      }
    }
  }

  /// The coefficients allow what the model allows.
  @Test func coefficientsHoldTheDomain() throws {
    let model = try #require(SpringModel().straightened)
    let domains = model.domains([2.5...40, 0...Double.infinity])
    #expect(domains == [0...Double.infinity, 6.25...1600])
    #expect(model.domains([2.5...40, 0.5...3])[0] == 2.5...240)
    #expect(model.domains([2.5...Double.infinity, 0...0])[0] == 0...0)
  }

  @Test func criticalSpringIsTheBounce() {
    let times = [0, 1e-5, 0.0167, 0.2, 1.3, 60]
    let spring = evaluation(SpringModel(), [10.9, 1], at: times)
    let bounce = evaluation(BounceModel(), [10.9], at: times)
    for (a, b) in zip(spring.basis, bounce.basis) { #expect(agree(a, b, 1e-15)) }
  }

  /// Overdamped for a long time: e^(βt) alone overflows.
  @Test func doesNotOverflow() {
    let (basis, derivatives) = evaluation(SpringModel(), [40, 90], at: [12])
    #expect((basis + derivatives).allSatisfy { $0.isFinite })
    #expect(basis[1] > 0)
    #expect(agree(basis[1], exp(-480 / (90 + 8099.0.squareRoot())), 1e-4))
  }

  @Test("Turning points are where the velocity is 0") func turns() throws {
    for ratio in dampingRatios {
      for (displacement, velocity) in [(-12.7, 231.9), (3.1, 44), (9, -2), (9, -400), (-2, -31), (5, 0)] {
        let motion = SpringMotion(
          spring: Spring(naturalFrequency: 7.3, dampingRatio: ratio), displacement: displacement,
          initialVelocity: velocity)
        let times = (1...20000).map { Double($0) * 1e-4 }
        let speeds = times.map { motion.velocity(at: $0) * (velocity < 0 ? -1 : 1) }
        if let turn = motion.firstTurn {
          #expect(abs(motion.velocity(at: turn)) < 1e-12 * (abs(velocity) + 7.3 * abs(displacement)))
          #expect(zip(times, speeds).allSatisfy { $0 >= turn || $1 > 0 })
        } else {
          #expect(ratio >= 1)
          #expect(speeds.allSatisfy { $0 >= 0 })
        }
        let largest = ([displacement] + times.map(motion.displacement(at:))).max { abs($0) < abs($1) } ?? .nan
        #expect(abs(motion.farthest - largest) < 1e-4)
        #expect(abs(motion.farthest) >= abs(largest) * (1 - 1e-15))
      }
    }
  }

  @Test("From the settling time on a scan never finds the displacement outside; just before it is")
  func settlesExactly() {
    for ratio in dampingRatios where ratio > 0 {
      for (displacement, velocity) in [
        (-12.7, 231.9), (3.1, 44), (9, -2), (9, -400), (-2, -31), (5, 0), (0, 80),
      ] {
        let motion = SpringMotion(
          spring: Spring(naturalFrequency: 7.3, dampingRatio: ratio), displacement: displacement,
          initialVelocity: velocity)
        for distance in [0.5, 1.0 / 6, 7] {
          let settled = motion.settlingTime(within: distance)
          let span = settled + 3 / 7.3 * (1 / ratio + ratio)
          for i in 1...4000 {
            let time = settled + span * Double(i) / 4000
            #expect(abs(motion.displacement(at: time)) <= distance * (1 + 1e-14))
          }
          if settled > 0 {
            #expect(abs(motion.displacement(at: settled * (1 - 1e-9))) > distance)
            #expect(agree(abs(motion.displacement(at: settled)), distance, 1e-12))
          } else {
            #expect(abs(motion.farthest) <= distance)
          }
          let bound = motion.settlingTimeBound(within: distance)
          #expect(ratio > 1 ? bound.isNaN : bound >= settled)
        }
      }
    }
  }

  @Test func settlingAtItsEdges() {
    func settling(_ ratio: Double, _ distance: Double, displacement: Double = 3) -> Double {
      SpringMotion(
        spring: Spring(naturalFrequency: 5, dampingRatio: ratio), displacement: displacement,
        initialVelocity: 0
      ).settlingTime(within: distance)
    }
    #expect(settling(0, 0.5) == .infinity)
    #expect(settling(0, 3) == 0)
    #expect(settling(0.4, 0) == .infinity)
    #expect(settling(0.4, 0, displacement: 0) == 0)
    #expect(settling(0.4, -1).isNaN)
    #expect(settling(-0.4, 0.5).isNaN)
    #expect(settling(.nan, 0.5).isNaN)
    #expect(settling(1e200, 0.5) == .infinity)
    #expect(settling(1e-9, 0.5) > 1e8)
    #expect(settling(1e-17, 0.5) > 1e16)
  }

  @Test("The articles' bounds, with the terms whose C is 0 left out and never below 0")
  func bounds() {
    func bound(_ ratio: Double, _ displacement: Double, _ velocity: Double) -> Double {
      SpringMotion(
        spring: Spring(naturalFrequency: 10, dampingRatio: ratio), displacement: displacement,
        initialVelocity: velocity
      ).settlingTimeBound(within: 0.5)
    }
    #expect(agree(bound(1, 3, -30), log(12) / 10, 1e-15))
    #expect(agree(bound(1, 0, 900), 0.2 * log(3600 / (M_E * 5)), 1e-15))
    #expect(bound(1, 0.1, -1) == 0)
    #expect(bound(1, 0, 0) == 0)
    #expect(agree(bound(0.6, 3, 14), log((3 + (14 + 18) / 8.0) / 0.5) / 6, 1e-15))
    #expect(bound(0.6, 0.1, 0) == 0)
    #expect(bound(0, 3, 14) == .infinity)
    #expect(bound(1.2, 3, 14).isNaN)
  }

  @Test("Springs convert between mass, stiffness and damping, and frequency and ratio") func conversions() {
    let engine = Spring(mass: 2.5, stiffness: 200, damping: 17)
    #expect(agree(engine.naturalFrequency, 80.0.squareRoot(), 1e-15))
    #expect(agree(engine.dampingRatio, 17 / (2 * 500.0.squareRoot()), 1e-15))
    #expect(agree(engine.damping, 17 / (2 * 2.5), 1e-15))
    #expect(agree(engine.stiffness(mass: 2.5), 200, 1e-15))
    #expect(agree(engine.dampingCoefficient(mass: 2.5), 17, 1e-15))
    // A response of 0.575 s at critical damping: 10.9273 1/s.
    let fluid = Spring(response: 0.575, dampingFraction: 1)
    #expect(abs(fluid.damping - 10.9273) < 5e-5)
    #expect(agree(fluid.response, 0.575, 1e-15))
    // ScrollMechanics' bounce: m 1, k 100, ζ 1.
    #expect(Spring(mass: 1, stiffness: 100, damping: 20) == Spring(naturalFrequency: 10, dampingRatio: 1))
    #expect(Spring(mass: -1, stiffness: 100, damping: 20).naturalFrequency.isNaN)
  }

  @Test("The regime of a spring follows from its damping ratio") func regimes() {
    #expect(SpringRegime(dampingRatio: 0) == .underdamped)
    #expect(SpringRegime(dampingRatio: 1 - 1e-15) == .underdamped)
    #expect(SpringRegime(dampingRatio: 1) == .critical)
    #expect(SpringRegime(dampingRatio: 1 + 1e-15) == .overdamped)
    #expect(SpringRegime(dampingRatio: -0.1) == nil)
    #expect(SpringRegime(dampingRatio: .nan) == nil)
    #expect(SpringModel().regime([0, 0, 0, 3, 0.4])?.rawValue == "underdamped")
  }
}
