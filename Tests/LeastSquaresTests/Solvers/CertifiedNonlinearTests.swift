import Testing

@testable import LeastSquares

/// NIST's nonlinear sets through every solver. The certified values have eleven digits, so that more than 10.3 cannot
/// be asked for.
struct CertifiedNonlinearTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    /// 1 or 2: NIST's far and near starting values.
    let start: Int
    let solver: Solver
    let digits: Double
    var testDescription: String { "\(name) from start \(start) by \(solver)" }
  }

  static let wellConditioned = [
    "Misra1a", "Misra1d", "Chwirut2", "DanWood", "Rat42", "Thurber", "Roszman1", "Kirby2",
  ]
  .flatMap { name in
    [1, 2].flatMap { start in
      [
        Case(name: name, start: start, solver: .levenbergMarquardt, digits: 10),
        Case(name: name, start: start, solver: .gradientDescent, digits: 9),
        Case(name: name, start: start, solver: .shrinkingCompass, digits: name == "Roszman1" ? 6.5 : 7),
      ]
    }
  }

  static let difficult = [
    Case(name: "BoxBOD", start: 2, solver: .levenbergMarquardt, digits: 10),
    Case(name: "BoxBOD", start: 2, solver: .gradientDescent, digits: 9),
    Case(name: "BoxBOD", start: 2, solver: .shrinkingCompass, digits: 7),
    Case(name: "MGH09", start: 1, solver: .levenbergMarquardt, digits: 10),
    Case(name: "MGH09", start: 2, solver: .levenbergMarquardt, digits: 10),
    Case(name: "MGH09", start: 1, solver: .gradientDescent, digits: 9),
    Case(name: "MGH09", start: 2, solver: .gradientDescent, digits: 9),
    Case(name: "MGH09", start: 2, solver: .shrinkingCompass, digits: 6),
    // The residuals' own curvature is large: undamped Gauss–Newton steps end at four to five digits.
    Case(name: "ENSO", start: 1, solver: .levenbergMarquardt, digits: 10),
    Case(name: "Rat43", start: 1, solver: .levenbergMarquardt, digits: 10),
    Case(name: "Lanczos3", start: 1, solver: .levenbergMarquardt, digits: 10),
    Case(name: "Lanczos3", start: 2, solver: .levenbergMarquardt, digits: 10),
    Case(name: "Bennett5", start: 1, solver: .levenbergMarquardt, digits: 10),
  ]

  @Test("Every solver reaches the certified values from both starts", arguments: wellConditioned + difficult)
  func certifiedValues(given: Case) throws {
    let (problem, set) = try CertifiedModels.problem(given.name)
    let minimum = given.solver.run(problem, from: set.starts[given.start - 1])
    #expect(minimum.termination == .step || minimum.termination == .gradient)
    #expect(digits(minimum.parameters, set.parameters) > given.digits)
    #expect(digits(minimum.sumOfSquares, set.sumOfSquares) > 9.5)
  }

  /// From NIST's far start the rate of BoxBOD runs away to where the curve no longer feels it.
  @Test(arguments: [Solver.levenbergMarquardt, .gradientDescent, .shrinkingCompass]) func aPlateauIsNoMinimum(
    solver: Solver
  ) throws {
    let (problem, set) = try CertifiedModels.problem("BoxBOD")
    let minimum = solver.run(problem, from: set.starts[0])
    #expect(minimum.sumOfSquares > 2 * set.sumOfSquares)
    #expect(minimum.termination == .noDescent)
    #expect(!minimum.termination.converged)
  }
}
