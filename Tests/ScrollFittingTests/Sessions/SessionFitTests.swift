import Recordings
import ScrollModels
import TestSupport
import Testing

@testable import ScrollFitting
@testable import ScrollSegmentation
@testable import ScrollSimulation

/// Fits of whole sessions: what one phase says of another, and of the recording.
struct SessionFitTests {
  /// Two flings, one into the end, and a pull beyond it, moving x as well.
  private func session(_ change: (inout Scenario) -> Void = { _ in }) throws -> Trace {
    var scenario = Scenario()
    scenario.content = Scenario.Vector(x: 20_000, y: 4000)
    scenario.start = Scenario.Vector(x: 9000, y: 0)
    var fling = Scenario.Gesture()
    (fling.at, fling.duration, fling.velocity) = (0.4, 0.18, Scenario.Vector(x: -700, y: 2100))
    var impact = Scenario.Gesture()
    (impact.at, impact.duration, impact.velocity) = (4, 0.15, Scenario.Vector(y: 3400))
    var pull = Scenario.Gesture()
    (pull.at, pull.duration, pull.velocity) = (6.5, 0.35, Scenario.Vector(y: 700))
    scenario.gestures = [fling, impact, pull]
    scenario.recording.jitter = 0.0005
    change(&scenario)
    return try #require(try Simulator(scenario).run(source: "session").first?.trace)
  }

  private func analyzed(_ trace: Trace, _ change: (inout FitOptions) -> Void = { _ in }) -> (
    Analysis, [Failure]
  ) {
    var options = FitOptions()
    change(&options)
    return Analyzer(options: options).analyze([trace])
  }

  private func holds(_ estimate: Estimate?, _ truth: Double, errors: Double = 3.5) throws -> Bool {
    let estimate = try #require(estimate)
    let error = try #require(estimate.standardError)
    return abs(estimate.value - truth) <= errors * error
  }

  @Test func velocityAtTheEdge() throws {
    let (analysis, failures) = try analyzed(session())
    #expect(failures.isEmpty)
    #expect(analysis.crossings.count == 1)
    let crossing = try #require(analysis.crossings.first)
    #expect(crossing.axis == .y && abs(crossing.offset - 3188) < 0.2)
    // v₀ and x₀ at release: 3400 pt/s; the rest of 3188 less what was glided and dragged.
    #expect(try holds(crossing.ratio, 1))
    #expect((crossing.ratio.standardError ?? 1) < 0.02)
    #expect(abs(crossing.ratio.value - crossing.departure.value / crossing.arrival.value) < 1e-12)
    // Another velocity at the edge is another ratio: the bounce of half the velocity.
    let slowed = try session {
      $0.next = nil; $0.constants.bounceDamping = 9
    }
    let (other, _) = analyzed(slowed)
    #expect(other.crossings.first?.ratio.value != crossing.ratio.value)
    #expect(try holds(other.crossings.first?.ratio, 1))
  }

