import Testing

@testable import ScrollAnalysis

/// The sentences of a comparison about gestures beyond the recorded range, and where its data do not decide.
struct RecordedRangeTests {
  @Test("The bound of an undecided comparison is the smallest limit at which it is the same")
  func equivalenceBound() throws {
    let a = Sets.flings([2.002, 2.0021, 2.0019]), b = Sets.flings([2.0022, 2.0024, 2.0019])
    let comparison = try FeelComparison(a, b)
    let bound = try #require(comparison.equivalenceBound)
    #expect(comparison.equivalence == .undecided && bound > comparison.limit)
    #expect(try FeelComparison(a, b, limit: bound).equivalence == .same)
    #expect(try FeelComparison(a, b, limit: 0.999 * bound).equivalence == .undecided)
  }

  /// The error of the constant lets flings of 2000 pt/s differ by 0.35 pt, those of 4000 pt/s by 0.7 pt.
  @Test("Gestures beyond the recorded range are listed and do not make equal engines undecided")
  func gesturesBeyondTheRecordedRange() throws {
    func flings(_ constant: Double, error: Double = 3e-4, speed: Double?) -> MotionSet {
      Sets.set([
        Sets.motion(
          .deceleration, Sets.fit("deceleration", [constant], errors: [error], degreesOfFreedom: 100),
          speed: speed)
      ])
    }
    let all = try FeelComparison(flings(2, speed: 4000), flings(2, speed: 4000)).phases[0]
    #expect(all.equivalence == .undecided && all.notCovered.isEmpty)
    for speeds in [(2500.0, 4000.0), (4000, 2500)] {
      let phase = try FeelComparison(flings(2, speed: speeds.0), flings(2, speed: speeds.1)).phases[0]
      #expect(phase.notCovered.map(\.gesture.name) == ["fling at 4000 pt/s"])
      #expect(phase.notCovered[0].recordedMaximum == 2500 && phase.equivalence == .same)
    }
    // A difference that the models show beyond the range remains one.
    #expect(try FeelComparison(flings(2, speed: 2500), flings(2.0015, speed: 2500)).equivalence != .same)
    // Nothing is covered: all gestures decide.
    #expect(try FeelComparison(flings(2, speed: 100), flings(2, speed: 100)).equivalence == .undecided)
  }
}
