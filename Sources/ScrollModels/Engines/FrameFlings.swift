import Elementary
import LeastSquares

/// The speed below which a motion by frames counts as at an end, pt/s: far below what any engine stops at.
private let standing = 1e-9

/// A velocity that each frame multiplies by a factor before the content moves by it.
///
/// vₙ = f vₙ₋₁, xₙ = xₙ₋₁ + vₙ h, h the frame interval. At the frames it is a plain deceleration of −ln f/h that starts with another
/// velocity.
package struct FrameDecayFling: EngineModel {
  /// The relation of the factor to the constant c.
  package enum Factor: Equatable, Sendable {
    /// 1 − c h: Euler's step.
    case euler
    /// e^(−c h).
    case exponential
    /// 1 − c, whatever the interval.
    case perFrame
  }

  package let factor: Factor
  package let state = Parameter.ofFling
  package let followsFrameTimes = true
  package var fitted: (any ScrollModel)? { DecelerationModel() }

  package init(_ factor: Factor) { self.factor = factor }

  package var name: String {
    switch factor {
    case .euler: "frame-decay, Euler's step"
    case .exponential: "frame-decay"
    case .perFrame: "frame-decay, by frame"
    }
  }

  package var formula: String {
    let step =
      switch factor {
      case .euler: "(1 − c h)"
      case .exponential: "e^(−c h)"
      case .perFrame: "(1 − c)"
      }
    return "vₙ = \(step) vₙ₋₁, xₙ = xₙ₋₁ + h vₙ"
  }

  package var constants: [Parameter] {
    factor == .perFrame
      ? [Parameter("friction", unit: "", domain: 0...1)] : [.positive("friction", unit: "1/s")]
  }

  package func curve(state: [Double], constants: [Double], context: EngineContext) -> FrameMotion {
    var (latest, ratio) = (0.0, 1.0)
    return FrameMotion(start: (state[0], state[1]), context: context) { moving, interval in
      if interval != latest {
        latest = interval
        ratio =
          switch factor {
          case .euler: 1 - constants[0] * interval
          case .exponential: exponential(-constants[0] * interval)
          case .perFrame: 1 - constants[0]
          }
      }
      moving.velocity *= ratio
      moving.offset += moving.velocity * interval
      return moving.velocity.magnitude >= standing
    }
  }
}

/// A velocity that each frame multiplies by a factor that falls with the time since the start: Reanimated's `withDecay`.
///
/// vₙ = vₙ₋₁ e^(−c tₙ), xₙ = xₙ₋₁ + vₙ min(h, 64 ms): after n frames the exponent is −c h n(n + 1)/2, so the velocity falls like a bell
/// curve, and faster at higher frame rates. c = 0.1 · 1000 (1 − rate). (Reanimated, `animation/decay/rigidDecay.ts`.)
package struct AgeingDecayFling: EngineModel {
  package let name = "ageing-decay"
  package let formula = "vₙ = vₙ₋₁ e^(−c tₙ), xₙ = xₙ₋₁ + min(h, 64 ms) vₙ"
  package let state = Parameter.ofFling
  package let constants = [Parameter.positive("ageing", unit: "1/s")]
  package let isTimeInvariant = false
  static let longestStep = 0.064

  package init() {}

  package func curve(state: [Double], constants: [Double], context: EngineContext) -> FrameMotion {
    let interval = context.frameInterval
    return FrameMotion(start: (state[0], state[1]), interval: interval, horizon: context.horizon) {
      moving, frame in
      moving.velocity *= exponential(-constants[0] * Double(frame) * interval)
      moving.offset += moving.velocity * min(interval, Self.longestStep)
      return moving.velocity.magnitude >= standing
    }
  }
}

/// Momentum by frames of 1/60 s whose decay grows as the velocity falls: WebKit's on macOS, before the system's acceleration.
///
/// δₙ = α^(h/8 ms) δₙ₋₁ with h = 1/60 s and α = tail + (decay − tail) min(|δₙ₋₁|/(h v), 1), until |δ| ≤ 0.5.
/// (WebKit, `MomentumEventDispatcher.cpp`.)
package struct TailedDecayFling: EngineModel {
  package let name = "tailed-decay"
  package let formula = "δₙ = α^(h/8 ms) δₙ₋₁, α from decay down to tail as |v| falls below tailVelocity"
  package let state = Parameter.ofFling
  package let constants = [
    Parameter("decay", unit: "", domain: 0...1), Parameter("tail", unit: "", domain: 0...1),
    Parameter.positive("tailVelocity", unit: "pt/s"),
  ]
  static let interval = 1.0 / 60

  package init() {}

  package func curve(state: [Double], constants: [Double], context: EngineContext) -> FrameMotion {
    FrameMotion(start: (state[0], state[1]), interval: Self.interval, horizon: context.horizon) { moving, _ in
      let strength = min(moving.velocity.magnitude / constants[2], 1)
      let ratio = constants[1] + (constants[0] - constants[1]) * strength
      moving.velocity *= power(ratio, Self.interval / 0.008)
      moving.offset += moving.velocity * Self.interval
      return moving.velocity.magnitude * Self.interval > 0.5
    }
  }
}
