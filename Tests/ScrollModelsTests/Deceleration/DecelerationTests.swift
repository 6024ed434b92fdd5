import Foundation
import Testing

@testable import ScrollModels

struct DecelerationTests {
  let flick = Deceleration(initialOffset: 113.7, initialVelocity: -842.3, decayConstant: 2.37)

  @Test func startsAsGiven() {
    #expect(flick.value(at: 0) == 113.7)
    #expect(flick.velocity(at: 0) == -842.3)
    #expect(agree(slope(of: flick.value, at: 0.4, step: 1e-3), flick.velocity(at: 0.4), 1e-10))
  }

  @Test("v′ = −kv", arguments: [2.37, 11.9, -1.3, 1e-7])
  func differentialEquation(decayConstant: Double) {
    let motion = Deceleration(initialOffset: 5, initialVelocity: 731, decayConstant: decayConstant)
    for time in [0.1, 0.9, 2.3] {
      let acceleration = slope(of: motion.velocity, at: time, step: 1e-3)
      #expect(
        abs(acceleration + decayConstant * motion.velocity(at: time)) < 1e-9 * abs(motion.velocity(at: time))
          * 10)
    }
  }

  @Test("A deceleration reaches its destination in infinite time") func limits() {
    #expect(agree(flick.value(at: .infinity), flick.destination, 1e-15))
    #expect(agree(flick.destination, 113.7 - 842.3 / 2.37, 1e-15))
    let uniform = Deceleration(initialOffset: 3, initialVelocity: -17, decayConstant: 0)
    let straight: Double = 3 - 17 * 2.5
    #expect(uniform.value(at: 2.5) == straight)
    #expect(uniform.destination == -.infinity)
    #expect(uniform.destinationApple == -.infinity)
    #expect(Deceleration(initialOffset: 3, initialVelocity: -17, decayConstant: -1.2).destination.isNaN)
    #expect(Deceleration(initialOffset: 3, initialVelocity: -17, decayConstant: -1.2).destinationApple.isNaN)
    let nearly = Deceleration(initialOffset: 3, initialVelocity: -17, decayConstant: 1e-300)
    #expect(nearly.value(at: 2.5) == uniform.value(at: 2.5))
    let subnormal = Deceleration(
      initialOffset: 3, initialVelocity: -17, decayConstant: .leastNonzeroMagnitude)
    #expect(subnormal.value(at: 1.7) == uniform.value(at: 1.7))
  }

  @Test(
    "At T(e) the content is e short of its destination; it is 0 once it starts nearer: the articles' −0.35 s")
  func duration() {
    for distance in [0.5, 1.0 / 6, 30] {
      let left = flick.value(at: flick.duration(toWithin: distance)) - flick.destination
      #expect(agree(abs(left), distance, 1e-11))
    }
    #expect(flick.duration(toWithin: 356) == 0)
    let slow = Deceleration(initialOffset: 0, initialVelocity: 0.5, decayConstant: 2.0020026706730774)
    #expect(slow.duration(toWithin: 0.5) == 0)
    #expect(flick.duration(toWithin: 0) == .infinity)
    #expect(flick.duration(toWithin: -1).isNaN)
    #expect(
      Deceleration(initialOffset: 0, initialVelocity: 4, decayConstant: 0).duration(toWithin: 1) == .infinity)
    #expect(
      Deceleration(initialOffset: 0, initialVelocity: 4, decayConstant: -2).duration(toWithin: 1) == .infinity
    )
    #expect(Deceleration(initialOffset: 0, initialVelocity: 0, decayConstant: 2).duration(toWithin: 1) == 0)
  }

  @Test(arguments: [2.37, -1.9, 0, 1e-20, 3e-9])
  func timeToReachIsTheInverse(decayConstant: Double) throws {
    let motion = Deceleration(initialOffset: -31, initialVelocity: 612, decayConstant: decayConstant)
    for time in [0.0, 0.013, 0.6, 1.7] {
      let found = try #require(motion.time(toReach: motion.value(at: time)))
      #expect(abs(found - time) < 1e-13)
    }
    #expect(motion.time(toReach: -31.5) == nil)
  }

  @Test func whatIsNeverReached() {
    #expect(flick.time(toReach: flick.destination - 1) == nil)
    #expect(flick.time(toReach: 114) == nil)
    let resting = Deceleration(initialOffset: 7, initialVelocity: 0, decayConstant: 2)
    #expect(resting.time(toReach: 8) == nil)
    #expect(resting.time(toReach: 7) == 0)
  }

  @Test("k of UIKit's two rates, computed from the decimals")
  func rates() {
    #expect(agree(DecelerationRate.decayConstant(complement: 0.002), 2.0020026706730774, 3e-16))
    #expect(agree(DecelerationRate.decayConstant(complement: 0.01), 10.0503358535014412, 3e-16))
    // The doubles next to the decimals differ from the fifteenth digit on.
    #expect(agree(DecelerationRate.decayConstant(rate: 0.998), 2.002002670673079, 3e-16))
    #expect(agree(DecelerationRate.decayConstant(rate: 0.99), 10.050335853501451, 3e-16))
    #expect(agree(DecelerationRate.complement(decayConstant: 2.0020026706730774), 0.002, 3e-16))
    #expect(agree(DecelerationRate.complement(decayConstant: 1e-9), 1e-12, 1e-12))
    #expect(DecelerationRate.rate(decayConstant: 2.0020026706730774) == 0.998)
    #expect(DecelerationRate.decayConstant(rate: 0).isNaN)
    #expect(DecelerationRate.decayConstant(rate: -0.5).isNaN)
    #expect(DecelerationRate.decayConstant(complement: 1).isNaN)
    #expect(DecelerationRate.decayConstant(rate: 1) == 0)
  }
}

