import LeastSquares
internal import LinearAlgebra
import ScrollModels

/// What moves the content in one stretch of a motion.
enum Mover: Int, CaseIterable {
  /// Nothing: one offset.
  case rest
  /// A finger that stands still: one offset too, but what springs from it was held there.
  case hold
  /// A finger: a parabola, from one piece's end to the next.
  case finger
  /// Its own momentum: a law of deceleration.
  case momentum
  /// A spring: the critically damped law.
  case spring

  /// The fewest samples that show its law: twice as many as the law has parameters, but for a finger, which may move at
  /// once.
  var leastSamples: Int {
    switch self {
    case .rest, .hold: 3
    case .finger: 1
    case .momentum: 6
    case .spring: 8
    }
  }

  /// −2 log likelihood, in parameters, that a change from this to the next must earn beyond the laws' own; nil where physics
  /// has no such change.
  func change(to next: Mover) -> Double? {
    switch (self, next) {
    // Nothing starts to glide or to spring by itself, and what springs does not glide on.
    case (.rest, .momentum), (.rest, .spring), (.spring, .momentum), (.hold, .momentum): nil
    // A finger comes to stand, not what it has let go.
    case (.finger, .rest), (.rest, .hold), (.hold, .rest), (.momentum, .hold), (.spring, .hold): nil
    // A finger that held the content beyond an edge lets go: rarer than one that begins to move.
    case (.hold, .spring): 2.5
    case (.rest, .rest), (.hold, .hold): 2
    // A finger that stops before it lifts is rarer than one that flings; a spring needs more to be believed than a glide.
    case (.finger, .hold): 1
    case (.finger, .spring): 2
    // Momentum meets a spring at the edge, with its velocity: two parameters less than two laws apart have.
    case (.momentum, .spring): -1.5
    case (.momentum, .momentum), (.spring, .spring): 2
    // A finger that catches the content holds it for a moment before it moves on.
    case (.momentum, .finger), (.spring, .finger): 1.5
    default: 0
    }
  }
}

extension Mover {
  /// Whether the content stands still.
  var isStill: Bool { self == .rest || self == .hold }
}

/// One stretch of a motion and the law that explains it.
struct Stretch {
  var mover: Mover
  var range: Range<Int>
  var fit: SpanFit?
}

/// The likeliest sequence of laws over the pieces of a motion.
///
/// Dynamic programming over the pieces' boundaries: F(j, m) is the least cost of a sequence that ends at boundary j with mover
/// m, each stretch costing its ``SpanFit/cost`` and a price for every parameter and end. A start whose law has become
/// hopeless is dropped, as in PELT (R. Killick, P. Fearnhead and I. Eckley, *Optimal detection of changepoints with a
/// linear computational cost*, J. Am. Stat. Assoc. 107, 2012), so that a stretch is fitted a handful of times.
struct Partition {
  /// After this many samples a start must have paid for its end, or it is given up.
  static let trial = 32

  /// A finger of fewer samples than this that flings the content is rare,
  static let leastPush = 3
  /// by this many prices: a finger's own slowing down must not be taken for a glide that began at once.
  static let abruptness = 2.0

  let motion: Motion
  let price: Double
  var fitter: SpanFitter

  init(_ motion: Motion, price: Double) {
    self.motion = motion
    self.price = price
    fitter = SpanFitter(motion)
  }

  /// A boundary that stretches may begin at, and how far its laws have been followed.
  private struct Start {
    let node: Int
    var fits: [Mover: SpanFit] = [:]
    var hopeless: Set<Mover> = []
  }

  private struct Step {
    var cost = Double.infinity
    var node = 0
    var mover = Mover.rest
    var fit: SpanFit?
  }

