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
      #expect(TransitionTable.transition(from: .finger, to: to)?.strongest == .velocity)
    }
  }

  /// A finger's parabola at 60 Hz on hundredths of a point.
  private func finger(speed: Double, acceleration: Double, samples: Int = 12) throws -> (
    SegmentFitter, SegmentFit
  ) {
    let times = (0..<samples).map { Double($0) / 60 }
    let offsets = times.map { (100 * (speed * $0 + acceleration * $0 * $0 / 2)).rounded() / 100 }
    let fitter = SegmentFitter(Motion(times: times, offsets: offsets, grid: 0.01))
    return (fitter, try #require(fitter.fit(.parabola, 0..<samples)))
  }

  @Test("A finger that sets off at its highest speed is rare where something follows that is let go")
  func setsOffFastest() throws {
    let (fitter, slowing) = try finger(speed: 900, acceleration: -3000)
    for next in [Regime.momentum, .spring] {
      for before in [Regime.hold, nil] {
        #expect(fitter.rarity(of: .finger, slowing, after: before, to: next) == 1.5)
      }
      // A finger that moves on gained its speed before.
      #expect(fitter.rarity(of: .finger, slowing, after: .finger, to: next) == 0)
    }
    let (other, gaining) = try finger(speed: 100, acceleration: 3000)
    #expect(other.rarity(of: .finger, gaining, after: .hold, to: .momentum) == 0)
  }

  @Test("A tremor brings the content nowhere that it could be held at")
  func tremor() throws {
    let (fitter, tremor) = try finger(speed: 3, acceleration: 0)
    #expect(fitter.rarity(of: .finger, tremor, after: .rest, to: .hold) == 6)
    #expect(fitter.rarity(of: .finger, tremor, after: .finger, to: .hold) == 0)
    let (other, drag) = try finger(speed: 300, acceleration: 0)
    #expect(other.rarity(of: .finger, drag, after: .rest, to: .hold) == 0)
  }
}
