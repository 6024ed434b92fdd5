import Elementary

/// The two motions of a damped spring from which all others are put together, and their derivatives.
///
/// x″ + 2βx′ + ω₀²x = 0 with β = ζω₀, s = β² − ω₀² and the functions C = cosh(√s t), S = sinh(√s t)/√s, which
/// are entire in s (cos and sin where s < 0), so that the three regimes are one formula:
///
///     φ₁ = e^(−βt)(C + βS)          from displacement 1, velocity 0
///     φ₂ = e^(−βt) S                from displacement 0, velocity 1
///     φ₃ = e^(−βt)(tC − S)/(2s)     = ∂φ₂/∂s, e^(−βt) t³/6 at s = 0
///
/// All derivatives follow from these three (each checked by the differential equation it satisfies):
///
///     φ₁′ = −ω₀²φ₂                  φ₂′ = e^(−βt)(C − βS)
///     ∂φ₁/∂ω₀ = −ω₀tφ₂              ∂φ₁/∂ζ = 2ω₀³φ₃
///     ∂φ₂/∂ω₀ = (2sφ₃ − βtφ₂)/ω₀    ∂φ₂/∂ζ = ω₀(2βφ₃ − tφ₂)
///
/// None of them cancels, but for the last two in an overdamped spring: there the fast and the slow
/// exponential are taken apart.
struct SpringResponse {
  /// φ₁, a pure number.
  let release: Double
  /// φ₂, s.
  let push: Double
  /// φ₂′, a pure number.
  let pushVelocity: Double
  /// ∂φ₁/∂ω₀, s.
  let releaseByFrequency: Double
  /// ∂φ₁/∂ζ, a pure number.
  let releaseByRatio: Double
  /// ∂φ₂/∂ω₀, s².
  let pushByFrequency: Double
  /// ∂φ₂/∂ζ, s.
  let pushByRatio: Double

  /// - Parameters:
  ///   - frequency: ω₀ > 0, 1/s.
  ///   - ratio: ζ ≥ 0.
  ///   - time: t, s.
  @inline(__always)
  init(frequency: Double, ratio: Double, time: Double) {
    let damping = ratio * frequency
    // β² − ω₀² without cancellation: ζ − 1 is exact near 1.
    let discriminant = frequency * frequency * (ratio - 1) * (ratio + 1)
    let argument = discriminant * time * time
    let third: Double
    if argument.magnitude < 1 {
      let decay = exponential(-damping * time)
      let (s, difference) = Self.series(argument)
      let sTime = time * s
      let c = s + 2 * argument * difference
      push = decay * sTime
      release = decay * (c + damping * sTime)
      pushVelocity = decay * (c - damping * sTime)
      third = decay * time * time * time * difference
      pushByFrequency = (2 * discriminant * third - damping * time * push) / frequency
      pushByRatio = frequency * (2 * damping * third - time * push)
    } else if discriminant < 0 {
      let decay = exponential(-damping * time)
      let oscillation = (-discriminant).squareRoot()
      let c = cosine(oscillation * time)
      let s = sine(oscillation * time) / oscillation
      push = decay * s
      release = decay * (c + damping * s)
      pushVelocity = decay * (c - damping * s)
      third = decay * (time * c - s) / (2 * discriminant)
      pushByFrequency = (2 * discriminant * third - damping * time * push) / frequency
      pushByRatio = frequency * (2 * damping * third - time * push)
    } else {
      // Slow rate g = β − √s by its conjugate; with e₁ = e^(−gt), e₂ = e^(−(β + √s)t) no product overflows.
      let root = discriminant.squareRoot()
      let slowRate = frequency / (ratio + root / frequency)
      let slow = exponential(-slowRate * time)
      let fast = exponential(-(damping + root) * time)
      push = (slow - fast) / (2 * root)
      release = slow + slowRate * push
      pushVelocity = fast - slowRate * push
      third = (push * (root * time - 1) + time * fast) / (2 * discriminant)
      pushByFrequency = (time * fast - push * (1 + slowRate * time)) / frequency
      pushByRatio =
        frequency * (slowRate * time * push / root + damping * (time * fast - push) / discriminant)
    }
    releaseByFrequency = -frequency * time * push
    releaseByRatio = 2 * frequency * frequency * frequency * third
  }

