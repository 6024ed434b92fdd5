import LinearAlgebra

/// The least costly sequence of regimes over the candidate change points of a motion.
///
/// A segmental (semi-Markov) model: each segment follows one regime with one model, costs its
/// ``SegmentFit/total(penalty:)``, and each change of regime costs its ``Transition``, less what a continuity constraint
/// saves. F(j, r), the least cost of a sequence that ends at candidate j in regime r, follows from F at the earlier
/// candidates: an exact search over all sequences (M. Ostendorf, V. Digalakis and O. Kimball, *From HMM's to segment
/// models*, IEEE Trans. Speech and Audio Processing 4, 1996; B. Jackson et al. 2005), in which the segment before a change
/// point is the best one of its regime. A start whose model has become hopeless is dropped, as in PELT (R. Killick,
/// P. Fearnhead and I. Eckley, *Optimal detection of changepoints with a linear computational cost*, J. Am. Stat.
/// Assoc. 107, 2012), so that a segment is followed only as far as it may win. That holds for models that the best sequence
/// may use: one that its regime does not admit, and that costs less all the same, is dropped once it has not been admitted
/// for most of its range. So time grows with the samples, whatever their shape.
struct OptimalPartitioning {
  /// After this many samples a start must be near the best sequence, and after four times as many part of it.
  static let trial = 32
  /// A model is followed to this many samples, or for ``patience``, before it must have been admitted.
  private static let unadmitted = (least: 8 * trial, most: 64 * trial)
  /// Twice the time, s, after which the slowest regime to show itself is admitted.
  private static let patience = 2 * SegmentFitter.minimumSteady
  let motion: Motion
  let penalty: Double
  let fitter: SegmentFitter

  init(_ motion: Motion, penalty: Double) {
    self.motion = motion
    self.penalty = penalty
    fitter = SegmentFitter(motion)
  }

  /// - Parameters:
  ///   - candidates: where segments may begin and end, in order, both ends of the motion included.
  ///   - startsAtRest: whether what comes before the first candidate is a rest.
  func segments(_ candidates: [Int], startsAtRest: Bool) -> [Segment] {
    let regimes = Regime.allCases
    var steps = PartitioningSteps(candidates: candidates.count)
    var starts: [PartitioningStart] = []
    let easings = EasingRanges(motion, candidates, penalty: penalty)
    for j in candidates.indices.dropFirst() {
      starts.append(PartitioningStart(node: j - 1, sample: candidates[j - 1], steps, penalty: penalty))
      let expected = expectedCosts(&starts, steps, candidates, to: j, startsAtRest: startsAtRest)
      var open = starts.mutableSpan
      // The shortest segments first: a finger's give the bound that prunes the others.
      for s in open.indices.reversed() {
        let i = open[s].node
        for regime in regimes {
          guard let fit = best(regime, &open[s], candidates[i]..<candidates[j]) else { continue }
          let own = fitter.total(fit, regime, penalty: penalty)
          let least = open[s].entries[regime.rawValue] + own
          guard least < Self.rounded(steps.cost(j, regime)), fitter.holds(fit, regime, &open[s].extent)
          else { continue }
          open[s].models[fit.model.rawValue].admitted = fit.range.count
          let known = expected[regime.rawValue]
          let bound = min(steps.cost(j, regime), known.bound)
          guard least < Self.rounded(bound) else { continue }
          let growing = open[s].models[fit.model.rawValue].fit
          let best =
            known.node == i && known.own == own
            ? known.best
            : leastCost(
              steps, from: i, regime, fit, own: own, growing, below: bound, startsAtRest: startsAtRest)
          extend(&steps, from: i, to: j, regime, fit, growing, by: best)
        }
      }
      for i in easings.starts(endingAt: j) {
        guard let fit = eased(candidates[i]..<candidates[j]) else { continue }
        let own = fitter.total(fit, .eased, penalty: penalty)
        let best = leastCost(
          steps, from: i, .eased, fit, own: own, nil, below: steps.cost(j, .eased), startsAtRest: startsAtRest
        )
        extend(&steps, from: i, to: j, .eased, fit, nil, by: best)
      }
      let end = candidates[j]
      if end < motion.count {
        let time = (motion.times[end - 1] + motion.times[end]) / 2
        // Of all that were the best for a while, only those that stay need an end.
        for regime in regimes {
          guard let fit = steps[j, regime].fit else { continue }
          steps.setEnd(j, regime, state(fit, steps[j, regime].growing, at: time))
        }
      }
      let best = steps.least(j)
      for s in open.indices { prune(&open[s], best, candidates[open[s].node]..<candidates[j]) }
      starts.removeAll(where: \.isHopeless)
    }
    return backtracked(steps, candidates)
  }