  @Test func axesAreCompared() throws {
    let (analysis, _) = try analyzed(session())
    let comparison = try #require(analysis.comparisons.first { $0.difference.name == "decayConstant" })
    #expect(comparison.phase == "deceleration")
    #expect(try holds(comparison.x, 2.002002670673079))
    #expect(try holds(comparison.y, 2.002002670673079))
    #expect(try holds(comparison.difference, 0))
    let error = try #require(comparison.difference.standardError)
    let parts = try [comparison.x, comparison.y].map { try #require($0.standardError) }
    #expect(abs(error - (parts[0] * parts[0] + parts[1] * parts[1]).squareRoot()) < 1e-12)
    // The second fling has no partner on x.
    #expect(analysis.comparisons.count { $0.difference.name == "decayConstant" } == 1)
  }

  @Test func constantsSharedByPhases() throws {
    let trace = try session()
    let (analysis, failures) = analyzed(trace) { options in
      options.axis = .y
      options.joint = ["decayConstant", "damping"]
    }
    #expect(failures.isEmpty)
    #expect(analysis.joint.map(\.estimate.name) == ["decayConstant", "damping"])
    #expect(try holds(analysis.joint.first?.estimate, 2.002002670673079))
    #expect(try holds(analysis.joint.last?.estimate, 10.9))
    let decays = analysis.fits.filter { $0.model == "deceleration" }.map { $0.value("decayConstant") }
    #expect(decays.count == 2 && decays[0] == decays[1])
    for joint in analysis.joint { #expect(joint.equalities == 1 && joint.pValue > 0.001) }
    // One pull shares nothing, and no model has a name like this.
    let (_, alone) = analyzed(trace) {
      $0.axis = .y; $0.joint = ["coefficient"]
    }
    #expect(alone.first?.error == .nothingToShare(.y))
    let (_, unknown) = analyzed(trace) {
      $0.axis = .y; $0.joint = ["stickiness"]
    }
    #expect(unknown.first?.error.isUsage == true)
  }

  @Test func aPullIsFittedOverTheFinger() throws {
    let trace = try session()
    let pull = try #require(analyzed(trace).0.fits.first { $0.model == "rubber-band" })
    #expect(pull.phase == "rubberBand")
    #expect(try holds(pull.parameters.first { $0.name == "coefficient" }, 0.55))
    #expect(try holds(pull.parameters.first { $0.name == "dimension" }, 812))
    let ignoring = analyzed(trace) { $0.ignoresTouch = true }.0
    #expect(!ignoring.fits.contains { $0.model == "rubber-band" })
    #expect(ignoring.fits.count { $0.model == "bounce" } == 2)
  }

  // MARK: The clock offset

  private func glide(_ trace: Trace, _ change: (inout FitOptions) -> Void) -> (Analysis, [Failure]) {
    analyzed(trace) { options in
      (options.model, options.axis, options.from, options.to) = ("deceleration", .y, 0.62, 3)
      change(&options)
    }
  }

  @Test func clockOffsetOfAKnownRelease() throws {
    let trace = try session { $0.gestures[0].velocity.x = 0 }
    // The release is an event at 0.58 s, and its state is exact: no offset.
    let (named, _) = glide(trace) { $0.starts = ["clockOffset": 0] }
    let offset = try #require(named.fits.first?.parameters.first { $0.name == "clockOffset" })
    #expect(abs(offset.value) <= 3.5 * (offset.standardError ?? 0))
    #expect((offset.standardError ?? 1) < 1e-3)
    #expect(named.fits.first?.parameters.prefix(2).allSatisfy(\.fixed) == true)
    // An event reported 15 ms early shows as 15 ms.
    let events = trace.events.map { event in
      Event(
        time: event.time - 0.015, name: event.name, offset: event.offset, velocity: event.velocity,
        target: event.target)
    }
    let early = try Trace(
      Trace.FileOrigin(source: "early", format: "csv"), clock: Trace.SampleClock(trace.times),
      columns: Trace.SampleColumns(offsets: trace.offsets, events: events))
    let (late, _) = glide(early) { $0.starts = ["clockOffset": 0] }
    let shifted = try #require(late.fits.first?.parameters.first { $0.name == "clockOffset" })
    #expect(abs(shifted.value - 0.015) <= 3.5 * (shifted.standardError ?? 0))
  }

  @Test func bothFixedTheStateIsKnownAtTheFirstSample() throws {
    let trace = try session()
    let release = try #require(trace.events.first { $0.name == "willEndDragging" })
    let (analysis, _) = glide(trace) { options in
      options.fixed = [
        "initialOffset": release.offset[.y] ?? 0, "initialVelocity": release.velocity[.y] ?? 0,
      ]
    }
    let fit = try #require(analysis.fits.first)
    let offset = try #require(fit.parameters.first { $0.name == "clockOffset" })
    #expect(abs(offset.value - (release.time - fit.from)) <= 4 * (offset.standardError ?? 0))
    #expect(abs(fit.value("decayConstant") - 2.002002670673079) < 0.001)
  }

  @Test func withoutAReleaseItIsRefused() throws {
    let trace = try session()
    let bare = try Trace(source: "bare", format: "csv", times: trace.times, offsets: trace.offsets)
    let (analysis, failures) = glide(bare) { $0.starts = ["clockOffset": 0] }
    #expect(analysis.fits.isEmpty)
    #expect(failures.first?.error == .releaseUnknown(.y))
  }

  // MARK: What is said of the recording

  @Test func anInsetBeforeTheContentIsTold() throws {
    let offsets = [-88.0, -88, -88, -88, -80, -70, -58, -44, -30]
    let trace = try TestSupport.trace(offsets.indices.map { Double($0) / 60 }, offsets)
    #expect(try Segmenter().summary(of: trace).warnings.contains { $0.contains("inset of 88 pt") })
    let plain = try TestSupport.trace(offsets.indices.map { Double($0) / 60 }, offsets.map { $0 + 88 })
    #expect(try !Segmenter().summary(of: plain).warnings.contains { $0.contains("inset") })
  }

  @Test func threadsChangeNothing() throws {
    let session = try session { ($0.gestures[1].at, $0.gestures[2].at) = (9, 16) }
    let one = Segmenter(threads: 1).phases(of: session, axis: .y)?.phases
    #expect(Segmenter(threads: 4).phases(of: session, axis: .y)?.phases == one)
  }
}
