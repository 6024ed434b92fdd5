import Testing

@testable import ScrollSegmentation

struct TransitionTableTests {
  @Test("Nothing starts to glide or to spring by itself, and what springs does not glide on")
  func forbidden() {
    let forbidden: [(Regime, Regime)] = [
      (.rest, .momentum), (.rest, .spring), (.spring, .momentum), (.hold, .momentum), (.finger, .rest),
      (.rest, .hold), (.hold, .rest), (.momentum, .hold),
    ]
    for (from, to) in forbidden { #expect(TransitionTable.transition(from: from, to: to) == nil) }
  }

  @Test("A released motion goes on with the finger's velocity")
  func release() {
    for to in [Regime.momentum, .spring] {
      #expect(TransitionTable.transition(from: .finger, to: to)?.continuity == [.offset, .velocity])
    }
  }
}
