import Testing

@testable import ScrollSegmentation

@Suite struct RefinementMemoTests {
  /// A key whose fingerprint is that of many others.
  private struct Key: MemoKey {
    let number: Int
    var fingerprint: UInt64 { UInt64(number % 300) }
  }

  @Test func computesAValueOnce() {
    var memo = Memo<Key, Int>()
    var computations = 0
    func square(_ number: Int) -> Int {
      memo.value(for: Key(number: number)) {
        computations += 1
        return number * number
      }
    }
    #expect((1...3).map(square) == [1, 4, 9])
    #expect((1...3).map(square) == [1, 4, 9])
    #expect(computations == 3)
  }

  @Test func keepsABoundedNumberOfValues() {
    var memo = Memo<Key, Int>()
    for number in 0..<10_000 { _ = memo.value(for: Key(number: number)) { number } }
    #expect(memo.count <= 1024)
    #expect(memo.value(for: Key(number: 9_999)) { -1 } == 9_999)
    #expect(memo.value(for: Key(number: 0)) { -1 } == -1)
  }

  @Test func distinguishesKeysOfOneFingerprint() {
    var memo = Memo<Key, Int>(limit: 64)
    for number in 0..<100 { memo.keep(number, for: Key(number: number)) }
    #expect((0..<200).map { memo[Key(number: $0)] } == (0..<200).map { (64..<100).contains($0) ? $0 : nil })
  }

  /// Fits that differ in anything that a boundary depends on are two keys.
  @Test func distinguishesSegments() {
    func identity(_ regime: Regime, _ end: Int, rate: Double, offset: Double) -> SegmentIdentity {
      let fit = SegmentFit(
        model: .exponential, range: 0..<end, rates: SIMD2(rate, 0), coefficients: SIMD4(offset, 100, 0, 0),
        chiSquared: 10)
      return SegmentIdentity(regime, fit.range, fit)
    }
    var memo = Memo<SegmentIdentity, Int>()
    let identities = [
      identity(.momentum, 20, rate: 2, offset: 0), identity(.momentum, 20, rate: 2, offset: 0),
      identity(.finger, 20, rate: 2, offset: 0), identity(.momentum, 21, rate: 2, offset: 0),
      identity(.momentum, 20, rate: 3, offset: 0), identity(.momentum, 20, rate: 2, offset: 1),
    ]
    for (index, identity) in identities.enumerated() { _ = memo.value(for: identity) { index } }
    #expect(identities.map { memo[$0] } == [0, 0, 2, 3, 4, 5])
  }
}
