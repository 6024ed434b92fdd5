import Elementary
import LeastSquares

/// A power deceleration by the inverse of its exponent and its time constant: smooth where the exponent goes to infinity.
///
///     x(t) = x₀ + v₀ τ (1 − e^L),  v(t) = v₀ e^L/(1 − z),  L = ln(1 − z)/u,  z = u t/τ, until z = 1
///
/// | symbol | meaning                                                             | unit |
/// |--------|---------------------------------------------------------------------|------|
/// | u      | 1/n, 0 ≤ u < 1; at 0 it is plain deceleration, L = −t/τ             |      |
/// | τ      | T/n, > 0                                                            | s    |
struct InversePowerDeceleration: DifferentiableMotion {
  let initialOffset: Double
  let initialVelocity: Double
  /// u.
  let inverseExponent: Double
  /// τ, s.
  let timeConstant: Double

  /// Infinite for u = 0.
  var duration: Double { initialVelocity == 0 ? 0 : timeConstant / inverseExponent }

  func value(at time: Double) -> Double { differential(at: time).value }

  func velocity(at time: Double) -> Double { differential(at: time).velocity }

  /// x₀, v₀, u and τ.
  var numbers: SIMD4<Double> { SIMD4(initialOffset, initialVelocity, inverseExponent, timeConstant) }

  /// With s = t/τ: ∂x/∂u = −v₀ τ e^L s² h(z) and ∂x/∂τ = v₀ (1 − e^L − e^L s/(1 − z)).
  func differential(at time: Double) -> MotionDifferential<SIMD4<Double>> {
    let elapsed = time / timeConstant
    let share = inverseExponent * elapsed
    guard share < 1 else {
      return MotionDifferential(
        value: initialOffset + initialVelocity * timeConstant, velocity: 0,
        derivatives: SIMD4(1, timeConstant, 0, initialVelocity))
    }
    let level = inverseExponent == 0 ? -elapsed : logarithmOfOnePlus(-share) / inverseExponent
    let travelled = -exponentialMinusOne(level)
    let left = 1 - travelled
    let velocity = initialVelocity * left / (1 - share)
    let bending = left * elapsed * elapsed * Self.bend(share)
    return MotionDifferential(
      value: initialOffset + initialVelocity * timeConstant * travelled, velocity: velocity,
      derivatives: SIMD4(
        1, timeConstant * travelled, -initialVelocity * timeConstant * bending,
        initialVelocity * travelled - velocity * elapsed))
  }

  /// h(z) = (−ln(1 − z) − z/(1 − z))/z² = Σ (1/m − 1) z^(m − 2) from m = 2 on.
  private static func bend(_ z: Double) -> Double {
    guard z.magnitude < 0.01 else { return (-logarithmOfOnePlus(-z) - z / (1 - z)) / (z * z) }
    // Of eight terms the first that is left out is below the last digit.
    return (2...9).reversed().reduce(0) { sum, m in sum * z + (1 / Double(m) - 1) }
  }
}

/// The curves of ``TimedPowerFling`` as a search moves them: where the samples are those of a plain deceleration, exponent and stop time
/// grow together without end, 1/n and T/n do not.
struct InversePowerFling: EngineModel {
  let name = "power-deceleration, constant time"
  let formula = "x₀ + v₀ τ (1 − (1 − u t/τ)^(1/u)), u = 1/n, τ = T/n"
  let state = Parameter.ofFling
  /// The exponent and the stop time that follow from them are finite.
  let constants = [
    Parameter("inverseExponent", unit: "", domain: 1e-12...1.0.nextDown),
    .positive("timeConstant", unit: "s"),
  ]
  let isTimeInvariant = false

  func curve(state: [Double], constants: [Double], context: EngineContext) -> InversePowerDeceleration {
    InversePowerDeceleration(
      initialOffset: state[0], initialVelocity: state[1], inverseExponent: constants[0],
      timeConstant: constants[1])
  }
}

extension TimedPowerFling {
  package var searched: SearchedModel? {
    SearchedModel(model: InversePowerFling()) { [1 / $0[0], $0[1] / $0[0]] }
  }
}
