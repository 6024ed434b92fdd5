import Elementary
import LeastSquares

/// A fling along an easing to a destination that is chosen at the release: x = x₀ + sign(v₀) D E(t/T).
///
/// D and T follow from the velocity. The motion starts with E′(0) D/T, which is the velocity only where the engine chose its
/// numbers so.
package struct EasedThrow: EngineModel {
  /// The rule for the duration.
  package enum Time: Equatable, Sendable {
    /// |v₀|/a, at most a longest, s.
    case proportional(longest: Double = .infinity)
    /// (|v₀|/a)^¼: the time in which 1 − (1 − u)⁵ would go a pt with that velocity.
    case fourthRoot
    case constant
  }

  /// The rule for the distance, pt.
  package enum Distance: Equatable, Sendable {
    /// So many times v₀²/a, a that of the time.
    case square(Double)
    /// So many seconds of the velocity that is above a threshold, pt/s.
    case seconds(Double, above: Double = 0)
  }

  package let time: Time
  package let distance: Distance
  package let easing: Easing
  package let state = Parameter.ofFling
  package let isTimeInvariant = false

  package init(time: Time, distance: Distance, easing: Easing) {
    self.time = time
    self.distance = distance
    self.easing = easing
  }

  package var name: String {
    let time =
      switch time {
      case .proportional: "proportional time"
      case .fourthRoot: "root of velocity"
      case .constant: "constant time"
      }
    return "eased-throw, \(time), \(easing.formula)"
  }

  package var formula: String {
    let time =
      switch time {
      case .proportional(let longest): longest.isFinite ? "min(|v₀|/a, \(longest.inFormulas) s)" : "|v₀|/a"
      case .fourthRoot: "(|v₀|/a)^¼"
      case .constant: "duration"
      }
    let distance =
      switch distance {
      case .square(let share): "\(share.inFormulas) v₀²/a"
      case .seconds(let seconds, let above):
        above == 0
          ? "\(seconds.inFormulas) |v₀|" : "\(seconds.inFormulas) (|v₀| − \(above.inFormulas))"
      }
    return "x₀ + D E(t/T), D = \(distance), T = \(time)"
  }

  package var constants: [Parameter] {
    switch time {
    case .proportional: [.positive("deceleration", unit: "pt/s²")]
    case .fourthRoot: [.positive("unitVelocity", unit: "pt/s")]
    case .constant: [.positive("duration", unit: "s")]
    }
  }

  package func curve(state: [Double], constants: [Double], context: EngineContext) -> EasedMotion {
    let (velocity, constant) = (state[1], constants[0])
    let duration =
      switch time {
      case .proportional(let longest): min(velocity.magnitude / constant, longest)
      case .fourthRoot: (velocity.magnitude / constant).squareRoot().squareRoot()
      case .constant: constant
      }
    let travel =
      switch distance {
      case .square(let share): share * velocity * velocity / constant
      case .seconds(let seconds, let above): seconds * (velocity.magnitude - above).notNegative
      }
    return EasedMotion(
      from: state[0], to: state[0] + (velocity < 0 ? -travel : travel), duration: travel == 0 ? 0 : duration,
      easing: easing)
  }
}

/// A fling whose duration is that of an exponential decay down to a stop velocity, along 1 − (1 − u)³: FairyGUI's.
///
/// w = |v₀| min((|v₀| − r)²/r², 1), r the threshold, 0 below it; T = ln(w/s)/k, at least 0.3 s; D = 0.4 w ln(w/s)/k.
/// (fairygui/FairyGUI-unity, `ScrollPane.cs`, `UpdateTargetAndDuration`.)
package struct LogarithmicThrow: EngineModel {
  package let name = "logarithmic-throw"
  package let formula = "x₀ + 0.4 w T (1 − (1 − t/T)³), T = ln(w/s)/k, w = v₀ min((|v₀| − r)²/r², 1)"
  package let state = Parameter.ofFling
  package let constants = [
    Parameter.positive("decayConstant", unit: "1/s"), Parameter.positive("stopVelocity", unit: "pt/s"),
    Parameter.notNegative("threshold", unit: "pt/s"),
  ]
  package let isTimeInvariant = false
  static let shortest = 0.3
  static let share = 0.4

  package init() {}

  package func curve(state: [Double], constants: [Double], context: EngineContext) -> EasedMotion {
    let threshold = constants[2]
    let above = (state[1].magnitude - threshold).notNegative / max(threshold, .leastNormalMagnitude)
    let speed = state[1].magnitude * min(above * above, 1)
    let decay = speed > 0 ? logarithm(speed / constants[1]) / constants[0] : 0
    let travel = Self.share * speed * decay
    return EasedMotion(
      from: state[0], to: state[0] + (state[1] < 0 ? -travel : travel),
      duration: travel == 0 ? 0 : max(decay, Self.shortest), easing: .powerOut(3))
  }
}

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
