public import LeastSquares

/// The law `bounce` as engines have it: a critically damped spring.
public struct CriticalReturn: EngineLaw {
  public let name = "bounce"
  public let state = Parameter.ofSpring
  public let constants = [Parameter("damping", unit: "1/s", domain: Parameter.positive)]
  public var fitted: (any Law)? { BounceLaw() }

  public init() {}

  public func curve(state: [Double], constants: [Double], context: EngineContext) -> Bounce {
    Bounce(rest: state[0], displacement: state[1], initialVelocity: state[2], damping: constants[0])
  }
}

/// The law `spring` as engines have it: a spring of any damping ratio.
public struct SpringReturn: EngineLaw {
  public let name = "spring"
  public let state = Parameter.ofSpring
  public let constants = [
    Parameter("naturalFrequency", unit: "1/s", domain: Parameter.positive),
    Parameter("dampingRatio", unit: "", domain: 0...Double.infinity),
  ]
  public var fitted: (any Law)? { SpringLaw() }

  public init() {}

  public func curve(state: [Double], constants: [Double], context: EngineContext) -> SpringMotion {
    SpringMotion(
      spring: Spring(naturalFrequency: constants[0], dampingRatio: constants[1]), rest: state[0],
      displacement: state[1], initialVelocity: state[2])
  }
}

/// A return that only draws near to its rest.
public protocol SettlingMotion: EngineMotion {
  /// The last time, s, at which it is `distance` (pt) from rest.
  func settlingTime(within distance: Double) -> Double
}

extension Bounce: SettlingMotion {
  /// 0 at rest, else infinite.
  public var duration: Double { displacement == 0 && initialVelocity == 0 ? 0 : .infinity }
}

extension SpringMotion: SettlingMotion {
  /// 0 at rest, else infinite.
  public var duration: Double { displacement == 0 && initialVelocity == 0 ? 0 : .infinity }
}
