import LeastSquares

/// The model `constant-deceleration` as engines have it.
package struct ConstantDecelerationFling: EngineModel {
  package let name = "constant-deceleration"
  package let formula = "x₀ + v₀ t − a t²/2 until t = v₀/a"
  package let state = Parameter.ofFling
  package let constants = [Parameter.positive("deceleration", unit: "pt/s²")]
  package var fitted: (any ScrollModel)? { ConstantDecelerationModel() }

  package init() {}

  package func curve(state: [Double], constants: [Double], context: EngineContext) -> ConstantDeceleration {
    ConstantDeceleration(initialOffset: state[0], initialVelocity: state[1], deceleration: constants[0])
  }
}

/// The model `deceleration-drift` as engines have it.
package struct DriftingFling: EngineModel {
  package let name = "deceleration-drift"
  package let formula = "x₀ + (v₀ + b)(1 − e^(−kt))/k − b t until its velocity is 0"
  package let state = Parameter.ofFling
  package let constants = [
    Parameter.positive("decayConstant", unit: "1/s"), Parameter.notNegative("drift", unit: "pt/s"),
  ]
  package var fitted: (any ScrollModel)? { DriftingDecelerationModel() }

  package init() {}

  package func curve(state: [Double], constants: [Double], context: EngineContext) -> DriftingDeceleration {
    DriftingDeceleration(
      initialOffset: state[0], initialVelocity: state[1], decayConstant: constants[0], drift: constants[1])
  }
}

/// The model `power-deceleration` as engines have it: the speed from which a flick takes 1 s, and the exponent.
///
/// T = (|v₀|/a)^(1/(n − 1)); then v′ = −(n − 1) a^(1/(n − 1)) |v|^((n − 2)/(n − 1)) sign v depends on the velocity alone.
/// n = 2 is constant deceleration a.
package struct PowerFling: EngineModel {
  package let name = "power-deceleration"
  package let formula = "x₀ + v₀ (T/n)(1 − (1 − t/T)ⁿ), T = (|v₀|/a)^(1/(n − 1))"
  package let state = Parameter.ofFling
  package let constants = [
    Parameter("exponent", unit: "", domain: 1.0.nextUp...Double.infinity),
    Parameter.positive("unitVelocity", unit: "pt/s"),
  ]
  package var fitted: (any ScrollModel)? { PowerDecelerationModel() }

  package init() {}

  package func curve(state: [Double], constants: [Double], context: EngineContext) -> PowerDeceleration {
    PowerDeceleration(
      initialOffset: state[0], initialVelocity: state[1], exponent: constants[0], unitVelocity: constants[1])
  }
}

/// The model `power-deceleration` with a stop time that is the same for every velocity: libGDX, Pebble OS.
package struct TimedPowerFling: EngineModel {
  package let name = "power-deceleration, constant time"
  package let formula = "x₀ + v₀ (T/n)(1 − (1 − t/T)ⁿ)"
  package let state = Parameter.ofFling
  package let constants = [
    Parameter("exponent", unit: "", domain: 1.0.nextUp...Double.infinity),
    Parameter.positive("stopTime", unit: "s"),
  ]
  package let isTimeInvariant = false
  package var fitted: (any ScrollModel)? { PowerDecelerationModel() }

  package init() {}

  package func curve(state: [Double], constants: [Double], context: EngineContext) -> PowerDeceleration {
    PowerDeceleration(
      initialOffset: state[0], initialVelocity: state[1], exponent: constants[0], stopTime: constants[1])
  }
}

extension ConstantDeceleration: EngineMotion {}
extension DriftingDeceleration: EngineMotion {}
extension PowerDeceleration: EngineMotion {}
