import Elementary
import LeastSquares

/// A fling along Android's spline.
///
/// With r = fC/0.35 and p = ln 0.78/ln 0.9: T = (|v₀|/r)^(1/(p − 1)), D = 0.35 |v₀| T, x = x₀ + sign(v₀) D S(t/T). S is a table of
/// a hundred rows, straight lines between them. C = 9.80665 · 39.37 · 160 · 0.84 pt/s²: gravity on a screen of 160 pt an
/// inch. The density of the screen cancels.
///
/// (AOSP, `core/java/android/widget/OverScroller.java`, `SplineOverScroller`. There T is cut to whole milliseconds, D to
/// whole pixels.)
package struct SplineFling: EngineModel {
  package let name = "spline-fling"
  package let formula = "x₀ + D S(t/T), T = (0.35|v₀|/(fC))^(1/(p − 1)), D = 0.35 v₀ T, p = ln 0.78/ln 0.9"
  package let state = Parameter.ofFling
  package let constants = [Parameter.positive("friction", unit: "")]
  package let isTimeInvariant = false
  static let gravity = 9.80665 * 39.37 * 160 * 0.84
  static let inflexion = 0.35
  static let exponent = logarithm(0.78) / logarithm(0.9)

  package init() {}

  package func curve(state: [Double], constants: [Double], context: EngineContext) -> SplineMotion {
    let reference = constants[0] * Self.gravity / Self.inflexion
    let duration = power(state[1].magnitude / reference, 1 / (Self.exponent - 1))
    return SplineMotion(
      initialOffset: state[0], distance: Self.inflexion * state[1] * duration, duration: duration)
  }
}

/// A motion along Android's spline.
package struct SplineMotion: EngineMotion, Equatable {
  package let initialOffset: Double
  /// With its sign, pt.
  package let distance: Double
  package let duration: Double

  package func value(at time: Double) -> Double {
    guard time < duration else { return initialOffset + distance }
    let (row, share) = Self.index(time / duration)
    return initialOffset + distance * (Self.rows[row] + share * (Self.rows[row + 1] - Self.rows[row]))
  }

  package func velocity(at time: Double) -> Double {
    guard time < duration else { return 0 }
    let (row, _) = Self.index(time / duration)
    return distance * (Self.rows[row + 1] - Self.rows[row]) * Double(Self.count) / duration
  }

  private static func index(_ fraction: Double) -> (row: Int, share: Double) {
    let position = max(0, fraction * Double(count))
    let row = min(Int(position), count - 1)
    return (row, position - Double(row))
  }

  static let count = 100

  /// S(i/100): time 3x(1 − x)((1 − x)P₁ + xP₂) + x³ with P₁ = 0.175, P₂ = 0.35 solved for x as the engine does, by bisection
  /// until it is met within 1e-5; then 3x(1 − x)((1 − x)/2 + x) + x³.
  static let rows: [Double] = {
    func spline(_ x: Double, _ first: Double, _ second: Double) -> Double {
      3 * x * (1 - x) * ((1 - x) * first + x * second) + x * x * x
    }
    var low = 0.0
    let rows = (0..<count).map { row in
      let time = Double(row) / Double(count)
      var high = 1.0
      var x = low + (high - low) / 2
      while (spline(x, 0.175, 0.35) - time).magnitude >= 1e-5 {
        if spline(x, 0.175, 0.35) > time { high = x } else { low = x }
        x = low + (high - low) / 2
      }
      return spline(x, 0.5, 1)
    }
    return rows + [1]
  }()
}

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
