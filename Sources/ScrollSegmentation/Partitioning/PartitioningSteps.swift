/// The best sequences to every candidate in every regime. Costs stand by themselves: most steps are only compared, and many
/// a regime has none.
struct PartitioningSteps {
  private(set) var costs: [Double]
  private var steps = [PartitioningStep()]
  /// The states in which steps' segments end.
  private(set) var ends: [BoundaryState] = []
  /// The indices of the steps' ends; nil before they are found, and at the end of the motion.
  private var endIndices: [Int?] = [nil]
  /// The step of each candidate and regime; the first where there is none.
  private var places: [Int]

  init(candidates: Int) {
    costs = [Double](repeating: .infinity, count: candidates * Regime.allCases.count)
    places = [Int](repeating: 0, count: costs.count)
  }

  private func position(_ node: Int, _ regime: Regime) -> Int {
    node * Regime.allCases.count + regime.rawValue
  }

  func cost(_ node: Int, _ regime: Regime) -> Double { costs[position(node, regime)] }

  /// The least cost of a sequence that ends at a candidate.
  func least(_ node: Int) -> Double {
    node == 0 ? 0 : Regime.allCases.reduce(.infinity) { min($0, cost(node, $1)) }
  }

  /// The least costs of sequences that end at a candidate, by the regime that follows, with the penalty of the change to it and
  /// the most that continuity saves; infinite where nothing may precede it.
  func entries(_ node: Int, penalty: Double) -> SIMD8<Double> {
    var entries = SIMD8<Double>(repeating: .infinity)
    for before in Regime.allCases where cost(node, before).isFinite {
      for regime in Regime.allCases {
        guard let transition = TransitionTable.transition(from: before, to: regime) else { continue }
        let entry = cost(node, before) + (transition.penalty - transition.saved) * penalty
        entries[regime.rawValue] = min(entries[regime.rawValue], entry)
      }
    }
    return entries
  }

  subscript(_ node: Int, _ regime: Regime) -> PartitioningStep {
    _read { yield steps[places[position(node, regime)]] }
  }

  mutating func set(_ node: Int, _ regime: Regime, cost: Double, _ step: PartitioningStep) {
    let position = position(node, regime)
    costs[position] = cost
    if places[position] > 0 {
      steps[places[position]] = step
    } else {
      places[position] = steps.count
      steps.append(step)
      endIndices.append(nil)
    }
  }

  /// The index in ``ends`` of the state in which the best segment before a candidate ends.
  func endIndex(_ node: Int, _ regime: Regime) -> Int? { endIndices[places[position(node, regime)]] }

  /// Keeps the state in which the best segment before a candidate ends.
  mutating func setEnd(_ node: Int, _ regime: Regime, _ state: BoundaryState) {
    let place = places[position(node, regime)]
    endIndices[place] = ends.count
    ends.append(state)
    steps[place].growing = nil
  }
}

/// The last segment of a best sequence.
struct PartitioningStep {
  var node = 0
  var regime = Regime.rest
  var fit: SegmentFit?
  /// The model that was followed to the fit, until its end is known; nil where it was fitted there only.
  var growing: GrowingFit?
}

/// The least cost of a sequence that ends with a segment, and the regime before it.
struct SequenceCost {
  let cost: Double
  let before: Regime
}

/// The least cost of a sequence whose last segment begins where the best one to the candidate before does.
struct ExpectedCost {
  /// The candidate that the segment begins at; none below 0.
  var node = -1
  /// The segment's own cost.
  var own = Double.infinity
  var best: SequenceCost?
  /// A bound of the cost that it does not exceed by its rounding.
  var bound = Double.infinity
}
