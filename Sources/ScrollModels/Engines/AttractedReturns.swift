import Elementary
import LeastSquares

/// The distance from rest at which a return by frames counts as there, pt, where its engine names none.
private let arrived = 1e-12

/// A velocity that each frame of 1/60 s keeps a part of and is drawn to rest by a part of the distance: Flickity, Embla.
///
/// With y the displacement and v in pt a frame: v → f v − a y, y → y + v.
package struct AttractedReturn: EngineModel {
  package let name = "attraction"
  package let formula = "v → f v − a y, y → y + v, by frames of 1/60 s"
  package let state = Parameter.ofSpring
  package let constants = [
    Parameter("kept", unit: "", domain: 0...1), Parameter("attraction", unit: "", domain: 0...1),
  ]
  static let interval = 1.0 / 60

  package init() {}

  package func curve(state: [Double], constants: [Double], context: EngineContext) -> FrameMotion {
    let rest = state[0]
    return FrameMotion(
      start: (rest + state[1], state[2] * Self.interval), interval: Self.interval, horizon: context.horizon
    ) { moving, _ in
      moving.velocity = constants[0] * moving.velocity - constants[1] * (moving.offset - rest)
      moving.offset += moving.velocity
      return (moving.offset - rest).magnitude >= arrived || moving.velocity.magnitude >= arrived
    }
  }
}

/// ScrollBooster's edge: a force by the distance, which replaces the velocity once what is left of that would arrive.
///
/// Per frame, v in pt a frame: F = −e y; v → v + F, or F where y + (v + F)/c would have come to rest; v → (1 − c) v, y → y + v.
/// (ilyashubin/scrollbooster, `src/index.js`, `applyEdgeForce`.)
package struct EdgeForceReturn: EngineModel {
  package let name = "edge-force"
  package let formula = "v → (1 − c)(v − e y), or −(1 − c) e y once that arrives, y → y + v"
  package let state = Parameter.ofSpring
  package let constants = [
    Parameter("friction", unit: "", domain: 0...1), Parameter("bounceForce", unit: "", domain: 0...1),
  ]

  package init() {}

  package func curve(state: [Double], constants: [Double], context: EngineContext) -> FrameMotion {
    let (rest, interval) = (state[0], context.frameInterval)
    return FrameMotion(
      start: (rest + state[1], state[2] * interval), interval: interval, horizon: context.horizon
    ) { moving, _ in
      let displacement = moving.offset - rest
      let force = -constants[1] * displacement
      let pushed = moving.velocity + force
      let arrives = displacement * (displacement * constants[0] + pushed) <= 0
      moving.velocity = (1 - constants[0]) * (arrives ? force : pushed)
      moving.offset += moving.velocity
      return (moving.offset - rest).magnitude >= arrived || moving.velocity.magnitude >= arrived
    }
  }
}

/// Displacement and velocity that each step keeps parts of, apart from each other: Enyo.
///
/// Per step of h: y → f y + v h, v → g v first, f = e^(−kh), g = e^(−mh). At whole steps it is an overdamped spring of the rates k
/// and m that starts with another velocity; between them it is taken to be that.
/// (enyojs/enyo, `src/ScrollMath.js`, `constrain`, `verlet` and `friction`.)
package struct RelaxingReturn: EngineModel {
  package let name = "relaxation"
  package let formula = "v → e^(−mh) v, y → e^(−kh) y + h v, by steps of h = 10 ms"
  package let state = Parameter.ofSpring
  package let constants = [
    Parameter.positive("rate", unit: "1/s"), Parameter.positive("friction", unit: "1/s"),
  ]
  static let step = 0.01

  package init() {}

  package func curve(state: [Double], constants: [Double], context: EngineContext) -> SpringMotion {
    let (rate, friction) = (constants[0], constants[1])
    let (kept, velocityKept) = (exponential(-rate * Self.step), exponential(-friction * Self.step))
    // y(n) = (d + p) fⁿ − p gⁿ; the quotient is 1/h where the rates are one.
    let quotient =
      rate == friction ? 1 / (kept * Self.step) : (friction - rate) / (kept - velocityKept)
    return SpringMotion(
      spring: Spring(
        naturalFrequency: (rate * friction).squareRoot(),
        dampingRatio: (rate + friction) / (2 * (rate * friction).squareRoot())),
      rest: state[0], displacement: state[1],
      initialVelocity: state[2] * Self.step * velocityKept * quotient - rate * state[1])
  }
}

/// A speed that depends on the distance that is left, whatever the velocity: vim-smoothie, libGDX.
///
/// By frames, or by steps of the engine's own: y → y − h (c + g|y|ᵖ) sign y until it would pass rest.
package struct DistanceSpeedReturn: EngineModel {
  /// s; nil where it goes by the screen's frames.
  package let step: Double?
  package let name = "speed by distance"
  package let formula = "y → y − h (c + g|y|ᵖ) sign y"
  package let state = [Parameter.rest, .displacement]
  package let constants = [
    Parameter.positive("leastSpeed", unit: "pt/s"), Parameter.notNegative("gain", unit: "pt^(1−p)/s"),
    Parameter.positive("exponent", unit: ""),
  ]

  package init(step: Double? = nil) { self.step = step }

  package func curve(state: [Double], constants: [Double], context: EngineContext) -> FrameMotion {
    let (rest, interval) = (state[0], step ?? context.frameInterval)
    return FrameMotion(start: (rest + state[1], 0), interval: interval, horizon: context.horizon) {
      moving, _ in
      let displacement = moving.offset - rest
      let distance = displacement.magnitude
      let moved = interval * (constants[0] + constants[1] * power(distance, constants[2]))
      guard moved < distance else {
        moving.offset = rest
        return false
      }
      moving.offset -= displacement < 0 ? -moved : moved
      return true
    }
  }
}

/// A critically damped spring by Euler's method, the velocity first; it stops dead at the edge: Kivy 3's.
///
/// Beyond half a point v → v − h (ω₀² y + 2ω₀ v), nearer v → v − h c v; then y → y + h v. It ends where it would pass the edge or comes
/// back within half a point. (Kivy 3, `kivy/effects/dampedscroll.py`, `_apply_spring_force`.)
package struct EulerSpringReturn: EngineModel {
  package let name = "spring, Euler's step"
  package let formula = "v → v − h (ω₀² y + 2ω₀ v), y → y + h v"
  package let state = Parameter.ofSpring
  package let constants = [
    Parameter.positive("naturalFrequency", unit: "1/s"), Parameter.notNegative("friction", unit: "1/s"),
  ]
  /// Overscroll up to it is dropped, pt.
  static let least = 0.5

  package init() {}

  package func curve(state: [Double], constants: [Double], context: EngineContext) -> FrameMotion {
    let (rest, interval) = (state[0], context.frameInterval)
    let (frequency, friction) = (constants[0], constants[1])
    return FrameMotion(start: (rest + state[1], state[2]), interval: interval, horizon: context.horizon) {
      moving, _ in
      let displacement = moving.offset - rest
      let slowing =
        displacement.magnitude > Self.least
        ? frequency * (frequency * displacement + 2 * moving.velocity) : friction * moving.velocity
      moving.velocity -= interval * slowing
      moving.offset += interval * moving.velocity
      let next = moving.offset - rest
      guard displacement * next < 0 || (next.magnitude <= Self.least && next * moving.velocity <= 0) else {
        return true
      }
      moving = (rest, 0)
      return false
    }
  }
}

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
