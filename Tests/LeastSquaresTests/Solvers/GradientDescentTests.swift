import Testing

@testable import LeastSquares

struct GradientDescentTests {
  private func minimize(_ problem: some LeastSquaresProblem, from start: [Double], conjugate: Bool) -> Minimum
  {
    var solver = GradientDescent()
    solver.conjugate = conjugate
    return solver.minimize(problem, from: start)
  }

  /// The plain gradient does where parameters hardly trade off.
  @Test(arguments: [true, false]) func plainGradientConvergesOnWellConditionedProblems(conjugate: Bool) throws
  {
    let (problem, set) = try CertifiedModels.problem("BoxBOD")
    let minimum = minimize(problem, from: set.starts[1], conjugate: conjugate)
    #expect(minimum.termination.converged)
    #expect(digits(minimum.parameters, set.parameters) > 9)
  }

  /// Across the local minimum of Thurber's seven parameters it zigzags.
  @Test func conjugateDirectionsFollowValleys() throws {
    let (problem, set) = try CertifiedModels.problem("Thurber")
    let plain = minimize(problem, from: set.starts[1], conjugate: false)
    let conjugate = minimize(problem, from: set.starts[1], conjugate: true)
    #expect(plain.termination == .evaluationLimit)
    #expect(conjugate.evaluations < 3000)
    #expect(digits(conjugate.parameters, set.parameters) > 9)
  }

  /// A line search on costs stalls where they differ by rounding: at half the digits. On derivatives it does not.
  @Test func lastDigitsAreReached() throws {
    let (problem, set) = try CertifiedModels.problem("Misra1a")
    let minimum = minimize(problem, from: set.starts[1], conjugate: true)
    let (residuals, jacobian) = problem.linearized(at: minimum.parameters)
    let gradient = products(jacobian, residuals, rows: residuals.count)
    for j in 0..<2 {
      let column = Array(jacobian[(j * residuals.count)..<((j + 1) * residuals.count)])
      #expect(abs(gradient[j]) < 1e-12 * (squares(column) * squares(residuals)).squareRoot())
    }
  }

  @Test func theLimitEndsIt() throws {
    let (problem, set) = try CertifiedModels.problem("Thurber")
    var solver = GradientDescent()
    solver.evaluationLimit = 40
    let minimum = solver.minimize(problem, from: set.starts[0])
    #expect(minimum.termination == .evaluationLimit)
    #expect(minimum.evaluations == 40)
  }
}
