public import LeastSquares

/// The law `deceleration` as engines have it: x(t) = x₀ + v₀ (1 − e^(−kt))/k.
public struct ExponentialFling: EngineLaw {
  public let name = "deceleration"
  public let state = Parameter.ofFling
  public let constants = [Parameter("decayConstant", unit: "1/s")]
  public var fitted: (any Law)? { DecelerationLaw() }

  public init() {}

  public func curve(state: [Double], constants: [Double], context: EngineContext) -> Deceleration {
    Deceleration(initialOffset: state[0], initialVelocity: state[1], decayConstant: constants[0])
  }
}

extension Deceleration: EngineMotion {
  /// 0 without motion, else infinite: the content only draws near.
  public var duration: Double { initialVelocity == 0 ? 0 : .infinity }
}
