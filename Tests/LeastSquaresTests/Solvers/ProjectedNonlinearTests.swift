import Testing

@testable import LeastSquares

/// The separable ones of NIST's nonlinear sets, in their nonlinear parameters alone.
struct ProjectedNonlinearTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let model: SeparableClosure
    /// The certified parameters' indices, c before α.
    let order: [Int]
    var testDescription: String { name }
  }

  static let cases = [
    Case(
      name: "Misra1a", model: SeparableClosure(linear: 1, nonlinear: 1) { a, x in [-expm1(-a[0] * x)] },
      order: [0, 1]),
    Case(
      name: "BoxBOD", model: SeparableClosure(linear: 1, nonlinear: 1) { a, x in [-expm1(-a[0] * x)] },
      order: [0, 1]),
    Case(
      name: "Misra1d",
      model: SeparableClosure(linear: 1, nonlinear: 1) { a, x in [a[0] * x / (1 + a[0] * x)] },
      order: [0, 1]),
    Case(
      name: "Rat42",
      model: SeparableClosure(linear: 1, nonlinear: 2) { a, x in [1 / (1 + exp(a[0] - a[1] * x))] },
      order: [0, 1, 2]),
    Case(
      name: "MGH09",
      model: SeparableClosure(linear: 1, nonlinear: 3) { a, x in
        [(x * x + x * a[0]) / (x * x + x * a[1] + a[2])]
      },
      order: [0, 1, 2, 3]),
    Case(
      name: "Lanczos3", model: SeparableClosure(linear: 3, nonlinear: 3) { a, x in a.map { exp(-$0 * x) } },
      order: [0, 2, 4, 1, 3, 5]),
    Case(
      name: "Thurber",
      model: SeparableClosure(linear: 4, nonlinear: 3) { a, x in
        let under = 1 + x * (a[0] + x * (a[1] + x * a[2]))
        return [1 / under, x / under, x * x / under, x * x * x / under]
      }, order: [0, 1, 2, 3, 4, 5, 6]),
  ]

  @Test("Variable projection reaches the certified values", arguments: cases, [1, 2]) func certifiedValues(
    given: Case, start: Int
  ) throws {
    let set = try CertifiedSet(given.name)
    let problem = ProjectedProblem(given.model, abscissas: set.x.map { $0[0] }, observations: set.y)
    let nonlinear = given.order.dropFirst(given.model.linear.count)
    let minimum = Solver.levenbergMarquardt.run(problem, from: nonlinear.map { set.starts[start - 1][$0] })
    #expect(minimum.termination == .step || minimum.termination == .gradient)
    #expect(digits(problem.modelParameters(minimum.parameters), given.order.map { set.parameters[$0] }) > 9)
    #expect(digits(minimum.sumOfSquares, set.sumOfSquares) > 9)
  }
}
