import Elementary

/// A model that one segment of a motion may follow.
///
/// x = Σ cⱼ φⱼ(t; α), t in seconds since the segment's first sample; linear in at most three coefficients c, not linear in at
/// most two rates α. The columns are the state at t = 0 where that is possible (offset, velocity), so that neighboring
/// segments compare in the same units.
enum SegmentModel: Int, CaseIterable, Sendable {
  /// x = c₀.
  case constant
  /// x = c₀ + c₁t.
  case constantVelocity
  /// x = c₀ + c₁t + c₂t²: a finger, or constant deceleration.
  case parabola
  /// x = c₀ + c₁(1 − e^(−kt))/k; α = (k).
  case exponential
  /// x = c₀ + c₁(1 − e^(−kt))/k + c₂t: exponential deceleration while a drift has not stopped it; α = (k).
  case exponentialWithDrift
  /// x = c₀ + (c₁(1 + δt) + c₂t) e^(−δt); α = (δ). c₀ is the rest, c₁ the displacement, c₂ the velocity at t = 0.
  case criticalSpring
  /// The solution of y″ + 2σy′ + (σ² − D)y = 0 about the rest c₀ with displacement c₁ and velocity c₂ at t = 0;
  /// α = (σ, D), D = 0 the critical spring, D < 0 underdamped.
  case spring
  /// x = c₀ + c₁E((t − a)/T), 0 before and 1 after; α = (a, T). E by ``Easing``.
  case easeCosine, easeCubic, easeCSS, easeQuadratic
  /// The same along the way of a hand from rest to rest, whose speed is a beta function u^p (1 − u)^q: (p, q) = (1, 1), (1, 2) and
  /// (2, 1), and (2, 2), which has the least jerk (T. Flash and N. Hogan, Journal of Neuroscience 5, 1985).
  case strokeEven, strokeEarly, strokeLate, strokeSmooth
  /// x = c₀ + c₁ D/(q + 1) (1 − (1 − t/D)^(q + 1)) up to D, and at rest from then on: a finger that stops, at the speed
  /// c₁ (1 − t/D)^q; α = (D, q), q as ``SegmentFitter/stopExponents`` have it.
  ///
  /// It is the falling part of the beta function that describes the speed of a hand (H. Bezine, A. M. Alimi and N. Sherkat,
  /// *Generation and analysis of handwriting script with the beta-elliptic model*, IWFHR 2004). Constant deceleration is its
  /// q = 1, an exponential its limit for large q.
  case fingerStop

  /// The most coefficients that a model has.
  static let maximumCoefficients = 3

  /// The number of coefficients.
  var coefficientCount: Int {
    switch self {
    case .constant: 1
    case .constantVelocity, .exponential: 2
    case .parabola, .exponentialWithDrift, .criticalSpring, .spring: 3
    case .easeCosine, .easeCubic, .easeCSS, .easeQuadratic, .fingerStop: 2
    case .strokeEven, .strokeEarly, .strokeLate, .strokeSmooth: 2
    }
  }

  /// The number of rates that a fit determines.
  var rateCount: Int {
    switch self {
    case .constant, .constantVelocity, .parabola: 0
    case .exponential, .exponentialWithDrift, .criticalSpring, .fingerStop: 1
    case .spring, .easeCosine, .easeCubic, .easeCSS, .easeQuadratic: 2
    case .strokeEven, .strokeEarly, .strokeLate, .strokeSmooth: 2
    }
  }

  var parameterCount: Int { coefficientCount + rateCount }
}

/// The columns of a model at one time: φ(t; α) and its derivatives by both rates.
struct ModelColumns {
  var basis = SIMD4<Double>()
  var byFirstRate = SIMD4<Double>()
  var bySecondRate = SIMD4<Double>()
}

extension SegmentModel {
  /// φⱼ(t; α) and ∂φⱼ/∂α; exact at every t ≥ 0 and through D = 0.
  @inline(__always)
  func columns(at t: Double, _ rates: SIMD2<Double>) -> ModelColumns {
    columns(at: t, rates, decay: decays ? Elementary.exponential(-rates[0] * t) : 1)
  }

  /// True if the columns decay by the first rate.
  var decays: Bool {
    switch self {
    case .exponential, .exponentialWithDrift, .criticalSpring, .spring: true
    case .constant, .constantVelocity, .parabola, .fingerStop: false
    case .easeCosine, .easeCubic, .easeCSS, .easeQuadratic: false
    case .strokeEven, .strokeEarly, .strokeLate, .strokeSmooth: false
    }
  }

