internal import Elementary
internal import LeastSquares

/// The models of a regime, and whether one of them describes a range.
extension SegmentFitter {
  /// The fit of a regime's best model to a range, from where it was found elsewhere; nil where none fits.
  func fit(_ regime: Regime, _ range: Range<Int>, from last: SegmentFit?, penalty: Double) -> SegmentFit? {
    switch regime {
    case .rest, .hold: return fit(.constant, range)
    case .finger: return fit(.parabola, range)
    case .steady: return fit(.constantVelocity, range)
    case .momentum: return momentum(range, from: last, penalty: penalty)
    case .spring: return spring(range, from: last, penalty: penalty)
    case .eased: return eased(range, from: last)
    }
  }

  /// The model of momentum that explains a range best for its number of parameters: exponential, constant deceleration, or
  /// an exponential with a drift.
  private func momentum(_ range: Range<Int>, from last: SegmentFit?, penalty: Double) -> SegmentFit? {
    let isKnown = last?.model == .exponential || last?.model == .exponentialWithDrift
    let starts = last.flatMap { isKnown ? [$0.rates] : nil } ?? SegmentModel.exponential.starts
    var fits: [SegmentFit] = []
    if let decay = fit(.exponential, range, from: starts) { fits.append(decay) }
    let isExplained = fits.first.map { $0.chiSquared <= 1.5 * Double(range.count) } ?? false
    if var parabola = fit(.parabola, range) {
      parabola.endsByItself = stops(parabola)
      fits.append(parabola)
    }
    if !isExplained, range.count >= 8, let drift = fit(.exponentialWithDrift, range, from: starts) {
      fits.append(drift)
    }
    return fits.filter(slows).min { momentumCost($0, penalty) < momentumCost($1, penalty) }
  }

  /// The exponential is every engine's first choice: another model must be better by more than a tie of AIC.
  ///
  /// A finger that slows down evenly is a parabola too, so constant deceleration must be long and well told from an
  /// exponential.
  func momentumCost(_ fit: SegmentFit, _ penalty: Double) -> Double {
    let own = fit.total(penalty: penalty)
    switch fit.model {
    case .exponential: return own + (RateRange.usualMomentum.contains(fit.rates[0]) ? 0 : 2 * penalty)
    case .exponentialWithDrift: return own + 4 + 3 * penalty
    default: return own + penalty
    }
  }

  /// The shortest glide that shows its model, s.
  static let minimumGlide = 0.095

  /// The shortest motion at a constant velocity that is not taken for a finger's, s.
  static let minimumSteady = 0.45

  /// The shortest exponential with a drift that is weighed, s.
  static let minimumDrift = 0.3

  /// The cost of a fit in a regime, with a penalty for every parameter.
  func total(_ fit: SegmentFit, _ regime: Regime, penalty: Double) -> Double {
    switch regime {
    case .momentum: momentumCost(fit, penalty)
    // −2 log of the odds that a finger keeps to one parabola for so long.
    case .finger: fit.total(penalty: penalty) + 2 * Self.fingerRate * duration(fit.range)
    // Engines' springs are critical, or nearly so.
    case .spring:
      fit.total(penalty: penalty) + (fit.model == .spring ? penalty : 0)
        + (RateRange.usualSpring.contains(fit.rates[0]) ? 0 : 3 * penalty)
        + (fit.model != .spring || RateRange.usualRatio.contains(fit.dampingRatio) ? 0 : 2 * penalty)
    default: fit.total(penalty: penalty)
    }
  }

  /// How often a finger's motion changes its parabola, 1/s: changes are a Poisson process.
  static let fingerRate = 10.0

  /// What makes a change of regime rare beyond ``TransitionTable``, in penalties: it depends on how the segment before went.
  ///
  /// | change | rare where |
  /// |---|---|
  /// | finger → momentum, spring | the finger moved for fewer than three samples, not the first: its own slowing down is no glide |
  /// | still → finger → spring | the finger moved for less than ``minimumPull``: what rests springs only from where it was brought |
  /// | momentum → rest | the content still moves: a touch stops it |
  /// | spring → finger | the spring is not over: a touch catches it |
  func rarity(of before: Regime, _ last: SegmentFit, after earlier: Regime?, to next: Regime) -> Double {
    switch (before, next) {
    case (.finger, .spring) where earlier?.isStill ?? false && duration(last.range) < Self.minimumPull: 6
    // A recording may begin as the finger lifts.
    case (.finger, .momentum) where last.range.count < 3 && earlier != nil: 2
    case (.finger, .spring) where last.range.count < 3: 2
    case (.momentum, .rest) where isMoving(atEndOf: last): 1
    case (.spring, .finger) where !isSettled(last): 1.5
    default: 0
    }
  }

  /// The shortest time in which a finger brings content from a rest to where it springs from, s.
  static let minimumPull = 0.08

