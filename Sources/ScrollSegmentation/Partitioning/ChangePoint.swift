internal import CKernels
import Elementary

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
  /// The instants at which the models may meet: the middles of the quarters of a frame, in frames since its middle.
  static let instants = [-0.375, -0.125, 0.125, 0.375]
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
    let nearest = max(first, count - far.1)
    let divisions = (nearest...max(nearest, min(last, far.0))).map { taken in
      Division(sample: range.lowerBound + taken, cost: sides.0.costs[taken] + sides.1.costs[count - taken])
    }
    let least = divisions.reduce(.infinity) { $1.cost < $0 ? $1.cost : $0 }
    if strongest > .none, let constrained = constrained(motion, divisions, least, sides) {
      return posterior(constrained.divisions, constrained.least)
    }
    return posterior(divisions, least)
  }

  private struct Division {
    let sample: Int
    let cost: Double
  }

  /// The variance of what too few samples leave open, in squares of the recording's units.
  private static let unknownVariance = 1e16

  /// The divisions near the best where the offset goes on, or the velocity does too if it may, at several instants between two samples,
  /// by the constraint that costs least; nil where none costs less than no constraint, or where too many are near.
  ///
  /// - Parameter free: the least cost without a constraint.
  private func constrained(
    _ motion: Motion, _ divisions: [Division], _ free: Double, _ sides: (GrowingSide, GrowingSide)
  ) -> (divisions: [Division], least: Double)? {
    let start = left.range.lowerBound
    let count = right.range.upperBound - start
    let bound = free + 2 * penalty + Self.depth
    let number = divisions.count { $0.cost < bound }
    guard number <= Self.maximumDivisions,
      let nearest = divisions.first(where: { $0.cost < bound })?.sample,
      let farthest = divisions.last(where: { $0.cost < bound })?.sample
    else { return nil }
    let (first, last) = (max(nearest - start, 1), min(farthest - start, count - 1))
    guard first <= last else { return nil }
    // From `first` on; from `last` down.
    let lefts = sides.0.states(first...last, motion, unknown: Self.unknownVariance)
    let rights = sides.1.states((count - last)...(count - first), motion, unknown: Self.unknownVariance)
    let frames = (first...last).map { motion.times[start + $0] - motion.times[start + $0 - 1] }
    let degreesOfFreedom = Double(count - left.parameterCount - right.parameterCount)
    return lefts.withUnsafeBufferPointer { lefts in
      rights.withUnsafeBufferPointer { rights in
        BoundaryState.withPartingStatistics(
          lefts, rights, frames: frames, slack: slack(motion), instants: Self.instants
        ) { statistics in
          /// Calls `body` with the costs of every instant of the divisions that are near, without what constraints save.
          func forEach(_ body: (_ sample: Int, _ costs: (offset: Double, velocity: Double)) -> Void) {
            for division in divisions where division.cost < bound {
              let place = division.sample - start - first
              guard lefts.indices.contains(place) else { continue }
              let squares = lefts[place].squares + rights[rights.count - 1 - place].squares
              let scale = degreesOfFreedom > 0 ? max(1, squares / degreesOfFreedom) : 1
              for instant in Self.instants.indices {
                let parted = statistics[place, instant]
                body(
                  division.sample,
                  (division.cost + parted.offset / scale, division.cost + parted.velocity / scale))
              }
            }
          }
          var least = (offset: Double.infinity, velocity: Double.infinity)
          forEach { _, costs in
            least = (min(least.offset, costs.offset), min(least.velocity, costs.velocity))
          }
          var best: (constraint: Continuity, least: Double) = (.none, free)
          for (constraint, cost) in [(Continuity.offset, least.offset), (.velocity, least.velocity)]
          where constraint <= strongest && cost - saved(constraint) < best.least {
            best = (constraint, cost - saved(constraint))
          }
          guard best.constraint > .none else { return nil }
          var found: [Division] = []
          found.reserveCapacity(number * Self.instants.count)
          forEach { sample, costs in
            let cost = best.constraint == .velocity ? costs.velocity : costs.offset
            found.append(Division(sample: sample, cost: cost - saved(best.constraint)))
          }
          return (found, best.least)
        }
      }
    }
  }

  private func saved(_ constraint: Continuity) -> Double { Double(constraint.rawValue) * penalty }

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
    withUnsafeTemporaryAllocation(of: Double.self, capacity: divisions.count) { likelihoods in
      for (place, division) in divisions.enumerated() {
        likelihoods[place] = max(-(division.cost - lowest) / 2, -700)
      }
      scrollfit_exponential(
        scrollfit_fastest_path(), likelihoods.baseAddress, likelihoods.baseAddress, divisions.count)
      for (division, likelihood) in zip(divisions, likelihoods) {
        if weights.last?.sample == division.sample {
          weights[weights.count - 1].weight += likelihood
        } else {
          weights.append((division.sample, likelihood))
        }
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
