import Testing

@testable import Certification

struct FormulaTextTests {
  /// The model of a file whose formula is this one, in columns y and x.
  private func formulaText(_ formula: String, parameters: [String] = ["a", "b"]) throws -> String {
    try dataset(formula, parameters: parameters).formulaText
  }

  private func dataset(_ formula: String, parameters: [String] = ["a", "b"]) throws -> ReferenceDataset {
    let rows = parameters.map { "  \($0) = 1 2 3 4" }.joined(separator: "\n")
    return try ReferenceDataset(
      text: """
        Dataset Name:  Own
        Procedure:     Nonlinear Least Squares Regression
        Model:         Own

               \(formula)

               Starting values       Certified Values
           Start 1   Start 2   Parameter   Standard Deviation
        \(rows)

        Residual Sum of Squares:  5
        Data:  y  x
          1 2
          2 3
          3 4
          4 5
          5 7
          6 8
        """, file: "own.dat")
  }

  @Test func theErrorTermIsLeftOut() throws {
    #expect(try formulaText("y = a + b*x + e") == "y = a+b*x")
    #expect(try formulaText("y = a*exp(b*x)") == "y = a*exp(b*x)")
    // It is a parameter where the table says so.
    #expect(try formulaText("y = a*x + e", parameters: ["a", "e"]) == "y = a*x+e")
  }

  @Test func namesOfFunctions() throws {
    #expect(
      try formulaText("ln[y] = arctan[a*x] + arcsin(b) + arccos(b) - ln(x)  +  e")
        == "log(y) = atan(a*x)+asin(b)+acos(b)-log(x)")
  }

  @Test func constantsAreWhatTheFileSays() throws {
    #expect(try formulaText("pi = 3.141592653589793238462643383279E0\n y = a*pi + b*x") == "y = a*pi+b*x")
    #expect(try formulaText("pi = 3.14\n\n k = -2.5E0\n y = a*pi + b*x**k") == "y = a*3.14+b*x**(-2.5E0)")
    // A law of one parameter's name and a number is no definition where nothing follows.
    #expect(throws: ReferenceError("own.dat", line: 3, .missing(.formula))) { try formulaText("y = 3") }
  }

  @Test("Terms that an ellipsis stands for are written out") func ellipses() throws {
    let names = (0...4).map { "b\($0)" }
    #expect(
      try formulaText("y = b0 + b1*x**1 + ... + b4*x**4", parameters: names)
        == "y = b0+b1*x**1+b2*x**2+b3*x**3+b4*x**4")
    #expect(
      try formulaText("y = b0*sin(0*x) + ... + b4*sin(4*x)", parameters: names)
        == "y = b0*sin(0*x)+b1*sin(1*x)+b2*sin(2*x)+b3*sin(3*x)+b4*sin(4*x)")
    // Next to each other: nothing is left out.
    #expect(try formulaText("y = a*x**1 + ... + a*x**2 + b") == "y = a*x**1+a*x**2+b")
  }

  @Test func whatIsOptional() throws {
    let dataset = try dataset("y = a + b*x")
    #expect(dataset.level == nil && dataset.printedDegreesOfFreedom == nil)
    #expect(dataset.certifiedResidualStandardDeviation == nil && dataset.contradiction == nil)
    #expect(dataset.degreesOfFreedom == 4 && dataset.starts == [[1, 1], [2, 2]])
  }
}
