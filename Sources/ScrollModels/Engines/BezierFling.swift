import LeastSquares

/// A fling as far as constant deceleration would carry it, along a Bézier curve that starts with its velocity.
///
/// T = min(|v₀|/a, 2 s), D = min(v₀²/(2b), 3 viewports), x = x₀ + sign(v₀) D B(t/T); B has the control points (0.2, 0.2 |v₀|T/D)
/// and (0.55, 1); where the first would lie above 1 it is (D/(|v₀|T), 1).
///
/// (Chromium, `ui/events/gestures/physics_based_fling_curve.cc`; `a` there is 2300 px/s², `b` is 2.7559e-5 inch/ms².)
package struct BezierFling: EngineModel {
  package let name = "bezier-fling"
  package let formula = "x₀ + D B(t/T), T = min(|v₀|/a, 2 s), D = v₀²/(2b), B′(0) = |v₀|T/D"
  package let state = Parameter.ofFling
  package let constants = [
    Parameter.positive("durationDeceleration", unit: "pt/s²"),
    Parameter.positive("distanceDeceleration", unit: "pt/s²"),
  ]
  package let isTimeInvariant = false
  static let longest = 2.0
  static let farthestViewports = 3.0

  package init() {}

  package func curve(state: [Double], constants: [Double], context: EngineContext) -> EasedMotion {
    let speed = state[1].magnitude
    let duration = min(speed / constants[0], Self.longest)
    let distance = min(speed * speed / (2 * constants[1]), Self.farthestViewports * context.dimension)
    let travel = state[1] < 0 ? -distance : distance
    return EasedMotion(
      from: state[0], to: state[0] + travel, duration: duration,
      curve: UnitBezier(0.2, 1, startingWith: speed * duration / distance, 0.55, 1))
  }
}

extension UnitBezier {
  /// A curve whose first control point is turned until the curve starts with a slope: lowered, or, where it would have to
  /// be raised, moved to the left.
  init(_ x1: Double, _ y1: Double, startingWith slope: Double, _ x2: Double, _ y2: Double) {
    let isLowered = x1 * slope < y1
    self.init(isLowered ? x1 : y1 / slope, isLowered ? x1 * slope : y1, x2, y2)
  }
}
