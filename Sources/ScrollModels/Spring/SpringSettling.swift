import Elementary

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
