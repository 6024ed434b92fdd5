import Foundation
import LeastSquares
import Testing

@testable import ScrollModels

struct PowerDecelerationTests {
  let flick = PowerDeceleration(initialOffset: 113.7, initialVelocity: -842.3, exponent: 3.37, stopTime: 1.14)

  @Test func startsAndStops() {
    #expect(flick.value(at: 0) == 113.7)
    #expect(flick.velocity(at: 0) == -842.3)
    #expect(agree(slope(of: flick.value, at: 0.4, step: 1e-3), flick.velocity(at: 0.4), 1e-11))
    #expect(agree(flick.destination, 113.7 - 842.3 * 1.14 / 3.37, 1e-15))
    #expect(agree(flick.value(at: 1.14), flick.destination, 1e-15))
    #expect(flick.value(at: 9) == flick.value(at: 1.14) && flick.velocity(at: 1.14) == 0)
    let resting = PowerDeceleration(initialOffset: 3, initialVelocity: 0, exponent: 3, unitVelocity: 400)
    #expect(resting.duration == 0 && resting.destination == 3 && resting.value(at: 0.2) == 3)
  }

  @Test(
    "v′ = −(n − 1) v/(T − t), and by the unit velocity −(n − 1) a^(1/(n − 1)) |v|^((n − 2)/(n − 1)) sign v",
    arguments: [1.43, 2.3582, 3.37, 9.6])
  func differentialEquation(exponent: Double) {
    let motion = PowerDeceleration(
      initialOffset: 5, initialVelocity: 517, exponent: exponent, unitVelocity: 391)
    #expect(agree(motion.unitVelocity, 391, 1e-12))
    for share in [0.1, 0.5, 0.8] {
      let time = share * motion.stopTime
      let velocity = motion.velocity(at: time)
      let slowing = slope(of: motion.velocity, at: time, step: 1e-4)
      #expect(agree(slowing, -(exponent - 1) * velocity / (motion.stopTime - time), 1e-7))
      let autonomous =
        (exponent - 1) * pow(391, 1 / (exponent - 1)) * pow(velocity, (exponent - 2) / (exponent - 1))
      #expect(agree(slowing, -autonomous, 1e-7))
    }
  }

  @Test(
    "n = 2 is constant deceleration v₀/T; n → ∞ at (n − 1)/T = k is plain deceleration k; n → 1 stops all at once"
  )
  func limits() {
    let even = PowerDeceleration(initialOffset: 5, initialVelocity: 517, exponent: 2, stopTime: 0.7)
    let constant = ConstantDeceleration(initialOffset: 5, initialVelocity: 517, deceleration: 517 / 0.7)
    let plain = Deceleration(initialOffset: 5, initialVelocity: 517, decayConstant: 2.37)
    let steep = PowerDeceleration(
      initialOffset: 5, initialVelocity: 517, exponent: 1e7, stopTime: (1e7 - 1) / 2.37)
    let abrupt = PowerDeceleration(initialOffset: 5, initialVelocity: 517, exponent: 1 + 1e-9, stopTime: 0.7)
    for time in [0.013, 0.3, 0.69, 2.1] {
      #expect(agree(even.value(at: time), constant.value(at: time), 1e-14))
      #expect(agree(even.velocity(at: time), constant.velocity(at: time), 1e-13))
      #expect(agree(steep.value(at: time), plain.value(at: time), 1e-6))
      #expect(agree(steep.velocity(at: time), plain.velocity(at: time), 1e-5))
      #expect(agree(abrupt.value(at: time), 5 + 517 * min(time, 0.7), 1e-7))
    }
  }

  @Test func lawIsTheMotion() {
    let scrollModel = PowerDecelerationModel()
    let model = scrollModel.modelParameters([113.7, -842.3, 3.37, 1.14])
    for time in [0, 0.013, 0.4, 1.13, 1.14, 3] {
      #expect(agree(value(scrollModel, model, at: time), flick.value(at: time), 1e-14))
    }
    #expect(
      zip(scrollModel.reported(model), [113.7, -842.3, 3.37, 1.14]).allSatisfy { agree($0, $1, 1e-15) })
  }

  @Test(
    "At p = 0 and p = 1 it is the models it joins, for any k; k = 0 is uniform motion",
    arguments: [2.37, 0.31, -0.9, 0])
  func regularLimits(decayConstant: Double) {
    let times = [0.0, 0.002, 0.11, 0.4, 1.7]
    let plain = evaluation(DecelerationModel(), [decayConstant], at: times)
    let exponential = evaluation(PowerDecelerationModel(), [decayConstant, 0], at: times)
    #expect(zip(plain.basis, exponential.basis).allSatisfy { agree($0, $1, 1e-15) })
    #expect(zip(plain.derivatives, exponential.derivatives).allSatisfy { agree($0, $1, 1e-13) })
    let constant = evaluation(ConstantDecelerationModel(), [decayConstant], at: times)
    let even = evaluation(PowerDecelerationModel(), [decayConstant, 1], at: times)
    #expect(zip(constant.basis, even.basis).allSatisfy { agree($0, $1, 1e-14) })
    #expect(zip(constant.derivatives, even.derivatives).allSatisfy { agree($0, $1, 1e-12) })
  }

  @Test(
    "∂φ/∂k and ∂φ/∂p against differences, also where the closed forms hand over to the integrals",
    arguments: [
      (3.1, 0.42, 0.32), (3.1, 0.42, 0.323), (3.1, 0.42, 0.7), (0.4, 0.07, 2.49), (0.4, 0.07, 2.51),
      (7.0, 0.02, 1.9),
      (0.21, 3.9, 0.6), (0.21, 3.9, 0.62), (2.0, 0.0, 0.9), (-1.3, 0.6, 0.8), (2.2, 0.9, 5.0),
    ])
  func derivatives(decayConstant: Double, bend: Double, time: Double) {
    func travel(_ k: Double, _ p: Double) -> Double {
      PowerTravel(decayConstant: k, bend: p, time: time).value
    }
    let slopes = PowerTravel(decayConstant: decayConstant, bend: bend, time: time).slopes
    let byDecay = slope(of: { travel($0, bend) }, at: decayConstant, step: 1e-3)
    #expect(abs(slopes.byDecayConstant - byDecay) < 1e-11 * (1 + abs(byDecay)), "\(slopes) \(byDecay)")
    let byBend = slope(of: { travel(decayConstant, $0) }, at: bend, step: 1e-3)
    #expect(abs(slopes.byBend - byBend) < 1e-11 * (1 + abs(byBend)), "\(slopes) \(byBend)")
  }

  @Test("A fit finds the exponent and the stop time of the motion it is given")
  func isFitted() throws {
    let times = (0..<70).map { Double($0) / 60 }
    let problem = ProjectedProblem(
      PowerDecelerationModel(), abscissas: times, observations: times.map(flick.value))
    let found = LevenbergMarquardt().minimize(problem, from: [1.5, 0.7]).parameters
    let reported = PowerDecelerationModel().reported([0, 1] + found)
    #expect(agree(reported[2], 3.37, 1e-7) && agree(reported[3], 1.14, 1e-7), "\(reported)")
  }
}
