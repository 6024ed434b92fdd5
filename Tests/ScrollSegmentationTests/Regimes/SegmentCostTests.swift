import CKernels
import Testing

@testable import ScrollSegmentation

/// −2 log likelihoods of segments, one by one and many at once.
struct SegmentCostTests {
  /// ν (ln(χ²/ν) + 1) and its limits, by hand: ln 2 = 0.693147180559945309.
  private static let references: [(chiSquared: Double, degreesOfFreedom: Int, cost: Double)] = [
    (8, 2, 4.77258872223978124), (7, 7, 7), (3.5, 7, 3.5), (0, 7, 0), (5, 0, 0), (5, -2, 0),
    (0x1p60 * 3, 3, 127.766492500790156), (.infinity, 4, .infinity), (.infinity, 0, 0),
  ]

  @Test(arguments: references)
  func isTheCost(_ chiSquared: Double, _ degreesOfFreedom: Int, _ expected: Double) {
    let own = segmentCost(chiSquared: chiSquared, count: degreesOfFreedom + 3, parameters: 3)
    #expect(own == expected || abs(own - expected) <= 1e-14 * expected)
  }

  private func costs(_ path: scrollfit_path, _ squares: [Double], _ degrees: [Double]) -> [Double] {
    var costs = squares
    scrollfit_segment_costs(path, squares, degrees, &costs, squares.count)
    return costs
  }

  @Test("Many costs at once are those of each, on every instruction set alike")
  func manyCosts() {
    let few = Self.references.prefix(8)
    var squares = few.map(\.chiSquared)
    var degrees = few.map { Double($0.degreesOfFreedom) }
    for index in 0..<400 {
      let scale = 0.5 + Double(index * index % 389) / 8 + (index % 5 == 0 ? 1e9 : 0)
      degrees.append(Double(index % 97))
      squares.append(scale * degrees[degrees.count - 1] + (index % 7 == 0 ? 1e-12 : 0))
    }
    let expected = zip(squares, degrees).map {
      segmentCost(chiSquared: $0, count: Int($1) + 3, parameters: 3)
    }
    let found = GrowingFactorTests.paths.map { costs($0, squares, degrees) }
    for own in found {
      #expect(own == found[0])
      for (cost, value) in zip(own, expected) {
        #expect(cost == value || abs(cost - value) <= 4 * value.ulp)
      }
    }
  }

  @Test("Sums of squares are replaced by their costs in place")
  func inPlace() {
    var squares = (1...16).map { Double($0 * $0) }
    var degrees = [Double](repeating: 5, count: 16)
    let expected = squares.map { segmentCost(chiSquared: $0, count: 8, parameters: 3) }
    squares.withUnsafeMutableBufferPointer { squares in
      degrees.withUnsafeMutableBufferPointer { replaceByCosts(squares, degreesOfFreedom: $0) }
    }
    for (cost, value) in zip(squares, expected) { #expect(abs(cost - value) <= 4 * value.ulp) }
  }
}
