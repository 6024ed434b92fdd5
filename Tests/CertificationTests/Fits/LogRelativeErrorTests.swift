import Testing

@testable import Certification

struct LogRelativeErrorTests {
  typealias Kind = ReferenceDataset.Kind

  @Test("The log relative error counts the digits that agree") func countsDigits() {
    #expect(abs(Kind.nonlinear.logRelativeError(of: 1.001, certified: 1) - 3) < 1e-12)
    #expect(abs(Kind.linear.logRelativeError(of: -2.00002, certified: -2) - 5) < 1e-10)
    // −log₁₀ 2.5e-7.
    #expect(abs(Kind.linear.logRelativeError(of: 4.000001, certified: 4) - 6.602059991328) < 1e-8)
  }

  @Test func zeroIsAbsolute() {
    #expect(abs(Kind.linear.logRelativeError(of: -1e-9, certified: 0) - 9) < 1e-12)
    #expect(Kind.linear.logRelativeError(of: 0, certified: 0) == 15)
    #expect(Kind.linear.logRelativeError(of: 1e-30, certified: 0) == 15)
    #expect(Kind.nonlinear.logRelativeError(of: 7, certified: 0) == 0)
  }

  @Test("The log relative error ends at the digits of the certified value") func clamps() {
    #expect(Kind.nonlinear.logRelativeError(of: 1 + 1e-13, certified: 1) == 11)
    #expect(Kind.linear.logRelativeError(of: 1 + 1e-13, certified: 1) < 13.1)
    #expect(Kind.nonlinear.logRelativeError(of: 5, certified: 5) == 11)
    #expect(Kind.nonlinear.logRelativeError(of: 100, certified: 5) == 0)
    #expect(Kind.nonlinear.logRelativeError(of: .greatestFiniteMagnitude, certified: 1e-300) == 0)
  }

  @Test("A value that is not finite has no digit", arguments: [Double.nan, .infinity, -.infinity])
  func notFinite(value: Double) {
    #expect(Kind.linear.logRelativeError(of: value, certified: 1) == 0)
    #expect(Kind.linear.logRelativeError(of: value, certified: 0) == 0)
  }
}
