import Foundation
import Testing

@testable import LeastSquares

struct PortfolioTests {
  private func line(_ domains: [ClosedRange<Double>]) -> ClosureProblem {
    ClosureProblem(domains: domains, residualCount: 4) { p in
      zip([1.0, 2, 3, 4], [6.0, 5, 7, 10]).map { p[0] + p[1] * $0 - $1 }
    }
  }

  /// The first strategy proves it: twelve evaluations and the proof.
  @Test func aStraightLineEndsAtOnce() {
    let watched = Watched(line([.everything, .everything]))
    let minimum = Portfolio().minimize(watched, from: [-100, 70])
    #expect(minimum.termination.converged)
    #expect(digits(minimum.parameters, [3.5, 1.4]) > 14)
    #expect(minimum.evaluations == watched.log.counts.evaluations)
    #expect(minimum.evaluations < 60)
  }

  @Test func edgesAndDomains() {
    for start in [[0.0, 0], [0, 1], [40, -30], [1e9, -1e9]] {
      let watched = Watched(line([-100...100, -50...1]))
      let minimum = Portfolio().minimize(watched, from: start)
      #expect(minimum.termination == .bound)
      #expect(minimum.parameters[1] == 1 && digits(minimum.parameters[0], 4.5) > 12)
      #expect(watched.log.counts.outside == 0)
      #expect(minimum.evaluations == watched.log.counts.evaluations)
    }
  }

  /// A sum of two parameters is determined, they are not: the sum of squares is reached, and no minimum claimed.
  @Test func whatIsNotDeterminedIsNotClaimed() {
    let problem = ClosureProblem(domains: [.everything, .everything, .everything], residualCount: 4) { p in
      zip([1.0, 2, 3, 4], [6.0, 5, 7, 10]).map { p[0] + p[1] + p[2] * $0 - $1 }
    }
    let minimum = Portfolio().minimize(problem, from: [1, 9, -3])
    #expect(minimum.termination == .noDescent)
    #expect(digits(minimum.sumOfSquares, 4.2) > 10)
  }

  /// p² − 1 and 0.1 p from 0: a saddle for every strategy, as the gradient vanishes there.
  @Test func aMaximumIsNoMinimum() {
    let problem = ClosureProblem(domains: [.everything], residualCount: 2) { p in
      [p[0] * p[0] - 1, 0.1 * p[0]]
    }
    #expect(LevenbergMarquardt().minimize(problem, from: [0]).parameters == [0])
    let minimum = Portfolio().minimize(problem, from: [0])
    #expect(minimum.parameters == [0] && minimum.termination == .noDescent)
    #expect(Portfolio().minimize(problem, from: [0.1]).termination.converged)
  }

  @Test func endsThatAreNone() throws {
    let undefined = ClosureProblem(domains: [.everything], residualCount: 2) { p in [log(p[0]), p[0]] }
    #expect(Portfolio().minimize(undefined, from: [-1]).termination == .undefined)
    let exact = Portfolio().minimize(
      FullProblem(
        TwoExponentials(), map: DirectParametrization(TwoExponentials().linear + TwoExponentials().nonlinear),
        abscissas: sampleAbscissas,
        observations: sampleAbscissas.map { 750 - 420 * exp(-0.4 * $0) + 90 * exp(-3.1 * $0) }),
      from: [700, -400, 100, 0.35, 2.5])
    #expect(exact.termination == .exact)
    let (problem, set) = try CertifiedModels.problem("MGH10")
    for limit in [1, 7, 50, 200] {
      var portfolio = Portfolio()
      portfolio.evaluationLimit = limit
      let minimum = portfolio.minimize(problem, from: set.starts[0])
      #expect(minimum.termination == .evaluationLimit)
      #expect(minimum.evaluations <= limit + 2 * portfolio.strategies.count)
    }
  }

  /// A run taken up again goes the way it would have gone.
  @Test func runsGoOn() throws {
    let (problem, set) = try CertifiedModels.problem("Misra1a")
    for settings in Portfolio.standard {
      let whole = settings.minimize(problem, from: set.starts[0])
      var run = LevenbergMarquardtRun(problem, start: set.starts[0], settings: settings)
      for limit in 2..<30 { _ = run.resume(limit: limit) }
      let pieces = run.resume(limit: 10_000)
      #expect(pieces.termination.converged)
      #expect(digits(pieces.parameters, whole.parameters) > 13)
    }
  }
}
