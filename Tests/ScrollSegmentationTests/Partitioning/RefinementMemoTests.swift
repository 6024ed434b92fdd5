import Testing

@testable import ScrollSegmentation

@Suite struct RefinementMemoTests {
  @Test func computesAValueOnce() {
    var memo = Memo<Int, Int>()
    var computations = 0
    func square(_ number: Int) -> Int {
      memo.value(for: number) {
        computations += 1
        return number * number
      }
    }
    #expect((1...3).map(square) == [1, 4, 9])
    #expect((1...3).map(square) == [1, 4, 9])
    #expect(computations == 3)
  }

  @Test func keepsABoundedNumberOfValues() {
    var memo = Memo<Int, Int>()
    for number in 0..<10_000 { _ = memo.value(for: number) { number } }
    #expect(memo.count <= 1024)
    #expect(memo.value(for: 9_999) { -1 } == 9_999)
    #expect(memo.value(for: 0) { -1 } == -1)
  }

  /// Fits that differ in anything that a boundary depends on are two keys.
  @Test func distinguishesSegments() {
    func identity(_ regime: Regime, _ end: Int, rate: Double, offset: Double) -> SegmentIdentity {
      let fit = SegmentFit(
        model: .exponential, range: 0..<end, rates: SIMD2(rate, 0), coefficients: SIMD4(offset, 100, 0, 0),
        chiSquared: 10)
      return SegmentIdentity(regime, fit.range, fit)
    }
    let identities: Set = [
      identity(.momentum, 20, rate: 2, offset: 0), identity(.momentum, 20, rate: 2, offset: 0),
      identity(.finger, 20, rate: 2, offset: 0), identity(.momentum, 21, rate: 2, offset: 0),
      identity(.momentum, 20, rate: 3, offset: 0), identity(.momentum, 20, rate: 2, offset: 1),
    ]
    #expect(identities.count == 5)
  }
}
