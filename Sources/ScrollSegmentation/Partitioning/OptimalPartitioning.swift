internal import Elementary
internal import LeastSquares
internal import LinearAlgebra

/// One segment of a motion and the model that explains it.
struct Segment {
  var regime: Regime
  var range: Range<Int>
  var fit: SegmentFit?
}

/// A model followed from one start over growing ranges.
///
/// The linearized factor takes in the new samples; it is computed anew only where the step that it asks for is too large for
/// its derivatives to hold.
struct GrowingFit {
  private(set) var linearization: Linearization
  /// Whether no longer range can be part of a best sequence.
  var isHopeless = false
  private let start: Int
  private var end: Int
  private let minimum: Int
  /// The number of samples below which the search for better rates is not tried again.
  private var patience = 0

  init(_ model: SegmentModel, start: Int, minimum: Int) {
    linearization = Linearization(model, rates: model.starts[0], slopes: nil, origin: start)
    self.start = start
    end = start
    self.minimum = minimum
  }

  /// The fit to the range from the start to `newEnd`; nil while it has too few samples.
  mutating func fit(to newEnd: Int, _ fitter: SegmentFitter) -> SegmentFit? {
    guard !isHopeless, newEnd - start >= minimum else { return nil }
    let model = linearization.model
    let range = start..<newEnd
    if end == start, model.rateCount > 0 {
      // The first range that is long enough chooses among the starts.
      linearization = fitter.start(model, range)
    } else {
      for i in end..<newEnd { linearization.add(i, fitter.motion) }
    }
    end = newEnd
    if range.count >= patience, isFar {
      let improved = fitter.improved(linearization, range, steps: 6)
      linearization = improved
      // What does not improve by its derivatives is looked at again when a quarter more is known.
      if isFar { patience = range.count + max(4, range.count / 4) }
    }
    return fit(range)
  }

  /// Whether the step of the rates is too large for the derivatives: what they leave out grows with the square of its
  /// relative size.
  private var isFar: Bool {
    let gain = linearization.gain
    guard gain > SegmentFitter.tolerance else { return false }
    let step = linearization.step
    let rate = linearization.rates.x
    let relative = step.x.magnitude / rate + step.y.magnitude / (rate * rate)
    return !(gain * relative * relative < 0.3 && relative < 0.5)
  }

  private func fit(_ range: Range<Int>) -> SegmentFit? {
    guard linearization.chiSquared.isFinite else { return nil }
    let isTrusted = !isFar
    let columns = isTrusted ? linearization.factor.columns : linearization.model.coefficientCount
    let solution = linearization.factor.coefficients(first: columns)
    var linear = SIMD4<Double>()
    for j in 0..<linearization.model.coefficientCount { linear[j] = solution[j] }
    return SegmentFit(
      model: linearization.model, range: range,
      rates: isTrusted ? linearization.rates + linearization.step : linearization.rates, coefficients: linear,
      chiSquared: max(0, isTrusted ? linearization.factor.sumOfSquares : linearization.chiSquared))
  }
}

/// The state that a linearized fit gives at a time, with its covariance.
struct BoundaryState {
  /// Offset, velocity, acceleration.
  let offset: Double
  let velocity: Double
  let acceleration: Double
  let offsetVariance: Double
  let covariance: Double
  let velocityVariance: Double

  init(_ linearization: Linearization, at time: Double, _ motion: Motion, scale: Double) {
    let step = 0.05 * motion.interval
    let local = time - motion.times[linearization.origin]
    let before = linearization.weights(at: local - step)
    let now = linearization.weights(at: local)
    let after = linearization.weights(at: local + step)
    let columns = linearization.factor.columns
    let solution = linearization.factor.coefficients(first: columns)
    var slope = InlineArray<12, Double>(repeating: 0)
    var (x, v, a) = (0.0, 0.0, 0.0)
    for j in 0..<columns {
      slope[j] = (after[j] - before[j]) / (2 * step)
      x += solution[j] * now[j]
      v += solution[j] * slope[j]
      a += solution[j] * (after[j] - 2 * now[j] + before[j]) / (step * step)
    }
    offset = x + motion.offsets[linearization.origin]
    velocity = v
    acceleration = a
    let offsetRow = linearization.factor.whitened(now)
    let velocityRow = linearization.factor.whitened(slope)
    var (xx, xv, vv) = (0.0, 0.0, 0.0)
    for j in 0..<columns {
      xx += offsetRow[j] * offsetRow[j]
      xv += offsetRow[j] * velocityRow[j]
      vv += velocityRow[j] * velocityRow[j]
    }
    (offsetVariance, covariance, velocityVariance) = (xx * scale, xv * scale, vv * scale)
  }
}

