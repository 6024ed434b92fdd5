import Foundation
import Testing

@testable import LeastSquares

struct RunsTestTests {
  /// Every order of 4 and 6 signs, counted.
  @Test func pValuesAreThoseOfCounting() throws {
    let orders = (0..<1024).filter { $0.nonzeroBitCount == 4 }.map { pattern in
      (0..<10).map { pattern >> $0 & 1 == 1 ? 0.3 : -2.0 }
    }
    let counts = orders.map { order in 1 + zip(order, order.dropFirst()).count(where: { $0 != $1 }) }
    for (order, runs) in zip(orders, counts) {
      let test = RunsTest(order)
      let below = Double(counts.count(where: { $0 <= runs })) / 210
      let above = Double(counts.count(where: { $0 >= runs })) / 210
      #expect((test.positive, test.negative, test.runs) == (4, 6, runs))
      #expect(try abs(#require(test.pValue) - min(1, 2 * min(below, above))) < 1e-13)
    }
  }

  /// F. S. Swed and C. Eisenhart, *Tables for testing randomness of grouping in a sequence of alternatives*,
  /// Ann. Math. Stat. 14, 1943: P(R ≤ 6) = 0.019 and P(R ≤ 4) = 0.001 for ten of each.
  @Test("The runs test has the probabilities of Swed and Eisenhart's table") func printedTable() throws {
    func test(_ lengths: [Int]) -> RunsTest {
      RunsTest(
        lengths.enumerated().flatMap {
          [Double](repeating: $0.offset.isMultiple(of: 2) ? 1 : -1, count: $0.element)
        })
    }
    #expect(try abs(#require(test([4, 3, 3, 3, 3, 4]).pValue) / 2 - 0.019) < 5e-4)
    #expect(try abs(#require(test([5, 5, 5, 5]).pValue) / 2 - 0.001) < 5e-4)
    // μ = 11, σ² = 200·180/(400·19).
    let exact = -7 / (90.0 / 19).squareRoot()
    let z = try #require(test([5, 5, 5, 5]).z)
    #expect(abs(z - exact) < 1e-14)
  }

  @Test func zerosHaveNoSign() {
    #expect(RunsTest([0, 2, 0, 0, 1, -1, 0, -3, 1, 0]) == RunsTest([2, 1, -1, -3, 1]))
    #expect(RunsTest([0, 0]).runs == 0)
  }

  @Test("Residuals of the size of rounding have no sign, as zeros have none") func roundingHasNoSign() {
    let residuals = [0.2, 1e-13, 0.1, -3e-13, -0.2, -0.1, 2e-13, 0.3]
    let zeros = residuals.map { abs($0) < 1e-12 ? 0 : $0 }
    #expect(RunsTest(residuals, rounding: 3e-13) == RunsTest(zeros))
    #expect(RunsTest(residuals) != RunsTest(zeros))
  }

  @Test(
    "The runs test is undefined for one sign alone",
    arguments: [[], [0, 0, 0], [1, 2, 0.5], [-3], [1, .nan, -1]])
  func undefined(_ residuals: [Double]) {
    #expect(RunsTest(residuals).pValue == nil)
    #expect(RunsTest(residuals).z == nil)
  }

  @Test func oneOfEachIsCertain() {
    #expect(RunsTest([1, -1]).pValue == 1)
    #expect(RunsTest([1, -1]).z == nil)
    #expect(RunsTest([-Double.infinity, 4, 4, .infinity]).runs == 2)
  }

  @Test("Long series agree with the normal distribution near the middle, and do not take long")
  func longSeries() throws {
    var state: UInt64 = 7
    let residuals = (0..<400_000).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Double(state >> 11) * 0x1p-53 - 0.5
    }
    let test = RunsTest(residuals)
    let z = try #require(test.z)
    #expect(try abs(#require(test.pValue) - 2 * Normal().upperTail(abs(z))) < 0.002)
    #expect(RunsTest((0..<400_000).map { $0 < 200_000 ? 1 : -1 }).pValue == 0)
  }
}

struct SerialCorrelationTests {
  @Test("Durbin–Watson and the correlation at lag 1 follow their definitions") func definition() throws {
    let test = try #require(SerialCorrelation([3, -1, 2, 0.5], parameters: 0))
    #expect(abs(test.durbinWatson - (16 + 9 + 2.25) / 14.25) < 1e-15)
    #expect(abs(test.lagOne - (-3 - 2 + 1) / 14.25) < 1e-15)
  }

