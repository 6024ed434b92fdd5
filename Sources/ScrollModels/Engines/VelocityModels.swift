import Elementary
import LeastSquares

/// A curve over a velocity.
package struct VelocityCurve: EngineCurve {
  private let function: @Sendable (Double) -> Double

  init(_ function: @escaping @Sendable (Double) -> Double) { self.function = function }

  package func value(at velocity: Double) -> Double { function(velocity) }
}

/// The projected distance of a flick, pt, over its velocity, pt/s: see ``Projection``.
package struct ProjectedDistance: EngineModel {
  package enum Formula: Equatable, Sendable { case apple, log }

  package let kind: Formula
  package let state: [Parameter] = []
  package let constants = [Parameter.positive("decayConstant", unit: "1/s")]

  package init(_ kind: Formula) { self.kind = kind }

  package var name: String { kind == .apple ? "projection, Apple's" : "projection, log" }
  package var formula: String { kind == .apple ? "(v/1000)/(e^(k/1000) − 1)" : "v/k" }

  package func curve(state: [Double], constants: [Double], context: EngineContext) -> VelocityCurve {
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
package struct CarriedMomentum: EngineModel {
  package let name = "carried-momentum"
  package let formula = "sign(v) min(c|v|^p, limit)"
  package let state: [Parameter] = []
  package let constants = [
    Parameter.positive("coefficient", unit: "(pt/s)^(1−p)"), Parameter.positive("exponent", unit: ""),
    Parameter.positive("limit", unit: "pt/s"),
  ]

  package init() {}

  package func curve(state: [Double], constants: [Double], context: EngineContext) -> VelocityCurve {
    let (coefficient, exponent, limit) = (constants[0], constants[1], constants[2])
    return VelocityCurve { velocity in
      let carried = min(coefficient * power(velocity.magnitude, exponent), limit)
      return velocity < 0 ? -carried : carried
    }
  }
}
