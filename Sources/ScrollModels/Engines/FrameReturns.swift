import Elementary
import LeastSquares

/// The distance from rest at which a return by frames counts as there, pt, where its engine names none.
private let arrived = 1e-12

/// Unity's `Mathf.SmoothDamp` towards rest: a critically damped spring of ω = 2/smoothTime whose e^(−ωh) is a quotient.
///
/// With y the displacement, q = (v + ωy)h and E = 1/(1 + ωh + 0.48(ωh)² + 0.235(ωh)³) a frame does y → (y + q)E, v → (v − ωq)E; where
/// it would pass rest it stops there.
package struct SmoothDampReturn: EngineModel {
  package let name = "smooth-damp"
  package let formula = "y → (y + q)E, v → (v − ωq)E, q = (v + ωy)h, ω = 2/smoothTime, E ≈ e^(−ωh)"
  package let state = Parameter.ofSpring
  package let constants = [Parameter.positive("smoothTime", unit: "s")]

  package init() {}

  package func curve(state: [Double], constants: [Double], context: EngineContext) -> FrameMotion {
    let (interval, rest) = (context.frameInterval, state[0])
    let frequency = 2 / constants[0]
    let step = frequency * interval
    let fade = 1 / (1 + step * (1 + step * (0.48 + step * 0.235)))
    return FrameMotion(start: (rest + state[1], state[2]), interval: interval, horizon: context.horizon) {
      moving, _ in
      let displacement = moving.offset - rest
      let push = (moving.velocity + frequency * displacement) * interval
      let next = (displacement + push) * fade
      let passes = displacement * next < 0
      moving = passes ? (rest, 0) : (rest + next, (moving.velocity - frequency * push) * fade)
      return (moving.offset - rest).magnitude >= arrived || moving.velocity.magnitude >= arrived
    }
  }
}

/// Zynga's scroller beyond an edge: each frame moves by the velocity, slows it by friction, then turns it by the distance.
///
/// Per frame, velocities in pt a frame of 1/60 s: y → y + v, v → f v; then, y being outside, v → v − p y while it moves away or stands,
/// and v → −a (y + r) on the way back. Impetus slows it before it moves it, and aims r beyond the edge.
package struct PenetrationReturn: EngineModel {
  /// The order within a frame.
  package enum Order: Equatable, Sendable { case movesFirst, slowsFirst }

  package let order: Order
  /// r, pt.
  package let rebound: Double
  package let state = Parameter.ofSpring
  package let constants = [
    Parameter("friction", unit: "", domain: 0...1), Parameter("deceleration", unit: "", domain: 0...1),
    Parameter("acceleration", unit: "", domain: 0...1),
  ]
  static let interval = 1.0 / 60

  package init(order: Order = .movesFirst, rebound: Double = 0) {
    self.order = order
    self.rebound = rebound
  }

  package var name: String { order == .movesFirst ? "penetration" : "penetration, slowed first" }

  package var formula: String {
    order == .movesFirst
      ? "y → y + v, v → f v, then v − p y going away, −a y coming back"
      : "v → f v, y → y + v, then v − p y going away, −a (y + \(rebound.inFormulas)) coming back"
  }

  package func curve(state: [Double], constants: [Double], context: EngineContext) -> FrameMotion {
    let rest = state[0]
    return FrameMotion(
      start: (rest + state[1], state[2] * Self.interval), interval: Self.interval, horizon: context.horizon
    ) { moving, _ in
      let before = moving.offset - rest
      if order == .slowsFirst { moving.velocity *= 1 - constants[0] }
      moving.offset += moving.velocity
      if order == .movesFirst { moving.velocity *= 1 - constants[0] }
      let displacement = moving.offset - rest
      if rebound > 0, before * displacement < 0 {
        moving = (rest, 0)
        return false
      }
      if displacement * moving.velocity >= 0 {
        moving.velocity -= constants[1] * displacement
      } else {
        let aim = displacement < 0 ? -rebound : rebound
        moving.velocity = -constants[2] * (displacement + aim)
      }
      return displacement.magnitude >= arrived || moving.velocity.magnitude >= arrived
    }
  }
}