  private func isMoving(atEndOf fit: SegmentFit) -> Bool {
    let end = duration(fit.range)
    return (fit.value(at: end) - fit.value(at: end - motion.interval)).magnitude > 2 * motion.resolution
  }

  /// The shortest constant deceleration that is not taken for a finger's stopping, s.
  static let minimumStopping = 0.12

  /// The critical spring, or one with a damping ratio of its own where that does not explain the range.
  private func spring(_ range: Range<Int>, from last: SegmentFit?, penalty: Double) -> SegmentFit? {
    let start = last.flatMap { $0.model == .criticalSpring || $0.model == .spring ? $0 : nil }
    let starts = start.map { [SIMD2($0.rates.x, 0)] } ?? SegmentModel.criticalSpring.starts
    guard let critical = fit(.criticalSpring, range, from: starts) else { return nil }
    if critical.chiSquared <= 1.5 * Double(range.count) || range.count < 12 { return critical }
    var general = [SIMD2(critical.rates.x, 0)]
    if let start, start.model == .spring {
      general.append(start.rates)
    } else {
      general += SegmentModel.spring.starts
    }
    guard let free = fit(.spring, range, from: general),
      free.total(penalty: penalty) < critical.total(penalty: penalty)
    else { return critical }
    return free
  }

  private func eased(_ range: Range<Int>, from last: SegmentFit?) -> SegmentFit? {
    let duration = motion.times[range.upperBound - 1] - motion.times[range.lowerBound]
    let starts = last.flatMap { $0.model.isEasing ? [$0.rates] : nil } ?? [SIMD2(0, duration)]
    let fits = [SegmentModel.easeCosine, .easeCubic, .easeCSS].compactMap {
      fit($0, range, from: starts)
    }
    return fits.min { $0.chiSquared < $1.chiSquared }
  }
}

extension SegmentModel {
  var isEasing: Bool {
    switch self {
    case .easeCosine, .easeCubic, .easeCSS: true
    default: false
    }
  }

  /// Whether a spring.
  var isSpring: Bool { self == .criticalSpring || self == .spring }
}

extension SegmentFit {
  /// What is left of the displacement, the largest there was, and the displacement and velocity at the start, for a spring.
  func displacement(at time: Double) -> Double {
    let values = model.columns(at: time, rates)
    return coefficients[1] * values.basis[1] + coefficients[2] * values.basis[2]
  }

  /// σ/ω₀ of a spring, ω₀² = σ² − D.
  var dampingRatio: Double {
    rates[0] / max(rates[0] * rates[0] - rates[1], 1e-9 * rates[0] * rates[0]).squareRoot()
  }

  /// The model's offset at a time since the range's first sample, from the first sample's offset.
  func value(at time: Double) -> Double { (coefficients * model.columns(at: time, rates).basis).sum() }
}

/// The rates that recordings of scrolling have, 1/s.
enum RateRange {
  /// Slower motion is constant velocity, faster one is over within two frames.
  static let momentum = 0.05...40.0
  /// Engines' decay constants; others occur but are rare.
  static let usualMomentum = 0.3...15.0
  static let spring = 1.5...60.0
  static let usualSpring = 3.0...26.0
  /// Damping ratios of engines' springs.
  static let usualRatio = 0.3...1.15
}

/// Conditions of physics on single fits.
extension SegmentFitter {
  func duration(_ range: Range<Int>) -> Double {
    motion.times[range.upperBound - 1] - motion.times[range.lowerBound]
  }

  /// Whether a model passes near enough by its samples to be one: what it leaves beyond the noise stays below the part of the
  /// travel at which a model fails.
  ///
  /// A rest is one offset to within the noise; a finger does what it likes, but not one thing for long.
  func holds(_ fit: SegmentFit, _ regime: Regime) -> Bool {
    let freedom = Double(fit.range.count - fit.parameterCount)
    switch regime {
    case .finger:
      if fit.range.count < Regime.rest.minimumSamples { return true }
      return fit.range.count <= CandidateChangePoints.longest && !motion.isStill(fit.range)
    case .rest, .hold: return fit.chiSquared <= 4 * Double(fit.range.count)
    case .momentum, .spring, .steady, .eased: if motion.isStill(fit.range) { return false }
    }
    guard freedom > 0 else { return false }
    if regime == .steady { guard duration(fit.range) >= Self.minimumSteady else { return false } }
    // Three standard deviations of what noise alone leaves.
    if fit.chiSquared <= freedom + 3 * (2 * freedom).squareRoot() { return true }
    // A program follows its curve exactly.
    if regime == .eased || regime == .steady { return false }
    var low = Double.infinity
    var high = -Double.infinity
    var variance = 0.0
    for i in fit.range {
      low = min(low, motion.offsets[i])
      high = max(high, motion.offsets[i])
      variance += 1 / (motion.precisions[i] * motion.precisions[i])
    }
    let excess = max(0, fit.chiSquared / freedom - 1) * variance / Double(fit.range.count)
    // A spring with a ratio of its own is flexible enough to pass near many motions.
    let rule = AdequacyRule()
    let allowed = (fit.model == .spring ? rule.nearExcess : rule.failingExcess) * (high - low)
    return excess <= allowed * allowed
  }

