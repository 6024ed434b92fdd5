import Elementary
import LinearAlgebra

/// The sample at which one segment ends and the next begins, with its posterior.
struct ChangePoint {
  /// The first sample of the later segment: the posterior's median.
  let sample: Int
  /// The smallest range of first samples that holds the posterior's probability.
  let likely: ClosedRange<Int>
  /// −2 log likelihood of both segments so divided, with a penalty for every parameter that is free.
  let cost: Double
}

/// Finds the change point of two neighboring segments, sample by sample and between samples.
///
/// Both models are taken as they were fitted, with their derivatives, and grown from the outer ends inwards one sample at a
/// time: the triangular factors of every way to divide the samples follow from two passes, each to second order what a full
/// fit of both models to that division gives. A continuity constraint costs the Wald statistic of the two states where they meet. Which
/// constraint holds is decided by cost: each saves a parameter. The likelihoods of all divisions are the weights of a
/// posterior with an even prior (P. Fearnhead, *Exact and efficient Bayesian inference for multiple changepoint problems*,
/// Statistics and Computing 16, 2006, for two segments). The cost of a model only grows with its samples, so that each is
/// grown no further than a division is of any weight.
///
/// - Complexity: O(samples of both segments).
struct ChangePointSearch {
  /// Divisions whose likelihood is below e^(−depth/2) of the best are ignored.
  static let depth = 30.0
  /// The number of instants that a frame is divided into.
  static let instants = 4
  /// The most divisions that are tried with constraints.
  static let maximumDivisions = 200

  let left: SegmentFit
  let right: SegmentFit
  /// The number of samples that each keeps.
  let minimum: (left: Int, right: Int)
  /// The strongest constraint that may hold.
  let strongest: Continuity
  let penalty: Double
  /// The posterior's probability that ``ChangePoint/likely`` holds.
  let probability: Double

  /// - Parameter side: a model's growing side, which change points may share.
  func changePoint(_ fitter: SegmentFitter, side: (SideIdentity) -> GrowingSide) -> ChangePoint {
    let motion = fitter.motion
    let range = left.range.lowerBound..<right.range.upperBound
    let count = range.count
    let cut = left.range.count
    let first = min(minimum.left, cut)
    let last = count - min(minimum.right, right.range.count)
    let sides = (side(SideIdentity(left, isLeft: true)), side(SideIdentity(right, isLeft: false)))
    sides.0.grow(to: cut, motion)
    sides.1.grow(to: count - cut, motion)
    let bound = sides.0.costs[cut] + sides.1.costs[count - cut] + 2 * penalty + Self.depth
    // Of no weight beyond there.
    let far = (
      sides.0.grow(from: cut, to: count, while: bound, motion),
      sides.1.grow(from: count - cut, to: count, while: bound, motion)
    )
    let divisions = (first...last).map { taken in
      let isKnown = taken <= far.0 && count - taken <= far.1
      return Division(
        sample: range.lowerBound + taken,
        cost: isKnown ? sides.0.costs[taken] + sides.1.costs[count - taken] : .infinity)
    }
    var (chosen, lowest) = (divisions, Self.least(divisions))
    guard strongest > .none else { return posterior(chosen, lowest) }
    let constrained = constrained(motion, divisions, below: lowest + 2 * penalty + Self.depth, sides)
    for divisions in [constrained.offset, constrained.velocity] {
      let least = Self.least(divisions)
      if least < lowest { (lowest, chosen) = (least, divisions) }
    }
    return posterior(chosen, lowest)
  }

  private static func least(_ divisions: [Division]) -> Double {
    divisions.reduce(.infinity) { $1.cost < $0 ? $1.cost : $0 }
  }

  private struct Division {
    let sample: Int
    let cost: Double
  }

  /// The variance of what too few samples leave open, in squares of the recording's units.
  private static let unknownVariance = 1e16

