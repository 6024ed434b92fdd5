/// One segment with the uncertainty of where it begins.
struct PlacedSegment {
  var segment: Segment
  /// The places between which it begins; nil at the start of the recording.
  var begins: ClosedRange<Int>?
  var alternatives: [Alternative] = []
}

/// Puts the boundaries of a sequence of segments where the samples put them, and takes back what does not pay.
struct Refinement {
  let penalty: Double
  let probability: Double
  let fine: SegmentFitter
  let coarse: SegmentFitter
  /// True if the samples are trusted further than the choice of regimes trusts them.
  let isFiner: Bool
  let memo = RefinementMemo()

  init(fine: Motion, coarse: Motion, isFiner: Bool, penalty: Double, probability: Double) {
    self.penalty = penalty
    self.probability = probability
    self.fine = SegmentFitter(fine)
    self.coarse = SegmentFitter(coarse)
    self.isFiner = isFiner
  }

  func placed(_ segments: [Segment]) -> [PlacedSegment] {
    var sequence = segments
    for index in sequence.indices { refit(&sequence[index]) }
    position(&sequence)
    improve(&sequence)
    bridge(&sequence)
    settle(&sequence)
    joinEvenStops(&sequence)
    let fingers = weighFingers(&sequence)
    // What a finger that stands still does to the content is a rest.
    for index in sequence.indices where sequence[index].regime == .hold { sequence[index].regime = .rest }
    var begins: [ClosedRange<Int>?] = [nil]
    for index in sequence.indices.dropFirst() {
      let start = sequence[index].range.lowerBound
      begins.append(boundary(sequence[index - 1], sequence[index])?.likely ?? start...start)
    }
    return sequence.indices.map { index in
      let (segment, before) = (sequence[index], index > 0 ? sequence[index - 1] : nil)
      return PlacedSegment(
        segment: segment, begins: begins[index],
        alternatives: coarse.alternatives(segment, after: before, penalty: penalty)
          .with(fingers[segment.range.lowerBound]))
    }
  }

  /// Moves every boundary until none moves.
  private func position(_ sequence: inout [Segment]) {
    // Between two segments that have not changed since, a boundary stays.
    var isSettled = [Bool](repeating: false, count: sequence.count)
    for _ in 0..<4 {
      for index in sequence.indices.dropFirst() where !isSettled[index] {
        isSettled[index] = true
        var (left, right) = (sequence[index - 1], sequence[index])
        guard let boundary = boundary(left, right), boundary.sample != right.range.lowerBound else {
          continue
        }
        divide(&left, &right, at: boundary.sample)
        // A model that the new samples do not admit keeps its old ones.
        guard isAdmitted(left), isAdmitted(right) else { continue }
        (sequence[index - 1], sequence[index]) = (left, right)
        for changed in (index - 1)...min(index + 1, sequence.count - 1) { isSettled[changed] = false }
      }
      if isSettled.dropFirst().allSatisfy({ $0 }) { break }
    }
  }

  /// Returns true if a segment's samples have a fit, and content that stands still does so.
  private func isAdmitted(_ segment: Segment) -> Bool {
    guard let fit = segment.fit else { return false }
    return !segment.regime.isStill || coarse.holds(fit, segment.regime)
  }

  // MARK: Other sequences

  /// Tries other regimes for one or two neighboring segments, each with the boundaries that suit it, until none is cheaper.
  private func improve(_ sequence: inout [Segment]) {
    var index = 0
    var changes = 0
    while index < sequence.count {
      var improved = false
      for (span, regimes) in alternatives(sequence, index) where index + span <= sequence.count {
        if attempt(&sequence, replacing: index..<(index + span), with: regimes) {
          improved = true
          changes += 1
          break
        }
      }
      // What has changed may let what is before it change, but the search must end.
      index = improved && changes < 4 * sequence.count ? max(0, index - 1) : index + 1
    }
  }

