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