  /// Gives up the models that are too far from the best sequence to catch up, or that have not been admitted for long.
  private func prune(_ start: inout PartitioningStart, _ best: Double, _ range: Range<Int>) {
    let slack: Double =
      switch range.count {
      case ..<Self.trial: 12 * penalty
      case ..<(4 * Self.trial): 3 * penalty
      // A start that is part of the best sequence lies below it by its own penalties, which it still has to pay.
      default: -penalty
      }
    for model in SegmentModel.followed {
      let followed = start.models[model.rawValue]
      guard !followed.isGivenUp, let cost = followed.cost else { continue }
      let isForeign = range.count > max(unadmitted, 4 * followed.admitted)
      guard isForeign || start.before + cost > best + slack else { continue }
      start.giveUp(model)
      // The more general model is only tried where this one fails, and where a range may show it.
      if let general = model.generalization, start.models[general.rawValue].cost == nil,
        fitter.shows(general, range)
      {
        start.giveUp(general)
      }
    }
  }

  /// The number of samples after which a model must have been admitted.
  private var unadmitted: Int {
    let samples = min(Self.patience / motion.interval, Double(Self.unadmitted.most))
    return max(Int(samples), Self.unadmitted.least)
  }

  // MARK: Fits

  private func fit(_ model: SegmentModel, _ start: inout PartitioningStart, _ end: Int) -> SegmentFit? {
    start.models[model.rawValue].fitted(model, start.sample..<end, fitter)
  }

  /// A regime's best fit from a start to an end.
  func best(_ regime: Regime, _ start: inout PartitioningStart, _ range: Range<Int>) -> SegmentFit? {
    guard range.count >= regime.minimumSamples else { return nil }
    let end = range.upperBound
    switch regime {
    case .rest, .hold: return fit(.constant, &start, end)
    case .finger: return range.count <= SegmentFitter.longestParabola ? fit(.parabola, &start, end) : nil
    case .steady: return fit(.constantVelocity, &start, end)
    case .momentum: return momentum(&start, end)
    case .spring:
      let critical = fit(.criticalSpring, &start, end)
      if let critical, critical.isExplained { return critical }
      guard let free = fit(.spring, &start, end) else { return critical }
      if let again = restarted(critical, at: free, &start, range) { return again }
      if let critical, critical.total(penalty: penalty) <= free.total(penalty: penalty) { return critical }
      return free
    case .eased: return nil
    }
  }

  /// The critical spring at the rate of a nearly critical one that shows that it is in another minimum; nil where it is not.
  private func restarted(
    _ critical: SegmentFit?, at free: SegmentFit, _ start: inout PartitioningStart, _ range: Range<Int>
  ) -> SegmentFit? {
    let model = SegmentModel.criticalSpring.rawValue
    guard let critical, free.isNearlyCritical, free.isExplained, critical.cost > free.cost + 2 * penalty,
      let again = start.models[model].fit?.restarted(at: SIMD2(free.rates.x, 0), range, fitter)
    else { return nil }
    start.models[model].cost = again.cost
    return again.total(penalty: penalty) <= free.total(penalty: penalty) ? again : nil
  }

  private func eased(_ range: Range<Int>) -> SegmentFit? {
    guard let fit = fitter.fit(.eased, range, from: nil, penalty: penalty), fitter.holds(fit, .eased),
      fitter.isWhole(fit)
    else { return nil }
    return fit
  }

  private func momentum(_ start: inout PartitioningStart, _ end: Int) -> SegmentFit? {
    let decay = fit(.exponential, &start, end)
    let parabola = fit(.parabola, &start, end)
    let drift = decay?.isExplained ?? false ? nil : fit(.exponentialWithDrift, &start, end)
    return fitter.likeliestMomentum(decay, parabola, drift, penalty: penalty)
  }
}
