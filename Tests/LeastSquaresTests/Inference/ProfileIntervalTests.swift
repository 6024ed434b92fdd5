import Foundation
import Testing

@testable import LeastSquares

struct ProfileIntervalTests {
  @Test("Profile limits are those of the reference", arguments: ["Misra1a", "BoxBOD", "hyperbola"])
  func referenceLimits(name: String) throws {
    let reference = try #require(EstimationReference.read().profile(name))
    let problem = reference.problem
    let minimum = LevenbergMarquardt().minimize(problem, from: reference.estimates)
    #expect(digits(minimum.parameters, reference.estimates) > 9)
    for j in 0..<2 {
      let profile = try #require(
        problem.profileInterval(of: j, at: minimum.parameters, rise: reference.rise))
      for (side, expected) in zip([profile.lower, profile.upper], reference.limits[j]) {
        if let expected {
          #expect(digits(side.value ?? .nan, expected) > 8, "\(name) \(j)")
        } else {
          guard case .unbounded(.flat, let farthest) = side else {
            Issue.record("\(side)")
            continue
          }
          #expect(farthest > 1e6)
        }
      }
      #expect(profile.lowerMinimum == nil)
      #expect(profile.points.map(\.value) == profile.points.map(\.value).sorted())
      #expect(profile.points.count == profile.evaluations + 1)
    }
  }

  /// A straight line's profile is a parabola: the first step is the end.
  @Test func linearModelsGiveTheStudentInterval() throws {
    let x = [0.5, 1.25, 2, 4.5, 6, 7]
    let y = [1.5, 2.25, 2.5, 6, 7.75, 8]
    let problem = ClosureProblem(domains: [.everything, .everything], residualCount: 6) { p in
      zip(x, y).map { p[0] + p[1] * $0 - $1 }
    }
    let minimum = LevenbergMarquardt().minimize(problem, from: [0, 0])
    let (centre, degreesOfFreedom) = (x.reduce(0, +) / 6, 4.0)
    let spread = x.reduce(0) { $0 + ($1 - centre) * ($1 - centre) }
    let variance = minimum.sumOfSquares / degreesOfFreedom
    // t of 4 degrees of freedom at 95 %.
    let t = 2.7764451051977934
    let errors = [
      (variance * (1 / 6 + centre * centre / spread)).squareRoot(), (variance / spread).squareRoot(),
    ]
    for j in 0..<2 {
      let profile = try #require(
        problem.profileInterval(
          of: j, at: minimum.parameters,
          rise: ProfileInterval.rise(variance: variance, degreesOfFreedom: degreesOfFreedom, confidence: 0.95)
        ))
      #expect(digits(profile.upper.value ?? .nan, minimum.parameters[j] + t * errors[j]) > 12)
      #expect(digits(profile.lower.value ?? .nan, minimum.parameters[j] - t * errors[j]) > 12)
      #expect(profile.evaluations <= 4)
    }
  }

  @Test(
    "S(v) = (v − 2)² with known variance 1: 2 ± z, whatever the first step",
    arguments: [1e-4, 0.3, 1, 40, 1e9]) func knownVariance(step: Double) throws
  {
    let rise = ProfileInterval.rise(variance: 1, degreesOfFreedom: .infinity, confidence: 0.95)
    let profile = try #require(
      ProfileInterval(estimate: 2, minimum: 0.25, rise: rise, step: step) { 0.25 + ($0 - 2) * ($0 - 2) })
    #expect(digits(profile.upper.value ?? .nan, 2 + 1.959963984540054) > 9)
    #expect(digits(profile.lower.value ?? .nan, 2 - 1.959963984540054) > 9)
    #expect(profile.evaluations < 90)
  }

  /// A decay seen for a hundredth of its time constant: any plateau will do, and any rate down to the
  /// domain's edge.
  @Test func aDecaySeenTooShortlyHasNoPlateau() throws {
    let x = (0..<9).map { 0.1 * Double($0) }
    let y = x.enumerated().map { 50 * -expm1(-0.02 * $1) + ($0 % 2 == 0 ? 1e-3 : -1e-3) }
    let problem = ClosureProblem(domains: [.everything, 0 ... .infinity], residualCount: 9) { p in
      zip(x, y).map { p[0] * -expm1(-p[1] * $0) - $1 }
    }
    let minimum = LevenbergMarquardt().minimize(problem, from: [50, 0.02])
    let rise = ProfileInterval.rise(
      variance: minimum.sumOfSquares / 7, degreesOfFreedom: 7, confidence: 0.95)
    let plateau = try #require(problem.profileInterval(of: 0, at: minimum.parameters, rise: rise))
    guard case .unbounded(.flat, _) = plateau.upper else {
      Issue.record("\(plateau.upper)")
      return
    }
    #expect((plateau.lower.value ?? 0) > 1)
    let rate = try #require(problem.profileInterval(of: 1, at: minimum.parameters, rise: rise))
    #expect((rate.upper.value ?? 0) > minimum.parameters[1])
    // At a rate of 0 the plateau is infinite and the curve 0; just above, it is a line that fits.
    switch rate.lower {
    case .bounded(let value): #expect(value < 1e-6)
    case .unbounded(_, let farthest): #expect(farthest < 1e-6)
    }
  }

  /// a·b is all that is seen: neither has a standard error, and the profile of either is flat.
  @Test func undeterminedParametersAreFlat() throws {
    let problem = ClosureProblem(domains: [.everything, 1e-3...4], residualCount: 3) { p in
      zip([1.0, 2, 3], [2, 4.5, 6]).map { (x: Double, observation: Double) -> Dual in
        p[0] * p[1] * x - observation
      }
    }
    let minimum = LevenbergMarquardt().minimize(problem, from: [1, 2])
    let rise = ProfileInterval.rise(
      variance: minimum.sumOfSquares, degreesOfFreedom: 1, confidence: 0.95)
    let profile = try #require(problem.profileInterval(of: 1, at: minimum.parameters, rise: rise))
    #expect(profile.upper == .unbounded(.domainEdge, farthest: 4))
    #expect(profile.lower == .unbounded(.domainEdge, farthest: 1e-3))
    #expect(profile.upper.value == nil)
  }

  @Test func sidesWithoutAnEnd() {
    func sides(
      _ domain: ClosedRange<Double> = .everything, _ cost: (Double) -> Double?
    ) -> [ProfileInterval.Side] {
      let profile = ProfileInterval(
        estimate: 1, minimum: 1, rise: 1, step: 0.5, domain: domain, cost: cost)
      return [profile?.lower, profile?.upper].compactMap { $0 }
    }
    // An asymptote below the threshold on one side.
    let bent = sides { $0 > 1 ? 1.9 - 0.9 / $0 : 1 + ($0 - 1) * ($0 - 1) }
    #expect(digits(bent[0].value ?? .nan, 0) > 9)
    guard case .unbounded(.flat, let farthest) = bent[1] else {
      Issue.record("\(bent[1])")
      return
    }
    #expect(farthest >= 5e5)
    // No value beyond 1.25; the threshold before and behind it.
    let cut = sides { abs($0 - 1) > 0.25 ? nil : 1 + 8 * ($0 - 1) * ($0 - 1) }
    guard case .unbounded(.undefined, let last) = cut[1] else {
      Issue.record("\(cut[1])")
      return
    }
    #expect(abs(last - 1.25) < 1e-5)
    let late = sides { abs($0 - 1) > 0.4 ? nil : 1 + 8 * ($0 - 1) * ($0 - 1) }
    #expect(digits(late[1].value ?? .nan, 1 + 0.125.squareRoot()) > 9)
    // The domain's edge, before and behind the threshold.
    #expect(
      sides(0.5...1.5) { 1 + ($0 - 1) * ($0 - 1) } == [
        .unbounded(.domainEdge, farthest: 0.5), .unbounded(.domainEdge, farthest: 1.5),
      ])
    #expect(digits(sides(-1...3) { 1 + ($0 - 1) * ($0 - 1) }[1].value ?? .nan, 2) > 9)
    #expect(sides(1...2) { _ in 1 }[0] == .unbounded(.domainEdge, farthest: 1))
    #expect(
      sides { _ in nil } == [.unbounded(.undefined, farthest: 1), .unbounded(.undefined, farthest: 1)])
  }

  @Test func aLowerMinimumIsReported() throws {
    let profile = try #require(
      ProfileInterval(estimate: 0, minimum: 2, rise: 1, step: 1) {
        2 + $0 * $0 * ($0 - 3) * ($0 - 3) / 20 - $0 / 5
      })
    let lower = try #require(profile.lowerMinimum)
    #expect(lower.value > 0 && lower.cost < 2)
    #expect(profile.points.contains(lower))
    #expect(profile.upper.value != nil)
  }

  @Test("A profile without a finite start, rise or step has no limits") func edges() {
    let bad: [(Double, Double, Double, Double)] = [
      (.nan, 1, 1, 1), (0, .infinity, 1, 1), (0, 1, -1, 1), (0, 1, .nan, 1), (0, 1, 1, 0), (5, 1, 1, 1),
    ]
    for (estimate, minimum, rise, step) in bad {
      #expect(
        ProfileInterval(
          estimate: estimate, minimum: minimum, rise: rise, step: step, domain: -1...1, cost: { $0 }) == nil)
    }
    // An exact fit: the interval is the estimate.
    let exact = ProfileInterval(estimate: 3, minimum: 0, rise: 0, step: 0.1) { ($0 - 3) * ($0 - 3) }
    #expect(abs((exact?.upper.value ?? 9) - 3) < 1e-9 && abs((exact?.lower.value ?? 9) - 3) < 1e-9)
    #expect(
      ProfileInterval.rise(variance: 2, degreesOfFreedom: .infinity, confidence: 0.95) > 7.682)
    #expect(ProfileInterval.rise(variance: 2, degreesOfFreedom: 0, confidence: 0.95).isNaN)
  }

  @Test func heldProblemsDerivativesAreTheRest() {
    let problem = EstimationReference.Profile(
      name: "", x: [1, 2, 5], y: [1, 2, 3], estimates: [], sumOfSquares: 0, limits: []
    ).problem
    let full = problem.linearized(at: [3, 0.25])
    let held = FixedParameterProblem(problem, holding: 0, at: 3)
    let (residuals, jacobian) = held.linearized(at: [0.25])
    #expect(residuals == full.residuals && jacobian == Array(full.jacobian[3...]))
    #expect(
      FixedParameterProblem(problem, holding: 1, at: 0.25).linearized(at: [3]).jacobian
        == Array(full.jacobian[..<3]))
    #expect(held.parameters.map(\.name) == ["b2"])
    #expect(held.fullPoint([0.25]) == [3, 0.25])
  }
}