struct StoppingDecelerationTests {
  let flick = StoppingDeceleration(
    initialOffset: 113.7, initialVelocity: -842.3, decayConstant: 2.37, stopVelocity: 10.65)

  @Test("A deceleration stops at the stop velocity") func stops() {
    let stop = flick.stopTime
    #expect(agree(stop, log(842.3 / 10.65) / 2.37, 1e-15))
    #expect(agree(flick.value(at: stop), flick.destination, 1e-14))
    #expect(flick.value(at: stop + 3) == flick.value(at: stop))
    #expect(agree(flick.velocity(at: stop * (1 - 1e-15)), -10.65, 1e-12))
    #expect(flick.velocity(at: stop) == 0)
    #expect(flick.value(at: 0) == 113.7)
    #expect(flick.velocity(at: 0) == -842.3)
    #expect(agree(flick.destination, 113.7 - (842.3 - 10.65) / 2.37, 1e-15))
  }

  @Test func withoutStopVelocityItIsPlain() {
    let plain = Deceleration(initialOffset: 113.7, initialVelocity: -842.3, decayConstant: 2.37)
    let endless = StoppingDeceleration(
      initialOffset: 113.7, initialVelocity: -842.3, decayConstant: 2.37, stopVelocity: 0)
    #expect(endless.stopTime == .infinity)
    #expect(endless.destination == plain.destination)
    for time in [0.1, 3.3] { #expect(endless.value(at: time) == plain.value(at: time)) }
    let scrollModel = StoppingDecelerationModel()
    #expect(scrollModel.modelParameters([1, 2, 3, 0]) == [1, 2, 3, .infinity])
    #expect(scrollModel.reported([1, 2, 3, .infinity]) == [1, 2, 3, 0])
    #expect(scrollModel.reported([1, 0, -3, .infinity]) == [1, 0, -3, 0])
    #expect(scrollModel.reported([1, -2, 0, .infinity]) == [1, -2, 0, 2])
  }

  @Test("Slower than the stop velocity at the start, content never moves")
  func neverMoves() {
    let slow = StoppingDeceleration(initialOffset: 5, initialVelocity: 7, decayConstant: 2, stopVelocity: 10)
    #expect(slow.stopTime == 0)
    #expect(slow.destination == 5)
    #expect(slow.value(at: 1) == 5)
    #expect(StoppingDecelerationModel().modelParameters([5, 7, 2, 10])[3].isNaN)
    let resting = StoppingDeceleration(
      initialOffset: 5, initialVelocity: 0, decayConstant: 2, stopVelocity: 0)
    #expect(resting.stopTime == 0)
    #expect(resting.destination == 5)
    #expect(StoppingDecelerationModel().modelParameters([5, 0, 2, 0])[3].isNaN)
  }

  @Test("k < 0 stops on reaching the speed; k = 0 at once, never, or nobody knows when")
  func otherSigns() {
    let rising = StoppingDeceleration(
      initialOffset: 1, initialVelocity: 20, decayConstant: -1.5, stopVelocity: 90)
    #expect(agree(rising.value(at: 1e3), rising.destination, 1e-14))
    #expect(agree(rising.destination, 1 + 70 / 1.5, 1e-15))
    let past = StoppingDeceleration(
      initialOffset: 1, initialVelocity: 20, decayConstant: -1.5, stopVelocity: 9)
    #expect(past.destination == 1)
    #expect(StoppingDecelerationModel().modelParameters([1, 20, -1.5, 9])[3].isNaN)
    func uniform(_ stop: Double) -> StoppingDeceleration {
      StoppingDeceleration(initialOffset: 1, initialVelocity: -20, decayConstant: 0, stopVelocity: stop)
    }
    #expect(uniform(9).stopTime == .infinity)
    #expect(uniform(9).destination == -.infinity)
    #expect(uniform(9).value(at: 2) == -39)
    #expect(uniform(30).stopTime == 0)
    #expect(uniform(30).destination == 1)
    #expect(uniform(20).stopTime.isNaN)
    #expect(uniform(20).destination.isNaN)
    #expect(StoppingDecelerationModel().modelParameters([1, -20, 0, 9])[3].isNaN)
  }

  /// The four flicks that the damping article measured: with the affine fit's constants every distance comes
  /// out within half its half-point grid.
  @Test("The damping article's four flicks end at the measured distances") func articleDistances() {
    let (slope, intercept) = (0.49965418, -5.3236)
    for (velocity, distance) in [(5027.0956, 2506.5), (1802.126, 895), (1412.374, 700.5), (1687.861, 838)] {
      let flick = StoppingDeceleration(
        initialOffset: 0, initialVelocity: velocity, decayConstant: 1 / slope,
        stopVelocity: -intercept / slope)
      #expect(abs(flick.destination - distance) < 0.1252)
    }
    #expect(abs(1 / slope - 2.001384) < 5e-7)
    #expect(abs(DecelerationRate.rate(decayConstant: 1 / slope) - 0.99800062) < 5e-9)
  }
}

struct ProjectionTests {
  static let table: [(complement: Double, apple: Double, log: Double, difference: Double, relative: Double)] =
    [
      (0.002, 499, 499.49983316645526, 0.49983316645525512, -0.0010006673),
      (0.01, 99, 99.499162473422173, 0.49916247342217273, -0.0050167505),
      (0.05, 19, 19.495725746223689, 0.49572574622368935, -0.0254274066),
      (0.1, 9, 9.4912215810299030, 0.49122158102990303, -0.0517553591),
      (0.5, 1, 1.4426950408889634, 0.44269504088896341, -0.3068528194),
    ]

