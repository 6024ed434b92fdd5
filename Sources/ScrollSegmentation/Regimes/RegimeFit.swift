import Elementary

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
    let decay = fit(.exponential, range, from: starts)
    let parabola = fit(.parabola, range)
    let isTried = !(decay?.isExplained ?? false) && range.count >= 8
    let drift = isTried ? fit(.exponentialWithDrift, range, from: starts) : nil
    return likeliestMomentum(decay, parabola, drift, penalty: penalty)
  }

  /// The first of the likeliest among fits of momentum's models that slow down.
  func likeliestMomentum(
    _ decay: SegmentFit?, _ parabola: SegmentFit?, _ drift: SegmentFit?, penalty: Double
  ) -> SegmentFit? {
    var parabola = parabola
    if let fit = parabola { parabola?.endsByItself = stops(fit) }
    var best: (fit: SegmentFit, cost: Double)?
    func weigh(_ fit: SegmentFit?) {
      guard let fit, slows(fit) else { return }
      let cost = momentumCost(fit, penalty)
      if cost < best?.cost ?? .infinity { best = (fit, cost) }
    }
    weigh(decay)
    weigh(parabola)
    weigh(drift)
    return best?.fit
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
    case .finger where fit.model == .fingerStop:
      // Every exponent is as probable as the others.
      fit.total(penalty: penalty) + 2 * logarithm(Double(Self.stopExponents.count))
    // Each is as probable as the others, and all together as an animation, which follows its curve as well.
    case .finger where fit.model.isStroke: fit.total(penalty: penalty) + Self.strokeRarity * penalty
    case .finger: fit.total(penalty: penalty) + 2 * Self.fingerRate * duration(fit.range)
    // Engines' springs are critical, or nearly so.
    case .spring:
      fit.total(penalty: penalty) + (fit.model == .spring ? penalty : 0)
        + (RateRange.usualSpring.contains(fit.rates[0]) ? 0 : 3 * penalty)
        + (fit.model != .spring || RateRange.usualRatio.contains(fit.dampingRatio) ? 0 : 2 * penalty)
    default: fit.total(penalty: penalty)
    }
  }

  /// The most samples that a finger keeps to one parabola.
  static let longestParabola = 64

  /// The cost of a finger's stroke beside its change of regime, in penalties: with it, one from a rest to a rest is as probable as an animation.
  private static let strokeRarity = 1.5

  /// The rate at which a finger's motion changes its parabola, 1/s: changes are a Poisson process.
  static let fingerRate = 10.0

  /// The penalty that makes a change of regime rare beyond ``TransitionTable``, in penalties: it depends on how the segment before went.
  ///
  /// | change | rare where |
  /// |---|---|
  /// | finger → momentum, spring | the finger moved for fewer than three samples, not the first: its own slowing down is no glide |
  /// | still → finger → spring | the finger moved for less than ``minimumPull``: what rests springs only from where it was brought |
  /// | still → finger → momentum, spring | the finger loses speed from its first sample on: what is let go does that |
  /// | hold → hold | the recording begins with the first: a finger that holds the content for long came before it |
  /// | finger → hold | the finger alone moved the content by a tremor: it brought nothing there |
  /// | finger → momentum → spring | the glide is short and as fast as a spring: one that is let go at v = −δx begins so |
  /// | momentum → rest | the content still moves: a touch stops it |
  /// | spring → finger | the spring is not over: a touch catches it; more so on its way to a snap position |
  /// | spring → rest | less than three of its own times are seen |
  func rarity(of before: Regime, _ last: SegmentFit, after earlier: Regime?, to next: Regime) -> Double {
    switch (before, next) {
    case (.finger, .spring) where earlier?.isStill ?? false && duration(last.range) < Self.minimumPull: 6
    // A recording may begin as the finger lifts.
    case (.finger, .momentum) where last.range.count < 3 && earlier != nil: 2
    case (.finger, .spring) where last.range.count < 3 && earlier != nil: 2
    case (.finger, .momentum) where (earlier?.isStill ?? true) && setsOffFastest(last): 1.5
    case (.finger, .spring) where (earlier?.isStill ?? true) && setsOffFastest(last): 1.5
    case (.hold, .hold) where earlier == nil: 2.5
    case (.finger, .hold) where earlier != .finger && motion.isTremor(last.range): 6
    case (.momentum, .spring) where earlier == .finger && resemblesSpring(last): 1
    case (.momentum, .rest) where isMoving(atEndOf: last): 1
    case (.spring, .finger) where !isSettled(last): earlier == .finger && arrives(last) ? 4 : 1.5
    case (.spring, .rest) where last.rates[0] * duration(last.range) < Self.usualExtent: 1
    default: 0
    }
  }

  /// −2 log prior odds that a recording begins in a regime, in penalties: few begin with a finger that stands still, or while content
  /// springs, but where it was just let go.
  func beginningPenalty(_ fit: SegmentFit, _ regime: Regime) -> Double {
    switch regime {
    case .hold: duration(fit.range) > Self.longestOpeningHold ? 4 : 1.5
    case .spring: follows(fit, .hold) ? 0 : 1.5
    default: 0
    }
  }

  /// The longest rest at a recording's beginning that usually is a finger's, s: a recording that is of a spring alone begins just before
  /// it is let go.
  private static let longestOpeningHold = 0.1

  /// Returns true if a spring begins with a velocity towards its rest, as content that was let go in motion.
  private func arrives(_ fit: SegmentFit) -> Bool {
    let (displacement, velocity) = (fit.coefficients[1], fit.coefficients[2])
    return displacement * velocity < 0 && velocity.magnitude > 0.5 * fit.rates[0] * displacement.magnitude
  }

  /// The least part of a spring's motion that is usually seen, in its own times 1/δ.
  private static let usualExtent = 3.0

  /// The shortest time in which a finger brings content from a rest to where it springs from, s.
  static let minimumPull = 0.05

  /// Returns true if a finger's speed only falls, and by much: a finger that sets off gains speed first.
  private func setsOffFastest(_ fit: SegmentFit) -> Bool {
    guard fit.model == .parabola, fit.range.count >= Self.samplesOfSlowing else { return false }
    let (first, change) = (fit.coefficients[1], 2 * fit.coefficients[2] * duration(fit.range))
    return first * change < 0 && change.magnitude > Self.shownSlowing * first.magnitude
  }

  /// The fewest samples that show that a finger slows down.
  private static let samplesOfSlowing = 5

  /// The share of its speed that a finger loses where it shows that it slows down.
  private static let shownSlowing = 0.3

  private func isMoving(atEndOf fit: SegmentFit) -> Bool {
    let end = duration(fit.range)
    return (fit.value(at: end) - fit.value(at: end - motion.interval)).magnitude > 2 * motion.resolution
  }

  /// The shortest constant deceleration that is not taken for a finger's stopping, s.
  static let minimumStopping = 0.12

  /// The critical spring, or one with a damping ratio of its own where that does not explain the range.
  func spring(_ range: Range<Int>, from last: SegmentFit?, penalty: Double) -> SegmentFit? {
    let start = last.flatMap { $0.model == .criticalSpring || $0.model == .spring ? $0 : nil }
    let starts = start.map { [SIMD2($0.rates.x, 0)] } ?? self.starts(.criticalSpring, range)
    guard let critical = fit(.criticalSpring, range, from: starts) else { return nil }
    if critical.isExplained || range.count < 12 { return critical }
    var general = [SIMD2(critical.rates.x, 0)]
    if let start, start.model == .spring {
      general.append(start.rates)
    } else {
      general += self.starts(.spring, range)
    }
    guard let free = fit(.spring, range, from: general),
      free.total(penalty: penalty) < critical.total(penalty: penalty)
    else { return critical }
    // The critical spring's sum of squares has a second minimum at half of the rate; one with a ratio of its own finds a way out.
    if free.isNearlyCritical, let again = fit(.criticalSpring, range, from: [SIMD2(free.rates.x, 0)]),
      again.total(penalty: penalty) <= free.total(penalty: penalty)
    {
      return again
    }
    return free
  }

  private func eased(_ range: Range<Int>, from last: SegmentFit?) -> SegmentFit? {
    var starts = [SIMD2(0, duration(range))]
    if let last, last.model.isEasing {
      // The begin counts from the first sample of a range.
      let shift = motion.times[last.range.lowerBound] - motion.times[range.lowerBound]
      starts.append(SIMD2(last.rates[0] + shift, last.rates[1]))
    }
    return nearest([.easeCosine, .easeCubic, .easeCSS, .easeQuadratic], range, from: starts)
  }

  /// The fit of the model that passes nearest by a range.
  func nearest(_ models: [SegmentModel], _ range: Range<Int>, from starts: [SIMD2<Double>])
    -> SegmentFit?
  {
    models.compactMap { fit($0, range, from: starts) }.min { $0.chiSquared < $1.chiSquared }
  }
}

extension SegmentModel {
  /// True if a way from one rest to another, an animation's or a hand's.
  var isEasing: Bool {
    switch self {
    case .easeCosine, .easeCubic, .easeCSS, .easeQuadratic: true
    default: isStroke
    }
  }

  /// True if a hand's way from rest to rest.
  var isStroke: Bool {
    switch self {
    case .strokeEven, .strokeEarly, .strokeLate, .strokeSmooth: true
    default: false
    }
  }

  /// True if a spring.
  var isSpring: Bool { self == .criticalSpring || self == .spring }
}

extension SegmentFit {
  /// The remaining displacement, the largest there was, and the displacement and velocity at the start, for a spring.
  func displacement(at time: Double) -> Double {
    let values = model.columns(at: time, rates)
    return coefficients[1] * values.basis[1] + coefficients[2] * values.basis[2]
  }

  /// σ/ω₀ of a spring, ω₀² = σ² − D.
  var dampingRatio: Double {
    rates[0] / max(rates[0] * rates[0] - rates[1], 1e-9 * rates[0] * rates[0]).squareRoot()
  }

  /// True if a spring is critical to within what its rates are known to.
  var isNearlyCritical: Bool { rates[1].magnitude < 0.25 * rates[0] * rates[0] }

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
