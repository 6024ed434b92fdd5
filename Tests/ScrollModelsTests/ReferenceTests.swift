import Testing

@testable import ScrollModels

/// Every Φ and ∂Φ/∂α against values computed by definition in 120 digits.
struct ReferenceTests {
  /// No entry may be further off than roundings of the arguments would put it: four half-units in the last
  /// place of |f| + |x ∂f/∂x| + Σ|α ∂f/∂α|. Where the function is well conditioned (that sum is below 200 |f|)
  /// this is within 1e-13 |f|. `worst` prints with a failure, in half-units.
  @Test("Columns and derivatives of every model are those of the reference")
  func everyModel() throws {
    let cases = try Reference.read().laws
    #expect(cases.count > 250)
    for reference in cases {
      let law = try #require(MotionModel(reference.law)?.scrollModel())
      let (basis, derivatives) = evaluation(law, reference.alpha, at: [reference.x])
      let position = "\(reference.law) \(reference.alpha) at \(reference.x)"
      for (j, expected) in reference.basis.enumerated() {
        let worst = abs(basis[j] - expected) / reference.basisScale[j] / 0x1p-53
        #expect(
          basis[j] == expected || worst <= 4, "\(position): φ\(j) \(basis[j]), not \(expected): \(worst)")
      }
      for (j, expected) in reference.derivatives.enumerated() {
        let worst = abs(derivatives[j] - expected) / reference.derivativesScale[j] / 0x1p-53
        #expect(
          derivatives[j] == expected || worst <= 4,
          "\(position): derivative \(j) \(derivatives[j]), not \(expected): \(worst)")
      }
    }
  }

  /// ∂/∂k of the deceleration keeps its digits for every kt, above all where the quotient would lose them.
  @Test func decelerationSlopeKeepsItsDigits() throws {
    let small = try Reference.read().laws.filter {
      $0.law == "deceleration" && $0.x > 0 && abs($0.alpha[0] * $0.x) < 40
    }
    #expect(small.count > 30)
    for reference in small {
      let derivatives = evaluation(DecelerationModel(), reference.alpha, at: [reference.x]).derivatives
      #expect(
        agree(derivatives[1], reference.derivatives[1], 1e-14 * (1 + abs(reference.alpha[0] * reference.x))))
    }
  }

  /// Twelve digits of every derivative beside and at critical damping.
  @Test func springDerivativesKeepTheirDigitsAtCriticalDamping() throws {
    let near = try Reference.read().laws.filter {
      $0.law == "spring" && abs($0.alpha[1] - 1) <= 1.1e-8 && $0.alpha[0] * $0.x < 30
    }
    #expect(near.count > 20)
    for reference in near {
      let derivatives = evaluation(SpringModel(), reference.alpha, at: [reference.x]).derivatives
      for (ours, expected) in zip(derivatives, reference.derivatives) {
        #expect(
          agree(ours, expected, 1e-12), "\(reference.alpha) at \(reference.x): \(ours), not \(expected)")
      }
    }
  }

  @Test func settlingTimesAndTurns() throws {
    let cases = try Reference.read().settling
    #expect(cases.count == 48)
    for reference in cases {
      let spring = Spring(
        naturalFrequency: reference.naturalFrequency, dampingRatio: reference.dampingRatio)
      let motion = SpringMotion(
        spring: spring, displacement: reference.displacement, initialVelocity: reference.initialVelocity)
      let settled = motion.settlingTime(within: reference.distance)
      #expect(agree(settled, reference.settlingTime, 1e-13), "\(reference): \(settled)")
      #expect(agree(motion.farthest, reference.farthest, 1e-14), "\(reference): \(motion.farthest)")
    }
  }
}
