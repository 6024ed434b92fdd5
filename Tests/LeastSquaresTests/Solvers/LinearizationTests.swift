import Testing

@testable import LeastSquares

/// Lengths and angles of a Jacobian's columns, in any unit.
struct LinearizationTests {
  private static let column = (0..<61).map { 3 - Double($0 * $0 % 17) }
  private static let residuals = (0..<61).map { Double($0 % 5) - 1.3 }

  private func linearization(_ units: [Double]) -> Linearization {
    var linearization = Linearization(
      point: units.map { _ in 1 }, residualCount: Self.residuals.count)
    linearization.residuals = Self.residuals
    linearization.jacobian = units.flatMap { unit in Self.column.map { unit * $0 } }
    linearization.cost = Self.residuals.reduce(0) { $0 + $1 * $1 }
    return linearization
  }

  @Test func norms() {
    let units = [1, 0x1p-600, 0x1p600, 0, -3]
    let linearization = linearization(units)
    let norm = Self.column.reduce(0) { $0 + $1 * $1 }.squareRoot()
    for (j, unit) in units.enumerated() {
      #expect(abs(linearization.columnNorm(j) - abs(unit) * norm) <= 1e-15 * abs(unit) * norm)
    }
  }

  @Test("The cosine of a column and the residuals does not depend on its unit")
  func cosines() {
    let linearization = linearization([1, 0x1p-600, 0x1p600, 0, -3])
    let cosine = linearization.cosine(0)
    let product = zip(Self.column, Self.residuals).reduce(0) { $0 + $1.0 * $1.1 }
    let length = linearization.columnNorm(0) * linearization.cost.squareRoot()
    #expect(abs(cosine - product / length) < 1e-15)
    #expect(abs(linearization.cosine(1) - cosine) < 1e-15)
    #expect(abs(linearization.cosine(2) - cosine) < 1e-15)
    #expect(linearization.cosine(3) == 0)
    #expect(abs(linearization.cosine(4) + cosine) < 1e-15)
  }

  @Test("Norms are raised to the digits of the columns' own, and never lowered")
  func raised() {
    let units = [1, 0x1p-600, 0x1p600, 0, -3]
    let linearization = linearization(units)
    let own = units.indices.map { linearization.columnNorm($0) }
    for factor in [0, 0.5, 1 - 0x1p-53, 1, 1 + 0x1p-52, 2] {
      var norms = own.map { $0 * factor }
      let expected = zip(norms, own).map { max($0, $1) }
      linearization.raise(&norms)
      #expect(norms == expected)
    }
  }
}
