internal import Elementary
public import LeastSquares

/// The law `deceleration` as engines have it: x(t) = x₀ + s(v₀) (1 − e^(−kt)), s the distance a flick carries.
///
/// The time constant and the distance are chosen apart from each other: integral and millisecond sum differ by half a
/// millisecond of travel, a power by any factor. The motion starts with x′(0) = k s(v₀), which only for the integral is v₀.
public struct ExponentialFling: EngineLaw {
  /// How far a flick carries, pt.
  public enum Distance: Equatable, Sendable {
    /// v₀/k.
    case integral
    /// One step a millisecond, (v₀/1000)/(e^(k/1000) − 1): POP. At whole milliseconds its recursion is this curve.
    case millisecondSum
    /// So many seconds of the velocity: Framer's `power`.
    case seconds(Double)
  }

  public let distance: Distance
  public let state = Parameter.ofFling
  public let constants = [Parameter.positive("decayConstant", unit: "1/s")]
  public var fitted: (any Law)? { DecelerationLaw() }

  public init(distance: Distance = .integral) { self.distance = distance }

  public var name: String {
    switch distance {
    case .integral: "deceleration"
    case .millisecondSum: "deceleration, millisecond sum"
    case .seconds: "deceleration, distance by power"
    }
  }

  public var formula: String {
    switch distance {
    case .integral: "x₀ + v₀ (1 − e^(−kt))/k"
    case .millisecondSum: "x₀ + (v₀/1000)/(e^(k/1000) − 1) · (1 − e^(−kt))"
    case .seconds: "x₀ + p v₀ (1 − e^(−kt))"
    }
  }

  public func curve(state: [Double], constants: [Double], context: EngineContext) -> Deceleration {
    let decayConstant = constants[0]
    let velocity =
      switch distance {
      case .integral: state[1]
      case .millisecondSum: decayConstant * Projection.apple(state[1], decayConstant: decayConstant)
      case .seconds(let power): decayConstant * power * state[1]
      }
    return Deceleration(initialOffset: state[0], initialVelocity: velocity, decayConstant: decayConstant)
  }
}

extension Deceleration: EngineMotion {
  /// 0 without motion, else infinite: the content only draws near.
  public var duration: Double { initialVelocity == 0 ? 0 : .infinity }
}
