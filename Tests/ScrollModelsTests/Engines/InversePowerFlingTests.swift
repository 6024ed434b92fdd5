import Testing

@testable import ScrollModels

/// The curves of a power deceleration by the inverse of its exponent and its time constant.
struct InversePowerFlingTests {
  private static let context = EngineModelTests.context
  private let times = (0..<40).map { Double($0) / 23 }

  @Test(
    "The curve is that of the exponent and the stop time", arguments: [[3, 0.72], [4.33, 2.1], [900, 450]])
  func sameCurve(_ constants: [Double]) throws {
    let model = TimedPowerFling()
    let searched = try #require(model.searched)
    let others = searched.exchanged(constants)
    for (own, constant) in zip(searched.exchanged(others), constants) { #expect(agree(own, constant, 1e-15)) }
    let expected = model.values([70, -842.3] + constants, at: times, from: 0.013, context: Self.context)
    let values = searched.model.values([70, -842.3] + others, at: times, from: 0.013, context: Self.context)
    for (value, expected) in zip(values, expected) { #expect(abs(value - expected) < 1e-10) }
  }

  @Test(
    "Derivatives are differences, also where the exponent is beyond all bounds",
    arguments: [0, 1e-7, 0.013, 0.4])
  func derivatives(_ inverse: Double) {
    func motion(_ changes: (Double, Double)) -> InversePowerDeceleration {
      InversePowerDeceleration(
        initialOffset: 70, initialVelocity: -842.3, inverseExponent: inverse + changes.0,
        timeConstant: 0.41 + changes.1)
    }
    let step = 1e-5
    for time in times {
      let derivatives = motion((0, 0)).differential(at: time).derivatives
      let byInverse = motion((step, 0)).value(at: time) - motion((-step, 0)).value(at: time)
      let byTime = motion((0, step)).value(at: time) - motion((0, -step)).value(at: time)
      #expect(abs(derivatives[2] - byInverse / (2 * step)) < 1e-4, "\(time)")
      #expect(abs(derivatives[3] - byTime / (2 * step)) < 1e-4, "\(time)")
    }
  }

  @Test("At 0 it is plain deceleration")
  func plainDeceleration() {
    let motion = InversePowerDeceleration(
      initialOffset: 70, initialVelocity: -842.3, inverseExponent: 0, timeConstant: 0.41)
    let plain = Deceleration(initialOffset: 70, initialVelocity: -842.3, decayConstant: 1 / 0.41)
    #expect(motion.duration == .infinity)
    for time in times {
      #expect(abs(motion.value(at: time) - plain.value(at: time)) < 1e-11)
      #expect(abs(motion.velocity(at: time) - plain.velocity(at: time)) < 1e-10)
    }
  }
}
