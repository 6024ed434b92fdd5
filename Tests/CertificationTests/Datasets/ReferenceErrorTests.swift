import Testing

@testable import Certification

/// Files that are spoiled in one place: what is said, and where.
struct ReferenceErrorTests {
  struct Spoilt: Sendable {
    let set: String
    let old: String
    let new: String
    let line: Int?
    let column: Int?
    let problem: ReferenceError.Problem

    init(_ set: String, _ old: String, _ new: String, _ problem: ReferenceError.Problem) {
      self.init(set, old, new, nil, nil, problem)
    }

    init(_ set: String, _ old: String, _ new: String, _ line: Int, _ problem: ReferenceError.Problem) {
      self.init(set, old, new, line, nil, problem)
    }

    init(
      _ set: String, _ old: String, _ new: String, _ line: Int?, _ column: Int?,
      _ problem: ReferenceError.Problem
    ) {
      (self.set, self.old, self.new) = (set, old, new)
      (self.line, self.column, self.problem) = (line, column, problem)
    }
  }

  static let sections: [Spoilt] = [
    Spoilt("Misra1a", "Dataset Name:", "Dataset:", .missing(.name)),
    Spoilt("Misra1a", "Procedure:", "Proceeding:", .missing(.procedure)),
    Spoilt("Misra1a", "Nonlinear", "Logistic", 9, 16, .unknownProcedure("Logistic")),
    Spoilt("Misra1a", "Model:", "Modell:", .missing(.model)),
    Spoilt("Misra1a", "y = b1*(1-exp[-b2*x])  +  e", "", 31, .missing(.formula)),
    Spoilt("Misra1a", "Parameter     Standard", "Value     Standard", .missing(.parameters)),
    Spoilt("Misra1a", "Residual Sum of Squares:", "Residual Sum:", .missing(.sumOfSquares)),
    Spoilt("Misra1a", "Data:   y               x", "Date:   y               x", .missing(.data)),
    Spoilt("Misra1a", "Data:   y               x", "Data:   y", 60, .missing(.data)),
    Spoilt("Norris", "Parameter   ", "Coefficient ", .missing(.parameters)),
    Spoilt("Norris", "Residual     34", "Remainder    34", .missing(.sumOfSquares)),
  ]

  static let numbers: [Spoilt] = [
    Spoilt("Misra1a", "14.73E0     114.9E0", "14.73E0     114,9E0", 62, 19, .notANumber("114,9E0")),
    Spoilt("Misra1a", "14.73E0     114.9E0", "nan 114.9E0", 62, 7, .notANumber("nan")),
    Spoilt("Misra1a", "14.73E0     114.9E0", "0x10 114.9E0", 62, 7, .notANumber("0x10")),
    Spoilt("Misra1a", "14.73E0     114.9E0", "1E999 114.9E0", 62, 7, .notANumber("1E999")),
    Spoilt(
      "Misra1a", "14.73E0     114.9E0", "14.73E0", 62, 14,
      .fieldCount(found: 1, expected: 2, columns: ["y", "x"])
    ),
    Spoilt(
      "Misra1a", "14.73E0     114.9E0", "14.73E0 114.9E0 7", 62, 23,
      .fieldCount(found: 3, expected: 2, columns: ["y", "x"])),
    Spoilt("Misra1a", "2.3894212918E+02", "2.3894212918F+02", 41, 36, .notANumber("2.3894212918F+02")),
    Spoilt(
      "Misra1a", "500         250           2.3894212918E+02  2.7070075241E+00", "500   250", 41, 19,
      .fieldCount(found: 2, expected: 3, columns: [])),
    Spoilt("Misra1a", "0.0001      0.0005", "0.0001", 42, .startCount(found: 1, expected: 2)),
    Spoilt("Misra1a", "1.2455138894E-01", "none", 44, 45, .notANumber("none")),
    Spoilt(
      "Norris", "B1         1.00211681802045 ", "B1 ", 32, 38, .fieldCount(found: 1, expected: 2, columns: [])
    ),
  ]

  static let counts: [Spoilt] = [
    Spoilt(
      "Misra1a", "               14 Observations", "               15 Observations", 27,
      .observationCount(stated: 15, found: 14)),
    Spoilt(
      "Misra1a", "                            14\n", "                            13\n", 47,
      .observationCount(stated: 13, found: 14)),
    Spoilt("Misra1a", "2 Parameters", "3 Parameters", 32, .parameterCount(stated: 3, found: 2)),
    Spoilt("Misra1a", "Data:   y               x", "Data:   y               y", 60, 25, .repeatedName("y")),
    Spoilt(
      "Misra1a", "Data:   y               x", "Data:   y               2x", 60, 25, .malformedName("2x")),
    Spoilt("Misra1a", "  b2 =     0.0001", "  b1 =     0.0001", 42, .repeatedName("b1")),
  ]