  /// sinh(√z)/√z = Σ zⁿ/(2n + 1)! and (cosh(√z) − sinh(√z)/√z)/(2z) = Σ (n + 1)zⁿ/(2n + 3)! for |z| < 1, to
  /// the last bit: both end at n = 8, the next term is below 2⁻⁵⁶.
  @inline(__always)
  private static func series(_ z: Double) -> (s: Double, difference: Double) {
    var s = 1 / 355_687_428_096_000.0
    s = 1 / 1_307_674_368_000.0 + z * s
    s = 1 / 6_227_020_800.0 + z * s
    s = 1 / 39_916_800.0 + z * s
    s = 1 / 362_880.0 + z * s
    s = 1 / 5_040.0 + z * s
    s = 1 / 120.0 + z * s
    s = 1 / 6.0 + z * s
    s = 1 + z * s
    var difference = 9 / 121_645_100_408_832_000.0
    difference = 8 / 355_687_428_096_000.0 + z * difference
    difference = 7 / 1_307_674_368_000.0 + z * difference
    difference = 6 / 6_227_020_800.0 + z * difference
    difference = 5 / 39_916_800.0 + z * difference
    difference = 4 / 362_880.0 + z * difference
    difference = 3 / 5_040.0 + z * difference
    difference = 2 / 120.0 + z * difference
    difference = 1 / 6.0 + z * difference
    return (s, difference)
  }
}

// When a spring has come to rest: the exact time and the articles' upper bound.

extension SpringMotion {
  /// The last t ≥ 0, s, at which the displacement's size is `distance` (pt): from there on it stays within.
  ///
  /// 0 where it never leaves; infinite where it never stays (no damping, or `distance` 0 with motion); NaN
  /// for a negative distance and where the spring is not defined.
  ///
  /// Between turns the displacement is monotone and each turn is nearer than the one before, so the last
  /// crossing lies between two turns that can be named; it is bisected there to the last bit.
  package func settlingTime(within distance: Double) -> Double {
    guard isDefined, distance >= 0 else { return .nan }
    guard farthest.magnitude > distance else { return 0 }
    guard distance > 0 else { return .infinity }
    let turn = firstTurn ?? 0
    let turned = displacement(at: turn).magnitude
    if turned <= distance { return lastCrossing(of: distance, from: 0, to: turn) }
    if spring.discriminant < 0 {
      return lastCrossing(of: distance, afterTurn: turn, at: turned)
    }
    // No further turn: the displacement only falls. The first step is the slow exponential's time constant.
    var high = turn + (spring.damping + spring.discriminant.squareRoot()) / spring.stiffness
    while high.isFinite, displacement(at: high).magnitude > distance { high *= 2 }
    return high.isFinite ? lastCrossing(of: distance, from: turn, to: high) : .infinity
  }

  /// The articles' upper bound of ``settlingTime(within:)``, s, at least 0.
  ///
  /// - ζ < 1: ln((|C₁| + |C₂|)/e)/β, C₁ = d, C₂ = (v₀ + βd)/ω′; it diverges as ζ → 1 and as ζ → 0.
  /// - ζ = 1: max(ln(2|C₁|/e)/β, (2/β) ln(4|C₂|/(Eβe))), C₁ = d, C₂ = v₀ + βd, E = 2.718…; a term whose C is
  ///   0 is left out.
  /// - ζ > 1: NaN, the articles give none.
  ///
  /// Source: super-ultra/ScrollMechanics, `SpringTimingParameters.swift`, without its negative durations.
  package func settlingTimeBound(within distance: Double) -> Double {
    guard isDefined, distance >= 0, let regime = spring.regime else { return .nan }
    let damping = spring.damping
    let impulse = initialVelocity + damping * displacement
    switch regime {
    case .underdamped:
      let oscillation = (-spring.discriminant).squareRoot()
      let size = displacement.magnitude + impulse.magnitude / oscillation
      return size > distance ? logarithm(size / distance) / damping : 0
    case .critical:
      let ofDisplacement =
        displacement == 0 ? 0 : logarithm(2 * displacement.magnitude / distance) / damping
      let ofImpulse =
        impulse == 0
        ? 0 : 2 / damping * logarithm(4 * impulse.magnitude / (Double.euler * damping * distance))
      return max(0, ofDisplacement, ofImpulse)
    case .overdamped:
      return .nan
    }
  }

  /// The last crossing of an oscillating spring whose first turn is beyond `distance`.
  ///
  /// Turns lie π/ω′ apart and shrink by e^(−βπ/ω′) each: their logarithm shows which one is the last beyond.
  private func lastCrossing(of distance: Double, afterTurn turn: Double, at turned: Double) -> Double {
    guard spring.damping > 0 else { return .infinity }
    let spacing = Double.pi / (-spring.discriminant).squareRoot()
    var low = turn + spacing * (logarithm(turned / distance) / (spring.damping * spacing)).rounded(.down)
    guard low.isFinite else { return .infinity }
    // Rounding may have named the neighbor.
    if low > turn, displacement(at: low).magnitude <= distance { low -= spacing }
    if displacement(at: low + spacing).magnitude > distance { low += spacing }
    return lastCrossing(of: distance, from: low, to: low + spacing)
  }

  /// The crossing between `low`, beyond the distance, and `high`, within it, the displacement monotone
  /// between.
  private func lastCrossing(of distance: Double, from low: Double, to high: Double) -> Double {
    var (low, high) = (low, high)
    while true {
      let middle = low + (high - low) / 2
      guard low < middle, middle < high else { return high }
      if displacement(at: middle).magnitude > distance { low = middle } else { high = middle }
    }
  }
}
