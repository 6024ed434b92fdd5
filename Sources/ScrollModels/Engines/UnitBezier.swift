/// A cubic Bézier curve from (0, 0) to (1, 1), as an easing: y over x.
///
/// x = 3(1 − s)² s x₁ + 3(1 − s)s² x₂ + s³, y alike. A function of x where 0 ≤ x₁, x₂ ≤ 1. (CSS Easing Functions, level 1.)
package struct UnitBezier: Equatable, Sendable {
  package let x1: Double
  package let y1: Double
  package let x2: Double
  package let y2: Double

  package init(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) {
    (self.x1, self.y1, self.x2, self.y2) = (x1, y1, x2, y2)
  }

  /// y; 0 for x ≤ 0 and 1 for x ≥ 1.
  package func value(at x: Double) -> Double {
    if x <= 0 { return 0 }
    return x >= 1 ? 1 : Self.coordinate(y1, y2, parameter(at: x))
  }

  /// dy/dx for 0 ≤ x ≤ 1, one-sided at the ends; infinite where the curve is upright.
  package func slope(at x: Double) -> Double {
    // Where a control point lies on its end, the curve leaves towards the other one.
    if x <= 0, x1 == 0, y1 == 0 { return y2 / x2 }
    if x >= 1, x2 == 1, y2 == 1 { return (1 - y1) / (1 - x1) }
    let s = x <= 0 ? 0 : x >= 1 ? 1 : parameter(at: x)
    return Self.derivative(y1, y2, s) / Self.derivative(x1, x2, s)
  }

  /// The s of an x inside 0…1, to its last digits. Halley's method would stall where the curve is flat: each step stays
  /// between the points that are known to lie before and after, and every eighth halves their distance.
  private func parameter(at x: Double) -> Double {
    var (before, after) = (0.0, 1.0)
    var s = x
    var count = 0
    while true {
      let excess = Self.coordinate(x1, x2, s) - x
      if excess < 0 { before = s } else { after = s }
      count += 1
      let slope = Self.derivative(x1, x2, s)
      let next = s - excess * slope / (slope * slope - excess * Self.curvature(x1, x2, s) / 2)
      if next > before, next < after, count % 8 != 0 {
        // Each step triples the digits: what it would leave is below the last one.
        guard excess.magnitude > 0x1p-20 * next * slope else { return next }
        s = next
      } else {
        s = before + (after - before) / 2
        guard s > before, s < after else { return after }
      }
    }
  }

  private static func coordinate(_ first: Double, _ second: Double, _ s: Double) -> Double {
    let rest = 1 - s
    return s * (3 * rest * (rest * first + s * second) + s * s)
  }

  private static func derivative(_ first: Double, _ second: Double, _ s: Double) -> Double {
    let rest = 1 - s
    return 3 * (rest * rest * first + 2 * rest * s * (second - first) + s * s * (1 - second))
  }

  private static func curvature(_ first: Double, _ second: Double, _ s: Double) -> Double {
    6 * ((1 - s) * (second - 2 * first) + s * (1 - 2 * second + first))
  }
}
