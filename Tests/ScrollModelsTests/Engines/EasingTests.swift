import Elementary
import Testing

@testable import ScrollModels

struct EasingTests {
  static let easings: [Easing] = [
    .inOut, .out, .powerOut(2), .powerOut(5), .circularOut, .sineInOut, .squareThenExponential,
    .pulse(scale: 4),
    .pulse(scale: 0.7),
  ]

  @Test("From (0, 0) to (1, 1), rising, its slope its own", arguments: easings)
  func slopes(_ easing: Easing) {
    #expect(easing.value(at: -0.2) == 0 && easing.value(at: 0) == 0 && easing.value(at: 1) == 1)
    // Qt's curve does not come to 1 by itself.
    #expect(abs(easing.value(at: 1 - 1e-9) - 1) < 1e-4)
    for share in [0.031, 0.13, 0.27, 0.519, 0.83, 0.97] {
      #expect(easing.value(at: share) > easing.value(at: share - 0.02))
      let slope = slope(of: easing.value, at: share, step: 1e-3)
      #expect(abs(slope - easing.slope(at: share)) < 1e-7 * (1 + slope))
    }
  }

  @Test("Known points: 1 − 2⁻⁵, the circle, Qt's halfway at a quarter of its time")
  func knownPoints() {
    #expect(Easing.powerOut(5).value(at: 0.5) == 0.96875)
    #expect(agree(Easing.circularOut.value(at: 0.4), 0.8, 1e-15))
    #expect(agree(Easing.sineInOut.value(at: 1.0 / 3), 0.25, 1e-14))
    #expect(Easing.squareThenExponential.value(at: 0.25) == 0.5)
    #expect(Easing.squareThenExponential.value(at: 0.125) == 0.125)
  }

  @Test(arguments: [0, 0.4, 0.999_999_9, 1, 1.000_000_1, 1.4])
  func dragIsSmoothInItsExponent(_ exponent: Double) {
    let motion = DragDeceleration(
      initialOffset: 3, initialVelocity: -700, coefficient: 9, exponent: exponent)
    #expect(motion.value(at: 0) == 3 && motion.velocity(at: 0) == -700)
    for time in [0.01, 0.03] {
      let speed = abs(motion.velocity(at: time))
      guard speed > 0 else { continue }
      let deceleration = slope(of: motion.velocity, at: time, step: 1e-4)
      #expect(abs(deceleration / (9 * Elementary.power(speed, exponent)) - 1) < 1e-6)
    }
    let plain = Deceleration(initialOffset: 3, initialVelocity: -700, decayConstant: 9)
    if abs(exponent - 1) < 1e-6 { #expect(agree(motion.value(at: 0.2), plain.value(at: 0.2), 1e-6)) }
  }

  /// b = 0.7 is the power law of exponent 13/3 that the same constants make.
  @Test func dragIsAPowerDeceleration() {
    let drag = DragDeceleration(initialOffset: 5, initialVelocity: 900, coefficient: 30, exponent: 0.7)
    let power = PowerDeceleration(
      initialOffset: 5, initialVelocity: 900, exponent: 13.0 / 3, stopTime: drag.duration)
    for time in [0.01, 0.1, 0.4, 0.8] { #expect(agree(drag.value(at: time), power.value(at: time), 1e-12)) }
    #expect(agree(drag.duration, Elementary.power(900, 0.3) / 9, 1e-12))
  }
}