  /// The numbers of segments to replace, and the regimes to replace them by.
  private func alternatives(_ sequence: [Segment], _ index: Int) -> [(span: Int, regimes: [Regime])] {
    let next = index + 1 < sequence.count ? sequence[index + 1].regime : nil
    let third = index + 2 < sequence.count ? sequence[index + 2].regime : nil
    let otherSprings: [(span: Int, regimes: [Regime])] = [
      (1, [.momentum]), (1, [.rest]), (1, [.spring, .rest]), (1, [.finger, .momentum]),
      (1, [.finger, .spring]),
    ]
    switch (sequence[index].regime, next?.isStill == true ? .rest : next) {
    case (.finger, .finger):
      // A spring that begins with the finger's velocity and ends as an exponential.
      let springs: [(span: Int, regimes: [Regime])] =
        third == .momentum ? [(3, [.spring]), (3, [.finger, .spring])] : []
      return springs + [
        (2, [.finger]), (2, [.finger, .momentum]), (2, [.finger, .spring]), (2, [.momentum, .spring]),
        (2, [.spring]),
        (2, [.momentum]), (1, []),
      ]
    case (.finger, .rest):
      // A glide of a few frames and the way out of a low bounce that stands still where it turns.
      let bounces: [(span: Int, regimes: [Regime])] =
        third == .spring ? [(3, [.momentum, .spring]), (3, [.finger, .momentum, .spring])] : []
      return bounces + [
        (1, [.finger, .momentum]), (1, [.momentum]), (1, [.spring]), (1, [.momentum, .spring]), (1, []),
      ]
    case (.finger, .momentum):
      // A spring that is let go at v = −δx begins as an exponential.
      let springs: [(span: Int, regimes: [Regime])] = third == .spring ? [(3, [.finger, .spring])] : []
      return springs + [
        (2, [.spring]), (2, [.finger, .spring]), (2, [.finger, .momentum, .spring]), (1, []),
      ]
    case (.finger, .spring):
      return [(2, [.spring]), (2, [.finger, .momentum]), (2, [.finger, .momentum, .spring]), (1, [])]
    case (.finger, _): return [(1, [.finger, .momentum]), (1, [])]
    case (.momentum, .finger):
      return [
        (2, [.momentum, .spring]), (2, [.momentum]), (3, [.momentum, .spring]), (3, [.momentum]),
        // What slows down beyond an edge may be a pull.
        (2, [.finger, .spring]), (3, [.finger, .spring]),
      ]
    case (.momentum, .momentum):
      return [(2, [.momentum]), (3, [.momentum, .spring]), (1, [.momentum, .spring])]
    // A finger that stops evenly to hold the content is no glide where a spring follows.
    case (.momentum, .rest):
      // A low bounce that stands still where it turns.
      let ends = sequence.indices.dropFirst(index + 2).prefix(3)
      let bounces: [(span: Int, regimes: [Regime])] =
        ends.first { sequence[$0].regime == .spring }.map { [($0 - index + 1, [.momentum, .spring])] } ?? []
      return bounces + [(1, [.momentum, .spring]), (4, [.finger, .hold, .spring])]
    case (.momentum, .spring):
      return [(2, [.spring]), (1, [.momentum, .spring]), (1, [.momentum, .rest])]
    case (.momentum, _):
      return [(1, [.momentum, .spring]), (1, [.momentum, .rest]), (1, [.momentum, .spring, .rest])]
    // A spring that a few late samples part.
    case (.spring, .finger) where third == .momentum: return [(3, [.spring])] + otherSprings
    case (.spring, .rest): return [(1, [.momentum]), (1, [.finger, .momentum]), (1, [.finger, .spring])]
    case (.spring, _): return otherSprings
    case (.steady, .finger): return [(2, [.steady]), (2, [.finger, .steady]), (2, [.finger])]
    case (.rest, _), (.hold, _), (.steady, _), (.eased, _): return []
    }
  }

  /// Replaces segments by others over the same samples where that costs less, the neighbors' boundaries included.
  private func attempt(
    _ sequence: inout [Segment], replacing old: Range<Int>, with regimes: [Regime]
  ) -> Bool {
    let window = max(0, old.lowerBound - 1)..<min(sequence.count, old.upperBound + 1)
    let before = window.lowerBound > 0 ? sequence[window.lowerBound - 1].regime : nil
    let after = window.upperBound < sequence.count ? sequence[window.upperBound].regime : nil
    let samples = sequence[old.lowerBound].range.lowerBound..<sequence[old.upperBound - 1].range.upperBound
    guard let now = cost(Array(sequence[window]), between: before, after, checked: false) else {
      return false
    }
    var best: (cost: Double, segments: [Segment])?
    for parts in divisions(samples, regimes, sequence[old]) {
      var trial = Array(sequence[window.lowerBound..<old.lowerBound]) + parts
      trial += sequence[old.upperBound..<window.upperBound]
      if parts.isEmpty {
        // A segment that is left out falls to a neighbor.
        guard trial.count == 2 else { return false }
        trial[0].range = trial[0].range.lowerBound..<samples.upperBound
        trial[0].fit = nil
      }
      settleRests(&trial, after: before)
      guard let least = leastCost(trial, between: before, after),
        least < min(best?.cost ?? .infinity, now - 1e-6)
      else { continue }
      for index in trial.indices where trial[index].fit == nil { refit(&trial[index]) }
      // Another regime of the same samples is weighed where they are, too: the boundary of an exact model is placed by the finest
      // samples, where the sequence may cost more.
      var trials = [trial]
      position(&trial)
      if regimes.count > 1 || old.count > 1 { trials = [trial] } else { trials.append(trial) }
      for trial in trials {
        guard let cost = cost(trial, between: before, after), cost < best?.cost ?? .infinity else { continue }
        best = (cost, trial)
      }
    }
    guard let best, best.cost < now - 1e-6 else { return false }
    sequence.replaceSubrange(window, with: best.segments)
    return true
  }

