import Testing

@testable import ScrollSegmentation

struct PartitioningStepsTests {
  @Test(
    "A regime is entered at the least cost with its change, less what continuity may save, and not where nothing leads to it"
  )
  func entries() {
    let penalty = 5.0
    let reached: [Regime: Double] = [.finger: 40, .momentum: 31, .spring: 47.5]
    var steps = PartitioningSteps(candidates: 2)
    for (regime, cost) in reached { steps.set(1, regime, cost: cost, PartitioningStep(regime: regime)) }
    let entries = steps.entries(1, penalty: penalty)
    for regime in Regime.allCases {
      let ways = reached.compactMap { before, cost in
        TransitionTable.transition(from: before, to: regime).map {
          cost + ($0.penalty - Double($0.strongest.rawValue)) * penalty
        }
      }
      #expect(entries[regime.rawValue] == ways.min() ?? .infinity)
    }
    // From a glide: 31 − (1½ + 2) · 5.
    #expect(entries[Regime.spring.rawValue] == 13.5)
    #expect(entries[Regime.eased.rawValue] == .infinity)
    let unreached = steps.entries(0, penalty: penalty)
    #expect((0..<unreached.scalarCount).allSatisfy { unreached[$0] == .infinity })
  }
}