  /// The costs of the divisions near the best where the offset goes on, and where the velocity does too if it may, at several instants
  /// between two samples; none where too many are near.
  ///
  /// - Parameter bound: the cost of those that are not near.
  private func constrained(
    _ motion: Motion, _ divisions: [Division], below bound: Double, _ sides: (GrowingSide, GrowingSide)
  ) -> (offset: [Division], velocity: [Division]) {
    let start = left.range.lowerBound
    let count = right.range.upperBound - start
    var (byOffset, byVelocity): ([Division], [Division]) = ([], [])
    let number = divisions.count { $0.cost < bound }
    guard number <= Self.maximumDivisions,
      let nearest = divisions.first(where: { $0.cost < bound })?.sample,
      let farthest = divisions.last(where: { $0.cost < bound })?.sample
    else { return (byOffset, byVelocity) }
    let (first, last) = (max(nearest - start, 1), min(farthest - start, count - 1))
    guard first <= last else { return (byOffset, byVelocity) }
    // From `first` on; from `last` down.
    let lefts = sides.0.states(first...last, motion, unknown: Self.unknownVariance)
    let rights = sides.1.states((count - last)...(count - first), motion, unknown: Self.unknownVariance)
    let slack = slack(motion)
    let degreesOfFreedom = Double(count - left.parameterCount - right.parameterCount)
    byOffset.reserveCapacity(number * Self.instants)
    let hasVelocity = strongest >= .velocity
    if hasVelocity { byVelocity.reserveCapacity(number * Self.instants) }
    for division in divisions where division.cost < bound {
      let sample = division.sample
      let (left, right) = (sample - start - first, last - (sample - start))
      guard 0..<lefts.count ~= left, 0..<rights.count ~= right else { continue }
      let (before, after) = (lefts[lefts.startIndex + left], rights[rights.startIndex + right])
      let frame = motion.times[sample] - motion.times[sample - 1]
      let scale = degreesOfFreedom > 0 ? max(1, (before.squares + after.squares) / degreesOfFreedom) : 1
      let difference = before.difference(from: after, slack: slack)
      for step in 0..<Self.instants {
        let time = ((Double(step) + 0.5) / Double(Self.instants) - 0.5) * frame
        let parted = difference.statistics(after: time)
        byOffset.append(Division(sample: sample, cost: division.cost + parted.offset / scale - penalty))
        guard hasVelocity else { continue }
        byVelocity.append(
          Division(sample: sample, cost: division.cost + parted.velocity / scale - 2 * penalty))
      }
    }
    return (byOffset, byVelocity)
  }

  /// The variances of offset and velocity that a constraint allows for: next to none. But content at rest was rounded once
  /// for all of its samples: its offset is known no better than from one sample.
  private func slack(_ motion: borrowing Motion) -> SIMD2<Double> {
    let isRest = left.model == .constant || right.model == .constant
    let precision = max(
      motion.precisions[right.range.lowerBound], motion.precisions[left.range.upperBound - 1])
    let variance = (isRest ? 1 : 1e-6) / (precision * precision)
    return SIMD2(variance, variance / (motion.interval * motion.interval))
  }

  private func posterior(_ divisions: [Division], _ lowest: Double) -> ChangePoint {
    // Several instants of one frame are one division: neighbors in the list.
    var weights: [(sample: Int, weight: Double)] = []
    weights.reserveCapacity(divisions.count)
    for division in divisions {
      let weight = exponential(-(division.cost - lowest) / 2)
      if weights.last?.sample == division.sample {
        weights[weights.count - 1].weight += weight
      } else {
        weights.append((division.sample, weight))
      }
    }
    let sum = weights.reduce(0) { $0 + $1.weight }
    // The median: even odds that it began earlier.
    var passed = 0.0
    let best =
      weights.first {
        passed += $0.weight
        return passed >= sum / 2
      }?.sample ?? left.range.upperBound
    var held = 0.0
    var likely = best...best
    // All lighter ones together weigh too little to be needed.
    let least = (1 - probability) * sum / Double(weights.count)
    weights.removeAll { $0.weight < least }
    weights.sort { ($0.weight, $1.sample) > ($1.weight, $0.sample) }
    for (sample, weight) in weights {
      if held >= probability * sum { break }
      held += weight
      likely = min(likely.lowerBound, sample)...max(likely.upperBound, sample)
    }
    return ChangePoint(sample: best, likely: likely, cost: lowest)
  }
}
