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

  /// - Parameter size: of residuals, in units of the resolution: 10¹³ of offsets with all the digits of a double.
  @Test(
    "From where a likelihood has no more minima its slope is nowhere negative", arguments: 1...40, [1, 1e13])
  func beyondMinima(seed: Int, size: Double) {
    var generator = SplitMix64(seed: UInt64(seed))
    func random() -> Double { Double.random(in: -1...1, using: &generator) }
    let rows = 8 + seed
    let slopes = (0..<rows).map { _ in pow(abs(random()), Double(seed % 4)) }
    let residuals = slopes.map { size * (1 + Double(seed) * $0) * random() }
    let column = [Double](repeating: 1 / Double(rows).squareRoot(), count: rows)
    var sums = NoiseSums(
      columns: column, rank: 1, residuals: residuals, squaredSlopes: slopes.map { $0 * $0 })
    let degreesOfFreedom = Double(rows - 1)
    var isBeyond = false
    for step in -60...240 {
      let point = sums.point(pow(2, Double(step) / 2))
      let variance = max(1, point.squares / degreesOfFreedom)
      isBeyond = isBeyond || point.isBeyondMinima(rank: 1, variance: variance)
      if isBeyond { #expect(point.free - point.steep / variance >= -1e-12 * point.free) }
    }
    // The slopes of a seed of 4, 8, … are all alike: their weights vanish together.
    if seed % 4 == 0 { #expect(isBeyond) }
  }

  /// - Parameter size: of residuals, in units of the resolution.
  @Test(
    "A slope whose sign is known up to a ratio has that sign at each", arguments: 1...40, [0.3, 1, 10, 1e6])
  func knownSign(seed: Int, size: Double) {
    var generator = SplitMix64(seed: UInt64(seed))
    func random() -> Double { Double.random(in: -1...1, using: &generator) }
    let rows = 8 + seed
    let slopes = (0..<rows).map { _ in pow(abs(random()), Double(seed % 4)) }
    let residuals = slopes.map { size * (1 + Double(seed % 7) * $0) * random() }
    let column = [Double](repeating: 1 / Double(rows).squareRoot(), count: rows)
    var sums = NoiseSums(
      columns: column, rank: 1, residuals: residuals, squaredSlopes: slopes.map { $0 * $0 })
    let degreesOfFreedom = Double(rows - 1)
    func score(_ point: NoiseSums.Point) -> Double {
      point.free - point.steep / max(1, point.squares / degreesOfFreedom)
    }
    let equal = sums.point(0)
    for step in -40...20 {
      let ratio = pow(2, Double(step) / 2)
      guard equal.keepsSign(upTo: ratio, rank: 1, degreesOfFreedom: degreesOfFreedom) else { break }
      #expect((score(sums.point(ratio)) < 0) == (score(equal) < 0))
    }
    // Nearly equal weights decide in most cases.
    #expect(
      equal.keepsSign(upTo: 1e-6, rank: 1, degreesOfFreedom: degreesOfFreedom)
        || abs(score(equal)) < 1e-3 * equal.free)
  }

  /// Alternating errors of a clock; offsets have all the digits of a double, so that rounding hides the smallest weights.
  @Test(
    "A clock's noise is found beside offsets that are exact to the last digit",
    arguments: [1e-3, 1e-9, 1e-13])
  func noiseOfTimesAlone(resolution: Double) {
    let (rows, jitter) = (40, 0.001)
    let slopes = (0..<rows).map { 200 + 800 * Double($0) / Double(rows - 1) }
    let residuals = slopes.enumerated().map { ($0.offset % 2 == 0 ? jitter : -jitter) * $0.element }
    var likelihood = NoiseLikelihood(
      residuals: residuals, slopes: slopes, jacobian: [Double](repeating: 1, count: rows), columns: 1,
      resolution: resolution)
    let best = likelihood.best()
    #expect(best.ratio > 0)
    #expect(abs(best.scale * likelihood.timing(best.ratio) / jitter - 1) < 0.05)
  }
}
