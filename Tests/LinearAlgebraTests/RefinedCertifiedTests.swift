import Testing

@testable import LinearAlgebra

/// NIST's linear sets by refinement: with data as a program has it, in doubles, and as it is written, in decimals.
struct RefinedCertifiedTests {
  struct Digits {
    let estimates: Double
    let deviations: Double
    let sumOfSquares: Double

    var lowest: Double { min(estimates, deviations, sumOfSquares) }

    init(_ name: String, _ read: (Substring) -> DoubleDouble?) throws {
      let set = try CertifiedLinearSet(name)
      let solution = try set.refined(read)
      let errors = try #require(try solution.standardErrors())
      estimates = digits(solution.x.map(\.value), set.estimates)
      deviations = digits(errors.map(\.value), set.standardDeviations)
      sumOfSquares = digits([solution.sumOfSquares.value], [set.sumOfSquares])
    }
  }

  @Test(arguments: CertifiedLinearSet.names) func dataInDoubles(name: String) throws {
    #expect(try Digits(name) { Double($0).map { DoubleDouble($0) } }.lowest > 13)
  }

  @Test(arguments: CertifiedLinearSet.names) func dataInDecimals(name: String) throws {
    #expect(try Digits(name) { DoubleDouble(decimal: $0) }.lowest > 14)
  }
}
