internal import Elementary
public import LeastSquares

/// A curve over a velocity.
public struct VelocityCurve: EngineCurve {
  private let function: @Sendable (Double) -> Double

  init(_ function: @escaping @Sendable (Double) -> Double) { self.function = function }

  public func value(at velocity: Double) -> Double { function(velocity) }
}

/// The projected distance of a flick, pt, over its velocity, pt/s: see ``Projection``.
public struct ProjectedDistance: EngineLaw {
  public enum Formula: Equatable, Sendable { case apple, log }

  public let kind: Formula
  public let state: [Parameter] = []
  public let constants = [Parameter.positive("decayConstant", unit: "1/s")]

  public init(_ kind: Formula) { self.kind = kind }

  public var name: String { kind == .apple ? "projection, Apple's" : "projection, log" }
  public var formula: String { kind == .apple ? "(v/1000)/(e^(k/1000) − 1)" : "v/k" }

  public func curve(state: [Double], constants: [Double], context: EngineContext) -> VelocityCurve {
    let decayConstant = constants[0]
    return switch kind {
    case .apple: VelocityCurve { Projection.apple($0, decayConstant: decayConstant) }
    case .log: VelocityCurve { Projection.log($0, decayConstant: decayConstant) }
    }
  }
}

/// The velocity that a new flick adds to that of the content, pt/s, over that, pt/s: sign(v) min(c|v|^p, limit).
///
/// (Flutter, `packages/flutter/lib/src/widgets/scroll_physics.dart`, `carriedMomentum`.)
public struct CarriedMomentum: EngineLaw {
  public let name = "carried-momentum"
  public let formula = "sign(v) min(c|v|^p, limit)"
  public let state: [Parameter] = []
  public let constants = [
    Parameter.positive("coefficient", unit: "(pt/s)^(1−p)"), Parameter.positive("exponent", unit: ""),
    Parameter.positive("limit", unit: "pt/s"),
  ]

  public init() {}

  public func curve(state: [Double], constants: [Double], context: EngineContext) -> VelocityCurve {
    let (coefficient, exponent, limit) = (constants[0], constants[1], constants[2])
    return VelocityCurve { velocity in
      let carried = min(coefficient * power(velocity.magnitude, exponent), limit)
      return velocity < 0 ? -carried : carried
    }
  }
}
