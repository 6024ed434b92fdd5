internal import CKernels
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
  /// The constraints that may hold.
  let continuity: [Continuity]
  let penalty: Double
  /// The posterior's probability that ``ChangePoint/likely`` holds.
  let probability: Double

  func changePoint(_ fitter: SegmentFitter) -> ChangePoint {
    let motion = fitter.motion
    let range = left.range.lowerBound..<right.range.upperBound
    let count = range.count
    let cut = left.range.count
    let first = min(minimum.left, cut)
    let last = count - min(minimum.right, right.range.count)
    var sides = (
      GrowingSide(left, isLeft: true, atMost: count, penalty: penalty),
      GrowingSide(right, isLeft: false, atMost: count, penalty: penalty)
    )
    sides.0.grow(to: cut, motion)
    sides.1.grow(to: count - cut, motion)
    let bound = sides.0.cost + sides.1.cost + 2 * penalty + Self.depth
    sides.0.grow(to: count, while: bound, motion)
    sides.1.grow(to: count, while: bound, motion)
    let costs = (0...count).map { sides.0.cost($0) + sides.1.cost(count - $0) }
    let best = (first...last).min { costs[$0] < costs[$1] } ?? first
    var near: [Division] = []
    near.reserveCapacity(last + 1 - first)
    for taken in first...last where costs[taken] < costs[best] + 2 * penalty + Self.depth {
      near.append(Division(sample: range.lowerBound + taken, cost: costs[taken]))
    }
    var lowest = costs[best]
    var chosen = (first...last).map { Division(sample: range.lowerBound + $0, cost: costs[$0]) }
    if !continuity.isEmpty, near.count <= Self.maximumDivisions {
      let constrained = constrained(motion, near, sides)
      for (kind, divisions) in [(Continuity.offset, constrained.offset), (.velocity, constrained.velocity)]
      where continuity.contains(kind) {
        guard let least = divisions.lazy.map(\.cost).min(), least < lowest else { continue }
        (lowest, chosen) = (least, divisions)
      }
    }
    return posterior(chosen, lowest)
  }

  private struct Division {
    let sample: Int
    let cost: Double
  }

  /// The variance of what too few samples leave open, in squares of the recording's units.
  private static let unknownVariance = 1e16

  /// The costs of the divisions near the best where the offset goes on, and where the velocity does too, at several instants between two
  /// samples.
  private func constrained(
    _ motion: Motion, _ near: [Division], _ sides: (GrowingSide, GrowingSide)
  ) -> (offset: [Division], velocity: [Division]) {
    let start = left.range.lowerBound
    let count = right.range.upperBound - start
    var (byOffset, byVelocity): ([Division], [Division]) = ([], [])
    guard let nearest = near.first?.sample, let farthest = near.last?.sample else {
      return (byOffset, byVelocity)
    }
    let (first, last) = (max(nearest - start, 1), min(farthest - start, count - 1))
    guard first <= last else { return (byOffset, byVelocity) }
    // From `first` on; from `last` down.
    let lefts = sides.0.states(first...last, motion, unknown: Self.unknownVariance)
    let rights = sides.1.states((count - last)...(count - first), motion, unknown: Self.unknownVariance)
    let slack = slack(motion)
    let degreesOfFreedom = Double(count - left.parameterCount - right.parameterCount)
    byOffset.reserveCapacity(near.count * Self.instants)
    byVelocity.reserveCapacity(near.count * Self.instants)
    for division in near {
      let sample = division.sample
      let (left, right) = (sample - start - first, last - (sample - start))
      guard lefts.indices.contains(left), rights.indices.contains(right) else { continue }
      let (before, after) = (lefts[left], rights[right])
      let frame = motion.times[sample] - motion.times[sample - 1]
      let scale = degreesOfFreedom > 0 ? max(1, (before.squares + after.squares) / degreesOfFreedom) : 1
      let difference = before.state.difference(from: after.state, slack: slack)
      for step in 0..<Self.instants {
        let time = ((Double(step) + 0.5) / Double(Self.instants) - 0.5) * frame
        let parted = difference.statistics(after: time)
        byOffset.append(Division(sample: sample, cost: division.cost + parted.offset / scale - penalty))
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
    for (sample, weight) in weights.filter({ $0.weight >= least }).sorted(by: {
      ($0.weight, $1.sample) > ($1.weight, $0.sample)
    }) {
      if held >= probability * sum { break }
      held += weight
      likely = min(likely.lowerBound, sample)...max(likely.upperBound, sample)
    }
    return ChangePoint(sample: best, likely: likely, cost: lowest)
  }
}

/// One of two neighboring models, grown from its outer end inwards one sample at a time.
private struct GrowingSide {
  /// After so many samples each the linearization is kept.
  private static let stride = 16

  private let fit: SegmentFit
  private let isLeft: Bool
  private let penalty: Double
  private var linearization: Linearization
  /// After 0, 16, 32, … samples.
  private var kept: [Linearization] = []
  /// The cost of 0, 1, 2, … samples, as far as the model was grown.
  private var costs = [0.0]

  /// - Parameter count: the most samples that it will be grown to.
  init(_ fit: SegmentFit, isLeft: Bool, atMost count: Int, penalty: Double) {
    self.fit = fit
    self.isLeft = isLeft
    self.penalty = penalty
    linearization = Linearization(
      fit.model, rates: fit.rates, slopes: fit.coefficients, origin: fit.range.lowerBound)
    costs.reserveCapacity(count + 1)
    kept.reserveCapacity(count / Self.stride + 1)
  }

  /// The cost of the samples so far.
  var cost: Double { costs[costs.count - 1] }

  /// The cost of `taken` samples of a model that is free; infinite for more than it was grown to.
  func cost(_ taken: Int) -> Double { taken < costs.count ? costs[taken] : .infinity }

  /// The samples that follow the first `taken` ones, as far as the number `count`.
  private func samples(after taken: Int, to count: Int) -> Range<Int> {
    isLeft
      ? fit.range.lowerBound + taken..<fit.range.lowerBound + count
      : fit.range.upperBound - count..<fit.range.upperBound - taken
  }

  /// Takes in samples, a block at a time, while their cost is below a bound.
  mutating func grow(to count: Int, while bound: Double = .infinity, _ motion: borrowing Motion) {
    while costs.count - 1 < count, cost < bound {
      let taken = costs.count - 1
      if taken.isMultiple(of: Self.stride) { kept.append(linearization) }
      let next = min(count, (taken / Self.stride + 1) * Self.stride)
      withUnsafeTemporaryAllocation(of: Double.self, capacity: Self.stride) { squares in
        linearization.add(
          samples(after: taken, to: next), motion, isBackward: !isLeft, remainders: squares)
        for own in (taken + 1)...next { costs.append(cost(own, squares[own - taken - 1])) }
      }
    }
  }

  /// The cost of `taken` samples whose sum of squares is known.
  private func cost(_ taken: Int, _ squares: Double) -> Double {
    segmentCost(chiSquared: squares, count: taken, parameters: fit.parameterCount)
      + Double(min(taken, fit.parameterCount)) * penalty
  }

  /// The states in the middle between the last sample taken and the next, and the sums of squares that lead to them, for
  /// numbers of samples as far as the model was grown.
  func states(
    _ numbers: ClosedRange<Int>, _ motion: borrowing Motion, unknown: Double
  ) -> [(state: BoundaryState, squares: Double)] {
    let (first, last) = (numbers.lowerBound, min(numbers.upperBound, costs.count - 1))
    guard first <= last else { return [] }
    let place = min((first - 1) / Self.stride, kept.count - 1)
    var linearization = kept[place]
    linearization.add(samples(after: place * Self.stride, to: first - 1), motion, isBackward: !isLeft)
    let level = motion.offsets[linearization.origin]
    var states: [(state: BoundaryState, squares: Double)] = []
    states.reserveCapacity(last + 1 - first)
    withUnsafeTemporaryAllocation(of: scrollfit_state.self, capacity: last + 1 - first) { found in
      let step = BoundaryState.step(motion)
      if linearization.add(
        samples(after: first - 1, to: last), motion, isBackward: !isLeft, step: step, unknown: unknown,
        states: found)
      {
        for own in found { states.append((BoundaryState(own, level: level), own.squares)) }
        return
      }
      for taken in first...last {
        let own = samples(after: taken - 1, to: taken)
        linearization.add(own, motion)
        let (sample, next) = (own.lowerBound, own.lowerBound + (isLeft ? 1 : -1))
        let time = (motion.times[sample] + motion.times[next]) / 2
        let state = BoundaryState(linearization, at: time, motion, scale: 1, unknown: unknown)
        states.append((state, linearization.factor.sumOfSquares))
      }
    }
    return states
  }
}
