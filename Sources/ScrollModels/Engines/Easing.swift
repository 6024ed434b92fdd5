import Elementary

/// A curve from (0, 0) to (1, 1) along which an engine moves: the share of the distance over the share of the time.
package enum Easing: Equatable, Sendable {
  case bezier(UnitBezier)
  /// 1 − (1 − u)ⁿ; n is a whole number.
  case powerOut(Int)
  /// √(1 − (1 − u)²): starts with an infinite velocity.
  case circularOut
  /// (1 − cos πu)/2.
  case sineInOut
  /// Qt's: half of the way as a square in a quarter of the time, the rest as 1.001 (1 − 2^(−10u)).
  case squareThenExponential
  /// Herf's pulse: with x = su it is x − (1 − e^(−x)) up to x = 1 and then an exponential tail, divided by its end.
  case pulse(scale: Double)

  /// CSS `ease-in-out`.
  package static let inOut = bezier(UnitBezier(0.42, 0, 0.58, 1))
  /// CSS `ease-out`.
  package static let out = bezier(UnitBezier(0, 0, 0.58, 1))

  /// The curve in one line, in the field's letters.
  package var formula: String {
    switch self {
    case .bezier(let curve):
      "Bézier (" + [curve.x1, curve.y1, curve.x2, curve.y2].map(\.inFormulas).joined(separator: ", ") + ")"
    case .powerOut(let power): "1 − (1 − u)^\(power)"
    case .circularOut: "√(1 − (1 − u)²)"
    case .sineInOut: "(1 − cos πu)/2"
    case .squareThenExponential: "8u², then 1 − ½ 2^(−10(4u − 1)/3)"
    case .pulse(let scale): "pulse of scale \(scale.inFormulas)"
    }
  }

  /// The share of the distance; 0 for u ≤ 0 and 1 for u ≥ 1.
  package func value(at share: Double) -> Double {
    if share <= 0 { return 0 }
    if share >= 1 { return 1 }
    switch self {
    case .bezier(let curve): return curve.value(at: share)
    case .powerOut(let power): return 1 - Self.power(1 - share, power)
    case .circularOut: return (share * (2 - share)).squareRoot()
    case .sineInOut: return (1 - cosine(.pi * share)) / 2
    case .squareThenExponential:
      return share < 0.25 ? 8 * share * share : 0.5 + 0.5 * Self.exponentialOut((4 * share - 1) / 3)
    case .pulse(let scale): return Self.pulse(scale * share) / Self.pulse(scale)
    }
  }

  /// dy/du for 0 ≤ u ≤ 1, one-sided at the ends.
  package func slope(at share: Double) -> Double {
    switch self {
    case .bezier(let curve): return curve.slope(at: share)
    case .powerOut(let power): return Double(power) * Self.power(1 - share, power - 1)
    case .circularOut: return (1 - share) / (share * (2 - share)).squareRoot()
    case .sineInOut: return .pi * sine(.pi * share) / 2
    case .squareThenExponential:
      return share < 0.25 ? 16 * share : Self.exponentialOutSlope((4 * share - 1) / 3) * 2 / 3
    case .pulse(let scale): return scale * Self.pulseSlope(scale * share) / Self.pulse(scale)
    }
  }

  private static func power(_ base: Double, _ exponent: Int) -> Double {
    (0..<exponent).reduce(1) { product, _ in product * base }
  }

  /// Qt's `OutExpo`, which its factor brings to 1 within 3e-5.
  private static func exponentialOut(_ share: Double) -> Double {
    -1.001 * exponentialMinusOne(-10 * logarithm(2) * share)
  }

  private static func exponentialOutSlope(_ share: Double) -> Double {
    1.001 * 10 * logarithm(2) * exponential(-10 * logarithm(2) * share)
  }

  private static func pulse(_ x: Double) -> Double {
    let join = exponential(-1)
    return x < 1 ? x + exponentialMinusOne(-x) : join - (1 - join) * exponentialMinusOne(1 - x)
  }

  private static func pulseSlope(_ x: Double) -> Double {
    x < 1 ? -exponentialMinusOne(-x) : -exponentialMinusOne(-1) * exponential(1 - x)
  }
}

extension Double {
  /// With at most four decimals, whole numbers with none.
  var inFormulas: String {
    let short = (self * 1e4).rounded() / 1e4
    return short == short.rounded() ? String(Int(short)) : String(short)
  }
}

/// A motion from one offset to another along an easing.
package struct EasedMotion: EngineMotion, Equatable {
  package let from: Double
  package let to: Double
  /// s; at 0 it is there at once.
  package let duration: Double
  package let easing: Easing

  package init(from: Double, to: Double, duration: Double, easing: Easing) {
    (self.from, self.to, self.duration, self.easing) = (from, to, duration, easing)
  }

  package init(from: Double, to: Double, duration: Double, curve: UnitBezier) {
    self.init(from: from, to: to, duration: duration, easing: .bezier(curve))
  }

  package func value(at time: Double) -> Double {
    time < duration ? from + (to - from) * easing.value(at: time / duration) : to
  }

  package func velocity(at time: Double) -> Double {
    time < duration ? (to - from) * easing.slope(at: time / duration) / duration : 0
  }
}

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

  /// y, dy/dx and the derivatives of y by x₁, y₁, x₂ and y₂ at an x, one-sided at the ends.
  ///
  /// With b₁ = 3(1 − s)²s and b₂ = 3(1 − s)s² they are −y′b₁, b₁, −y′b₂ and b₂.
  func differential(at x: Double) -> (value: Double, slope: Double, points: SIMD4<Double>) {
    guard x > 0, x < 1 else { return (value(at: x), slope(at: x), .zero) }
    let s = parameter(at: x)
    let slope = Self.derivative(y1, y2, s) / Self.derivative(x1, x2, s)
    let (first, second) = (3 * (1 - s) * (1 - s) * s, 3 * (1 - s) * s * s)
    return (Self.coordinate(y1, y2, s), slope, SIMD4(-slope * first, first, -slope * second, second))
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
