import Foundation
import Testing

@testable import LeastSquares

struct LevenbergMarquardtTests {
  /// One step of the linear problem is the answer: λ = 1e-3 leaves a thousandth, the next steps the rest.
  @Test func dampingDecidesTheFirstStep() {
    let problem = ClosureProblem(domains: [.everything], residualCount: 2) { p in [p[0] - 8, p[0] - 8 + 1] }
    for damping in [1e-3, 1, 100] {
      var solver = LevenbergMarquardt()
      solver.initialDamping = damping
      solver.keepPath = true
      let minimum = solver.minimize(problem, from: [0])
      #expect(digits(minimum.path[1].parameters[0], 7.5 / (1 + damping)) > 14)
      #expect(digits(minimum.parameters[0], 7.5) > 14)
    }
  }

  /// r = (p, b + c p²/2b): at p = 0 the residuals' curvature is c times JᵀJ, and undamped steps multiply the distance
  /// to the minimum by −c.
  @Test("The search converges where residuals are curved", arguments: [-0.9, -0.5, 0.5, 0.99, 1.5, 10, 80])
  func curvedResiduals(curvature: Double) {
    let offset = 1000.0
    let problem = ClosureProblem(domains: [.everything], residualCount: 2) { p in
      [p[0], offset + curvature / (2 * offset) * (p[0] * p[0])]
    }
    let minimum = Solver.levenbergMarquardt.run(problem, from: [0.3])
    #expect(minimum.termination.converged)
    #expect(abs(minimum.parameters[0]) < 1e-13 * offset)
    #expect(minimum.evaluations < 400)
  }

  @Test func theLimitEndsIt() throws {
    let (problem, set) = try CertifiedModels.problem("MGH10")
    for limit in [1, 2, 3, 50, 101] {
      var solver = LevenbergMarquardt()
      solver.evaluationLimit = limit
      let minimum = solver.minimize(problem, from: set.starts[0])
      #expect(minimum.termination == .evaluationLimit)
      #expect((limit...(limit + 1)).contains(minimum.evaluations))
    }
  }
}
