import Testing

@testable import LinearAlgebra

/// NIST's linear sets, on design matrices of doubles. What can be reached is the condition's and the residuals' to
/// decide: Wampler 3, 4 and 5 differ in nothing but residuals a hundred times larger each, at two digits a time.
struct CertifiedLinearTests {
  struct Bar: Sendable, CustomTestStringConvertible {
    let name: String
    let qr: Double
    let svd: Double
    var testDescription: String { name }

    init(_ name: String, qr: Double, svd: Double) { (self.name, self.qr, self.svd) = (name, qr, svd) }
  }

  static let bars = [
    Bar("Norris", qr: 12.5, svd: 11.5), Bar("Pontius", qr: 12, svd: 11), Bar("NoInt1", qr: 14, svd: 14),
    Bar("NoInt2", qr: 14, svd: 14), Bar("Longley", qr: 10.5, svd: 10), Bar("Wampler1", qr: 10, svd: 8),
    Bar("Wampler2", qr: 12, svd: 12), Bar("Wampler3", qr: 9.5, svd: 8.5), Bar("Wampler4", qr: 7.5, svd: 7),
    Bar("Wampler5", qr: 5.5, svd: 5), Bar("Filip", qr: 7, svd: 6.5),
  ]

  @Test("QR and SVD reach the certified estimates", arguments: bars) func certifiedEstimates(bar: Bar) throws
  {
    let set = try CertifiedLinearSet(bar.name)
    let design = set.design
    try #require(set.estimates.count == design.columns)
    let byQR = try design.leastSquaresByQR(set.y)
    let bySVD = try design.leastSquaresBySVD(set.y)
    #expect(digits(byQR.x, set.estimates) > bar.qr)
    #expect(digits(bySVD.x, set.estimates) > bar.svd)
    #expect(byQR.rank == design.columns && bySVD.rank == design.columns)
  }

  @Test(arguments: ["Norris", "Pontius", "NoInt1", "NoInt2", "Longley", "Wampler3", "Wampler4", "Wampler5"])
  func certifiedSumOfSquares(name: String) throws {
    let set = try CertifiedLinearSet(name)
    let design = set.design
    let x = try design.leastSquaresByQR(set.y).x
    let residuals = zip(design.times(x), set.y).map { $0 - $1 }
    #expect(digits([dot(residuals, residuals)], [set.sumOfSquares]) > 9)
  }
}