/// Kivy 2's return: a spring stepped by the frame, its travel shortened by the distance; it stops dead at the edge.
///
/// v → v − v c h − e v − κ y, y → y + v h/(1 + |y|/s); the last two terms only for |y| > 0.5. e and κ do not know the interval.
/// (Kivy 2, `kivy/effects/dampedscroll.py`.)
package struct FrameSpringReturn: EngineModel {
  package let name = "frame-spring"
  package let formula = "v → v (1 − c h − e) − κ y, y → y + h v/(1 + |y|/s)"
  package let state = Parameter.ofSpring
  package let followsFrameTimes = true
  package let constants = [
    Parameter.positive("friction", unit: "1/s"), Parameter.notNegative("edgeDamping", unit: ""),
    Parameter.positive("springConstant", unit: "1/s"), Parameter.positive("softness", unit: "pt"),
  ]
  /// Overscroll below it is dropped, pt.
  static let least = 0.5
  /// Without overscroll it stands at this speed, pt/s.
  static let minimumVelocity = 0.5

  package init() {}

  package func curve(state: [Double], constants: [Double], context: EngineContext) -> FrameMotion {
    let rest = state[0]
    return FrameMotion(start: (rest + state[1], state[2]), context: context) { moving, interval in
      let displacement = moving.offset - rest
      let returns = displacement * moving.velocity < 0
      let isOutside = displacement.magnitude > Self.least
      if !isOutside, moving.velocity.magnitude <= Self.minimumVelocity { return false }
      moving.velocity -=
        moving.velocity * (constants[0] * interval + (isOutside ? constants[1] : 0))
        + (isOutside ? constants[2] * displacement : 0)
      let outside = isOutside ? displacement.magnitude : 0
      moving.offset += moving.velocity * interval / (1 + outside / constants[3])
      guard returns, displacement * (moving.offset - rest) <= 0 else { return true }
      moving = (rest, 0)
      return false
    }
  }
}

/// Reanimated's rubber band: the ageing velocity of its decay loses a part of the distance each frame.
///
/// vₙ = vₙ₋₁ e^(−c tₙ) − r y, yₙ = yₙ₋₁ + vₙ min(h, 64 ms); at rest once |y| ≤ 0.1 again. (Reanimated, `animation/decay/rubberBandDecay.ts`;
/// its clock runs from the release, here from the start of the return.)
package struct AgeingReturn: EngineModel {
  package let name = "ageing-return"
  package let formula = "vₙ = vₙ₋₁ e^(−c tₙ) − r yₙ₋₁, yₙ = yₙ₋₁ + min(h, 64 ms) vₙ"
  package let state = Parameter.ofSpring
  package let constants = [
    Parameter.positive("ageing", unit: "1/s"), Parameter.positive("rubberBandFactor", unit: "1/s"),
  ]
  package let isTimeInvariant = false
  /// pt.
  static let least = 0.1
  /// The speed below which it stands where it never was farther out, pt/s.
  static let minimumVelocity = 1.0

  package init() {}

  package func curve(state: [Double], constants: [Double], context: EngineContext) -> FrameMotion {
    let (interval, rest) = (context.frameInterval, state[0])
    var wasOutside = false
    return FrameMotion(start: (rest + state[1], state[2]), interval: interval, horizon: context.horizon) {
      moving, frame in
      let displacement = moving.offset - rest
      let isOutside = displacement.magnitude > Self.least
      if wasOutside, !isOutside {
        moving = (rest, 0)
        return false
      }
      wasOutside = wasOutside || isOutside
      moving.velocity *= exponential(-constants[0] * Double(frame) * interval)
      moving.velocity -= constants[1] * displacement
      if !wasOutside, moving.velocity.magnitude < Self.minimumVelocity { return false }
      moving.offset += moving.velocity * min(interval, AgeingDecayFling.longestStep)
      return true
    }
  }
}
