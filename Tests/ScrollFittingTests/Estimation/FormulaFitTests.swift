import Formula
import Foundation
import Recordings
import TestSupport
import Testing

@testable import ScrollFitting

/// Models typed by the user, on NIST's data (certified to eleven digits).
struct FormulaFitTests {
  /// A file's data as a recording without offsets.
  private func recording(_ name: String, columns: [String]) throws -> Trace {
    let text = try String(contentsOfFile: "\(fixtures)/nist/nonlinear/\(name).dat", encoding: .utf8)
    let rows = text.split(separator: "\n", omittingEmptySubsequences: false).dropFirst(60).map {
      $0.split(whereSeparator: \.isWhitespace).joined(separator: ",")
    }.filter { !$0.isEmpty }
    var options = ReadingOptions()
    options.formulaNames = columns
    let csv = ([columns.joined(separator: ",")] + rows).joined(separator: "\n") + "\n"
    return try #require(
      try RecordingReader(options: options).traces(bytes: Array(csv.utf8), source: name).first)
  }

  private func fit(
    _ name: String, _ formula: String, columns: [String] = ["y", "x"],
    _ change: (inout FitOptions) -> Void = { _ in }
  ) throws -> Fit {
    var options = FitOptions()
    options.formula = try Formula(formula)
    change(&options)
    let (analysis, failures) = Analyzer(options: options).analyze([try recording(name, columns: columns)])
    if let failure = failures.first { throw failure.error }
    return try #require(analysis.fits.first)
  }

  private func expect(_ fit: Fit, _ certified: [(String, Double, Double)], _ tolerance: Double = 1e-9) {
    #expect(fit.termination.converged)
    #expect(fit.parameters.map(\.name) == certified.map(\.0))
    for (name, value, error) in certified {
      #expect(agree(fit.value(name), value, tolerance), "\(name)")
      #expect(agree(fit[name]?.standardError ?? .nan, error, 1e-7), "\(name)")
    }
  }

  private static let misra = [
    ("b1", 2.3894212918E+02, 2.7070075241E+00), ("b2", 5.5015643181E-04, 7.2668688436E-06),
  ]

  @Test func linearParametersAreProjectedOut() throws {
    let fit = try fit("Misra1a", "y = b1*(1 - exp(-b2*x))")
    expect(fit, Self.misra)
    #expect(fit.estimator == "variable-projection" && fit.noise.model == .none)
    #expect(agree(fit.residuals.sumOfSquares, 1.2455138894E-01, 1e-9))
  }

  @Test("Formulas are fitted without initial values") func withoutStarts() throws {
    expect(
      try fit("Nelson", "log(y) = b1 - b2*x1*exp(-b3*x2)", columns: ["y", "x1", "x2"]),
      [
        ("b1", 2.5906836021E+00, 1.9149996413E-02), ("b2", 5.6177717026E-09, 6.1124096540E-09),
        ("b3", -5.7701013174E-02, 3.9572366543E-03),
      ])
    expect(
      try fit("Roszman1", "y = b1 - b2*x - atan(b3/(x-b4))/pi"),
      [
        ("b1", 2.0196866396E-01, 1.9172666023E-02), ("b2", -6.1953516256E-06, 3.2058931691E-06),
        ("b3", 1.2044556708E+03, 7.4050983057E+01), ("b4", -1.8134269537E+02, 4.9573513849E+01),
      ])
  }

  @Test("Formulas are fitted from given initial values") func starts() throws {
    expect(
      try fit("Rat43", "y = b1/(1+exp(b2-b3*x))^(1/b4)") {
        $0.starts = ["b1": 100, "b2": 10, "b3": 1, "b4": 1]
      },
      [
        ("b1", 6.9964151270E+02, 1.6302297817E+01), ("b2", 5.2771253025E+00, 2.0828735829E+00),
        ("b3", 7.5962938329E-01, 1.9566123451E-01), ("b4", 1.2792483859E+00, 6.8761936385E-01),
      ])
  }

  @Test func everyEstimatorAgrees() throws {
    for estimator in [Estimator.levenbergMarquardt, .gradientDescent, .variableProjection] {
      let fit = try fit("Misra1a", "y = b1*(1 - exp(-b2*x))") { $0.estimator = estimator }
      #expect(fit.estimator == estimator.rawValue)
      #expect(agree(fit.value("b2"), Self.misra[1].1, 1e-7))
    }
  }

  @Test("Fixed and bounded parameters of formulas are kept") func constraints() throws {
    let fixed = try fit("Misra1a", "y = b1*(1 - exp(-b2*x))") { $0.fixed = ["b2": 5.5015643181E-04] }
    #expect(fixed["b2"]?.fixed == true && fixed.estimator == "linear")
    #expect(agree(fixed.value("b1"), Self.misra[0].1, 1e-9))
    let bounded = try fit("Misra1a", "y = b1*(1 - exp(-b2*x))") { $0.bounds = ["b1": 0...200] }
    #expect(bounded.value("b1") == 200 && bounded.termination == .bound)
    let inside = try fit("Misra1a", "y = b1*(1 - exp(-b2*x))") { $0.bounds = ["b1": 0...300, "b2": 0...1] }
    expect(inside, Self.misra)
  }

  @Test("b2 = b1·c is the same curve; the tied parameter's error is the delta method's")
  func ties() throws {
    let fit = try fit("Misra1a", "y = b1*(1 - exp(-b2*x))") { $0.ties = ["b2": try! Expression("b1*c")] }
    #expect(fit.parameters.map(\.name) == ["b1", "c", "b2"])
    expect(
      fit,
      [
        Self.misra[0], ("c", 5.5015643181E-04 / 2.3894212918E+02, fit["c"]?.standardError ?? 0),
        Self.misra[1],
      ])
    let number = try self.fit("Misra1a", "y = b1*(1 - exp(-b2*x))") {
      $0.ties = ["b2": Expression(5.5015643181E-04)]
    }
    #expect(agree(number.value("b1"), Self.misra[0].1, 1e-9) && number["b2"]?.standardError == nil)
  }

  @Test func timeIsSecondsFromTheRangesFirstSample() throws {
    var options = ReadingOptions()
    options.formulaNames = ["y", "x0", "v0", "k", "t"]
    let path = "\(fixtures)/traces/firefox/fling_medium_forward.csv"
    let trace = try #require(try RecordingReader(options: options).traces(at: path).first)
    var fitOptions = FitOptions()
    fitOptions.formula = try Formula("y = x0 + v0/k*(1 - exp(-k*t))")
    (fitOptions.from, fitOptions.to) = (0.189325, 2.579114)
    let fit = try #require(Analyzer(options: fitOptions).analyze([trace]).analysis.fits.first)
    #expect(agree(fit.value("k"), 2.00191747, 1e-8))
    #expect(agree(fit.value("v0"), 1213.017418662, 1e-8))
    #expect(fit.from == 0.189325 && fit.phase == "range")
  }

  @Test func whatTradesOffIsNamed() throws {
    let fit = try fit("Misra1a", "y = b1*exp(-b2*(x + p))")
    #expect(fit.hasWarning("b1 and p trade off: only b1·e^(−b2·p) is determined"))
    #expect(fit["b1"]?.standardError == nil && fit["b2"]?.standardError != nil)
    #expect(try self.fit("Misra1a", "y = a*b*x").hasWarning("only a·b is determined"))
  }

  @Test func furtherStartsAreSeeded() throws {
    func fits(_ seed: UInt64) throws -> Fit {
      try fit("MGH09", "y = b1*(x^2 + x*b2)/(x^2 + x*b3 + b4)") {
        ($0.starts, $0.furtherStarts, $0.seed) = (["b2": 39, "b3": 41.5, "b4": 39], 12, seed)
      }
    }
    #expect(try fits(3) == fits(3))
    #expect(agree(try fits(4).value("b1"), 1.9280693458E-01, 1e-9))
  }

  @Test("Errors of typed formulas have their sentences") func errors() throws {
    func error(_ formula: String, _ change: @escaping (inout FitOptions) -> Void = { _ in }) -> String {
      do {
        _ = try fit("Misra1a", formula, change)
        return ""
      } catch { return "\(error)" }
    }
    #expect(error("z = b1*x").contains("column 1 of the formula: the left side has no column"))
    #expect(error("y = 2*x").contains("no parameter"))
    #expect(error("log(-y) = b1*x").contains("no finite value in row 1"))
    #expect(
      error("y = a+b*x+c*x^2+d*x^3+f*x^4+g*x^5+h*x^6+i*x^7+j*x^8+k*x^9+l*x^10+m*x^11+n*x^12+o*x^13+p*x^14")
        .contains("needs at least 15 samples"))
    #expect(error("y = b1*x") { $0.fixed = ["b1": 1] }.contains("no free parameter"))
    #expect(
      error("y = b1*exp(b2*x)") { $0.ties = ["b2": try! Expression("b2+1")] }.contains("contradictory tie"))
    #expect(error("y = b1*x") { $0.noise = .grid }.contains("no quantization step"))
    #expect(error("y = b1*x") { $0.joint = ["b1"] }.contains("joint and formula are mutually exclusive"))
    #expect(
      error("y = b1*exp(b2*x)") { ($0.starts, $0.bounds) = (["b2": 5], ["b2": 0...1]) }.contains(
        "outside of its bounds"))
  }
}
