import Elementary
import LeastSquares
internal import LinearAlgebra

/// Where one stretch ends and the next begins, as the two laws tell it.
struct Boundary {
  /// The first sample of the later stretch.
  let place: Int
  /// The first and the last place that the samples leave likely.
  let likely: ClosedRange<Int>
  /// −2 log likelihood of both stretches so divided, with a price for every parameter that is free.
  let cost: Double
}

/// How two neighbouring laws meet.
enum Joint: Int, CaseIterable {
  /// The content may jump.
  case free
  /// The offset goes on.
  case offset
  /// The offset and the velocity go on.
  case velocity
}

/// Finds the boundary of two neighbouring stretches, sample by sample and between samples.
///
/// Both laws are taken as they were fitted, with their derivatives, and grown from the outer ends inwards one sample at a time:
/// the triangular factors of every way to divide the samples follow from two passes, each to second order what a full
/// fit of both laws to that division gives. That the offset, or offset and velocity, go on across the boundary is one or two
/// more rows in the joined factors. Which of the three holds is decided by cost: a condition saves a parameter. The
/// likelihoods of all places are the weights of a posterior with an even prior.
///
/// - Complexity: O(samples of both stretches).
struct BoundarySearch {
  /// Places whose likelihood is below e^(−depth/2) of the best are left out.
  static let depth = 30.0
  /// How many instants a frame is divided into.
  static let instants = 4

  let left: SpanFit
  let right: SpanFit
  /// How many samples each keeps.
  let least: (left: Int, right: Int)
  /// The conditions that may hold.
  let joints: [Joint]
  let price: Double
  /// That the change lies among the likely places.
  let probability: Double

  func boundary(_ fitter: inout SpanFitter) -> Boundary {
    let range = left.range.lowerBound..<right.range.upperBound
    let count = range.count
    let first = min(least.left, left.range.count)
    let last = count - min(least.right, right.range.count)
    var costs = [Double](repeating: 0, count: count + 1)
    fitter.grow(left, over: range, backward: false) { taken, factor in
      costs[taken] += spanCost(misfit: factor.sumOfSquares, count: taken, parameters: factor.columns)
      costs[taken] += Double(min(taken, factor.columns)) * price
    }
    fitter.grow(right, over: range, backward: true) { taken, factor in
      costs[count - taken] += spanCost(misfit: factor.sumOfSquares, count: taken, parameters: factor.columns)
      costs[count - taken] += Double(min(taken, factor.columns)) * price
    }
    let best = (first...last).min { costs[$0] < costs[$1] } ?? first
    var lowest = costs[best]
    var chosen = (first...last).map { Instant(place: range.lowerBound + $0, cost: costs[$0]) }
    let near = (first...last).filter { costs[$0] < costs[best] + 2 * price + Self.depth }
    if joints.contains(where: { $0 != .free }), near.count <= 400 {
      let instants = joined(&fitter, range, near, costs)
      for joint in joints where joint != .free {
        guard let least = instants[joint]?.map(\.cost).min(), least < lowest else { continue }
        lowest = least
        chosen = instants[joint] ?? chosen
      }
    }
    return posterior(chosen, lowest)
  }

  private struct Instant {
    let place: Int
    let cost: Double
  }

  /// The costs of the places near the best under each condition, at several instants between two samples.
  private func joined(
    _ fitter: inout SpanFitter, _ range: Range<Int>, _ near: [Int], _ costs: [Double]
  ) -> [Joint: [Instant]] {
    let wanted = Set(near)
    var lefts: [Int: RowUpdatedQR] = [:]
    var rights: [Int: RowUpdatedQR] = [:]
    fitter.grow(left, over: range, backward: false) { taken, factor in
      if wanted.contains(taken) { lefts[taken] = factor }
    }
    fitter.grow(right, over: range, backward: true) { taken, factor in
      if wanted.contains(range.count - taken) { rights[range.count - taken] = factor }
    }
    var instants: [Joint: [Instant]] = [:]
    let conditioned = joints.filter { $0 != .free }
    for taken in near {
      guard let before = lefts[taken], let after = rights[taken] else { continue }
      let place = range.lowerBound + taken
      let start = fitter.motion.times[place - 1]
      let end = fitter.motion.times[place]
      let both = RowUpdatedQR(before, beside: after)
      let freedom = Double(range.count - both.columns)
      let scale = freedom > 0 ? max(1, (before.sumOfSquares + after.sumOfSquares) / freedom) : 1
      for step in 0..<Self.instants {
        let time = start + (Double(step) + 0.5) / Double(Self.instants) * (end - start)
        let conditions = fitter.conditions(left, right, at: time)
        // Each condition comes on top of those before; what they raise the sum of squares by is their cost.
        var bound = both
        for joint in Joint.allCases.dropFirst() {
          let condition = conditions[joint.rawValue - 1]
          for j in condition.indices { bound.row[j] = condition[j] }
          bound.add()
          guard conditioned.contains(joint) else { continue }
          let cost = costs[taken] + bound.sumOfSquares / scale - Double(joint.rawValue) * price
          instants[joint, default: []].append(Instant(place: place, cost: cost))
        }
      }
    }
    return instants
  }

