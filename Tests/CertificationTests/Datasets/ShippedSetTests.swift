import Testing

@testable import Certification

/// Every shipped file, against what a person reads in it.
struct ShippedSetTests {
  struct Expected: Sendable {
    let name: String
    let level: ReferenceDataset.Level
    let count: Int
    let parameters: Int
    let law: String

    init(_ name: String, _ level: ReferenceDataset.Level, _ count: Int, _ parameters: Int, _ law: String) {
      (self.name, self.level, self.count, self.parameters, self.law) = (name, level, count, parameters, law)
    }
  }

  static let lanczos = "y = b1*exp(-b2*x)+b3*exp(-b4*x)+b5*exp(-b6*x)"
  static let gauss = "y = b1*exp(-b2*x)+b3*exp(-(x-b4)**2/b5**2)+b6*exp(-(x-b7)**2/b8**2)"
  static let cubics = "y = (b1+b2*x+b3*x**2+b4*x**3)/(1+b5*x+b6*x**2+b7*x**3)"
  static let quintic = "y = B0+B1*x+B2*(x**2)+B3*(x**3)+B4*(x**4)+B5*(x**5)"

  static let nonlinear: [Expected] = [
    Expected("Misra1a", .lower, 14, 2, "y = b1*(1-exp(-b2*x))"),
    Expected("Chwirut2", .lower, 54, 3, "y = exp(-b1*x)/(b2+b3*x)"),
    Expected("Chwirut1", .lower, 214, 3, "y = exp(-b1*x)/(b2+b3*x)"),
    Expected("Lanczos3", .lower, 24, 6, lanczos),
    Expected("Gauss1", .lower, 250, 8, gauss),
    Expected("Gauss2", .lower, 250, 8, gauss),
    Expected("DanWood", .lower, 6, 2, "y = b1*x**b2"),
    Expected("Misra1b", .lower, 14, 2, "y = b1*(1-(1+b2*x/2)**(-2))"),
    Expected("Kirby2", .average, 151, 5, "y = (b1+b2*x+b3*x**2)/(1+b4*x+b5*x**2)"),
    Expected("Hahn1", .average, 236, 7, cubics),
    Expected("Nelson", .average, 128, 3, "log(y) = b1-b2*x1*exp(-b3*x2)"),
    Expected("MGH17", .average, 33, 5, "y = b1+b2*exp(-x*b4)+b3*exp(-x*b5)"),
    Expected("Lanczos1", .average, 24, 6, lanczos),
    Expected("Lanczos2", .average, 24, 6, lanczos),
    Expected("Gauss3", .average, 250, 8, gauss),
    Expected("Misra1c", .average, 14, 2, "y = b1*(1-(1+2*b2*x)**(-.5))"),
    Expected("Misra1d", .average, 14, 2, "y = b1*b2*x*((1+b2*x)**(-1))"),
    Expected("Roszman1", .average, 25, 4, "y = b1-b2*x-atan(b3/(x-b4))/pi"),
    Expected(
      "ENSO", .average, 168, 9,
      "y = b1+b2*cos(2*pi*x/12)+b3*sin(2*pi*x/12)+b5*cos(2*pi*x/b4)+b6*sin(2*pi*x/b4)"
        + "+b8*cos(2*pi*x/b7)+b9*sin(2*pi*x/b7)"),
    Expected("MGH09", .higher, 11, 4, "y = b1*(x**2+x*b2)/(x**2+x*b3+b4)"),
    Expected("Thurber", .higher, 37, 7, cubics),
    Expected("BoxBOD", .higher, 6, 2, "y = b1*(1-exp(-b2*x))"),
    Expected("Rat42", .higher, 9, 3, "y = b1/(1+exp(b2-b3*x))"),
    Expected("MGH10", .higher, 16, 3, "y = b1*exp(b2/(x+b3))"),
    Expected("Eckerle4", .higher, 35, 3, "y = (b1/b2)*exp(-0.5*((x-b3)/b2)**2)"),
    Expected("Rat43", .higher, 15, 4, "y = b1/((1+exp(b2-b3*x))**(1/b4))"),
    Expected("Bennett5", .higher, 154, 3, "y = b1*(b2+x)**(-1/b3)"),
  ]

  static let linear: [Expected] = [
    Expected("Norris", .lower, 36, 2, "y = B0+B1*x"),
    Expected("Pontius", .lower, 40, 3, "y = B0+B1*x+B2*(x**2)"),
    Expected("NoInt1", .average, 11, 1, "y = B1*x"),
    Expected("NoInt2", .average, 3, 1, "y = B1*x"),
    Expected(
      "Filip", .higher, 82, 11,
      "y = B0+B1*x+B2*(x**2)+B3*(x**3)+B4*(x**4)+B5*(x**5)+B6*(x**6)+B7*(x**7)+B8*(x**8)+B9*(x**9)"
        + "+B10*(x**10)"),
    Expected("Longley", .higher, 16, 7, "y = B0+B1*x1+B2*x2+B3*x3+B4*x4+B5*x5+B6*x6"),
    Expected("Wampler1", .higher, 21, 6, quintic),
    Expected("Wampler2", .higher, 21, 6, quintic),
    Expected("Wampler3", .higher, 21, 6, quintic),
    Expected("Wampler4", .higher, 21, 6, quintic),
    Expected("Wampler5", .higher, 21, 6, quintic),
  ]