extension Linearization {
  /// The row of the factor's columns at a time since the origin.
  func weights(at time: Double) -> InlineArray<12, Double> {
    let values = model.columns(at: time, rates)
    var weights = InlineArray<12, Double>(repeating: 0)
    for j in 0..<model.coefficientCount { weights[j] = values.basis[j] }
    if let slopes {
      weights[model.coefficientCount] = (slopes * values.byFirstRate).sum()
      if model.rateCount == 2 { weights[model.coefficientCount + 1] = (slopes * values.bySecondRate).sum() }
    }
    return weights
  }
}

extension SegmentFitter {
  /// The change of cost where two fitted segments meet, by the constraints that their regimes' transition allows.
  ///
  /// - Complexity: O(samples of both).
  func continuityCost(
    _ left: SegmentFit, _ right: SegmentFit, from before: Regime, to after: Regime, penalty: Double
  ) -> Double {
    let origin = right.range.lowerBound
    guard let transition = TransitionTable.transition(from: before, to: after),
      !transition.continuity.isEmpty,
      origin > 0, left.range.upperBound == origin
    else { return 0 }
    let frame = motion.times[origin] - motion.times[origin - 1]
    let time = motion.times[origin] - frame / 2
    func state(_ fit: SegmentFit) -> BoundaryState {
      BoundaryState(
        linearized(fit.model, fit.range, fit.rates, slopes: fit.coefficients), at: time, motion,
        scale: fit.scale)
    }
    return continuityCost(
      state(left), state(right), transition.continuity, frame: frame,
      isStill: before.isStill || after.isStill, penalty: penalty)
  }

  /// The change of cost where two segments meet with a continuity constraint, by the Wald statistic of what parts them: each
  /// constraint saves a parameter.
  ///
  /// The boundary lies anywhere between two samples, so the least over a few instants there counts. Content at rest was
  /// rounded once for all of its samples, so that its offset is known to half a step only.
  func continuityCost(
    _ left: BoundaryState, _ right: BoundaryState, _ kinds: [Continuity], frame: Double, isStill: Bool,
    penalty: Double
  ) -> Double {
    let floor = isStill ? motion.resolution / 2 : 0
    var best = 0.0
    for step in -2...2 {
      let time = Double(step) / 4 * frame
      let (x, v) = left.moved(by: time)
      let (y, w) = right.moved(by: time)
      let xx = left.offsetVariance + right.offsetVariance + floor * floor
      let xv = left.covariance + right.covariance
      let vv = left.velocityVariance + right.velocityVariance
      let dx = x - y
      let dv = v - w
      if kinds.contains(.offset) { best = min(best, dx * dx / xx - penalty) }
      let determinant = xx * vv - xv * xv
      guard kinds.contains(.velocity), determinant > 0 else { continue }
      let wald = (dx * dx * vv - 2 * dx * dv * xv + dv * dv * xx) / determinant
      best = min(best, wald - 2 * penalty)
    }
    return best
  }
}

extension BoundaryState {
  /// Offset and velocity a little earlier or later.
  fileprivate func moved(by time: Double) -> (offset: Double, velocity: Double) {
    (offset + time * (velocity + time * acceleration / 2), velocity + time * acceleration)
  }
}

/// The least costly sequence of regimes over the candidate change points of a motion.
///
/// A segmental (semi-Markov) model: each segment follows one regime with one model, costs its
/// ``SegmentFit/total(penalty:)``, and each change of regime costs its ``Transition``, less what a continuity constraint
/// saves. F(j, r), the least cost of a sequence that ends at candidate j in regime r, follows from F at the earlier
/// candidates: an exact search over all sequences (M. Ostendorf, V. Digalakis and O. Kimball, *From HMM's to segment
/// models*, IEEE Trans. Speech and Audio Processing 4, 1996; B. Jackson et al. 2005), in which the segment before a change
/// point is the best one of its regime. A start whose model has become hopeless is dropped, as in PELT (R. Killick,
/// P. Fearnhead and I. Eckley, *Optimal detection of changepoints with a linear computational cost*, J. Am. Stat.
/// Assoc. 107, 2012), so that a segment is followed only as far as it may win.
struct OptimalPartitioning {
  /// After this many samples a start must have paid for its end, or it is given up.
  static let trial = 32
  let motion: Motion
  let penalty: Double
  private let fitter: SegmentFitter

