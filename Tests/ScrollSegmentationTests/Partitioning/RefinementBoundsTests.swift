import Testing

@testable import ScrollSegmentation

/// The bound below which no sequence of segments costs.
struct RefinementBoundsTests {
  /// Every regime's samples on their own model, where fits cost least.
  private static let regimes: [(Regime, @Sendable (Double) -> Double)] = [
    (.rest, { _ in 120 }), (.hold, { _ in 80 }), (.finger, { 30 + 400 * $0 - 900 * $0 * $0 }),
    (.momentum, { 200 * (1 - 1 / (1 + 3 * $0)) }), (.spring, { 100 / (1 + 40 * $0 * $0) }),
    (.steady, { 300 * $0 }),
  ]

  @Test("No fit costs less than its regime's penalties", arguments: [1.0, 6, 40])
  func fits(penalty: Double) throws {
    for (regime, curve) in Self.regimes {
      let times = (0..<60).map { Double($0) / 60 }
      let motion = Motion(times: times, offsets: times.map(curve), grid: 1.0 / 3)
      let refinement = Refinement(
        fine: motion, coarse: motion, isFiner: false, penalty: penalty, probability: 0.99)
      for count in Set([regime.minimumSamples, 13, 60]) {
        let range = 0..<count
        guard let fit = refinement.coarse.fit(regime, range, from: nil, penalty: penalty) else { continue }
        let segment = Segment(regime: regime, range: range, fit: fit)
        let cost = try #require(refinement.cost([segment], between: nil, nil, checked: false))
        let least = try #require(refinement.leastCost([segment], between: nil, nil))
        #expect(least > 0 && least <= cost, "\(regime) \(count)")
      }
    }
  }

  @Test("What continuity saves at most is in the bound, and what physics lacks has none")
  func changes() throws {
    let times = (0..<60).map { Double($0) / 60 }
    let motion = Motion(times: times, offsets: times.map { 300 * $0 }, grid: nil)
    let refinement = Refinement(fine: motion, coarse: motion, isFiner: false, penalty: 10, probability: 0.99)
    func segment(_ regime: Regime, _ range: Range<Int>) -> Segment {
      Segment(regime: regime, range: range, fit: refinement.coarse.fit(regime, range, from: nil, penalty: 10))
    }
    let fingers = [segment(.finger, 0..<30), segment(.finger, 30..<60)]
    // Both parabolas cost two penalties at least, the change half a one, and both constraints save one each.
    let least = try #require(refinement.leastCost(fingers, between: nil, nil))
    #expect(least == 25)
    let cost = try #require(refinement.cost(fingers, between: nil, nil, checked: false))
    #expect(least <= cost)
    #expect(
      refinement.leastCost([segment(.rest, 0..<30), segment(.momentum, 30..<60)], between: nil, nil) == nil)
    #expect(refinement.leastCost([segment(.momentum, 0..<60)], between: .rest, nil) == nil)
  }

  @Test("A part of a motion has its samples' fit")
  func part() throws {
    let times = (0..<80).map { Double($0) / 60 }
    let motion = Motion(times: times, offsets: times.map { 500 * (1 - 1 / (1 + 2 * $0)) }, grid: 1)
    let range = 20..<70
    let part = motion.part(range, ignoring: 40..<43)
    #expect(part.count == range.count && part.precisions[20] == 1e-3 * motion.precisions[40])
    #expect(part.precisions[23] == motion.precisions[43] && part.offsets[0] == motion.offsets[20])
    let whole = try #require(SegmentFitter(motion).fit(.parabola, range))
    let same = try #require(SegmentFitter(motion.part(range, ignoring: 20..<20)).fit(.parabola, 0..<50)).over(
      range)
    #expect(
      same.range == range && same.chiSquared == whole.chiSquared && same.coefficients == whole.coefficients)
  }
}