  @Test("Every set of the package is read with its level, sizes and names", arguments: nonlinear + linear)
  func reads(_ expected: Expected) throws {
    let dataset = try ShippedSets.dataset(expected.name)
    #expect(dataset.name == expected.name)
    #expect(dataset.level == expected.level)
    #expect(dataset.count == expected.count)
    #expect(dataset.parameters.count == expected.parameters)
    #expect(dataset.formulaText == expected.law)
    let isLinear = Self.linear.contains { $0.name == expected.name }
    #expect(dataset.kind == (isLinear ? .linear : .nonlinear))
    #expect(dataset.starts.count == (isLinear ? 0 : 2))
    #expect(dataset.terms.count == (isLinear ? expected.parameters : 0))
    #expect((dataset.contradiction != nil) == (expected.name == "Rat43"))
  }

  /// Certified sums of squares and residual standard deviations belong together: s²·(n − p) = RSS, in every file.
  @Test(arguments: nonlinear + linear) func certifiedValuesBelongTogether(_ expected: Expected) throws {
    let dataset = try ShippedSets.dataset(expected.name)
    let deviation = try #require(dataset.certifiedResidualStandardDeviation)
    let sum = deviation * deviation * Double(dataset.degreesOfFreedom)
    #expect(abs(sum - dataset.certifiedResidualSumOfSquares) <= 1e-9 * dataset.certifiedResidualSumOfSquares)
  }

  @Test("Nelson's file is read: columns, formula, parameters") func nelsonsNumbers() throws {
    let dataset = try ShippedSets.dataset("Nelson")
    #expect(dataset.columns == ["y", "x1", "x2"])
    #expect(dataset.formula == "log[y] = b1 - b2*x1 * exp[-b3*x2]  +  e")
    #expect(dataset.parameters.map(\.name) == ["b1", "b2", "b3"])
    #expect(dataset.starts == [[2, 0.0001, -0.01], [2.5, 0.000000005, -0.05]])
    #expect(dataset.parameters.map(\.certified) == [2.5906836021, 5.6177717026e-9, -5.7701013174e-2])
    #expect(
      dataset.parameters.map(\.certifiedStandardDeviation)
        == [1.9149996413e-2, 6.1124096540e-9, 3.9572366543e-3])
    #expect(dataset.certifiedResidualSumOfSquares == 3.7976833176)
    #expect(dataset.data.map { $0[0].text } == ["15.00E0", "1E0", "180E0"])
    #expect(dataset.data.map { $0[127].value } == [1.2, 64, 275])
  }

  @Test func linesOfALawAreJoined() throws {
    #expect(
      try ShippedSets.dataset("Kirby2").formula
        == "y = (b1 + b2*x + b3*x**2) / (1 + b4*x + b5*x**2)  +  e")
    // The line above it, which defines pi, is none of it.
    #expect(try ShippedSets.dataset("Roszman1").formula == "y =  b1 - b2*x - arctan[b3/(x-b4)]/pi  +  e")
  }

  @Test("Longley's file is read: parameters and certified values") func longleysNumbers() throws {
    let dataset = try ShippedSets.dataset("Longley")
    #expect(dataset.parameters.map(\.name) == ["B0", "B1", "B2", "B3", "B4", "B5", "B6"])
    #expect(dataset.parameters[2].certified == -0.0358191792925910)
    #expect(dataset.parameters[6].certifiedStandardDeviation == 455.478499142212)
    #expect(dataset.certifiedResidualSumOfSquares == 836424.055505915)
    #expect(dataset.printedDegreesOfFreedom == 9)
    #expect(dataset.terms.map(\.column) == [nil, 1, 2, 3, 4, 5, 6])
    #expect(dataset.terms.map(\.power) == [0, 1, 1, 1, 1, 1, 1])
  }

  @Test("Filip's powers are read") func filipsPowers() throws {
    let terms = try ShippedSets.dataset("Filip").terms
    #expect(terms.map(\.power) == Array(0...10))
    #expect(terms.map(\.column) == [nil] + [Int?](repeating: 1, count: 10))
  }

  /// Decimals that no double has keep their digits.
  @Test func decimalsKeepTheirDigits() throws {
    let number = try #require(try ShippedSets.dataset("Lanczos1").data[0].dropFirst().first)
    #expect(number.text == "2.044333373291E+00")
    #expect(number.value == 2.044333373291)
    // The decimal less its nearest double, from Python's fractions.
    #expect(abs(number.extended.low - 1.5541519678663463e-16) < 1e-31)
  }

  @Test func ratkowskysDegreesOfFreedom() throws {
    let sentence = try #require(try ShippedSets.dataset("Rat43").contradiction)
    #expect(
      sentence
        == "the file prints 9 degrees of freedom; 15 observations less 4 parameters leave 11, which the "
        + "standard deviations here use, and its own residual standard deviation does")
  }

  @Test("Carriage returns at the ends of lines change nothing", arguments: ["Misra1a", "Longley"])
  func carriageReturns(name: String) throws {
    let plain = try ShippedSets.dataset(name)
    let text = try ShippedSets.text(name).replacing("\n", with: "\r\n")
    #expect(try ReferenceDataset(text: text, file: "\(name).dat") == plain)
  }
}