  init(_ motion: Motion, penalty: Double) {
    self.motion = motion
    self.penalty = penalty
    fitter = SegmentFitter(motion)
  }

  /// A candidate that segments may begin at, and the models followed from it.
  private struct Start {
    let node: Int
    var fits: [GrowingFit?]
    /// The cost of each model's last fit.
    var costs: [Double?]
  }

  private struct Step {
    var cost = Double.infinity
    var node = 0
    var regime = Regime.rest
    var fit: SegmentFit?
    var end: BoundaryState?
  }

  /// A regime's best fit from a start to an end, with the linearization that gives its boundary states.
  private struct Choice {
    let fit: SegmentFit
    let linearization: Linearization
  }

  /// - Parameters:
  ///   - candidates: where segments may begin and end, in order, both ends of the motion included.
  ///   - startsAtRest: whether what comes before the first candidate is a rest.
  func segments(_ candidates: [Int], startsAtRest: Bool) -> [Segment] {
    let regimes = Regime.allCases
    var steps = [[Step]](repeating: regimes.map { _ in Step() }, count: candidates.count)
    var starts: [Start] = []
    let easings = EasingRanges(motion, candidates, penalty: penalty)
    for j in candidates.indices.dropFirst() {
      starts.append(start(j - 1, candidates))
      // The shortest segments first: a finger's give the bound that prunes the others.
      for s in starts.indices.reversed() {
        let i = starts[s].node
        let before = least(steps, i)
        for regime in regimes {
          guard let choice = choice(regime, &starts[s], candidates[i]..<candidates[j]),
            before + choice.fit.total(penalty: penalty) - 3 * penalty < steps[j][regime.rawValue].cost,
            fitter.holds(choice.fit, regime)
          else { continue }
          extend(&steps, from: i, to: j, regime, choice, isFirst: i == 0, startsAtRest: startsAtRest)
        }
        prune(&starts[s], before, least(steps, j), candidates[i]..<candidates[j])
      }
      for i in easings.starts(endingAt: j) {
        guard let choice = eased(candidates[i]..<candidates[j]) else { continue }
        extend(&steps, from: i, to: j, .eased, choice, isFirst: i == 0, startsAtRest: startsAtRest)
      }
      starts.removeAll { start in start.fits.allSatisfy { $0?.isHopeless ?? true } }
    }
    return backtracked(steps, candidates)
  }

  /// Gives up the models that are too far from the best sequence to catch up.
  private func prune(_ start: inout Start, _ before: Double, _ best: Double, _ range: Range<Int>) {
    let slack = range.count >= Self.trial ? 3 * penalty : 12 * penalty
    for index in start.fits.indices {
      guard let cost = start.costs[index] else { continue }
      if before + cost > best + slack { start.fits[index]?.isHopeless = true }
    }
  }

  private func least(_ steps: [[Step]], _ node: Int) -> Double {
    node == 0 ? 0 : steps[node].reduce(.infinity) { min($0, $1.cost) }
  }

  // MARK: Fits

  private func start(_ node: Int, _ candidates: [Int]) -> Start {
    let sample = candidates[node]
    let fits = SegmentModel.allCases.map { model -> GrowingFit? in
      guard let regime = model.regime else { return nil }
      let minimum = model == .parabola ? 1 : max(regime.minimumSamples, model.minimumSamples)
      return GrowingFit(model, start: sample, minimum: minimum)
    }
    return Start(node: node, fits: fits, costs: fits.map { _ in nil })
  }

  private func fit(_ model: SegmentModel, _ start: inout Start, _ end: Int) -> Choice? {
    guard let fit = start.fits[model.rawValue]?.fit(to: end, fitter),
      let linearization = start.fits[model.rawValue]?.linearization
    else { return nil }
    start.costs[model.rawValue] = fit.cost
    return Choice(fit: fit, linearization: linearization)
  }

