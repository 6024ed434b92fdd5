public import LeastSquares

/// The law `constant-deceleration` as engines have it.
public struct ConstantDecelerationFling: EngineLaw {
  public let name = "constant-deceleration"
  public let formula = "x₀ + v₀ t − a t²/2 until t = v₀/a"
  public let state = Parameter.ofFling
  public let constants = [Parameter.positive("deceleration", unit: "pt/s²")]
  public var fitted: (any Law)? { ConstantDecelerationLaw() }

  public init() {}

  public func curve(state: [Double], constants: [Double], context: EngineContext) -> ConstantDeceleration {
    ConstantDeceleration(initialOffset: state[0], initialVelocity: state[1], deceleration: constants[0])
  }
}

/// The law `deceleration-drift` as engines have it.
public struct DriftingFling: EngineLaw {
  public let name = "deceleration-drift"
  public let formula = "x₀ + (v₀ + b)(1 − e^(−kt))/k − b t until its velocity is 0"
  public let state = Parameter.ofFling
  public let constants = [
    Parameter.positive("decayConstant", unit: "1/s"), Parameter.notNegative("drift", unit: "pt/s"),
  ]
  public var fitted: (any Law)? { DriftingDecelerationLaw() }

  public init() {}

  public func curve(state: [Double], constants: [Double], context: EngineContext) -> DriftingDeceleration {
    DriftingDeceleration(
      initialOffset: state[0], initialVelocity: state[1], decayConstant: constants[0], drift: constants[1])
  }
}

/// The law `power-deceleration` as engines have it: the speed from which a flick takes 1 s, and the exponent.
///
/// T = (|v₀|/a)^(1/(n − 1)); then v′ = −(n − 1) a^(1/(n − 1)) |v|^((n − 2)/(n − 1)) sign v depends on the velocity alone.
/// n = 2 is constant deceleration a.
public struct PowerFling: EngineLaw {
  public let name = "power-deceleration"
  public let formula = "x₀ + v₀ (T/n)(1 − (1 − t/T)ⁿ), T = (|v₀|/a)^(1/(n − 1))"
  public let state = Parameter.ofFling
  public let constants = [
    Parameter("exponent", unit: "", domain: 1.0.nextUp...Double.infinity),
    Parameter.positive("unitVelocity", unit: "pt/s"),
  ]
  public var fitted: (any Law)? { PowerDecelerationLaw() }

  public init() {}

  public func curve(state: [Double], constants: [Double], context: EngineContext) -> PowerDeceleration {
    PowerDeceleration(
      initialOffset: state[0], initialVelocity: state[1], exponent: constants[0], unitVelocity: constants[1])
  }
}

/// The law `power-deceleration` with a stop time that is the same for every velocity: libGDX, Pebble OS.
public struct TimedPowerFling: EngineLaw {
  public let name = "power-deceleration, constant time"
  public let formula = "x₀ + v₀ (T/n)(1 − (1 − t/T)ⁿ)"
  public let state = Parameter.ofFling
  public let constants = [
    Parameter("exponent", unit: "", domain: 1.0.nextUp...Double.infinity),
    Parameter.positive("stopTime", unit: "s"),
  ]
  public let isTimeInvariant = false
  public var fitted: (any Law)? { PowerDecelerationLaw() }

  public init() {}

  public func curve(state: [Double], constants: [Double], context: EngineContext) -> PowerDeceleration {
    PowerDeceleration(
      initialOffset: state[0], initialVelocity: state[1], exponent: constants[0], stopTime: constants[1])
  }
}

extension ConstantDeceleration: EngineMotion {}
extension DriftingDeceleration: EngineMotion {}
extension PowerDeceleration: EngineMotion {}
