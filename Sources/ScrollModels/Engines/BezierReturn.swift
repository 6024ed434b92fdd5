import LeastSquares

/// Content thrown on along one Bézier curve and taken back along another: Chromium's on Windows.
///
/// w = |v₀| in px/ms, 0 up to 200 px/s. It goes on to F = min(|d| + p√w, r viewports) in min(p√w · 2.5 ms, T₁) along (.25, 1, .99, 1)
/// and back in min(|F| · 15 ms, T₂) along (.05, .7, .25, 1), both curves with their first point turned to the slope w.
///
/// (Chromium, `elastic_overscroll_controller_bezier.cc`; there an outward velocity from the start edge goes on by a quirk of
/// signs only when the content is stretched already.)
package struct BezierReturn: EngineMotion, Equatable {
  package let away: EasedMotion
  package let back: EasedMotion

  package var duration: Double { away.duration + back.duration }

  package func value(at time: Double) -> Double {
    time < away.duration ? away.value(at: time) : back.value(at: time - away.duration)
  }

  package func velocity(at time: Double) -> Double {
    time < away.duration ? away.velocity(at: time) : back.velocity(at: time - away.duration)
  }
}

/// The model `bezier-return`.
package struct BezierReturnModel: EngineModel {
  package let name = "bezier-return"
  package let formula = "on to F = min(|d| + p√|v₀|, r W) by one Bézier curve, back to rest by another"
  package let state = Parameter.ofSpring
  package let constants = [
    Parameter.notNegative("push", unit: "pt √(ms/pt)"), Parameter.positive("reach", unit: ""),
    Parameter.positive("longestAway", unit: "s"), Parameter.positive("longestBack", unit: "s"),
  ]
  package let isTimeInvariant = false
  static let minimumVelocity = 200.0
  static let awayPerPoint = 0.0025
  static let backPerPoint = 0.015

  package init() {}

  package func curve(state: [Double], constants: [Double], context: EngineContext) -> BezierReturn {
    let (rest, displacement, velocity) = (state[0], state[1], state[2])
    let goesOn = displacement * velocity >= 0 && velocity.magnitude > Self.minimumVelocity
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
