/// The best sequences to every candidate in every regime. Costs stand by themselves: most steps are only compared.
struct PartitioningSteps {
  private(set) var costs: [Double]
  private var steps: [PartitioningStep]

  init(candidates: Int) {
    costs = [Double](repeating: .infinity, count: candidates * Regime.allCases.count)
    steps = [PartitioningStep](repeating: PartitioningStep(), count: costs.count)
  }

  private func position(_ node: Int, _ regime: Regime) -> Int {
    node * Regime.allCases.count + regime.rawValue
  }

  func cost(_ node: Int, _ regime: Regime) -> Double { costs[position(node, regime)] }

  /// The least cost of a sequence that ends at a candidate.
  func least(_ node: Int) -> Double {
    node == 0 ? 0 : Regime.allCases.reduce(.infinity) { min($0, cost(node, $1)) }
  }

  subscript(_ node: Int, _ regime: Regime) -> PartitioningStep { steps[position(node, regime)] }

  mutating func set(_ node: Int, _ regime: Regime, cost: Double, _ step: PartitioningStep) {
    costs[position(node, regime)] = cost
    steps[position(node, regime)] = step
  }
}

/// The last segment of a best sequence.
struct PartitioningStep {
  var node = 0
  var regime = Regime.rest
  var fit: SegmentFit?
  var end: BoundaryState?
}
