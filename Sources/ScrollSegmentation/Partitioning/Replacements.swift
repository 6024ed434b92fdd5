import Elementary

/// Other regimes in the place of some segments, each with the boundaries that suit it.
extension Refinement {
  /// A sequence in the place of a part of another.
  struct Replacement {
    /// The segments that it replaces: neighbors' boundaries may move.
    let window: Range<Int>
    let segments: [Segment]
    /// By how much the cost changes.
    let change: Double
  }

  /// The posterior probability of an explanation whose cost differs by so much from that of the only other one.
  static func probability(ofChange change: Double) -> Double {
    let odds = exponential(-min(max(change / 2, -60), 60))
    return odds / (1 + odds)
  }

  /// The least costly of the ways to put other regimes in the place of some segments; nil where none is possible that changes the cost by
  /// less than a bound.
  func leastCostly(
    _ sequence: [Segment], replacing old: Range<Int>, with regimes: [Regime], below bound: Double
  ) -> Replacement? {
    let window = max(0, old.lowerBound - 1)..<min(sequence.count, old.upperBound + 1)
    let before = window.lowerBound > 0 ? sequence[window.lowerBound - 1].regime : nil
    let after = window.upperBound < sequence.count ? sequence[window.upperBound].regime : nil
    let samples = sequence[old.lowerBound].range.lowerBound..<sequence[old.upperBound - 1].range.upperBound
    guard let now = cost(Array(sequence[window]), between: before, after, checked: false) else { return nil }
    var best: (cost: Double, segments: [Segment])?
    for parts in divisions(samples, regimes, sequence[old]) {
      var trial = Array(sequence[window.lowerBound..<old.lowerBound]) + parts
      trial += sequence[old.upperBound..<window.upperBound]
      if parts.isEmpty {
        // A segment that is left out falls to a neighbor.
        guard trial.count == 2 else { return nil }
        trial[0].range = trial[0].range.lowerBound..<samples.upperBound
        trial[0].fit = nil
      }
      settleRests(&trial, after: before)
      guard let least = leastCost(trial, between: before, after),
        least < min(best?.cost ?? .infinity, now + bound)
      else { continue }
      for index in trial.indices where trial[index].fit == nil { refit(&trial[index]) }
      // No boundary of a segment without a model moves.
      guard trial.allSatisfy({ $0.fit != nil }) else { continue }
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
    guard let best, best.cost < now + bound else { return nil }
    return Replacement(window: window, segments: best.segments, change: best.cost - now)
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
}
