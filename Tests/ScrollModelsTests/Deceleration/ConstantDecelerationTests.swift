import Testing

@testable import ScrollModels

struct ConstantDecelerationTests {
  let flick = ConstantDeceleration(initialOffset: 113.7, initialVelocity: -842.3, deceleration: 1390)

  @Test func startsAsGiven() {
    #expect(flick.value(at: 0) == 113.7)
    #expect(flick.velocity(at: 0) == -842.3)
    #expect(agree(slope(of: flick.value, at: 0.3, step: 1e-2), flick.velocity(at: 0.3), 1e-12))
  }

  @Test(
    "v′ = −a sign(v₀) until it stands, 0 from then on",
    arguments: [(-842.3, 1390.0), (391, 77.3), (391, -77.3), (-3.1, -1.7)])
  func differentialEquation(velocity: Double, deceleration: Double) {
    let motion = ConstantDeceleration(
      initialOffset: 5, initialVelocity: velocity, deceleration: deceleration)
    for time in [0.1, 0.31, 0.55] {
      let expected = velocity < 0 ? deceleration : -deceleration
      #expect(agree(slope(of: motion.velocity, at: time, step: 1e-2), expected, 1e-11))
    }
  }

  @Test("A constant deceleration stops at v/a") func stands() {
    let stop = flick.duration
    #expect(agree(stop, 842.3 / 1390, 1e-15))
    #expect(agree(flick.destination, 113.7 - 842.3 * 842.3 / 2780, 1e-15))
    #expect(agree(flick.value(at: stop), flick.destination, 1e-15))
    #expect(flick.value(at: stop + 7) == flick.value(at: stop))
    #expect(flick.velocity(at: stop) == 0 && flick.velocity(at: stop + 7) == 0)
    #expect(abs(flick.velocity(at: stop * (1 - 1e-9))) < 1e-6)
  }

  /// Qt Quick's Flickable: v²/(2a) far and v/a long, a = 1500 px/s². QScroller's default curve: a = 492.13.
  @Test(
    "The flings of Qt Quick's Flickable and of QScroller have their distances and durations",
    arguments: [
      (1500.0, 492.13, 80.730_646, 0.328_086_667), (492.13, 1500, 2285.981_346, 3.047_975_129),
    ])
  func engines(deceleration: Double, velocity: Double, distance: Double, duration: Double) {
    let flick = ConstantDeceleration(
      initialOffset: 0, initialVelocity: velocity, deceleration: deceleration)
    #expect(abs(flick.destination - distance) < 1e-6)
    #expect(abs(flick.duration - duration) < 1e-9)
  }

  @Test("Uniform motion never stops") func neverStands() {
    let uniform = ConstantDeceleration(initialOffset: 3, initialVelocity: -17, deceleration: 0)
    let straight: Double = 3 - 17 * 2.5
    #expect(uniform.value(at: 2.5) == straight)
    #expect(uniform.duration == .infinity)
    #expect(uniform.destination == -.infinity)
    let rising = ConstantDeceleration(initialOffset: 3, initialVelocity: 17, deceleration: -4)
    #expect(rising.duration == .infinity)
    #expect(rising.velocity(at: 2.5) == 27)
    #expect(rising.value(at: 2.5) == 3 + 17 * 2.5 + 2 * 2.5 * 2.5)
    let resting = ConstantDeceleration(initialOffset: 3, initialVelocity: 0, deceleration: 9)
    #expect(resting.duration == 0 && resting.destination == 3 && resting.value(at: 4) == 3)
  }

  @Test func noRateBelongsToRest() {
    let scrollModel = ConstantDecelerationModel()
    #expect(scrollModel.modelParameters([5, 0, 9])[2].isNaN)
    #expect(scrollModel.reported([5, 0, 2]) == [5, 0, 0])
  }
}
