import LeastSquares

/// A return to an edge, or a programmatic scroll, along an easing, whatever the velocity.
package struct EasedSnap: EngineModel {
  /// The rule for the duration, from the distance.
  package enum Duration: Equatable, Sendable {
    /// Always as long.
    case constant
    /// From the longest up to 120 px down to the shortest from 480 px: Chromium's wheel.
    case falling
    /// √distance frames of 1/60 s, up to a longest: Chromium's script.
    case root
    /// At a mean speed in viewports, between a shortest and a longest: LVGL.
    case proportional
  }

  package let duration: Duration
  package let easing: Easing
  package let state = [Parameter.rest, .displacement]
  package let isTimeInvariant = false

  package init(duration: Duration, easing: Easing = .inOut) {
    self.duration = duration
    self.easing = easing
  }

  package var name: String {
    let time =
      switch duration {
      case .constant: "constant time"
      case .falling: "falling time"
      case .root: "root of distance"
      case .proportional: "proportional time"
      }
    return "eased, \(time), \(easing.formula)"
  }

  package var formula: String {
    switch duration {
    case .constant: "rest + d (1 − E(t/T))"
    case .falling: "rest + d (1 − E(t/T)), T from longest at |d| = 120 to shortest at 480"
    case .root: "rest + d (1 − E(t/T)), T = min(√|d|/60, longest)"
    case .proportional: "rest + d (1 − E(t/T)), T = |d|/(speed W) from shortest to longest"
    }
  }

  package var constants: [Parameter] {
    switch duration {
    case .constant: [.positive("duration", unit: "s")]
    case .falling: [.positive("shortest", unit: "s"), .positive("longest", unit: "s")]
    case .root: [.positive("longest", unit: "s")]
    case .proportional:
      [
        .positive("speed", unit: "viewport/s"), .positive("shortest", unit: "s"),
        .positive("longest", unit: "s"),
      ]
    }
  }

  package func curve(state: [Double], constants: [Double], context: EngineContext) -> EasedMotion {
    let distance = state[1].magnitude
    let time =
      switch duration {
      case .constant: constants[0]
      case .falling:
        constants[1] + (constants[0] - constants[1]) * min(max((distance - 120) / 360, 0), 1)
      case .root: min(distance.squareRoot() / 60, constants[0])
      case .proportional:
        min(max(distance / (constants[0] * context.dimension), constants[1]), constants[2])
      }
    return EasedMotion(
      from: state[0] + state[1], to: state[0], duration: distance == 0 ? 0 : time, easing: easing)
  }
}