  /// - Parameter decay: e^(−α₀t) of a model that decays.
  @inline(__always)
  func columns(at t: Double, _ rates: SIMD2<Double>, decay: Double) -> ModelColumns {
    var columns = ModelColumns()
    columns.basis[0] = 1
    switch self {
    case .constant: break
    case .constantVelocity: columns.basis[1] = t
    case .parabola:
      columns.basis[1] = t
      columns.basis[2] = t * t
    case .exponential, .exponentialWithDrift:
      let k = rates[0]
      let decayed = Self.decayedTime(k, t, decay)
      columns.basis[1] = decayed.value
      columns.byFirstRate[1] = decayed.slope
      if self == .exponentialWithDrift { columns.basis[2] = t }
    case .criticalSpring:
      let damping = rates[0]
      columns.basis[1] = (1 + damping * t) * decay
      columns.basis[2] = t * decay
      columns.byFirstRate[1] = -damping * t * t * decay
      columns.byFirstRate[2] = -t * t * decay
    case .spring: fillSpring(&columns, t, rates, decay)
    case .easeCosine, .easeCubic, .easeCSS, .easeQuadratic, .strokeEven, .strokeEarly, .strokeLate,
      .strokeSmooth:
      let u = (t - rates[0]) / rates[1]
      let (value, slope) = ease(u)
      columns.basis[1] = value
      columns.byFirstRate[1] = -slope / rates[1]
      columns.bySecondRate[1] = -slope * u / rates[1]
    case .fingerStop:
      let (duration, exponent) = (rates[0], rates[1])
      let left = max(0, 1 - t / duration)
      let speed = power(left, exponent)
      let way = (1 - left * speed) / (exponent + 1)
      columns.basis[1] = duration * way
      columns.byFirstRate[1] = way - (1 - left) * speed
    }
    return columns
  }

  /// (1 − e^(−kt))/k and its derivative by k, without cancellation near kt = 0.
  @inline(__always)
  private static func decayedTime(_ k: Double, _ t: Double, _ decay: Double) -> (value: Double, slope: Double)
  {
    let u = k * t
    if u.magnitude < 1e-2 {
      // t (1 − u/2 + u²/6 − u³/24 + …) and t² (−1/2 + u/3 − u²/8 + u³/30 − …).
      let value = t * (1 - u * (0.5 - u * (1.0 / 6 - u * (1.0 / 24 - u * (1.0 / 120 - u / 720)))))
      let slope = -t * t * (0.5 - u * (1.0 / 3 - u * (0.125 - u * (1.0 / 30 - u / 144))))
      return (value, slope)
    }
    let value = (1 - decay) / k
    return (value, (t * decay - value) / k)
  }

  /// C(t), S(t) with C(0) = 1, C′(0) = 0, S(0) = 0, S′(0) = 1, and their derivatives by σ and D.
  @inline(__always)
  private func fillSpring(
    _ columns: inout ModelColumns, _ t: Double, _ rates: SIMD2<Double>, _ decay: Double
  ) {
    let (sigma, d) = (rates[0], rates[1])
    let z = d * t * t
    let even: Double  // cosh √z
    let odd: Double  // sinh √z / √z
    let oddSlope: Double  // its derivative by z
    if z.magnitude < 1e-2 {
      even = 1 + z * (0.5 + z * (1.0 / 24 + z * (1.0 / 720 + z / 40_320)))
      odd = 1 + z * (1.0 / 6 + z * (1.0 / 120 + z * (1.0 / 5040 + z / 362_880)))
      oddSlope = 1.0 / 6 + z * (1.0 / 60 + z * (1.0 / 1680 + z / 90_720))
    } else {
      let root = z.magnitude.squareRoot()
      if z > 0 {
        let grown = Elementary.exponential(min(root, 300))
        even = (grown + 1 / grown) / 2
        odd = (grown - 1 / grown) / (2 * root)
      } else {
        even = cosine(root)
        odd = sine(root) / root
      }
      oddSlope = (even - odd) / (2 * z)
    }
    let s = decay * t * odd
    let c = decay * even + sigma * s
    let sByD = decay * t * t * t * oddSlope
    columns.basis[1] = c
    columns.basis[2] = s
    columns.byFirstRate[1] = s - t * c
    columns.byFirstRate[2] = -t * s
    columns.bySecondRate[1] = t * s / 2 + sigma * sByD
    columns.bySecondRate[2] = sByD
  }

  /// E(u) and E′(u) of an easing curve or a stroke, clamped outside 0…1.
  private func ease(_ u: Double) -> (value: Double, slope: Double) {
    if u <= 0 { return (0, 0) }
    if u >= 1 { return (1, 0) }
    switch self {
    case .easeCubic:
      let v = min(u, 1 - u)
      let half = 4 * v * v * v
      return (u < 0.5 ? half : 1 - half, 12 * v * v)
    case .easeQuadratic:
      let v = min(u, 1 - u)
      let half = 2 * v * v
      return (u < 0.5 ? half : 1 - half, 4 * v)
    case .easeCSS:
      // cubic-bezier(0.42, 0, 0.58, 1): x(s) = 1.26 s(1−s)² + 1.74 s²(1−s) + s³, y(s) = 3 s²(1−s) + s³.
      var s = u
      for _ in 0..<4 {
        let x = s * (1.26 + s * (-0.78 + s * 0.52))
        let slope = 1.26 + s * (-1.56 + s * 1.56)
        s -= (x - u) / slope
      }
      let slope = 6 * s * (1 - s) / (1.26 + s * (-1.56 + s * 1.56))
      return (s * s * (3 - 2 * s), slope)
    case .strokeEven: return (u * u * (3 - 2 * u), 6 * u * (1 - u))
    case .strokeEarly: return (u * u * (6 - u * (8 - 3 * u)), 12 * u * (1 - u) * (1 - u))
    case .strokeLate: return (u * u * u * (4 - 3 * u), 12 * u * u * (1 - u))
    case .strokeSmooth:
      return (u * u * u * (10 - u * (15 - 6 * u)), 30 * u * u * (1 - u) * (1 - u))
    default: return ((1 - cosine(.pi * u)) / 2, .pi / 2 * sine(.pi * u))
    }
  }
}
