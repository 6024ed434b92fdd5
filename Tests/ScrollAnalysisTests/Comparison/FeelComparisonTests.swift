import LeastSquares
import Recordings
import ScrollModels
import ScrollSegmentation
import TestSupport
import Testing

@testable import ScrollAnalysis

/// Verdicts of sets whose difference is known, and what moves each number.
struct FeelComparisonTests {
  private let constant = 2.002

  private func fling(_ comparison: FeelComparison, _ velocity: Int) throws -> TrajectoryDifference {
    try #require(
      comparison.phases.first { $0.phase == .deceleration }?.gestures.first {
        $0.gesture.name == "fling at \(velocity) pt/s"
      })
  }

  @Test("Equal, different and few motions have their verdicts") func verdicts() throws {
    let a = Sets.flings([2.002, 2.00201, 2.00199])
    #expect(try FeelComparison(a, Sets.flings([2.00202, 2.00199, 2.002])).equivalence == .same)
    let different = try FeelComparison(a, Sets.flings([2.102, 2.10202, 2.10199]))
    #expect(different.equivalence == .different)
    let fast = try fling(different, 4000)
    #expect(agree(fast.largest, 4000 / 2.002 - 4000 / 2.102, 1e-4))
    #expect(agree(fast.final, 4000 / 2.102 - 4000 / 2.002, 1e-4))
    #expect(fast.low < fast.largest && fast.largest < fast.high)
    let unsure = try FeelComparison(a, Sets.flings([1.99, 2.01], error: 0.005))
    #expect(unsure.equivalence == .undecided && unsure.phases[0].needed ?? 0 > 100)
  }

  @Test func theLimitDecides() throws {
    let a = Sets.flings([2.002, 2.0021, 2.0019]), b = Sets.flings([2.012, 2.0121, 2.0119])
    // 4000/2.002 − 4000/2.012 = 9.93 pt.
    #expect(try FeelComparison(a, b, limit: 0.5).equivalence == .different)
    #expect(try FeelComparison(a, b, limit: 9.9).equivalence == .undecided)
    #expect(try FeelComparison(a, b, limit: 12).equivalence == .same)
  }

  @Test func aDifferenceAtTheLimitIsNeitherVerdict() throws {
    let a = Sets.flings([2, 2, 2]), b = Sets.flings([4000 / 1999.5, 4000 / 1999.5, 4000 / 1999.5])
    let fast = try fling(FeelComparison(a, b), 4000)
    #expect(agree(fast.largest, 0.5, 1e-9) && fast.equivalence == .undecided)
    // No number of flings is enough for a difference that is the limit.
    #expect(fast.needed == nil)
  }

  @Test func significanceIsNotADifference() throws {
    let comparison = try FeelComparison(
      Sets.flings([2.00200, 2.00201, 2.00199, 2.002]), Sets.flings([2.00210, 2.00211, 2.00209, 2.0021]))
    let constant = try #require(comparison.phases.first?.constants.first)
    #expect(constant.pValue < 0.001 && comparison.equivalence == .same)
  }

  @Test func everyNumberHasItsCause() throws {
    let b = Sets.flings([2.0023, 2.0024, 2.0022])
    let plain = try fling(FeelComparison(Sets.flings([2.002, 2.0021, 2.0019]), b), 2000)
    let noisier = try fling(FeelComparison(Sets.flings([2.002, 2.0021, 2.0019], error: 1e-3), b), 2000)
    #expect(noisier.high > plain.high && noisier.detectable > plain.detectable)
    #expect(agree(noisier.largest, plain.largest, 1e-9))
    let more = try fling(FeelComparison(Sets.flings([2.002, 2.0021, 2.0019, 2.0021, 2.0019]), b), 2000)
    #expect(more.high < plain.high)
    let wrong = try fling(
      FeelComparison(Sets.flings([2.002, 2.0021, 2.0019], lackOfFit: 0.001), b), 2000)
    #expect(
      agree(wrong.lackOfFit, 0.001 * 2000 / 2.002, 1e-4)
        && agree(wrong.high - plain.high, wrong.lackOfFit, 1e-9))
    let surer = try fling(
      FeelComparison(Sets.flings([2.002, 2.0021, 2.0019]), b, confidence: 0.99), 2000)
    #expect(surer.high > plain.high && agree(surer.largest, plain.largest, 1e-12))
    #expect(try fling(FeelComparison(b, b), 1000).largest == 0)
    // A second kind of phase shares the risk of a wrong difference, not of a wrong sameness.
    let bounces = Sets.bounces([10, 10.001])
    let both = try fling(
      FeelComparison(
        Sets.set(Sets.flings([2.002, 2.003, 2.001]).motions + bounces.motions),
        Sets.set(Sets.flings([2.102, 2.103, 2.101]).motions + bounces.motions)), 2000)
    let alone = try fling(
      FeelComparison(Sets.flings([2.002, 2.003, 2.001]), Sets.flings([2.102, 2.103, 2.101])), 2000)
    #expect(both.low < alone.low && agree(both.high, alone.high, 1e-12))
  }

  @Test("The settling times of both sides are reported") func settlingTimes() throws {
    let comparison = try FeelComparison(Sets.bounces([10, 10.001]), Sets.bounces([12, 12.001]))
    let release = try #require(
      comparison.phases[0].gestures.first { $0.gesture.name.hasPrefix("release 100") })
    // As UIScrollView starts it: r(100) = 6.756549 1/s.
    let expected = {
      Bounce(rest: 0, displacement: 100, initialVelocity: -675.6549, damping: $0).settlingTime(within: 0.5)
    }
    #expect(agree(release.settlingA ?? 0, expected(10.0005), 1e-6))
    #expect(agree(release.settlingB ?? 0, expected(12.0005), 1e-6))
    #expect(release.final == 0)
  }

  /// Critically damped returns start with the inward velocity of a held drag, on both sides with the same; where a side has
  /// another spring, both start at rest.
  @Test func releasesOfHeldContent() throws {
    func velocity(_ a: MotionSet, _ b: MotionSet) throws -> [Double] {
      try FeelComparison(a, b).phases[0].gestures.compactMap { gesture in
        guard case .release(let displacement, let velocity) = gesture.gesture.start, displacement > 0 else {
          return nil
        }
        #expect(gesture.curves.a[0] == displacement && gesture.curves.b[0] == displacement)
        let step = gesture.curves.abscissas[1]
        for curve in [gesture.curves.a, gesture.curves.b] {
          #expect(abs((curve[1] - curve[0]) / step - velocity) < 60 * step * displacement)
        }
        return velocity
      }
    }
    let critical = Sets.bounces([10, 10.001])
    let springs = Sets.set(
      [10.0, 10.001].map {
        Sets.motion(.bounce, Sets.fit("spring", [$0, 0.8], errors: [1e-3, 1e-3], correlations: [0]))
      })
    let inward = [50.0, 100, 200].map { OverscrollRelease(displacement: $0).initialVelocity }
    #expect(try velocity(critical, Sets.bounces([12, 12.001])) == inward)
    #expect(agree(inward[1], -675.6549, 1e-7))
    #expect(try velocity(springs, springs) == [0, 0, 0])
    #expect(try velocity(critical, springs) == [0, 0, 0])
    #expect(try velocity(springs, critical) == [0, 0, 0])
  }

  @Test func delaysAreThoseOfTheSamePlace() throws {
    let gesture = try fling(FeelComparison(Sets.flings([2, 2, 2]), Sets.flings([2.1, 2.1, 2.1])), 1000)
    let curves = gesture.curves
    let index = 60
    let a = Deceleration(initialOffset: 0, initialVelocity: 1000, decayConstant: 2)
    let b = Deceleration(initialOffset: 0, initialVelocity: 1000, decayConstant: 2.1)
    #expect(agree(curves.a[index], a.value(at: curves.abscissas[index]), 1e-12))
    let reached = try #require(b.time(toReach: curves.a[index]))
    #expect(agree(curves.delays[index] ?? 0, (reached - curves.abscissas[index]) * 1000, 1e-2))
    // A is in the end where B never comes.
    #expect(curves.delays.last == .some(nil) && curves.delays[0] == 0)
  }

  @Test func otherLawsAreComparedByMotion() throws {
    let even = Sets.set(
      "B",
      (0..<3).map { _ in
        Sets.motion(
          .deceleration, Sets.fit("deceleration", [4], errors: [0.5], aicc: 100),
          Sets.fit("constant-deceleration", [1500], errors: [1], aicc: -100))
      })
    let a = Sets.set(
      (0..<3).map { _ in
        Sets.motion(
          .deceleration, Sets.fit("deceleration", [4], errors: [0.001], aicc: -100),
          Sets.fit("constant-deceleration", [900], errors: [50], aicc: 100))
      })
    let comparison = try FeelComparison(a, even)
    let phase = comparison.phases[0]
    #expect(phase.a.model == "deceleration" && phase.b.model == "constant-deceleration")
    #expect(phase.constants.isEmpty && phase.equivalence == .different)
    // It changes no result.
    #expect(
      comparison.notices.first { $0.description.contains("compared, not their constants") }?.isWarning
        == false)
    // v²/2a against v/k.
    #expect(agree(try fling(comparison, 2000).final, 4e6 / 3000 - 500, 1e-6))
  }

  @Test func oneLawWhereItSufficesForBoth() throws {
    func set(_ drift: Double) -> MotionSet {
      Sets.set(
        (0..<3).map { _ in
          Sets.motion(
            .deceleration, Sets.fit("deceleration", [4], errors: [0.001], aicc: -100),
            Sets.fit("deceleration-drift", [4, 1], errors: [0.01, 1], aicc: -100 - drift))
        })
    }
    // 3 · 2 and 3 · 0 of AICc are not clear, 3 · 8 are.
    #expect(try FeelComparison(set(2), set(0)).phases[0].a.model == "deceleration")
    let clear = try FeelComparison(set(8), set(0)).phases[0]
    #expect(clear.a.model == "deceleration-drift" && clear.b.model == "deceleration-drift")
    let torn = try FeelComparison(set(8), set(-8)).phases[0]
    #expect(torn.a.model == "deceleration-drift" && torn.b.model == "deceleration")
  }

  @Test func phasesOfOneSide() throws {
    let flings = Sets.flings([2, 2.0001], name: "flings"),
      bounces = Sets.bounces([10, 10.01], name: "bounces")
    #expect(throws: ComparisonError.noCommonPhase("flings", [.deceleration], "bounces", [.bounce])) {
      try FeelComparison(flings, bounces)
    }
    let error = ComparisonError.noCommonPhase("flings", [.deceleration], "bounces", [.bounce])
    #expect(
      error.description
        == "flings has fling phases, bounces has bounce phases: they have no phase in common"
    )
    #expect(throws: ComparisonError.noMotions("none")) { try FeelComparison(flings, Sets.set("none", [])) }
    let both = Sets.set("both", flings.motions + bounces.motions)
    let comparison = try FeelComparison(both, flings)
    #expect(comparison.phases.map(\.phase) == [.deceleration])
    #expect(comparison.uncompared.map(\.phase) == [.bounce] && comparison.uncompared[0].countB == 0)
  }

  @Test("A kind of phase that one side lacks is a difference, unless it is ignored")
  func phasesThatOneSideLacks() throws {
    let flings = Sets.flings([2, 2.0001, 2])
    let both = Sets.set("both", flings.motions + Sets.bounces([10, 10.01]).motions)
    #expect(try FeelComparison(flings, flings).equivalence == .same)
    #expect(try FeelComparison(both, flings).equivalence == .different)
    #expect(try FeelComparison(flings, both).equivalence == .different)
    let ignoring = try FeelComparison(both, flings, ignoresMissing: true)
    #expect(ignoring.equivalence == .same && ignoring.uncompared.count == 1)
  }

  @Test("A drag beyond the edge is covered up to the recorded travel of the finger")
  func coveredTravel() throws {
    let pulls = Sets.set([
      Sets.motion(
        .rubberBand, Sets.fit("rubber-band", [0.55, 812], errors: [1e-5, 1], correlations: [0]), speed: nil,
        travel: 198)
    ])
    let phase = try FeelComparison(pulls, pulls).phases[0]
    #expect(phase.gestures.filter { !$0.isCovered }.map(\.gesture.name) == ["overscroll drag by 400 pt"])
  }

  @Test func motionsWithoutTheLaw() throws {
    let flings = Sets.flings([2, 2.0001])
    let short = Sets.motion(.deceleration, Sets.fit("constant-deceleration", [1], errors: [1]))
    let comparison = try FeelComparison(Sets.set(flings.motions + [short]), flings)
    #expect(comparison.phases[0].a.count == 2 && comparison.phases[0].a.model == "deceleration")
    #expect(
      comparison.warnings.contains(
        "fling: 1 of A's motions has no fit of deceleration and is excluded"))
    // No model of half of the motions: nothing to compare.
    let odd = Sets.set([
      short, flings.motions[0],
      Sets.motion(.deceleration, Sets.fit("deceleration-drift", [2, 1], errors: [1, 1])),
    ])
    #expect(throws: ComparisonError.noFittedModel([.deceleration])) { try FeelComparison(odd, flings) }
  }

  /// Decay constant and drift that depend on the velocity of the fling, as the fits of an engine without such a model have them: the larger the
  /// one, the smaller the other.
  @Test("Constants that depend on the motion spread together, and do not make equal engines different")
  func dependentConstants() throws {
    func flings(_ values: [(Double, Double)]) -> MotionSet {
      Sets.set(
        values.map {
          Sets.motion(
            .deceleration,
            Sets.fit("deceleration-drift", [$0.0, $0.1], errors: [0.02, 30], correlations: [-0.98]))
        })
    }
    let a = flings([(2.1, 600), (1.4, 1500), (1.0, 2300), (0.7, 2900)])
    let b = flings([(1.8, 1000), (1.9, 900), (2.2, 500), (1.3, 1700)])
    let comparison = try FeelComparison(a, b)
    #expect(comparison.equivalence == .undecided)
    let summary = try #require(comparison.phases.first?.a)
    // Errors that are as correlated would leave the motion much less uncertain.
    #expect(summary.correlations[0, 1] < -0.99)
    let independent = flings([(2.1, 1500), (1.4, 600), (1.0, 2900), (0.7, 2300)])
    let other = try #require(try FeelComparison(independent, b).phases.first?.a)
    #expect(other.correlations[0, 1] > -0.9)
  }

  @Test("Beyond the recorded range single motions show no difference")
  func extrapolation() throws {
    func flings(_ constants: [Double], count: Int, speed: Double) -> MotionSet {
      Sets.set(
        (0..<count).map { _ in
          Sets.motion(
            .deceleration, Sets.fit("deceleration-drift", constants, errors: [1e-4, 0.01]), speed: speed)
        })
    }
    func comparison(_ count: Int, speed: Double) throws -> FeelComparison {
      try FeelComparison(
        flings([2, 100], count: count, speed: speed), flings([2.2, 60], count: count, speed: speed))
    }
    #expect(try comparison(1, speed: 400).equivalence == .undecided)
    #expect(try comparison(1, speed: 400).phases[0].notCovered.count == 4)
    #expect(try comparison(1, speed: 1100).equivalence == .different)
    #expect(try comparison(2, speed: 400).equivalence == .different)
  }

  @Test func oneMotionEach() throws {
    let comparison = try FeelComparison(Sets.flings([2.002], error: 1e-5), Sets.flings([2.003], error: 2e-5))
    let constant = try #require(comparison.phases[0].constants.first)
    // The fits' own errors, with their own degrees of freedom.
    #expect(agree(constant.standardError, (1e-10 + 4e-10).squareRoot(), 1e-12))
    #expect(agree(constant.degreesOfFreedom, 25 / (1.0 / 100 + 16.0 / 100), 1e-12))
    #expect(constant.a.betweenDeviation == nil && comparison.equivalence == .different)
    let remarks = comparison.notices.filter { $0.description.contains("one motion") }
    #expect(remarks.count == 2 && remarks.allSatisfy(\.isWarning))
  }

  @Test("The same samples on both sides are named, equal constants of other samples are not")
  func sameSamples() throws {
    func warning(_ b: MotionSet) throws -> Bool {
      try FeelComparison(Sets.flings([2, 2.1]), b).warnings.contains { $0.contains("the same samples") }
    }
    #expect(try warning(Sets.flings([2, 2.1], name: "B")))
    #expect(try !warning(Sets.flings([2, 2.1], error: 2e-5)) && !warning(Sets.flings([2])))
  }

  @Test func whatTheDataDoNotBound() throws {
    // One standard error below, the fling speeds up and has no end.
    let comparison = try FeelComparison(Sets.flings([2, 2.1]), Sets.flings([0.1], error: 0.2))
    let fast = try fling(comparison, 4000)
    #expect(fast.high == .infinity && fast.low == 0 && fast.equivalence == .undecided && fast.needed == nil)
    #expect(comparison.warnings.contains { $0.contains("do not bound") })
  }

  @Test("Groups of motions are compared by their random effects") func groups() throws {
    func set(_ name: String, _ values: [(String, Double)]) -> MotionSet {
      Sets.set(
        name,
        values.map {
          Sets.motion(
            .deceleration, Sets.fit("deceleration", [$0.1], errors: [1e-3]), groups: ["device": $0.0])
        })
    }
    let a = set("a", [("iPad", 2.0), ("iPad", 2.001), ("iPhone", 2.1), ("iPhone", 2.101), ("iPhone", 2.1)])
    let b = set("b", [("iPhone", 2.1), ("iPhone", 2.1)])
    let groups = try FeelComparison(a, b, groupKeys: ["device", "os"]).groups
    #expect(groups.count == 2)
    let ofA = try #require(groups.first { $0.set == "a" })
    #expect(ofA.groups.map(\.value) == ["iPad", "iPhone"] && ofA.groups.map(\.count) == [2, 3])
    let effects = try #require(
      RandomEffects(
        values: ofA.groups.map(\.mean), standardErrors: ofA.groups.map(\.standardError)))
    #expect(
      ofA.mean == effects.mean && ofA.betweenDeviation == effects.betweenDeviation
        && ofA.pValue == effects.pValue)
    #expect(agree(ofA.betweenDeviation ?? 0, 0.0705, 0.02) && ofA.pValue ?? 1 < 1e-9)
    let ofB = try #require(groups.first { $0.set == "b" })
    #expect(ofB.betweenDeviation == nil && ofB.pValue == nil && ofB.mean == 2.1)
    // The same in every group: no effect.
    let alike = try FeelComparison(
      set("c", [("x", 2), ("x", 2.001), ("y", 2.0005), ("y", 2)]), b, groupKeys: ["device"])
    #expect(alike.groups[0].pValue ?? 0 > 0.3)
  }
}
