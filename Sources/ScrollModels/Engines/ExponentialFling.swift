import Elementary
import LeastSquares

/// The model `deceleration` as engines have it: x(t) = x₀ + s(v₀) (1 − e^(−kt)), s the distance a flick carries.
///
/// The time constant and the distance are chosen apart from each other: the integral and a sum of steps differ by about half
/// a step of travel, others by any factor. The motion starts with x′(0) = k s(v₀), which only for the integral is v₀.
package struct ExponentialFling: EngineModel {
  /// The rule for the distance of a flick, pt.
  package enum Distance: Equatable, Sendable {
    /// v₀/k.
    case integral
    /// One step each h seconds, each after the velocity has been multiplied by e^(−kh): v₀h/(e^(kh) − 1). At whole steps
    /// the recursion is this curve.
    case steps(of: Double)
    /// So many seconds of the velocity: Framer's `power`.
    case seconds(Double)
    /// (|v₀| · 1/60 s)^p, with the sign of v₀: Lenis's touch.
    case framePower(Double)
  }

  package let distance: Distance
  package let state = Parameter.ofFling
  package let constants = [Parameter.positive("decayConstant", unit: "1/s")]
  package var fitted: (any ScrollModel)? { DecelerationModel() }

  package init(distance: Distance = .integral) { self.distance = distance }

  package var name: String {
    switch distance {
    case .integral: "deceleration"
    case .steps: "deceleration, sum of steps"
    case .seconds: "deceleration, distance by power"
    case .framePower: "deceleration, power of velocity"
    }
  }

  package var formula: String {
    switch distance {
    case .integral: "x₀ + v₀ (1 − e^(−kt))/k"
    case .steps: "x₀ + v₀h/(e^(kh) − 1) · (1 − e^(−kt)), h the step"
    case .seconds: "x₀ + p v₀ (1 − e^(−kt))"
    case .framePower: "x₀ + sign(v₀) (|v₀|/60)^p (1 − e^(−kt))"
    }
  }

  package func curve(state: [Double], constants: [Double], context: EngineContext) -> Deceleration {
    let decayConstant = constants[0]
    let velocity =
      switch distance {
      case .integral: state[1]
      case .steps(let step): decayConstant * state[1] * step / exponentialMinusOne(decayConstant * step)
      case .seconds(let power): decayConstant * power * state[1]
      case .framePower(let exponent):
        decayConstant * (state[1] < 0 ? -1 : 1) * power(state[1].magnitude / 60, exponent)
      }
    return Deceleration(initialOffset: state[0], initialVelocity: velocity, decayConstant: decayConstant)
  }
}

/// The model `deceleration` towards a destination: x = rest + d e^(−kt), whatever the velocity.
package struct ExponentialReturn: EngineModel {
  package let name = "exponential-return"
  package let formula = "rest + d e^(−kt)"
  package let state = [Parameter.rest, .displacement]
  package let constants = [Parameter.positive("decayConstant", unit: "1/s")]
  package var fitted: (any ScrollModel)? { DecelerationModel() }

  package init() {}

  package func curve(state: [Double], constants: [Double], context: EngineContext) -> Deceleration {
    Deceleration(
      initialOffset: state[0] + state[1], initialVelocity: -constants[0] * state[1],
      decayConstant: constants[0])
  }
}

extension Deceleration: SettlingMotion {
  package func settlingTime(within distance: Double) -> Double { duration(toWithin: distance) }

  /// 0 without motion, else infinite: the content only draws near.
  package var duration: Double { initialVelocity == 0 ? 0 : .infinity }
}