  /// Whether a model of momentum only ever loses speed over its range; it may have stopped within the last frame.
  func slows(_ fit: SegmentFit) -> Bool {
    let duration = duration(fit.range) - motion.interval
    let velocity = fit.coefficients[1]
    switch fit.model {
    case .parabola:
      let half = fit.coefficients[2]
      return velocity * half < 0 && velocity.magnitude >= 2 * half.magnitude * duration
        && duration >= Self.minimumStopping
    case .exponentialWithDrift:
      let last = velocity * exponential(-fit.rates[0] * duration) + fit.coefficients[2]
      return RateRange.momentum.contains(fit.rates[0]) && velocity * last >= 0
        && duration >= Self.minimumDrift
        && (velocity + fit.coefficients[2]) * velocity > 0
    default:
      return RateRange.momentum.contains(fit.rates[0]) && duration >= Self.minimumGlide - motion.interval
    }
  }

  /// Whether a model of momentum may end in a rest: an exponential may be stopped by a finger, but constant deceleration and
  /// drift are only told from a finger's motion by coming to a stop, within a few frames.
  func stops(_ fit: SegmentFit) -> Bool {
    guard fit.model != .exponential else { return true }
    let duration = duration(fit.range)
    let velocity = fit.coefficients[1]
    let slack = 0.05 * duration + 2 * motion.interval
    guard fit.model == .parabola else {
      let last = velocity * exponential(-fit.rates[0] * duration) + fit.coefficients[2]
      let braking = velocity * fit.rates[0] * exponential(-fit.rates[0] * duration)
      return last.magnitude <= slack * braking.magnitude
    }
    return -velocity / (2 * fit.coefficients[2]) - duration <= slack
  }

  /// Whether an animation begins and ends within a range, but for what rounding hides of it.
  func isWhole(_ fit: SegmentFit) -> Bool {
    let hidden = 0.2 * fit.rates[1] + 2 * motion.interval
    return fit.rates[0] > -hidden && fit.rates[0] + fit.rates[1] < duration(fit.range) + hidden
  }

  /// Whether a spring may follow a regime, and is seen to come back: at the range's end it is nearer to its rest than half of
  /// the farthest. Let go from a pause it moves towards its rest from the start; momentum meets it at its rest, within a
  /// frame or two.
  func follows(_ fit: SegmentFit, _ before: Regime?) -> Bool {
    let duration = duration(fit.range)
    var farthest = 0.0
    for step in 0...16 {
      farthest = max(farthest, fit.displacement(at: Double(step) / 16 * duration).magnitude)
    }
    let (displacement, velocity) = (fit.coefficients[1].magnitude, fit.coefficients[2].magnitude)
    let rate = fit.rates[0]
    // A spring of which less than its own time is seen is none, and one that moves the content by no more than its offsets show.
    let visible = (0...16).reduce(0) { count, step in
      count + (fit.displacement(at: Double(step) / 16 * duration).magnitude > motion.resolution / 2 ? 1 : 0)
    }
    guard farthest > 2 * motion.resolution, rate * duration >= 1, RateRange.spring.contains(rate),
      Double(visible) / 17 * Double(fit.range.count) >= 5,
      fit.displacement(at: duration).magnitude <= farthest / 2
    else {
      return false
    }
    switch before {
    case .hold:
      // Let go within the last frames, it has gained no more than the spring's pull gives in them, or than a held pull starts with.
      let square = max(rate * rate - fit.rates[1], 0)
      let gained = max(3 * motion.interval * square, 10) * displacement
      return displacement > 0.9 * farthest && velocity <= gained
    case .momentum:
      let frames = 2.5 * motion.interval * velocity
      return displacement <= frames + motion.resolution
    default: return true
    }
  }

  /// Whether a spring is over at its range's end: engines stop one within a point, or a few pixels, of its rest.
  private func isSettled(_ fit: SegmentFit) -> Bool {
    let duration = duration(fit.range)
    let farthest = (0...16).reduce(0) { max($0, fit.displacement(at: Double($1) / 16 * duration).magnitude) }
    let allowed = max(3 * motion.resolution, motion.unit, Self.unsettledShare * farthest)
    return fit.displacement(at: duration).magnitude <= allowed
  }

  /// The largest part of a spring's displacement that is left where it ends.
  private static let unsettledShare = 0.02

  /// Whether a regime's fit is possible after what came before it.
  func mayFollow(_ fit: SegmentFit, _ regime: Regime, before: Regime?, last: SegmentFit?) -> Bool {
    switch (before, regime) {
    case (_, .spring): follows(fit, before)
    case (.momentum, .rest): last.map(stops) ?? true
    case (.spring, .rest), (.spring, .hold): last.map(isSettled) ?? true
    default: true
    }
  }
}
