import Elementary
import LeastSquares

/// An exponential deceleration less a parabola in the time since its start, until it stands: Flutter's on macOS.
///
/// x(t) = x₀ + v₀ (1 − e^(−kt))/k − s a t²/2,  v(t) = v₀ e^(−kt) − s a t,  s = sign(v₀), until v = 0
///
/// What remains of it is no such motion: the parabola counts from the start. (Flutter,
/// `packages/flutter/lib/src/physics/friction_simulation.dart`, `constantDeceleration`.)
package struct ParabolicDeceleration: EngineMotion, Equatable {
  package let initialOffset: Double
  package let initialVelocity: Double
  /// k, 1/s.
  package let decayConstant: Double
  /// a, pt/s²; 0 is plain deceleration.
  package let deceleration: Double
  /// The duration, s: v₀ e^(−kt) = a t; 0 without motion, infinite for a = 0.
  package let duration: Double

  package init(initialOffset: Double, initialVelocity: Double, decayConstant: Double, deceleration: Double) {
    self.initialOffset = initialOffset
    self.initialVelocity = initialVelocity
    self.decayConstant = decayConstant
    self.deceleration = deceleration
    let limit = initialVelocity == 0 ? 0 : initialVelocity.magnitude / deceleration
    // The speed falls throughout, and is negative at |v₀|/a already.
    duration =
      limit.isFinite
      ? minimumArgument(upTo: limit) { time in
        initialVelocity.magnitude * exponential(-decayConstant * time) <= deceleration * time
      } : .infinity
  }

  package func value(at time: Double) -> Double {
    let moving = min(time, duration)
    let travel = initialVelocity * decayedTime(decayConstant: decayConstant, time: moving)
    return initialOffset + (moving.isInfinite ? travel : travel - force * moving * moving / 2)
  }

  package func velocity(at time: Double) -> Double {
    time < duration ? initialVelocity * exponential(-decayConstant * time) - force * time : 0
  }

  private var force: Double { initialVelocity < 0 ? -deceleration : deceleration }
}

/// The model `deceleration-parabola`.
package struct ParabolicFling: EngineModel {
  package let name = "deceleration-parabola"
  package let formula = "x₀ + v₀ (1 − e^(−kt))/k − a t²/2 until its velocity is 0"
  package let state = Parameter.ofFling
  package let constants = [
    Parameter.positive("decayConstant", unit: "1/s"), Parameter.notNegative("deceleration", unit: "pt/s²"),
  ]
  package let isTimeInvariant = false

  package init() {}

  package func curve(state: [Double], constants: [Double], context: EngineContext) -> ParabolicDeceleration {
    ParabolicDeceleration(
      initialOffset: state[0], initialVelocity: state[1], decayConstant: constants[0],
      deceleration: constants[1])
  }
}
