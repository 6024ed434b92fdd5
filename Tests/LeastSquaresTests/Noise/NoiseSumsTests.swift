import Foundation
import Testing

@testable import LeastSquares

/// With one column of equal numbers every sum has a closed form: δ is the weighted mean, hᵢ = wᵢ/Σw.
struct NoiseSumsTests {
  private let count = 13
  private var slopes: [Double] { (0..<count).map { Double($0) / Double(count - 1) } }

  /// - Parameters:
  ///   - offset: what all residuals have in common; where it outweighs the rest, sums of products have lost the digits.
  @Test(
    "Sums of products and orthogonalized columns give the closed form", arguments: [0, 1e-6, 3, 1e5, 1e60],
    [0.1, 1e5])
  func closedForm(ratio: Double, offset: Double) {
    let residuals = (0..<count).map { offset + sin(Double($0 * $0)) }
    let column = [Double](repeating: 1 / Double(count).squareRoot(), count: count)
    var sums = NoiseSums(
      columns: column, rank: 1, residuals: residuals, squaredSlopes: slopes.map { $0 * $0 })
    let point = sums.point(ratio)

    let weights = slopes.map { 1 / (1 + ratio * $0 * $0) }
    let total = weights.reduce(0, +)
    let mean = offset + zip(weights, residuals).reduce(0) { $0 + $1.0 * ($1.1 - offset) } / total
    let errors = residuals.map { $0 - mean }
    func sum(_ term: (Int) -> Double) -> Double { (0..<count).reduce(0) { $0 + term($1) } }
    let squares = sum { weights[$0] * errors[$0] * errors[$0] }
    let free = sum { slopes[$0] * slopes[$0] * weights[$0] * (1 - weights[$0] / total) }
    let steep = sum { slopes[$0] * slopes[$0] * weights[$0] * weights[$0] * errors[$0] * errors[$0] }
    #expect(abs(point.logarithms - sum { log1p(ratio * slopes[$0] * slopes[$0]) }) < 1e-11)
    #expect(abs(point.determinant - log(total / Double(count))) < 1e-13)
    #expect(abs(point.squares - squares) < 1e-10 * squares + 1e-20 * offset * offset)
    #expect(abs(point.free - free) < 1e-12 * free)
    #expect(abs(point.steep - steep) < 1e-9 * steep + 1e-20 * offset * offset)
  }

  @Test("From where a likelihood has no more minima its slope is nowhere negative", arguments: 1...40)
  func beyondMinima(seed: Int) throws {
    var generator = SplitMix64(seed: UInt64(seed))
    func random() -> Double { Double.random(in: -1...1, using: &generator) }
    let rows = 8 + seed
    let slopes = (0..<rows).map { _ in pow(abs(random()), Double(seed % 4)) }
    let residuals = slopes.map { (1 + Double(seed) * $0) * random() }
    let column = [Double](repeating: 1 / Double(rows).squareRoot(), count: rows)
    var sums = NoiseSums(
      columns: column, rank: 1, residuals: residuals, squaredSlopes: slopes.map { $0 * $0 })
    let degreesOfFreedom = Double(rows - 1)
    var isBeyond = false
    for step in -60...140 {
      let point = sums.point(pow(2, Double(step) / 2))
      let variance = max(1, point.squares / degreesOfFreedom)
      isBeyond = isBeyond || point.isBeyondMinima(rank: 1, variance: variance)
      if isBeyond { #expect(point.free - point.steep / variance >= -1e-12 * point.free) }
    }
    // The slopes of a seed of 4, 8, … are all alike: their weights vanish together.
    if seed % 4 == 0 { #expect(isBeyond) }
  }
}
