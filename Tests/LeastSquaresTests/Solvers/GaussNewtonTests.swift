import Foundation
import Testing

@testable import LeastSquares

struct GaussNewtonTests {
  /// c + v (1 − e^(−kt))/k on samples rounded to a third.
  private func glide(domain: ClosedRange<Double> = 0.1...20) -> ClosureProblem {
    let times = (0..<120).map { Double($0) / 60 }
    let observed = times.map { t in
      let exact = 412 + 2300 * (1 - exp(-1.9 * t)) / 1.9
      return (3 * exact).rounded() / 3
    }
    return ClosureProblem(
      domains: [.everything, .everything, domain], residualCount: times.count
    ) { p in
      zip(times, observed).map { t, y in p[0] + p[1] * (1 - exp(-t * p[2])) / p[2] - y }
    }
  }

  @Test("A start nearby ends where the damped search ends, in a few evaluations")
  func agreesWithLevenbergMarquardt() throws {
    let problem = glide()
    let searched = LevenbergMarquardt().minimize(problem, from: [400, 2000, 1.5])
    let near = try #require(GaussNewton().minimize(problem, near: [412.5, 2290, 1.88]))
    #expect(near.minimum.evaluations <= 7)
    #expect(near.minimum.termination.converged)
    #expect(agree(near.minimum.sumOfSquares, searched.sumOfSquares, 1e-12))
    for (own, other) in zip(near.minimum.parameters, searched.parameters) {
      #expect(agree(own, other, 1e-11))
    }
    let (residuals, jacobian) = problem.linearized(at: near.minimum.parameters)
    #expect(near.residuals == residuals && near.jacobian == jacobian)
  }

  @Test("What does not converge at once is left to a search")
  func leavesTheRest() {
    // Far away, at a bound, and outside of it.
    #expect(GaussNewton().minimize(glide(), near: [0, -50_000, 19]) == nil)
    #expect(GaussNewton().minimize(glide(domain: 2...20), near: [412, 2300, 2.1]) == nil)
    #expect(GaussNewton().minimize(glide(domain: 2...20), near: [412, 2300, 1.9]) == nil)
    // Residuals of the size of rounding, dependent columns, no more residuals than parameters.
    var exact = ClosureProblem(domains: [.everything], residualCount: 3) { p in
      (1...3).map { p[0] * Double($0) - 2 * Double($0) }
    }
    exact.residualRounding = 1e-15
    #expect(GaussNewton().minimize(exact, near: [2.001]) == nil)
    let dependent = ClosureProblem(domains: [.everything, .everything], residualCount: 4) { p in
      (0..<4).map { p[0] + p[1] - Double($0) }
    }
    #expect(GaussNewton().minimize(dependent, near: [1, 0]) == nil)
    let few = ClosureProblem(domains: [.everything], residualCount: 1) { p in [p[0] - 1] }
    #expect(GaussNewton().minimize(few, near: [0]) == nil)
  }
}

private func agree(_ a: Double, _ b: Double, _ tolerance: Double) -> Bool { abs(a - b) <= tolerance * abs(b) }
