import Elementary
import LeastSquares

/// Content thrown beyond an edge against a constant deceleration, then taken back along 3u² − 2u³: Android's.
///
/// Beyond the edge or at it and moving away from it: y = d + v₀t − s b t²/2 until it stands at the apex A, which is
/// d + s v₀²/(2a), b = a, or the limit where that is nearer, b = v₀²/(2|A − d|). Then, or at once where it does not move away or
/// is at the limit: y = A (1 − 3u² + 2u³), u = t/T, T = √(2|A|/a).
///
/// (AOSP, `OverScroller.java`, `startAfterEdge`, `onEdgeReached`, `startSpringback`.)
package struct ThrownReturn: EngineMotion, Equatable {
  package let rest: Double
  package let displacement: Double
  package let initialVelocity: Double
  /// The time of the turning point, s.
  package let apexTime: Double
  /// The displacement there, pt.
  package let apex: Double
  package let duration: Double

  package init(
    rest: Double, displacement: Double, initialVelocity: Double, deceleration: Double, limit: Double
  ) {
    self.rest = rest
    self.displacement = displacement
    self.initialVelocity = initialVelocity
    let movesAway = displacement * initialVelocity >= 0 && initialVelocity != 0
    let thrown = min(
      initialVelocity * initialVelocity / (2 * deceleration), (limit - displacement.magnitude).notNegative)
    apexTime = movesAway ? 2 * thrown / initialVelocity.magnitude : 0
    apex = displacement + initialVelocity * apexTime / 2
    duration = apexTime + (2 * apex.magnitude / deceleration).squareRoot()
  }

  package func value(at time: Double) -> Double {
    if time >= duration { return rest }
    if time < apexTime {
      return rest + displacement + time * initialVelocity * (1 - time / (2 * apexTime))
    }
    let u = (time - apexTime) / (duration - apexTime)
    return rest + apex * (1 - u * u * (3 - 2 * u))
  }

  package func velocity(at time: Double) -> Double {
    if time >= duration { return 0 }
    if time < apexTime { return initialVelocity * (1 - time / apexTime) }
    let u = (time - apexTime) / (duration - apexTime)
    return -6 * apex * u * (1 - u) / (duration - apexTime)
  }
}

/// The model `thrown-return`.
package struct ThrownReturnModel: EngineModel {
  package let name = "thrown-return"
  package let formula = "rest + d + v₀t − at²/2 to its apex A, then rest + A (1 − 3u² + 2u³), u = t/√(2|A|/a)"
  package let state = Parameter.ofSpring
  package let constants = [
    Parameter.positive("deceleration", unit: "px/s²"), Parameter.notNegative("reach", unit: "viewports"),
  ]
  package let isTimeInvariant = false

  package init() {}

  package func curve(state: [Double], constants: [Double], context: EngineContext) -> ThrownReturn {
    ThrownReturn(
      rest: state[0], displacement: state[1], initialVelocity: state[2],
      deceleration: constants[0] / context.density, limit: constants[1] * context.dimension)
  }
}

/// A return along an exponential that is cut at a time of its own: rest + d e^(−ct/T) until t = T, whatever the velocity.
package struct CutReturn: EngineMotion, Equatable {
  package let rest: Double
  package let displacement: Double
  /// c.
  package let decay: Double
  package let duration: Double

  package func value(at time: Double) -> Double {
    time < duration ? rest + displacement * exponential(-decay * time / duration) : rest
  }

  package func velocity(at time: Double) -> Double {
    time < duration ? -displacement * decay / duration * exponential(-decay * time / duration) : 0
  }
}

/// The model `cut-exponential-return`: T grows with |d| from its shortest at 0 to its longest at a reach.
///
/// (JetBrains/compose-multiplatform-core, `CupertinoOverscrollEffect.ios.kt`.)
package struct CutReturnModel: EngineModel {
  package let name = "cut-exponential-return"
  package let formula = "rest + d e^(−ct/T) until t = T, T from shortest to longest in |d|/reach"
  package let state = [Parameter.rest, .displacement]
  package let constants = [
    Parameter.positive("decay", unit: ""), Parameter.positive("shortest", unit: "s"),
    Parameter.positive("longest", unit: "s"), Parameter.positive("reach", unit: "pt"),
  ]
  package let isTimeInvariant = false

  package init() {}

  package func curve(state: [Double], constants: [Double], context: EngineContext) -> CutReturn {
    let share = min(state[1].magnitude / constants[3], 1)
    return CutReturn(
      rest: state[0], displacement: state[1], decay: constants[0],
      duration: state[1] == 0 ? 0 : constants[1] + (constants[2] - constants[1]) * share)
  }
}

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
