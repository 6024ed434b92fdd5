import Foundation
import Testing

@testable import ScrollModels

struct DriftingDecelerationTests {
  let flick = DriftingDeceleration(
    initialOffset: 113.7, initialVelocity: -842.3, decayConstant: 2.37, drift: 61.9)

  @Test func startsAsGiven() {
    #expect(flick.value(at: 0) == 113.7)
    #expect(agree(flick.velocity(at: 0), -842.3, 1e-15))
    #expect(agree(slope(of: flick.value, at: 0.4, step: 1e-3), flick.velocity(at: 0.4), 1e-10))
  }

  @Test(
    "v′ = −k(v + b sign(v₀)) until it stands",
    arguments: [(-842.3, 2.37, 61.9), (391, 3.71, 172), (391, 0.67, 2310)])
  func differentialEquation(velocity: Double, decayConstant: Double, drift: Double) {
    let motion = DriftingDeceleration(
      initialOffset: 5, initialVelocity: velocity, decayConstant: decayConstant, drift: drift)
    for share in [0.1, 0.5, 0.9] {
      let time = share * motion.duration
      let expected = -decayConstant * (motion.velocity(at: time) + (velocity < 0 ? -drift : drift))
      #expect(agree(slope(of: motion.velocity, at: time, step: 1e-3), expected, 1e-9))
    }
  }

  @Test("A deceleration with friction stops in finite time") func stands() {
    let stop = flick.duration
    #expect(agree(stop, log(1 + 842.3 / 61.9) / 2.37, 1e-14))
    #expect(abs(flick.velocity(at: stop * (1 - 1e-12))) < 1e-8)
    #expect(flick.velocity(at: stop) == 0)
    #expect(flick.value(at: stop + 3) == flick.value(at: stop))
    #expect(agree(flick.destination, 113.7 - 842.3 / 2.37 + 61.9 * stop, 1e-14))
  }

  @Test(
    "Chromium's fling curve is a e^(−γt) − bt − a with a = −5707.62 px, b = 172 px/s, γ = 3.7 /s; it ends at 1.3 s"
  )
  func chromium() {
    let (a, b, gamma) = (-5707.62, 172.0, 3.7)
    let whole = DriftingDeceleration(
      initialOffset: 0, initialVelocity: -a * gamma - b, decayConstant: gamma, drift: b)
    #expect(abs(whole.duration - 1.3) < 1e-3)
    for time in [0.013, 0.4, 1.29] {
      #expect(agree(whole.value(at: time), a * exp(-gamma * time) - b * time - a, 1e-13))
    }
    // A fling begins on the curve where it has the finger's velocity: both are one motion from there.
    let late = DriftingDeceleration(
      initialOffset: whole.value(at: 0.7), initialVelocity: whole.velocity(at: 0.7), decayConstant: gamma,
      drift: b)
    #expect(agree(late.value(at: 0.3), whole.value(at: 1), 1e-13))
    #expect(agree(late.duration, whole.duration - 0.7, 1e-12))
  }

  @Test func withoutDriftItIsPlain() {
    let plain = Deceleration(initialOffset: 113.7, initialVelocity: -842.3, decayConstant: 2.37)
    let driftless = DriftingDeceleration(
      initialOffset: 113.7, initialVelocity: -842.3, decayConstant: 2.37, drift: 0)
    #expect(driftless.duration == .infinity)
    #expect(agree(driftless.destination, plain.destination, 1e-15))
    for time in [0.1, 3.3] {
      #expect(driftless.value(at: time) == plain.value(at: time))
      #expect(agree(driftless.velocity(at: time), plain.velocity(at: time), 1e-15))
    }
    let resting = DriftingDeceleration(initialOffset: 3, initialVelocity: 0, decayConstant: 2, drift: 9)
    #expect(resting.duration == 0 && resting.destination == 3 && resting.velocity(at: 1) == 0)
  }

  /// With k → 0 at the same loss of speed, bk, it is constant deceleration; the error is of the order kt.
  @Test(arguments: [1e-6, 1e-9, 1e-12])
  func withoutDecayItIsConstant(decayConstant: Double) {
    let constant = ConstantDeceleration(initialOffset: -3, initialVelocity: 517, deceleration: 903)
    let motion = DriftingDeceleration(
      initialOffset: -3, initialVelocity: 517, decayConstant: decayConstant, drift: 903 / decayConstant)
    let scrollModel = DriftingDecelerationModel()
    #expect(agree(motion.duration, constant.duration, decayConstant))
    for time in [0.011, 0.3, 0.57, 2] {
      let ours = value(scrollModel, [-3, 517, decayConstant, 903.0 / 517], at: time)
      #expect(abs(ours - constant.value(at: time)) < 200 * decayConstant + 1e-12)
      #expect(abs(motion.value(at: time) - constant.value(at: time)) < 200 * decayConstant + 1e-12)
      #expect(abs(motion.velocity(at: time) - constant.velocity(at: time)) < 1e3 * decayConstant + 1e-12)
    }
  }

  @Test func noRateBelongsToRest() {
    let scrollModel = DriftingDecelerationModel()
    #expect(scrollModel.modelParameters([5, 0, 2, 9])[3].isNaN)
    #expect(scrollModel.reported([5, 0, 2, 0.3]) == [5, 0, 2, 0])
  }
}
