import LeastSquares

/// The model `bounce` as engines have it: (d + g t) e^(−δt) about rest, g by what an engine makes of the velocity.
package struct CriticalReturn: EngineModel {
  /// The effect of the velocity v₀.
  package enum Push: Equatable, Sendable {
    /// g = v₀ + δd: the spring starts with the velocity.
    case velocity
    /// g = so many times v₀: the motion starts with g v₀ − δd (macOS's elastic scrolling).
    case share(Double)
  }

  package let push: Push
  package let state = Parameter.ofSpring
  package let constants = [Parameter.positive("damping", unit: "1/s")]
  package var fitted: (any ScrollModel)? { BounceModel() }

  package init(push: Push = .velocity) { self.push = push }

  package var name: String { push == .velocity ? "bounce" : "bounce, elastic" }

  package var formula: String {
    push == .velocity ? "rest + (d + (v₀ + δd) t) e^(−δt)" : "rest + (d + a v₀ t) e^(−δt)"
  }

  package func curve(state: [Double], constants: [Double], context: EngineContext) -> Bounce {
    switch push {
    case .velocity:
      Bounce(rest: state[0], displacement: state[1], initialVelocity: state[2], damping: constants[0])
    case .share(let share):
      Bounce(rest: state[0], first: state[1], second: share * state[2], damping: constants[0])
    }
  }
}

/// The model `spring` as engines have it: a spring of any damping ratio.
package struct SpringReturn: EngineModel {
  package let name = "spring"
  package let formula = "x″ + 2ζω₀x′ + ω₀²(x − rest) = 0"
  package let state = Parameter.ofSpring
  package let constants = [
    Parameter.positive("naturalFrequency", unit: "1/s"), Parameter.notNegative("dampingRatio", unit: ""),
  ]
  package var fitted: (any ScrollModel)? { SpringModel() }

  package init() {}

  package func curve(state: [Double], constants: [Double], context: EngineContext) -> SpringMotion {
    SpringMotion(
      spring: Spring(naturalFrequency: constants[0], dampingRatio: constants[1]), rest: state[0],
      displacement: state[1], initialVelocity: state[2])
  }
}

/// A return that only draws near to its rest.
package protocol SettlingMotion: EngineMotion {
  /// The last time, s, at which it is `distance` (pt) from rest.
  func settlingTime(within distance: Double) -> Double
}

extension Bounce: SettlingMotion {
  /// 0 at rest, else infinite.
  package var duration: Double { displacement == 0 && initialVelocity == 0 ? 0 : .infinity }
}

extension SpringMotion: SettlingMotion {
  /// 0 at rest, else infinite.
  package var duration: Double { displacement == 0 && initialVelocity == 0 ? 0 : .infinity }
}
