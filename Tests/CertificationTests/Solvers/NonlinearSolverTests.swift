import Formula
import Testing

@testable import Certification

/// The nonlinear sets by their own solver.
struct NonlinearSolverTests {
  static let names = ShippedSetTests.nonlinear.map(\.name)

  private func fits(
    _ dataset: ReferenceDataset, _ options: CertificationOptions = CertificationOptions()
  ) throws -> [CertifiedFit] {
    let (certification, failures) = Certifier(options).certify([dataset])
    if let failure = failures.first { throw failure.error }
    return certification.fits
  }

  @Test(arguments: names) func bothStartsStandAboveTheBar(name: String) throws {
    let fits = try fits(ShippedSets.dataset(name))
    #expect(fits.count == 2)
    for fit in fits {
      #expect(fit.lowestDigits >= 10, "start \(fit.start ?? 0): \(fit.lowestDigits)")
      #expect(fit.termination.converged)
      // The residuals of Lanczos1 are a double's rounding, and so are their angles.
      if name != "Lanczos1" { #expect(try #require(fit.gradient) < 1e-7) }
    }
  }

  /// Every set but one keeps its digits where the data are doubles: the digits of *Lanczos1* beyond a double decide its sum
  /// of squares and standard errors. The exact answer for the rounded data has 3.4 and 3.1 digits of them.
  @Test(arguments: names) func dataInDoubles(name: String) throws {
    var options = CertificationOptions()
    options.precision = .double
    for fit in try fits(ShippedSets.dataset(name), options) {
      #expect(fit.parameterDigits >= 10)
      guard name == "Lanczos1" else {
        #expect(fit.lowestDigits >= 10)
        continue
      }
      #expect(abs(fit.standardErrorDigits - 3.4) < 0.05)
      #expect(abs(fit.residualSumOfSquaresDigits - 3.1) < 0.05)
    }
  }

  @Test func aChangedDatumChangesTheResult() throws {
    let text = try ShippedSets.text("Misra1a").replacing("14.73E0     114.9E0", with: "14.74E0     114.9E0")
    for fit in try fits(ReferenceDataset(text: text, file: "Misra1a.dat")) {
      #expect(fit.parameterDigits < 4 && fit.residualSumOfSquaresDigits < 4 && fit.termination.converged)
    }
  }

  @Test func lowerMinimumElsewhere() throws {
    // From here BoxBOD's curve is flat from the first sample on, whatever b2 is.
    let text = try ShippedSets.text("BoxBOD").replacing(
      "b1 =   1           100", with: "b1 =   173         100"
    )
    .replacing("b2 =   1             0.75", with: "b2 =   60            0.75")
    let dataset = try ReferenceDataset(text: text, file: "BoxBOD.dat")
    #expect(dataset.starts == [[173, 60], [100, 0.75]])
    let alone = try fits(dataset)[0]
    #expect(!alone.termination.converged && alone.lowerMinimum == nil)
    #expect(alone.parameterDigits < 1 && alone.standardErrorDigits == 0)
    var options = CertificationOptions()
    options.starts = 24
    for _ in 0..<2 {
      let fit = try fits(dataset, options)[0]
      #expect(fit.parameters.map(\.value) == alone.parameters.map(\.value))
      #expect(fit.termination == alone.termination)
      #expect(abs(try #require(fit.lowerMinimum) - 1.1680088766e3) < 1e-6)
    }
  }

  @Test func aFormulaThatCannotBeReadIsAnError() throws {
    let text = try ShippedSets.text("Misra1a").replacing("b1*(1-exp[-b2*x])", with: "b1 (1-exp[-b2*x])")
    let dataset = try ReferenceDataset(text: text, file: "Misra1a.dat")
    #expect(throws: FormulaError.self) { try fits(dataset) }
  }
}
