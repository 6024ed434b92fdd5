public import LeastSquares

/// Content thrown on along one Bézier curve and taken back along another: Chromium's on Windows.
///
/// w = |v₀| in px/ms, 0 up to 200 px/s. It goes on to F = min(|d| + p√w, r viewports) in min(p√w · 2.5 ms, T₁) along (.25, 1, .99, 1)
/// and back in min(|F| · 15 ms, T₂) along (.05, .7, .25, 1), both curves with their first point turned to the slope w.
///
/// (Chromium, `elastic_overscroll_controller_bezier.cc`; there an outward velocity from the start edge goes on by a quirk of
/// signs only when the content is stretched already.)
public struct BezierReturn: EngineMotion, Equatable {
  public let away: EasedMotion
  public let back: EasedMotion

  public var duration: Double { away.duration + back.duration }

  public func value(at time: Double) -> Double {
    time < away.duration ? away.value(at: time) : back.value(at: time - away.duration)
  }

  public func velocity(at time: Double) -> Double {
    time < away.duration ? away.velocity(at: time) : back.velocity(at: time - away.duration)
  }
}

/// The law `bezier-return`.
public struct BezierReturnLaw: EngineLaw {
  public let name = "bezier-return"
  public let formula = "on to F = min(|d| + p√|v₀|, r W) by one Bézier curve, back to rest by another"
  public let state = Parameter.ofSpring
  public let constants = [
    Parameter.notNegative("push", unit: "pt √(ms/pt)"), Parameter.positive("reach", unit: ""),
    Parameter.positive("longestAway", unit: "s"), Parameter.positive("longestBack", unit: "s"),
  ]
  public let isTimeInvariant = false
  static let leastVelocity = 200.0
  static let awayPerPoint = 0.0025
  static let backPerPoint = 0.015

  public init() {}

  public func curve(state: [Double], constants: [Double], context: EngineContext) -> BezierReturn {
    let (rest, displacement, velocity) = (state[0], state[1], state[2])
    let goesOn = displacement * velocity >= 0 && velocity.magnitude > Self.leastVelocity
    let pushed = goesOn ? velocity.magnitude / 1000 : 0
    let push = constants[0] * pushed.squareRoot()
    let farthest = min(displacement.magnitude + push, constants[1] * context.dimension)
    let top = rest + ((displacement == 0 ? velocity : displacement) < 0 ? -farthest : farthest)
    return BezierReturn(
      away: EasedMotion(
        from: rest + displacement, to: top, duration: min(constants[2], Self.awayPerPoint * push),
        curve: UnitBezier(0.25, 1, startingWith: pushed, 0.99, 1)),
      back: EasedMotion(
        from: top, to: rest, duration: min(constants[3], Self.backPerPoint * farthest),
        curve: UnitBezier(0.05, 0.7, startingWith: pushed, 0.25, 1)))
  }
}

/// A programmatic scroll along the ease-in-out (.42, 0, .58, 1).
///
/// (Chromium, `cc/animation/scroll_offset_animation_curve.cc`, by Flutter's `SmoothScrollSimulation`.)
public struct EasedSnap: EngineLaw {
  /// How long it takes, from the distance.
  public enum Duration: Equatable, Sendable {
    /// Always as long.
    case constant
    /// From the longest up to 120 px down to the shortest from 480 px: a wheel.
    case falling
    /// √distance frames of 1/60 s, up to a longest: a script.
    case root
  }

  public let duration: Duration
  public let state = [Parameter.rest, .displacement]
  public let isTimeInvariant = false

  public init(duration: Duration) { self.duration = duration }

  public var name: String {
    switch duration {
    case .constant: "eased, constant time"
    case .falling: "eased, falling time"
    case .root: "eased, root of distance"
    }
  }

  public var formula: String {
    switch duration {
    case .constant: "rest + d (1 − B(t/T))"
    case .falling: "rest + d (1 − B(t/T)), T from longest at |d| = 120 to shortest at 480"
    case .root: "rest + d (1 − B(t/T)), T = min(√|d|/60, longest)"
    }
  }

  public var constants: [Parameter] {
    switch duration {
    case .constant: [.positive("duration", unit: "s")]
    case .falling: [.positive("shortest", unit: "s"), .positive("longest", unit: "s")]
    case .root: [.positive("longest", unit: "s")]
    }
  }

  public func curve(state: [Double], constants: [Double], context: EngineContext) -> EasedMotion {
    let distance = state[1].magnitude
    let time =
      switch duration {
      case .constant: constants[0]
      case .falling:
        constants[1] + (constants[0] - constants[1]) * min(max((distance - 120) / 360, 0), 1)
      case .root: min(distance.squareRoot() / 60, constants[0])
      }
    return EasedMotion(
      from: state[0] + state[1], to: state[0], duration: distance == 0 ? 0 : time,
      curve: UnitBezier(0.42, 0, 0.58, 1))
  }
}
