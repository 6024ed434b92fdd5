import Elementary
import LeastSquares

/// A motion slowed by a power of its velocity: v′ = −a |v|^b sign v.
///
/// With q = a|v₀|^(b − 1), the rate at the start, and L(t) = ln(1 − (1 − b)qt)/(1 − b), which is −qt for b = 1:
///
///     v(t) = v₀ e^L,  x(t) = x₀ + v₀ (1 − e^((2 − b)L))/((2 − b) q)
///
/// | symbol | meaning                                                                        | unit |
/// |--------|--------------------------------------------------------------------------------|------|
/// | a      | the deceleration at 1 pt/s, > 0                                                  | (pt/s)^(1−b)/s |
/// | b      | exponent, 0 ≤ b < 2; below 1 it stands at t = 1/((1 − b)q), from 1 on never       |      |
///
/// 0 is constant deceleration, 1 plain deceleration, b < 1 a `power-deceleration` of exponent 1 + 1/(1 − b).
/// (noah-nuebling/mac-mouse-fix, `Shared/Math/Curves/DragCurve.swift`.)
package struct DragDeceleration: EngineMotion, Equatable {
  package let initialOffset: Double
  package let initialVelocity: Double
  /// b.
  package let exponent: Double
  /// q, 1/s.
  package let initialRate: Double

  package init(initialOffset: Double, initialVelocity: Double, coefficient: Double, exponent: Double) {
    self.initialOffset = initialOffset
    self.initialVelocity = initialVelocity
    self.exponent = exponent
    initialRate = coefficient * power(initialVelocity.magnitude, exponent - 1)
  }

  package func value(at time: Double) -> Double {
    if initialVelocity == 0 { return initialOffset }
    let rest = 2 - exponent
    return initialOffset - initialVelocity * exponentialMinusOne(rest * level(time)) / (rest * initialRate)
  }

  package func velocity(at time: Double) -> Double {
    time < duration ? initialVelocity * exponential(level(time)) : 0
  }

  /// The duration, s; 0 without motion, infinite for b ≥ 1.
  package var duration: Double {
    if initialVelocity == 0 { return 0 }
    return exponent < 1 ? 1 / ((1 - exponent) * initialRate) : .infinity
  }

  /// L.
  private func level(_ time: Double) -> Double {
    let bend = 1 - exponent
    let turns = initialRate * min(time, duration)
    return bend == 0 ? -turns : logarithmOfOnePlus(max(-bend * turns, -1)) / bend
  }
}

/// The model `drag`.
package struct DragFling: EngineModel {
  package let name = "drag"
  package let formula = "v′ = −a|v|^b sign v"
  package let state = Parameter.ofFling
  package let constants = [
    Parameter.positive("coefficient", unit: "(pt/s)^(1−b)/s"),
    Parameter("exponent", unit: "", domain: 0...2.0.nextDown),
  ]

  package init() {}

  package func curve(state: [Double], constants: [Double], context: EngineContext) -> DragDeceleration {
    DragDeceleration(
      initialOffset: state[0], initialVelocity: state[1], coefficient: constants[0], exponent: constants[1])
  }
}
