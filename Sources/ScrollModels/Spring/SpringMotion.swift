import Elementary

/// A spring let go at t = 0 with a displacement and a velocity.
///
/// x(t) = rest + displacement·φ₁(t) + v₀·φ₂(t), smooth in the damping ratio through all three regimes.
/// ``settlingTime(within:)``, ``farthest`` and ``firstTurn`` need ω₀ > 0 and ζ ≥ 0 and are NaN or nil
/// without.
package struct SpringMotion: Equatable, Sendable {
  package let spring: Spring
  /// The resting offset, pt.
  package let rest: Double
  /// Offset − rest at t = 0, pt.
  package let displacement: Double
  /// Velocity at t = 0, pt/s.
  package let initialVelocity: Double

  package init(spring: Spring, rest: Double = 0, displacement: Double, initialVelocity: Double) {
    self.spring = spring
    self.rest = rest
    self.displacement = displacement
    self.initialVelocity = initialVelocity
  }

  /// x(t), pt; `time` in s.
  package func value(at time: Double) -> Double { rest + displacement(at: time) }

  /// x(t) − rest, pt; `time` in s.
  package func displacement(at time: Double) -> Double {
    let response = response(at: time)
    return displacement * response.release + initialVelocity * response.push
  }

  /// x′(t), pt/s; `time` in s.
  package func velocity(at time: Double) -> Double {
    let response = response(at: time)
    return initialVelocity * response.pushVelocity - displacement * spring.stiffness * response.push
  }

  /// The first t ≥ 0, s, at which the motion turns (its velocity is 0); nil where it never does.
  ///
  /// x′ = 0 where S/C = v₀/(βv₀ + ω₀²d): tan(ω′t)/ω′, t or tanh(√s t)/√s on the left. An oscillating spring
  /// turns again each π/ω′.
  package var firstTurn: Double? {
    guard isDefined else { return nil }
    if initialVelocity == 0 { return 0 }
    let discriminant = spring.discriminant
    let reach = spring.damping * initialVelocity + spring.stiffness * displacement
    if discriminant < 0 {
      let oscillation = (-discriminant).squareRoot()
      // Both signs turned so that the angle lies in 0…π: adding π to a negative one would lose a small
      // angle's digits.
      let turn = angle(y: oscillation * initialVelocity.magnitude, x: initialVelocity < 0 ? -reach : reach)
      return turn / oscillation
    }
    // v₀/((β − √s)v₀ + ω₀²d); with it artanh becomes ln(1 + …), which loses nothing where the turn is late.
    let root = discriminant.squareRoot()
    let slowRate = spring.stiffness / (spring.damping + root)
    let ratio = initialVelocity / (slowRate * initialVelocity + spring.stiffness * displacement)
    guard ratio > 0, ratio.isFinite else { return nil }
    return root == 0 ? ratio : logarithmOfOnePlus(2 * root * ratio) / (2 * root)
  }

  /// The displacement of largest size for t ≥ 0, pt, with its sign; NaN where the spring is not defined.
  package var farthest: Double {
    guard isDefined else { return .nan }
    guard let turn = firstTurn else { return displacement }
    let turned = displacement(at: turn)
    return turned.magnitude > displacement.magnitude ? turned : displacement
  }

  /// True if ω₀ > 0, ζ ≥ 0 and every number is finite.
  var isDefined: Bool {
    spring.naturalFrequency > 0 && spring.naturalFrequency.isFinite && spring.dampingRatio >= 0
      && spring.dampingRatio.isFinite && displacement.isFinite && initialVelocity.isFinite
  }

  private func response(at time: Double) -> SpringResponse {
    SpringResponse(frequency: spring.naturalFrequency, ratio: spring.dampingRatio, time: time)
  }
}