  private func choice(
    _ regime: Regime, _ start: inout Start, _ range: Range<Int>
  ) -> Choice? {
    guard range.count >= regime.minimumSamples else { return nil }
    let end = range.upperBound
    switch regime {
    case .rest, .hold: return fit(.constant, &start, end)
    case .finger: return range.count <= CandidateChangePoints.longest ? fit(.parabola, &start, end) : nil
    case .steady: return fit(.constantVelocity, &start, end)
    case .momentum: return momentum(&start, range)
    case .spring:
      let critical = fit(.criticalSpring, &start, end)
      if let critical, critical.fit.chiSquared <= 1.5 * Double(range.count) { return critical }
      guard let free = fit(.spring, &start, end) else { return critical }
      guard let critical, critical.fit.total(penalty: penalty) <= free.fit.total(penalty: penalty) else {
        return free
      }
      return critical
    case .eased: return nil
    }
  }

  private func eased(_ range: Range<Int>) -> Choice? {
    guard let fit = fitter.fit(.eased, range, from: nil, penalty: penalty), fitter.holds(fit, .eased),
      fitter.isWhole(fit)
    else { return nil }
    let linearization = fitter.linearized(fit.model, range, fit.rates, slopes: fit.coefficients)
    return Choice(fit: fit, linearization: linearization)
  }

  private func momentum(_ start: inout Start, _ range: Range<Int>) -> Choice? {
    let end = range.upperBound
    var choices: [Choice] = []
    if let decay = fit(.exponential, &start, end) { choices.append(decay) }
    let isExplained = choices.first.map { $0.fit.chiSquared <= 1.5 * Double(range.count) } ?? false
    if let parabola = fit(.parabola, &start, end) {
      var fit = parabola.fit
      fit.endsByItself = fitter.stops(fit)
      choices.append(Choice(fit: fit, linearization: parabola.linearization))
    }
    if !isExplained, let drift = fit(.exponentialWithDrift, &start, end) { choices.append(drift) }
    return choices.filter { fitter.slows($0.fit) }.min {
      fitter.momentumCost($0.fit, penalty) < fitter.momentumCost($1.fit, penalty)
    }
  }

  // MARK: Sequences

  /// Puts a segment behind the best sequence before it, where that is the best way to its end in its regime.
  private func extend(
    _ steps: inout [[Step]], from i: Int, to j: Int, _ regime: Regime, _ choice: Choice, isFirst: Bool,
    startsAtRest: Bool
  ) {
    let own = fitter.total(choice.fit, regime, penalty: penalty)
    let bound = steps[j][regime.rawValue].cost
    var best: (cost: Double, regime: Regime)?
    if isFirst {
      // A recording that begins with a finger that stands still, or while content springs, is rare.
      var cost = regime == .hold || regime == .spring ? 1.5 * penalty : 0
      if startsAtRest {
        guard let change = Regime.rest.penalty(to: regime) ?? Regime.hold.penalty(to: regime) else { return }
        cost = change * penalty
      }
      if cost + own < bound { best = (cost, .rest) }
    } else {
      let origin = choice.fit.range.lowerBound
      let frame = motion.times[origin] - motion.times[origin - 1]
      let time = motion.times[origin] - frame / 2
      let scale = choice.fit.scale
      var state: BoundaryState?
      for before in Regime.allCases {
        let last = steps[i][before.rawValue]
        guard last.cost.isFinite, let transition = TransitionTable.transition(from: before, to: regime),
          last.cost + own + (transition.penalty - 2) * penalty < min(bound, (best?.cost ?? .infinity) + own),
          fitter.mayFollow(choice.fit, regime, before: before, last: last.fit)
        else { continue }
        var cost = last.cost + transition.penalty * penalty
        if let fit = last.fit {
          let earlier = last.node == 0 ? nil : last.regime
          cost += fitter.rarity(of: before, fit, after: earlier, to: regime) * penalty
        }
        if !transition.continuity.isEmpty, let end = last.end {
          let start = state ?? BoundaryState(choice.linearization, at: time, motion, scale: scale)
          state = start
          cost += fitter.continuityCost(
            end, start, transition.continuity, frame: frame, isStill: before.isStill || regime.isStill,
            penalty: penalty)
        }
        if cost + own < min(bound, (best?.cost ?? .infinity) + own) { best = (cost, before) }
      }
    }
    guard let best else { return }
    var step = Step(cost: best.cost + own, node: i, regime: best.regime, fit: choice.fit)
    let end = choice.fit.range.upperBound
    if end < motion.count {
      let time = (motion.times[end - 1] + motion.times[end]) / 2
      step.end = BoundaryState(choice.linearization, at: time, motion, scale: choice.fit.scale)
    }
    steps[j][regime.rawValue] = step
  }