  private func posterior(_ instants: [Instant], _ lowest: Double) -> Boundary {
    var weights: [Int: Double] = [:]
    for instant in instants {
      weights[instant.place, default: 0] += exponential(-(instant.cost - lowest) / 2)
    }
    let order = weights.sorted { ($0.value, $1.key) > ($1.value, $0.key) }
    let sum = order.reduce(0) { $0 + $1.value }
    // The median: half a chance that it began earlier.
    var passed = 0.0
    let best =
      weights.keys.sorted().first { place in
        passed += weights[place] ?? 0
        return passed >= sum / 2
      } ?? left.range.upperBound
    var held = 0.0
    var likely = best...best
    for (place, weight) in order {
      if held >= probability * sum { break }
      held += weight
      likely = min(likely.lowerBound, place)...max(likely.upperBound, place)
    }
    return Boundary(place: best, likely: likely, cost: lowest)
  }
}

extension SpanFitter {
  /// Calls `visit` with the number of samples taken in and the factor of the law's columns and derivatives over them.
  mutating func grow(
    _ fit: SpanFit, over range: Range<Int>, backward: Bool, visit: (Int, borrowing RowUpdatedQR) -> Void
  ) {
    grow(fit.law, fit, over: range, backward: backward, visit: visit)
  }

  private mutating func grow<Model: SeparableModel>(
    _ law: Model, _ fit: SpanFit, over range: Range<Int>, backward: Bool,
    visit: (Int, borrowing RowUpdatedQR) -> Void
  ) {
    let columns = law.linear.count
    prepare(
      law, range, fit.alpha, differentiated: !fit.alpha.isEmpty, origin: motion.times[fit.range.lowerBound])
    var factor = RowUpdatedQR(columns: columns + fit.alpha.count)
    let count = range.count
    for taken in 1...count {
      let i = backward ? count - taken : taken - 1
      fill(
        &factor, i, range, columns: columns, coefficients: fit.coefficients, nonlinear: fit.alpha.count,
        reference: motion.offsets[fit.range.lowerBound])
      factor.add()
      visit(taken, factor)
    }
  }

  /// The rows that say that offset, and velocity, of two laws agree at a time: the left law's columns, the right law's, and
  /// what they must differ by; a thousand times as heavy as a sample. But content at rest was rounded once for all of its
  /// samples: its offset is known no better than one sample tells it.
  mutating func conditions(_ left: SpanFit, _ right: SpanFit, at time: Double) -> [[Double]] {
    let isRest = left.law is ConstantOffset || right.law is ConstantOffset
    let precision = max(
      motion.precisions[right.range.lowerBound], motion.precisions[left.range.upperBound - 1])
    let weight = (isRest ? 1 : 1e3) * precision
    let step = 0.01 * motion.interval
    let before = columns(left.law, left, at: [time - step, time, time + step])
    let after = columns(right.law, right, at: [time - step, time, time + step])
    let gap = motion.offsets[right.range.lowerBound] - motion.offsets[left.range.lowerBound]
    let offset = (before.map { $0[1] } + after.map { -$0[1] } + [gap]).map { $0 * weight }
    let velocity =
      (before.map { ($0[2] - $0[0]) / (2 * step) } + after.map { ($0[0] - $0[2]) / (2 * step) } + [0])
      .map { $0 * weight * motion.interval }
    return [offset, velocity]
  }

  /// Each of a law's columns and derivatives at some times.
  private func columns<Model: SeparableModel>(_ law: Model, _ fit: SpanFit, at times: [Double]) -> [[Double]]
  {
    let count = times.count
    let linear = law.linear.count
    var basis = [Double](repeating: 0, count: count * linear)
    var derivatives = [Double](repeating: 0, count: count * linear * fit.alpha.count)
    law.evaluate(
      fit.alpha, at: times.map { $0 - motion.times[fit.range.lowerBound] }, basis: &basis,
      derivatives: &derivatives)
    var columns = (0..<linear).map { j in Array(basis[(j * count)..<((j + 1) * count)]) }
    for k in fit.alpha.indices {
      columns.append(
        (0..<count).map { i in
          (0..<linear).reduce(0) { $0 + fit.coefficients[$1] * derivatives[(k * linear + $1) * count + i] }
        })
    }
    return columns
  }
}
