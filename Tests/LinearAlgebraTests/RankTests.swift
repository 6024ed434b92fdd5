import Testing

@testable import LinearAlgebra

struct RankTests {
  private func rank(_ columns: [[Double]]) -> Int {
    var qr = PivotedQR(rows: columns[0].count, columns: columns.count)
    qr.factor(columns.flatMap { $0 })
    return qr.rank
  }

  private let a = randomNumbers(12, seed: 11)
  private let b = randomNumbers(12, seed: 12)

  @Test func dependentColumnsCountOnce() {
    #expect(rank([a, b]) == 2)
    #expect(rank([a, b, zip(a, b).map { 3 * $0 - 0.7 * $1 }]) == 2)
    #expect(rank([a, a, a]) == 1)
  }

  @Test func zeroColumnsDoNotCount() {
    let zero = a.map { _ in 0.0 }
    #expect(rank([zero, a, zero, b]) == 2)
    #expect(rank([zero, zero]) == 0)
  }

  /// A column's unit does not decide: 600 orders of magnitude apart, and as subnormal numbers.
  @Test(arguments: [1e-300, 1e300, 1e-150, 0x1p-1060, 1e307])
  func scaleDoesNotDecide(scale: Double) {
    #expect(rank([a, b.map { $0 * scale }]) == 2)
    #expect(rank([a.map { $0 * scale }, b]) == 2)
    #expect(
      rank([a, a.map { $0 * scale }]) == (scale == 0x1p-1060 ? 2 : 1),
      "subnormals are rounded: no longer parallel")
  }

  /// A departure from dependence is seen where it is well above rounding and not where it is below.
  @Test(arguments: [(1e-12, 2), (1e-17, 1)])
  func thresholdIsThatOfRounding(departure: Double, expected: Int) {
    #expect(rank([a, zip(a, b).map { $0 + departure * $1 }]) == expected)
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity])
  func aNumberThatIsNotFiniteDeterminesNothing(number: Double) {
    var qr = PivotedQR(rows: 12, columns: 2)
    qr.factor(a + b)
    qr.factor(a + b.dropLast() + [number])
    #expect(qr.rank == 0)
    #expect(qr.pivots == [0, 1])
    var rotated = a
    qr.applyTransposedQ(to: &rotated)
    #expect(rotated == a)
    #expect(qr.solution(transposedQb: rotated) == [0, 0])
  }
}
