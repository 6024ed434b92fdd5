import Testing

@testable import LinearAlgebra

struct RefinedLeastSquaresTests {
  private let zero = DoubleDouble(0)

  private func columns(_ matrix: Matrix) -> [[DoubleDouble]] {
    (0..<matrix.columns).map { matrix.column($0).map { DoubleDouble($0) } }
  }

  private func wide(_ numbers: [Double]) -> [DoubleDouble] { numbers.map { DoubleDouble($0) } }

  private func dot(_ a: [DoubleDouble], _ b: [DoubleDouble]) -> DoubleDouble {
    zip(a, b).reduce(zero) { $0 + $1.0 * $1.1 }
  }

  @Test(arguments: [(1, 1), (6, 6), (20, 3), (200, 12)])
  func residualsAreOrthogonalToTheColumnsInBothHalves(rows: Int, count: Int) throws {
    let a = columns(.random(rows, count))
    let b = wide(randomNumbers(rows, seed: 4))
    let solution = try RefinedLeastSquares(columns: a, b)
    for column in a { #expect(abs(dot(column, solution.residuals).high) < 1e-29) }
    for i in 0..<rows {
      let rest = (0..<count).reduce(b[i]) { $0 - a[$1][i] * solution.x[$1] }
      #expect(abs((rest - solution.residuals[i]).high) < 1e-28)
    }
    #expect(abs((dot(solution.residuals, solution.residuals) - solution.sumOfSquares).high) < 1e-29)
  }

  @Test func inverseTimesAᵀAIsTheIdentity() throws {
    let a = columns(.random(30, 7))
    let inverse = try RefinedLeastSquares(columns: a, wide(randomNumbers(30, seed: 2))).inverse()
    for i in 0..<7 {
      for j in 0..<7 {
        let entry = (0..<7).reduce(zero) { $0 + dot(a[i], a[$1]) * inverse[j][$1] }
        #expect(abs((entry - DoubleDouble(i == j ? 1 : 0)).high) < 1e-28)
      }
    }
  }

  /// y = 3 + 2x at 1, 2, 3 with residuals 1, −2, 1: s² = 6, (XᵀX)⁻¹ has the diagonal 7/3, 1/2.
  @Test func aLineByHand() throws {
    let solution = try RefinedLeastSquares(powers: 0...1, of: wide([1, 2, 3]), wide([6, 5, 10]))
    let errors = try #require(try solution.standardErrors())
    let known = try solution.standardErrors(variance: 4)
    #expect(digits(solution.x.map(\.value), [3, 2]) == 15)
    #expect(digits(solution.residuals.map(\.value), [1, -2, 1]) == 15)
    #expect(digits([solution.sumOfSquares.value], [6]) == 15)
    #expect(digits(errors.map(\.value), [(14.0).squareRoot(), (3.0).squareRoot()]) == 15)
    #expect(digits(known.map(\.value), [(28.0 / 3).squareRoot(), (2.0).squareRoot()]) == 15)
  }

  /// A part of an entry that a double does not hold moves the solution: (1, 1 + 10⁻²⁵)·x = (1, 2) has x = 1.5 − 10⁻²⁵.
  @Test func lowHalvesCount() throws {
    let one = DoubleDouble(1)
    let solution = try RefinedLeastSquares(
      columns: [[one, DoubleDouble(sumOf: 1, 1e-25)]], [one, DoubleDouble(2)])
    let departure = solution.x[0] - DoubleDouble(1.5)
    // d/dε of (1 + 2(1 + ε))/(1 + (1 + ε)²) at 0 is (2·2 − 3·2)/4.
    #expect(abs(departure.high + 0.5e-25) < 1e-29)
  }

  /// Problems of which double arithmetic gets no digit: columns that differ from dependence by 10⁻¹³ of their size.
  @Test func nearlyDependentColumnsAreSolved() throws {
    var a = columns(.random(12, 4))
    for i in 0..<12 {
      a[3][i] = a[0][i] + a[1][i] * DoubleDouble(3) + DoubleDouble(1e-13) * a[3][i]
    }
    let known = [1.0, -2, 0.5, 3]
    let b = (0..<12).map { i in (0..<4).reduce(zero) { $0 + a[$1][i] * DoubleDouble(known[$1]) } }
    let solution = try RefinedLeastSquares(columns: a, b)
    #expect(digits(solution.x.map(\.value), known) > 14.5)
    let inverse = try solution.inverse()
    for i in 0..<4 {
      // (AᵀA)⁻¹ of 10²⁶ leaves AᵀA's double-double products few digits.
      let entry = (0..<4).reduce(zero) { $0 + dot(a[i], a[$1]) * inverse[i][$1] }
      #expect(abs((entry - DoubleDouble(1)).high) < 1e-3)
    }
    #expect(solution.steps > 4)
  }

  @Test(arguments: [1e150, 1e-150, 1e300, 1e-300]) func unitsDoNotMatter(unit: Double) throws {
    let matrix = Matrix.random(12, 3)
    let b = randomNumbers(12, seed: 5)
    let plain = try RefinedLeastSquares(columns: columns(matrix), wide(b))
    let plainErrors = try #require(try plain.standardErrors())
    let power = Double(sign: .plus, exponent: Int(unit.exponent), significand: 1)
    var scaled = columns(matrix)
    scaled[1] = scaled[1].map { DoubleDouble($0.high * power) }
    let solution = try RefinedLeastSquares(columns: scaled, wide(b))
    let errors = try #require(try solution.standardErrors())
    for j in 0..<3 {
      let factor = j == 1 ? power : 1
      #expect(solution.x[j].high * factor == plain.x[j].high)
      #expect(errors[j].high * factor == plainErrors[j].high)
    }
    #expect(solution.residuals == plain.residuals)

    let large = try RefinedLeastSquares(columns: columns(matrix), b.map { DoubleDouble($0 * power) })
    for j in 0..<3 { #expect(large.x[j].high == plain.x[j].high * power) }
    #expect(large.sumOfSquares.isFinite == (unit < 1e200), "beyond the largest double")
  }

  @Test func aPerturbedDatumIsSeen() throws {
    let set = try CertifiedLinearSet("Filip")
    let x = set.data.compactMap { DoubleDouble(decimal: $0[1]) }
    var y = set.data.compactMap { DoubleDouble(decimal: $0[0]) }
    y[40] += DoubleDouble(1e-12)
    let estimates = try RefinedLeastSquares(powers: 0...10, of: x, y).x.map(\.value)
    #expect(digits(estimates, set.estimates) < 11)
  }

  @Test func dependentColumnsHaveNoCoefficients() throws {
    let (a, b) = (wide(randomNumbers(9, seed: 1)), wide(randomNumbers(9, seed: 2)))
    let sum = zip(a, b).map { $0 + $1 }
    #expect(throws: LinearAlgebraError.rankDeficient(rank: 2, columns: 3)) {
      try RefinedLeastSquares(columns: [a, b, sum], b)
    }
    #expect(throws: LinearAlgebraError.rankDeficient(rank: 1, columns: 2)) {
      try RefinedLeastSquares(columns: [a, a.map { _ in DoubleDouble(0) }], b)
    }
    #expect(throws: LinearAlgebraError.rankDeficient(rank: 2, columns: 3)) {
      try RefinedLeastSquares(powers: 0...2, of: wide([1, 2, 1, 2]), wide([1, 2, 3, 4]))
    }
    #expect(
      LinearAlgebraError.rankDeficient(rank: 1, columns: 2).description
        == "of 2 columns only 1 are independent")
    #expect(
      LinearAlgebraError.refinementStalled(correction: 0.5).description
        == "the columns are nearly dependent: refinement stalls at a relative correction of 0.5")
  }

  @Test func faultsAreNamed() {
    let one = DoubleDouble(1)
    #expect(throws: LinearAlgebraError.underdetermined(rows: 2, columns: 3)) {
      try RefinedLeastSquares(powers: 0...2, of: wide([1, 2]), wide([3, 4]))
    }
    #expect(throws: LinearAlgebraError.notFinite(row: 1, column: 0)) {
      try RefinedLeastSquares(columns: [[one, DoubleDouble(.nan)]], [one, one])
    }
    #expect(throws: LinearAlgebraError.notFinite(row: 0, column: 1)) {
      try RefinedLeastSquares(columns: [[one, one]], [DoubleDouble(.infinity), one])
    }
    #expect(throws: LinearAlgebraError.notFinite(row: 1, column: 2), "10^160 squared is no double") {
      try RefinedLeastSquares(powers: 0...2, of: wide([1, 1e160, 3]), wide([1, 2, 3]))
    }
  }

  @Test func cornersHaveResults() throws {
    let exact = try RefinedLeastSquares(powers: 0...2, of: wide([1, 2, 3]), wide([1, 4, 9]))
    #expect(exact.x.map(\.value) == [0, 0, 1])
    #expect(try exact.standardErrors() == nil, "nothing is left to estimate the variance from")
    let nothing = try RefinedLeastSquares(columns: [], wide([3, 4]))
    #expect(nothing.x.isEmpty && nothing.sumOfSquares == DoubleDouble(25))
    let still = try RefinedLeastSquares(powers: 0...1, of: wide([1, 2, 3]), wide([0, 0, 0]))
    #expect(still.x == [zero, zero] && still.sumOfSquares == zero)
    #expect(try RefinedLeastSquares(columns: [], []).residuals.isEmpty)
  }
}