  /// - Parameter startsAtRest: whether what comes before the first node is a rest.
  mutating func stretches(_ nodes: [Int], startsAtRest: Bool) -> [Stretch] {
    let movers = Mover.allCases
    var steps = [[Step]](repeating: movers.map { _ in Step() }, count: nodes.count)
    var starts: [Start] = []
    func least(_ node: Int) -> Double { node == 0 ? 0 : steps[node].map(\.cost).min() ?? .infinity }
    for j in nodes.indices.dropFirst() {
      starts.append(Start(node: j - 1))
      for s in starts.indices {
        let i = starts[s].node
        for mover in movers where !starts[s].hopeless.contains(mover) {
          guard let fit = fit(mover, nodes[i]..<nodes[j], after: starts[s].fits[mover]) else { continue }
          starts[s].fits[mover] = fit
          guard fitter.holds(fit, mover) else { continue }
          let before = cheapest(steps[i], for: mover, isFirst: i == 0, startsAtRest: startsAtRest) { before in
            let last = before.flatMap { steps[i][$0.rawValue].fit }
            guard fitter.mayFollow(fit, mover, before: before, last: last) else { return nil }
            let isPushed = before == .finger && (mover == .momentum || mover == .spring)
            let isAbrupt = isPushed && (last?.range.count ?? 0) < Self.leastPush
            return (before ?? .rest).change(to: mover).map { $0 + (isAbrupt ? Self.abruptness : 0) }
          }
          guard let before else { continue }
          let own = fit.total(price: price)
          if before.cost + own < steps[j][mover.rawValue].cost {
            steps[j][mover.rawValue] = Step(cost: before.cost + own, node: i, mover: before.mover, fit: fit)
          }
        }
      }
      let best = least(j)
      for s in starts.indices {
        if nodes[j] - nodes[starts[s].node] >= Pieces.longest { starts[s].hopeless.insert(.finger) }
        for (mover, fit) in starts[s].fits {
          let total = least(starts[s].node) + fit.cost
          let isLong = fit.range.count >= Self.trial
          if total > best + (isLong ? 0 : 10 * price) { starts[s].hopeless.insert(mover) }
        }
      }
      starts.removeAll { $0.hopeless.count == movers.count }
    }
    return backtrack(steps, nodes)
  }

  /// The cheapest way to a node from which a mover may take over.
  ///
  /// - Parameter change: what the change from a mover costs, in prices; nil where there is none. Nil stands for the unknown
  ///   before the first sample.
  private func cheapest(
    _ steps: [Step], for mover: Mover, isFirst: Bool, startsAtRest: Bool, change: (Mover?) -> Double?
  ) -> (cost: Double, mover: Mover)? {
    if isFirst {
      // A recording that begins with a finger that stands still is rare.
      guard startsAtRest else { return (mover == .hold ? 3 * price : 0, .rest) }
      return (change(.rest) ?? change(.hold)).map { ($0 * price, .rest) }
    }
    var best: (cost: Double, mover: Mover)?
    for before in Mover.allCases {
      guard let extra = change(before) else { continue }
      let cost = steps[before.rawValue].cost + extra * price
      if cost < best?.cost ?? .infinity { best = (cost, before) }
    }
    return best
  }

  /// The mover's law on a range; nil where it says nothing there.
  private mutating func fit(_ mover: Mover, _ range: Range<Int>, after last: SpanFit?) -> SpanFit? {
    range.count < mover.leastSamples ? nil : fitter.fit(mover, range, from: last)
  }

  private func backtrack(_ steps: [[Step]], _ nodes: [Int]) -> [Stretch] {
    var stretches: [Stretch] = []
    var j = nodes.count - 1
    var mover = Mover.allCases.min { steps[j][$0.rawValue].cost < steps[j][$1.rawValue].cost } ?? .rest
    while j > 0 {
      let step = steps[j][mover.rawValue]
      stretches.append(Stretch(mover: mover, range: nodes[step.node]..<nodes[j], fit: step.fit))
      (j, mover) = (step.node, step.mover)
    }
    return stretches.reversed()
  }
}
