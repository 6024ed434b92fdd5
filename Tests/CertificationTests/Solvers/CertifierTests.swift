import Foundation
import LeastSquares
import LinearAlgebra
import Testing

@testable import Certification

struct CertifierTests {
  struct Refusal: Error, Equatable {}

  /// Answers with the certified values, those of start 2 shifted by 1e-5 and not converged.
  static func fake(_ dataset: ReferenceDataset, _ start: [Double]) -> Solved {
    let isFirst = start.isEmpty || start == dataset.starts[0]
    let factor = isFirst ? 1 : 1 + 1e-5
    return Solved(
      parameters: dataset.parameters.map { $0.certified * factor },
      standardErrors: dataset.parameters.map(\.certifiedStandardDeviation),
      residualSumOfSquares: dataset.certifiedResidualSumOfSquares,
      termination: isFirst ? .step : .evaluationLimit, iterations: 3, evaluations: 4)
  }

  static let certifier = Certifier(solveNonlinear: fake, solveLinear: { fake($0, []) })

  @Test("Certified sets are reported in the order of their kind and name") func order() throws {
    let names = ["Wampler1", "Rat43", "Filip", "DanWood", "Nelson"]
    let (certification, failures) = Self.certifier.certify(try names.map(ShippedSets.dataset))
    #expect(
      certification.fits.map(\.name)
        == ["DanWood", "DanWood", "Nelson", "Nelson", "Rat43", "Rat43", "Filip", "Wampler1"])
    #expect(certification.fits.map(\.start) == [1, 2, 1, 2, 1, 2, nil, nil])
    #expect(failures.isEmpty)
  }

  @Test("The lowest digits of each start are reported, and runs above the bar") func digits() throws {
    let (certification, _) = Self.certifier.certify([try ShippedSets.dataset("Misra1a")])
    let (first, second) = (certification.fits[0], certification.fits[1])
    #expect(first.lowestDigits == 11 && first.isAboveBar)
    #expect(abs(second.parameterDigits - 5) < 1e-6 && !second.isAboveBar)
    #expect(second.standardErrorDigits == 11 && second.residualSumOfSquaresDigits == 11)
    #expect(second.lowestDigits == second.parameterDigits)
    let summary = try #require(certification.summaries.first)
    #expect(certification.summaries.count == 1 && summary.kind == .nonlinear)
    #expect(summary.count == 2 && summary.aboveBar == 1 && summary.converged == 1)
    #expect(summary.lowestDigits == second.lowestDigits)
    #expect(abs(summary.meanParameterDigits - 8) < 1e-6)
  }

  @Test func aFailureDoesNotStopTheOthers() throws {
    let certifier = Certifier(
      solveNonlinear: { dataset, start in
        guard start != dataset.starts[0] else { throw Refusal() }
        return Self.fake(dataset, start)
      }, solveLinear: { _ in throw Refusal() })
    let (certification, failures) = certifier.certify(try ["Norris", "Misra1a"].map(ShippedSets.dataset))
    #expect(certification.fits.map(\.start) == [2])
    #expect(failures.map(\.file) == ["Misra1a.dat", "Norris.dat"])
    #expect(failures.map(\.start) == [1, nil] && failures.map(\.line) == [34, 22])
    #expect(failures.allSatisfy { $0.error is Refusal })
  }

  @Test func undeterminedErrorsHaveNoDigits() throws {
    let dataset = try ShippedSets.dataset("Misra1a")
    var solved = Self.fake(dataset, dataset.starts[0])
    solved.standardErrors[1] = .nan
    let fit = CertifiedFit(dataset, start: 0, solved)
    #expect(fit.standardErrorDigits == 0 && fit.parameterDigits == 11 && !fit.isAboveBar)
  }
}

/// The linear sets by their own solver.
struct LinearSolverTests {
  static let names = ShippedSetTests.linear.map(\.name)

  private func fit(_ name: String, _ precision: CertificationOptions.Precision) throws -> CertifiedFit {
    let dataset = try ShippedSets.dataset(name)
    return CertifiedFit(dataset, start: nil, try LinearSolver(precision: precision).solve(dataset))
  }

  @Test(arguments: names) func dataInDoubles(name: String) throws {
    #expect(try fit(name, .double).lowestDigits >= 13)
  }

  @Test(arguments: names) func dataInDecimals(name: String) throws {
    #expect(try fit(name, .extended).lowestDigits >= 14)
  }

  /// It computes: another datum, another result.
  @Test func aChangedDatumChangesTheResult() throws {
    let text = try ShippedSets.text("Norris").replacing("338.8      337.4", with: "338.9      337.4")
    let dataset = try ReferenceDataset(text: text, file: "Norris.dat")
    let fit = CertifiedFit(dataset, start: nil, try LinearSolver(precision: .extended).solve(dataset))
    #expect(fit.parameterDigits < 4 && fit.residualSumOfSquaresDigits < 4)
  }

  @Test func dependentColumnsAreRefused() throws {
    let text = try ShippedSets.text("Norris").replacing("y = B0 + B1*x", with: "y = B0*x + B1*x")
    let dataset = try ReferenceDataset(text: text, file: "Norris.dat")
    #expect(throws: LinearAlgebraError.self) { try LinearSolver(precision: .double).solve(dataset) }
  }
}