  private func backtracked(_ steps: [[Step]], _ candidates: [Int]) -> [Segment] {
    var segments: [Segment] = []
    var j = candidates.count - 1
    var regime = Regime.allCases.min { steps[j][$0.rawValue].cost < steps[j][$1.rawValue].cost } ?? .rest
    while j > 0 {
      let step = steps[j][regime.rawValue]
      segments.append(Segment(regime: regime, range: candidates[step.node]..<candidates[j], fit: step.fit))
      (j, regime) = (step.node, step.regime)
    }
    return segments.reversed()
  }
}

extension SegmentFit {
  /// The common scale s² ≥ 1 of the samples' variances.
  var scale: Double {
    let freedom = Double(range.count - parameterCount)
    return freedom > 0 ? max(1, chiSquared / freedom) : 1
  }
}

extension SegmentModel {
  /// The regime that follows the model from start to start; nil for those that are fitted where they may stand only.
  fileprivate var regime: Regime? {
    switch self {
    case .constant: .rest
    case .constantVelocity: .steady
    case .parabola: .finger
    case .exponential, .exponentialWithDrift: .momentum
    case .criticalSpring, .spring: .spring
    case .easeCosine, .easeCubic, .easeCSS: nil
    }
  }

  /// The fewest samples that the model is tried on.
  fileprivate var minimumSamples: Int {
    switch self {
    case .exponentialWithDrift: 8
    case .spring: 12
    default: 1
    }
  }
}

/// The ranges from the end of one rest to the start of another in which a program may have moved the content: those in which
/// half of the way is covered in about half of the time.
private struct EasingRanges {
  /// Candidates that an animation may begin at, by the candidate it ends at.
  private var starts: [Int: [Int]] = [:]
  /// The longest animation, s.
  private static let maximumDuration = 2.0

  init(_ motion: Motion, _ candidates: [Int], penalty: Double) {
    guard let first = candidates.first, let last = candidates.last else { return }
    let points = CandidateChangePoints(motion: motion, penalty: penalty)
    let runs = points.runs(in: first..<last, minimum: 2 * Regime.rest.minimumSamples)
    let opening = Set(runs.map(\.upperBound) + (runs.first?.lowerBound == first ? [] : [first]))
    let closing = Set(runs.map(\.lowerBound) + (runs.last?.upperBound == last ? [] : [last]))
    for j in candidates.indices where closing.contains(candidates[j]) {
      for i in (0..<j).reversed() where opening.contains(candidates[i]) {
        let range = candidates[i]..<candidates[j]
        guard motion.times[range.upperBound - 1] - motion.times[range.lowerBound] <= Self.maximumDuration
        else { break }
        guard range.count >= Regime.eased.minimumSamples, Self.isBalanced(motion, range) else { continue }
        starts[j, default: []].append(i)
      }
    }
  }

  func starts(endingAt j: Int) -> [Int] { starts[j] ?? [] }

  /// Whether the content covers half of the way in about half of the time, and starts and ends slowly.
  private static func isBalanced(_ motion: Motion, _ range: Range<Int>) -> Bool {
    let (from, to) = (motion.offsets[range.lowerBound], motion.offsets[range.upperBound - 1])
    let travel = to - from
    guard travel.magnitude > 30 * motion.resolution else { return false }
    let (start, end) = (motion.times[range.lowerBound], motion.times[range.upperBound - 1])
    func share(at part: Double) -> Double {
      let sample = motion.firstSample(after: start + part * (end - start), in: range)
      return (motion.offsets[min(sample, range.upperBound - 1)] - from) / travel
    }
    let slack = 2 * motion.interval / (end - start)
    return share(at: 0.15) < 0.08 + slack && share(at: 0.85) > 0.92 - slack
      && (share(at: 0.5) - 0.5).magnitude < 0.1 + 2 * slack
  }
}
