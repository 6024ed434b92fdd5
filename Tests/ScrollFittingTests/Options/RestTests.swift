import Recordings
import TestSupport
import Testing

@testable import ScrollFitting

/// The position at which a bounce comes to rest: known, or fitted.
struct RestTests {
  private func rest(
    _ recording: Trace, _ scrollModel: String = "bounce", _ change: (inout FitOptions) -> Void = { _ in }
  ) throws -> (estimate: Estimate, warned: Bool) {
    let fit = try fit(recording, scrollModel, change)
    return (try #require(fit["rest"]), fit.hasWarning("rest is fixed at the edge"))
  }

  @Test(arguments: ["bounce", "spring"]) func freeWhereNothingIsKnown(scrollModel: String) throws {
    let found = try rest(try Motions.bounce(), scrollModel)
    #expect(!found.estimate.fixed && !found.warned)
    #expect(abs(found.estimate.value - 64.3) < 5 * (found.estimate.standardError ?? 0))
  }

  @Test(
    "A baseline, the nearer of the bounds, `--edge`: the user's word first", arguments: ["bounce", "spring"])
  func known(scrollModel: String) throws {
    let baseline = try rest(try Motions.bounce(rests: [.y: 64.3]), scrollModel)
    #expect(baseline.estimate.fixed && baseline.estimate.value == 64.3 && baseline.warned)
    let bounds = try rest(try Motions.bounce(edges: [.y: 64.25...5000]), scrollModel)
    #expect(bounds.estimate.fixed && bounds.estimate.value == 64.25 && bounds.warned)
    let oneSided = try rest(try Motions.bounce(edges: [.y: -.infinity...64.35]), scrollModel)
    #expect(oneSided.estimate.fixed && oneSided.estimate.value == 64.35)
    let both = try Motions.bounce(rests: [.y: 64.3], edges: [.y: 0...64.2])
    #expect(try rest(both, scrollModel).estimate.value == 64.3)
    #expect(try rest(both, scrollModel) { $0.edges = -900...64.4 }.estimate.value == 64.4)
    #expect(try rest(both, scrollModel) { $0.edges = -.infinity ... .infinity }.estimate.value == 64.3)
  }

  @Test("A known edge of the other axis says nothing")
  func otherAxis() throws {
    #expect(try !rest(try Motions.bounce(rests: [.x: 64.3], edges: [.x: 0...64])).estimate.fixed)
  }

  /// Whoever constrains the rest is obeyed.
  @Test func constrainedByTheUser() throws {
    let known = try Motions.bounce(rests: [.y: 64.3])
    let fixed = try rest(known) { $0.fixed = ["rest": 64.1] }
    #expect(fixed.estimate.fixed && fixed.estimate.value == 64.1 && !fixed.warned)
    let bounded = try rest(known) { $0.bounds = ["rest": 60...70] }
    #expect(!bounded.estimate.fixed && bounded.estimate.standardError != nil)
    let started = try rest(known) { $0.starts = ["rest": 60] }
    #expect(!started.estimate.fixed && started.estimate.standardError != nil)
  }

  /// The effect of a free rest is in the warning: on series 1 its 0.184 pt lower AICc by 25.6.
  @Test func whatAFreeRestWouldChange() throws {
    let recorded = try bounces(interval: 0.0167)
    let fit = try fit(recorded[0], "bounce")
    let warning = try #require(fit.warnings.first { $0.hasPrefix("rest is fixed") })
    #expect(
      warning
        == "rest is fixed at the edge, 88 pt; with rest free it is 88.1845 pt, damping 10.9243 1/s and AICc "
        + "lower by 25.5684", "\(warning)")
    let second = try TestSupport.fit(recorded[1], "bounce")
    #expect(second.hasWarning("AICc higher by 2.41"), "\(second.warnings)")
    let spring = try TestSupport.fit(recorded[0], "spring")
    #expect(spring.hasWarning("naturalFrequency "), "\(spring.warnings)")
  }
}
