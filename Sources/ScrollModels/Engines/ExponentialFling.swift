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