  static let formulas: [Spoilt] = [
    Spoilt(
      "Misra1a", "y = b1*(1-exp[-b2*x])", "y = b1*(1-exp[-b2*z])", 34, 34,
      .unknownName("z", known: ["y", "x", "b1", "b2"])),
    Spoilt("Misra1a", "y = b1*(1-exp[-b2*x])", "y = b1*(1-exp[-x])", 34, .unusedParameter("b2")),
    Spoilt("Misra1a", "y = b1*(1-exp[-b2*x])", "y = b1*(1-exp[-b2#x])", 34, 33, .unexpectedCharacter("#")),
    Spoilt("Misra1a", "y = b1*(1-exp[-b2*x])", "y = b1 = b2*x", 34, 23, .secondEquals),
    Spoilt("Misra1a", "y = b1*(1-exp[-b2*x])", "= b1*b2*x", 34, 16, .missingResponse),
    Spoilt("Filip", "+ ... + B9", "... + B9", 21, 42, .ellipsis),
    Spoilt("Filip", "B2*(x**2) + ...", "B2*(x**3) + ...", 21, 44, .ellipsis),
    Spoilt("Norris", "B0 + B1*x", "B0 + x*B1", 22, 25, .linearTerm("x*B1")),
    Spoilt("Norris", "B0 + B1*x", "B0 + B1*(x**0.5)", 22, 25, .linearTerm("B1*(x**0.5)")),
    Spoilt("Norris", "B0 + B1*x", "B0 + B1*x + B1", 22, 32, .linearTerm("B1")),
    Spoilt("Norris", "B0 + B1*x", "B0 - B1*x", 22, 20, .linearTerm("B0-B1*x")),
    Spoilt("Norris", "y = B0", "log(y) = B0", 22, 16, .linearResponse("log(y)", expected: "y")),
  ]

  @Test(
    "Every error of a reference file names its line, its column and the problem",
    arguments: sections + numbers + counts + formulas) func says(_ spoilt: Spoilt) throws
  {
    let error = try ShippedSets.error(spoilt.set, spoilt.old, spoilt.new)
    #expect(
      error == ReferenceError("f.dat", line: spoilt.line, column: spoilt.column, spoilt.problem),
      "\(error.map(\.description) ?? "nothing")")
    // One sentence on one line.
    #expect(error?.description.contains("\n") == false)
  }

  @Test func noLineOfNumbers() throws {
    let text = try ShippedSets.text("Misra1a").components(separatedBy: "      10.07E0")[0]
    #expect(throws: ReferenceError("f.dat", line: 60, .noData)) {
      try ReferenceDataset(text: text, file: "f.dat")
    }
  }

  @Test func asManyParametersAsObservations() throws {
    let lines = try ShippedSets.text("NoInt2").split(separator: "\n", omittingEmptySubsequences: false)
    let text = lines.prefix(61).joined(separator: "\n").replacing("3 Observations", with: "1 Observations")
    #expect(throws: ReferenceError("f.dat", .tooFewObservations(1, parameters: 1))) {
      try ReferenceDataset(text: text, file: "f.dat")
    }
  }

  @Test(
    "Whatever the bytes are, there is an answer: each file cut short anywhere, and with a byte spoiled",
    arguments: ["Roszman1", "Filip", "Longley", "ENSO"]) func anyBytes(name: String) throws
  {
    let bytes = Array(try ShippedSets.text(name).utf8)
    for cut in stride(from: 0, to: bytes.count, by: 7) {
      _ = try? ReferenceDataset(bytes: Array(bytes[..<cut]), file: name)
      for byte: UInt8 in [0, 0x0A, 0x20, 0x2E, 0x3D, 0x5B, 0xFF] {
        var spoilt = bytes
        spoilt[cut] = byte
        _ = try? ReferenceDataset(bytes: spoilt, file: name)
      }
    }
  }

  @Test("The sentences of errors have the right number and show control characters") func sentences() {
    #expect(
      ReferenceError("f", line: 1, .observationCount(stated: 1, found: 14)).description
        == "the file states 1 observation and has 14")
    #expect(
      ReferenceError("f", .notANumber("\u{1b}[31m\nx")).description == "' [31m x' is not a number")
  }
}