  /// Content that stands still behind a finger is held by it, behind anything else it rests; at a recording's beginning it is held where
  /// it springs next.
  func settleRests(_ segments: inout [Segment], after regime: Regime?) {
    var before = regime
    if regime == nil, let moving = segments.firstIndex(where: { !$0.regime.isStill }) {
      for index in 0..<moving { segments[index].regime = segments[moving].regime == .spring ? .hold : .rest }
    }
    for index in segments.indices {
      if segments[index].regime.isStill, let before, !before.isStill {
        segments[index].regime = before == .finger ? .hold : .rest
      }
      before = segments[index].regime
    }
  }

  /// The first divisions of samples between regimes: at the old boundary, else at a third or two.
  private func divisions(_ samples: Range<Int>, _ regimes: [Regime], _ old: ArraySlice<Segment>)
    -> [[Segment]]
  {
    guard samples.count >= regimes.reduce(0, { $0 + $1.minimumSamples }) else { return [] }
    func segments(_ cuts: [Int]) -> [Segment] {
      let ends = [samples.lowerBound] + cuts + [samples.upperBound]
      return regimes.indices.map { Segment(regime: regimes[$0], range: ends[$0]..<ends[$0 + 1], fit: nil) }
    }
    func inside(_ part: Int, of parts: Int) -> Int { samples.lowerBound + samples.count * part / parts }
    switch regimes.count {
    case 0: return [[]]
    case 1: return [segments([])]
    case 2 where old.count == 2: return [segments([old[old.startIndex].range.upperBound])]
    case 2:
      let cuts =
        [inside(1, of: 3), inside(2, of: 3)] + (old.count > 2 ? [old[old.startIndex].range.upperBound] : [])
      return cuts.map { segments([$0]) }
    case 3 where old.count == 4:
      return [segments([old[old.startIndex].range.upperBound, old[old.startIndex + 1].range.upperBound])]
    default: return [segments([inside(1, of: 3), inside(2, of: 3)])]
    }
  }

  /// The cost of neighboring segments and the changes between them; nil where physics has no such sequence.
  ///
  /// - Parameter checked: whether every model must hold.
  func cost(
    _ segments: [Segment], between first: Regime?, _ next: Regime?, checked: Bool = true
  ) -> Double? {
    var before = first
    var sum = 0.0
    var last: SegmentFit?
    var beforeLast: Regime?
    for segment in segments {
      guard let fit = segment.fit, let change = before.map({ $0.penalty(to: segment.regime) }) ?? 0 else {
        return nil
      }
      if checked {
        guard segment.range.count >= segment.regime.minimumSamples, coarse.holds(fit, segment.regime),
          coarse.mayFollow(fit, segment.regime, before: before, last: last)
        else { return nil }
      }
      sum += coarse.total(fit, segment.regime, penalty: penalty) + change * penalty
      if before == nil { sum += coarse.beginningPenalty(fit, segment.regime) * penalty }
      if let before, let last {
        sum += coarse.rarity(of: before, last, after: beforeLast, to: segment.regime) * penalty
        sum += continuityCost(last, fit, from: before, to: segment.regime)
      }
      (beforeLast, before, last) = (before, segment.regime, fit)
    }
    guard let next, let before else { return sum }
    return before.penalty(to: next).map { sum + $0 * penalty }
  }

  /// A finger that stands still is a rest.
  private func settle(_ sequence: inout [Segment]) {
    for index in sequence.indices where sequence[index].regime == .finger {
      let range = sequence[index].range
      guard range.count >= Regime.rest.minimumSamples, coarse.motion.isStill(range) else { continue }
      sequence[index] = Segment(regime: .rest, range: range, fit: nil)
      refit(&sequence[index])
    }
  }

  // MARK: Boundaries

  private func divide(_ left: inout Segment, _ right: inout Segment, at position: Int) {
    left.range = left.range.lowerBound..<position
    right.range = position..<right.range.upperBound
    refit(&left)
    refit(&right)
  }
}