  /// N. E. Savin and K. J. White, *The Durbin–Watson test for serial correlation with extreme sample sizes or
  /// many regressors*, Econometrica 45, 1977: dᵤ at 5 % and 1 %, p regressors with the constant.
  @Test(arguments: [
    (15, 2, 1.361, 0.05), (20, 2, 1.411, 0.05), (20, 3, 1.537, 0.05), (50, 2, 1.585, 0.05),
    (50, 3, 1.628, 0.05),
    (100, 3, 1.715, 0.05), (20, 2, 1.147, 0.01), (50, 2, 1.403, 0.01), (50, 3, 1.446, 0.01),
  ])
  func printedUpperBounds(count: Int, parameters: Int, d: Double, level: Double) throws {
    let p = try #require(SerialCorrelation.twoSided(d, count: count, parameters: parameters)) / 2
    #expect(abs(p / level - 1) < 0.03)
  }

  @Test func sizeDoesNotMatter() throws {
    let residuals = (0..<40).map { sin(Double($0 * $0)) }
    let test = try #require(SerialCorrelation(residuals, parameters: 3))
    for scale in [1e-300, 1e300] {
      let scaled = try #require(SerialCorrelation(residuals.map { $0 * scale }, parameters: 3))
      #expect(relativeError(scaled.durbinWatson, test.durbinWatson) < 1e-13)
    }
  }

  @Test("The serial correlation of too few or equal residuals is undefined") func edges() throws {
    #expect(SerialCorrelation([], parameters: 0) == nil)
    #expect(SerialCorrelation([1], parameters: 0) == nil)
    #expect(SerialCorrelation([0, 0, 0], parameters: 1) == nil)
    #expect(SerialCorrelation([1, .nan, 2], parameters: 1) == nil)
    #expect(SerialCorrelation([1, .infinity, 2], parameters: 1) == nil)
    #expect(try #require(SerialCorrelation([1, -2, 1], parameters: 2)).pValue == nil)
    #expect(try #require(SerialCorrelation([1, -2, 1], parameters: -1)).pValue == nil)
    #expect(try #require(SerialCorrelation([1, -2, 1], parameters: 9)).pValue == nil)
    let constant = try #require(SerialCorrelation([Double](repeating: 2, count: 20), parameters: 0))
    #expect(constant.durbinWatson == 0)
    #expect(constant.pValue == 0)
    #expect(
      try #require(SerialCorrelation([1, -1], parameters: 0)).pValue.map { $0 >= 0 && $0 <= 1 } == true)
  }

  /// Residuals of a parabola in noise: what the test calls unlikely at 1 % happens in about 1 %.
  @Test func itsLevelIsItsLevel() throws {
    var state: UInt64 = 20_250_101
    func uniform() -> Double {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return (Double(state >> 11) + 0.5) * 0x1p-53
    }
    let count = 24
    // Orthonormal columns of 1, t, t² by Gram–Schmidt.
    var columns: [[Double]] = []
    for power in 0..<3 {
      var column = (0..<count).map { pow(Double($0) / Double(count - 1) - 0.4, Double(power)) }
      for _ in 0..<2 {
        for other in columns {
          let along = zip(column, other).reduce(0) { $0 + $1.0 * $1.1 }
          column = zip(column, other).map { $0 - along * $1 }
        }
      }
      let length = column.reduce(0) { $0 + $1 * $1 }.squareRoot()
      columns.append(column.map { $0 / length })
    }
    var rejected = (serial: 0, structure: 0)
    let trials = 20_000
    for _ in 0..<trials {
      var e = (0..<count).map { _ in (-2 * log(uniform())).squareRoot() * cos(2 * .pi * uniform()) }
      for column in columns {
        let along = zip(column, e).reduce(0) { $0 + $1.0 * $1.1 }
        e = zip(e, column).map { $0 - along * $1 }
      }
      let structure = ResidualStructure(e, parameters: 3)
      if let p = structure.serial?.pValue, p < 0.01 { rejected.serial += 1 }
      if let p = structure.pValue, p < 0.01 { rejected.structure += 1 }
    }
    #expect(abs(Double(rejected.serial) / Double(trials) - 0.01) < 0.003)
    #expect(Double(rejected.structure) / Double(trials) < 0.013)
  }
}

struct ResidualStructureTests {
  @Test func theSmallerCountsTwice() throws {
    let residuals = (0..<30).map { sin(Double($0) * 0.6) + 0.2 }
    let structure = ResidualStructure(residuals, parameters: 2)
    let (runs, serial) = (try #require(structure.runs.pValue), try #require(structure.serial?.pValue))
    #expect(structure.pValue == 2 * min(runs, serial))
  }

  @Test func oneTestAlone() throws {
    let oneSided = ResidualStructure([1, 1.2, 0.9, 1.1, 1.3, 0.8, 1, 1.1, 1.2, 0.9], parameters: 1)
    #expect(oneSided.runs.pValue == nil)
    #expect(try #require(oneSided.pValue) < 1e-6)
    #expect(oneSided.pValue == oneSided.serial?.pValue)
    #expect(ResidualStructure([0, 0, 0], parameters: 1).pValue == nil)
    #expect(ResidualStructure([1, .nan, 0], parameters: 1).pValue == nil)
  }
}
