/// The state of the segmentation in one segment: what moves the content.
enum Regime: Int, CaseIterable, Sendable {
  /// Nothing: one offset.
  case rest
  /// A finger that stands still: one offset too, but what springs from it was held there.
  case hold
  /// A finger: a parabola from one change point to the next.
  case finger
  /// The content's own momentum: a model of deceleration.
  case momentum
  /// A spring.
  case spring
  /// A program that moves the content at a constant velocity.
  case steady
  /// A program that moves the content from one rest to another along an easing curve.
  case eased

  /// True if the content stands still.
  var isStill: Bool { self == .rest || self == .hold }

  /// The fewest samples that can show the regime: twice as many as its model has parameters, but for a finger, which may
  /// move at once.
  var minimumSamples: Int {
    switch self {
    case .rest, .hold: 3
    case .finger: 1
    case .momentum: 6
    case .spring: 8
    case .steady, .eased: 12
    }
  }
}

/// A change of regime that physics has.
struct Transition: Sendable {
  /// −2 log prior odds of the change beyond the regimes' own parameters, in penalties.
  let penalty: Double
  /// The strongest constraint under which the content may go on across the change point.
  let strongest: Continuity

  /// The most penalties that continuity saves.
  var saved: Double { Double(strongest.rawValue) }
}

/// The constraint under which two neighboring segments meet. Each includes those before it and saves as many parameters as its raw value.
enum Continuity: Int, Comparable, Sendable {
  /// The content may jump.
  case none
  /// C⁰: the offset goes on.
  case offset
  /// C¹: offset and velocity go on.
  case velocity

  static func < (one: Continuity, other: Continuity) -> Bool { one.rawValue < other.rawValue }
}

/// The allowed transitions, with their penalties and continuity constraints. A pair that is not listed does not occur:
/// nothing starts to glide or to spring by itself, what springs does not glide on, and content that is let go does not
/// stop under a finger.
enum TransitionTable {
  private static let rows: [(from: Regime, to: Regime, penalty: Double, strongest: Continuity)] = [
    (.rest, .rest, 2, .offset),
    (.rest, .finger, 0, .offset),
    (.rest, .steady, 0, .offset),
    (.rest, .eased, 2, .offset),
    (.hold, .hold, 2, .offset),
    (.hold, .finger, 0, .offset),
    // A finger that held the content beyond an edge lets go: rarer than one that begins to move.
    (.hold, .spring, -1, .velocity),
    (.finger, .finger, 0.5, .velocity),
    (.finger, .momentum, 0, .velocity),
    // A finger that stops before it lifts is rarer than one that flings, and a spring rarer than a glide.
    (.finger, .hold, 0.5, .offset),
    (.finger, .spring, 0.5, .velocity),
    (.finger, .steady, 3, .offset),
    (.momentum, .rest, 0, .offset),
    // A finger that catches the content holds it for a moment before it moves on.
    (.momentum, .finger, 1.5, .offset),
    (.momentum, .momentum, 2, .offset),
    // Momentum meets the edge's spring with its velocity.
    (.momentum, .spring, -1.5, .velocity),
    (.spring, .rest, 0, .offset),
    // What springs to a place and is sent on from there by a program, as by a finished refresh.
    (.spring, .hold, 3, .offset),
    (.spring, .finger, 1.5, .offset),
    (.steady, .rest, 0, .offset),
    (.steady, .finger, 1, .offset),
    (.steady, .steady, 2, .offset),
    (.steady, .momentum, 2, .velocity),
    (.steady, .spring, 2, .velocity),
    (.eased, .rest, 0, .offset),
  ]

  private static let transitions: [Transition?] = {
    var table = [Transition?](repeating: nil, count: Regime.allCases.count * Regime.allCases.count)
    for row in rows {
      table[index(row.from, row.to)] = Transition(penalty: row.penalty, strongest: row.strongest)
    }
    return table
  }()

  private static func index(_ from: Regime, _ to: Regime) -> Int {
    from.rawValue * Regime.allCases.count + to.rawValue
  }

  /// The transition from one regime to the next; nil where there is none.
  static func transition(from: Regime, to: Regime) -> Transition? { transitions[index(from, to)] }
}

extension Regime {
  /// −2 log prior odds of a change from this to the next, in penalties; nil where there is none.
  func penalty(to next: Regime) -> Double? { TransitionTable.transition(from: self, to: next)?.penalty }
}
