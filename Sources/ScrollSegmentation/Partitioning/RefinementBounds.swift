/// The sequences of segments that cannot be cheaper, wherever their boundaries lie.
extension Refinement {
  /// A lower bound of the cost of neighboring segments and the changes between them, whatever the samples; nil where physics
  /// has no such sequence.
  ///
  /// Each fit costs the penalties of its parameters and of its end at least, each change those of its transition, of which
  /// continuity saves as many as it has constraints.
  func leastCost(_ segments: [Segment], between first: Regime?, _ next: Regime?) -> Double? {
    var before = first
    var penalties = 0.0
    for (index, segment) in segments.enumerated() {
      penalties += segment.regime.minimumPenalties
      if let before {
        guard let transition = TransitionTable.transition(from: before, to: segment.regime) else {
          return nil
        }
        let saved = index > 0 ? transition.strongest.rawValue : 0
        penalties += transition.penalty - Double(saved)
      }
      before = segment.regime
    }
    if let before, let next {
      guard let change = before.penalty(to: next) else { return nil }
      penalties += change
    }
    return penalties * penalty
  }
}

extension Regime {
  /// The fewest penalties of a fit: its model's parameters and its end, as ``SegmentFitter/total(_:_:penalty:)`` counts them.
  var minimumPenalties: Double {
    switch self {
    case .rest, .hold: 2
    // A finger's parabola through one sample.
    case .finger: 2
    case .momentum: 4
    case .spring, .eased: 5
    case .steady: 3
    }
  }
}