  /// Distances for 1 pt/ms. From the decay constant all digits; from the rate what its rounding leaves, which
  /// is 2⁻⁵⁴/u of itself.
  @Test("Both formulas of the projection give the reference's distances", arguments: table.indices)
  func formulas(_ index: Int) {
    let row = Self.table[index]
    let decayConstant = DecelerationRate.decayConstant(complement: row.complement)
    let rate = 1 - row.complement
    #expect(agree(Projection.apple(1000, decayConstant: decayConstant), row.apple, 1e-15))
    #expect(agree(Projection.log(1000, decayConstant: decayConstant), row.log, 1e-15))
    #expect(agree(Projection.apple(1000, rate: rate), row.apple, 1e-16 / row.complement + 4e-16))
    #expect(agree(Projection.log(1000, rate: rate), row.log, 1e-16 / row.complement + 4e-16))
    #expect(agree(Projection.difference(1000, rate: rate), row.difference, 1e-14))
    #expect(agree(Projection.difference(-2300, rate: rate), -2.3 * row.difference, 1e-14))
    #expect(abs(Projection.relativeDifference(rate: rate) - row.relative) < 5.1e-11)
  }

  /// Series and closed form meet; the closed form has lost two digits there.
  @Test func seriesMeetsTheClosedForm() {
    for complement in [0.049999, 0.05, -0.04, 0.03] {
      let rate = 1 - complement
      let closed = Projection.log(1000, rate: rate) - Projection.apple(1000, rate: rate)
      #expect(abs(Projection.differenceSeries(1 - rate) - closed) < 2e-14)
    }
    #expect(Projection.differenceSeries(0) == 0.5)
    #expect(agree(Projection.differenceSeries(0.002), 0.49983316645525512, 2e-16))
    #expect(agree(Projection.differenceSeries(0.05), 0.49572574622368935, 2e-16))
  }

  @Test("Destinations are those of the published formulas") func destinations() {
    let k = 2.0020026706730774
    let flick = Deceleration(initialOffset: 40, initialVelocity: -1000, decayConstant: k)
    #expect(agree(flick.destination, 40 - 499.49983316645526, 1e-15))
    #expect(agree(flick.destinationApple, 40 - 499, 1e-14))
    let inThePlane = Projection.distance((x: 300, y: -400), decayConstant: k)
    #expect(agree(inThePlane, 0.5 * 499.49983316645526, 1e-15))
  }
}
