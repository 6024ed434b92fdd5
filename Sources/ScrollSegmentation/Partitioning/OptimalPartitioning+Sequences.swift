/// The sequences of segments, and what the changes between these cost.
extension OptimalPartitioning {
  /// A bound that no sum below it exceeds by its rounding.
  static func rounded(_ bound: Double) -> Double { bound + 1e-9 * (1 + bound.magnitude) }

  /// The least costs at a candidate, by regime, of the segments that begin where the best ones to the candidate before it do: bounds, so
  /// that most segments are known to cost more before the states between them are found.
  func expectedCosts(
    _ starts: inout [PartitioningStart], _ steps: borrowing PartitioningSteps, _ candidates: [Int], to j: Int,
    startsAtRest: Bool
  ) -> [ExpectedCost] {
    var expected = [ExpectedCost](repeating: ExpectedCost(), count: Regime.allCases.count)
    for regime in Regime.allCases where steps.cost(j - 1, regime).isFinite {
      let i = steps[j - 1, regime].node
      guard let s = starts.lastIndex(where: { $0.node <= i }), starts[s].node == i,
        let fit = best(regime, &starts[s], candidates[i]..<candidates[j]),
        fitter.holds(fit, regime, &starts[s].extent)
      else { continue }
      let own = fitter.total(fit, regime, penalty: penalty)
      let best = leastCost(
        steps, from: i, regime, fit, own: own, starts[s].models[fit.model.rawValue].fit, below: .infinity,
        startsAtRest: startsAtRest)
      expected[regime.rawValue] = ExpectedCost(
        node: i, own: own, best: best, bound: best.map { Self.rounded($0.cost) } ?? .infinity)
    }
    return expected
  }

  /// Puts a segment behind the best sequence before it, where that is the best way to its end in its regime.
  ///
  /// - Parameters:
  ///   - growing: the model that was followed to the fit; nil where it was fitted there only.
  ///   - best: the least cost of a sequence that ends with the segment.
  func extend(
    _ steps: inout PartitioningSteps, from i: Int, to j: Int, _ regime: Regime, _ fit: SegmentFit,
    _ growing: GrowingFit?, by best: SequenceCost?
  ) {
    guard let best, best.cost < steps.cost(j, regime) else { return }
    let step = PartitioningStep(node: i, regime: best.before, fit: fit, growing: growing)
    steps.set(j, regime, cost: best.cost, step)
  }

  /// The least cost of a sequence that ends with a segment; nil where none is below a bound.
  ///
  /// - Parameters:
  ///   - own: the segment's own cost.
  ///   - growing: the model that was followed to the fit; nil where it was fitted there only.
  func leastCost(
    _ steps: borrowing PartitioningSteps, from i: Int, _ regime: Regime, _ fit: SegmentFit, own: Double,
    _ growing: GrowingFit?, below bound: Double, startsAtRest: Bool
  ) -> SequenceCost? {
    var best: (cost: Double, regime: Regime)?
    if i == 0 {
      var cost = fitter.beginningPenalty(fit, regime) * penalty
      if startsAtRest {
        // A rest that goes on is no change.
        guard let first = Regime.rest.penalty(to: regime) ?? Regime.hold.penalty(to: regime) else {
          return nil
        }
        cost = regime == .rest ? 0 : first * penalty
      }
      if cost + own < bound { best = (cost, .rest) }
    } else {
      let costs = costs(steps, i, regime, fit, own, bound)
      guard costs.min() < .infinity else { return nil }
      let origin = fit.range.lowerBound
      let frame = motion.times[origin] - motion.times[origin - 1]
      let start = state(fit, growing, at: motion.times[origin] - frame / 2)
      for before in Regime.allCases {
        var cost = costs[before.rawValue]
        guard let transition = TransitionTable.transition(from: before, to: regime),
          cost - transition.saved * penalty + own < min(bound, (best?.cost ?? .infinity) + own)
        else { continue }
        if let end = steps.endIndex(i, before) {
          cost += fitter.continuityCost(
            steps.ends[end], start, transition, from: before, to: regime, samples: fit.range.count,
            frame: frame, penalty: penalty)
        }
        if cost + own < min(bound, (best?.cost ?? .infinity) + own) { best = (cost, before) }
      }
    }
    return best.map { SequenceCost(cost: $0.cost + own, before: $0.regime) }
  }

  /// The costs, by regime, of the best sequences before a segment with the change to it, before continuity is known; infinite for
  /// those with which the segment cannot be part of a cheaper sequence than the best one.
  ///
  /// - Parameters:
  ///   - own: the segment's own cost.
  ///   - bound: the cost of the best sequence.
  private func costs(
    _ steps: borrowing PartitioningSteps, _ i: Int, _ regime: Regime, _ fit: SegmentFit, _ own: Double,
    _ bound: Double
  ) -> SIMD8<Double> {
    var costs = SIMD8<Double>(repeating: .infinity)
    for before in Regime.allCases {
      let lastCost = steps.cost(i, before)
      guard lastCost.isFinite, let transition = TransitionTable.transition(from: before, to: regime),
        lastCost + own + (transition.penalty - transition.saved) * penalty < Self.rounded(bound)
      else { continue }
      var cost = lastCost + transition.penalty * penalty
      if let lastFit = steps[i, before].fit {
        let earlier = steps[i, before].node == 0 ? nil : steps[i, before].regime
        cost += fitter.rarity(of: before, lastFit, after: earlier, to: regime) * penalty
      }
      // No continuity saves more, and sums of smaller numbers are never larger.
      if cost - transition.saved * penalty + own < bound { costs[before.rawValue] = cost }
    }
    guard costs.min() < .infinity else { return costs }
    let course = regime == .spring ? fitter.course(fit) : nil
    for before in Regime.allCases where costs[before.rawValue] < .infinity {
      let mayFollow =
        if let course {
          course.isSeen && fitter.follows(fit, before, course)
        } else {
          fitter.mayFollow(fit, regime, before: before, last: steps[i, before].fit)
        }
      if !mayFollow { costs[before.rawValue] = .infinity }
    }
    return costs
  }

  /// The state of a fit at a time.
  func state(_ fit: SegmentFit, _ growing: GrowingFit?, at time: Double) -> BoundaryState {
    if let growing { return growing.state(at: time, motion, scale: fit.scale) }
    var linearization = fitter.linearized(fit.model, fit.range, fit.rates, slopes: fit.coefficients)
    return BoundaryState(&linearization, at: time, motion, scale: fit.scale)
  }

  func backtracked(_ steps: PartitioningSteps, _ candidates: [Int]) -> [Segment] {
    var segments: [Segment] = []
    var j = candidates.count - 1
    var regime = Regime.allCases.min { steps.cost(j, $0) < steps.cost(j, $1) } ?? .rest
    while j > 0 {
      let step = steps[j, regime]
      segments.append(Segment(regime: regime, range: candidates[step.node]..<candidates[j], fit: step.fit))
      (j, regime) = (step.node, step.regime)
    }
    return segments.reversed()
  }
}
