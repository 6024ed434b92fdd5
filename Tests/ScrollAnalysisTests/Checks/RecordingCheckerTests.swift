import Foundation
import Recordings
import ScrollModels
import Testing

@testable import ScrollAnalysis
@testable import ScrollFitting

@Suite("The checklist of a recording")
struct RecordingCheckerTests {
  /// A fling at 60 Hz on a grid of a third of a point, after a rest.
  private func fling(
    velocity: Double, constant: Double = 2, duration: Double, finger: Bool = false, marked: Int = 0
  ) throws -> Trace {
    let times = (0..<Int(duration * 60)).map { Double($0) / 60 }
    let offsets = times.map { time in
      ((1000 + velocity / constant * (1 - exp(-constant * max(0, time - 0.2)))) * 3).rounded() / 3
    }
    return try Trace(
      source: "made", format: "scrolltrace", times: times, offsets: [.y: offsets],
      fingers: finger ? [.y: times.map { _ in 0 }] : [:],
      others: ["deviation": times.indices.map { $0 < marked ? 0.5 : 0 }])
  }

  private func item(_ subject: RecordingCheck.Subject, _ traces: [Trace]) throws -> RecordingCheck.Item {
    let items = RecordingChecker(traces).check.items
    #expect(items.map(\.subject) == RecordingCheck.Subject.allCases)
    return try #require(items.first { $0.subject == subject })
  }

  @Test("One fling determines its constant in part, two of different velocities determine it")
  func flings() throws {
    let slow = try fling(velocity: 500, duration: 4), fast = try fling(velocity: 3000, duration: 4)
    let one = try item(.deceleration, [slow])
    #expect(one.state == .partly && one.advice?.contains("2 more flings like it") == true)
    let two = try item(.deceleration, [slow, fast])
    #expect(two.state == .determined && two.advice == nil && two.finding.hasPrefix("decayConstant 2"))
    #expect(try item(.velocityDependence, [slow]).state == .missing)
    let alike = try fling(velocity: 600, duration: 4)
    #expect(try item(.velocityDependence, [slow, alike]).state == .partly)
    #expect(try item(.velocityDependence, [slow, fast]).state == .determined)
  }

  @Test("Flings whose constants differ beyond their errors do not determine a common one")
  func differingFlings() throws {
    let differing = try [(1500.0, 2.0), (3000, 3.1)].map {
      try fling(velocity: $0.0, constant: $0.1, duration: 4)
    }
    let item = try item(.deceleration, differing)
    #expect(item.state == .partly, "\(item.finding)")
    // Of 2 and 3.1 the mean is 2.55, the standard deviation 1.1/√2, that of the mean 1.1/2.
    #expect(item.finding.hasPrefix("decayConstant 2.55 ± 0.55 1/s (22 %) from 2 flings, "), "\(item.finding)")
    #expect(item.finding.hasSuffix("which differ by more than their errors (standard deviation 0.78 1/s)"))
    #expect(
      item.advice?.contains("scrollfit identify") == true && item.advice?.contains("half the error") == false)
  }

  @Test(
    "Offsets that the recorder knows about only lower the resolution, where they are more than one in ten")
  func marked() throws {
    #expect(try item(.resolution, [fling(velocity: 500, duration: 4, marked: 24)]).state == .determined)
    let many = try item(.resolution, [fling(velocity: 500, duration: 4, marked: 60)])
    #expect(many.state == .partly && many.finding == "60 of 240 offsets are known to 0.5 pt only")
  }

  @Test("Offsets in pixels keep their unit, and the scale is asked for")
  func pixels() throws {
    let traces = try [500.0, 900].map { velocity in
      let trace = try fling(velocity: velocity, duration: 4)
      return try Trace(
        Trace.FileOrigin(source: "made", format: "scrolltrace"), clock: Trace.SampleClock(trace.times),
        columns: Trace.SampleColumns(offsets: trace.offsets.mapValues { $0.map { $0.rounded() } }, unit: "px")
      )
    }
    #expect(try item(.velocityDependence, traces).finding.hasSuffix(" px/s"))
    #expect(try item(.velocityDependence, traces).advice?.contains("px/s or more") == true)
    let resolution = try item(.resolution, traces)
    #expect(resolution.state == .partly && resolution.finding.hasPrefix("offsets in steps of 1 px"))
    #expect(resolution.advice?.contains("--scale") == true)
  }

  @Test("Pictures that a recorder of the screen left out are no dropped frames")
  func unchangedPictures() throws {
    let whole = try fling(velocity: 1500, duration: 4)
    let kept = whole.times.indices.filter {
      $0 < 12 && $0 % 6 == 0 || (12..<140).contains($0) || $0 % 20 == 0
    }
    func clock(_ header: [JSONMember]) throws -> RecordingCheck.Item {
      try item(
        .clock,
        [
          Trace(
            Trace.FileOrigin(source: "made", format: "scrolltrace", header: header),
            clock: Trace.SampleClock(kept.map { whole.times[$0] }),
            columns: Trace.SampleColumns(
              offsets: whole.offsets.mapValues { offsets in kept.map { offsets[$0] } }))
        ])
    }
    #expect(try clock([]).state == .partly)
    #expect(try clock([JSONMember("source", .string("video"))]).state == .determined)
  }

  @Test("What is not in the recording is missing, with what to record")
  func missing() throws {
    let trace = try fling(velocity: 1500, duration: 4)
    for subject in [RecordingCheck.Subject.bounce, .rubberBand, .release] {
      let item = try item(subject, [trace])
      #expect(item.state == .missing && item.advice != nil)
    }
    let touched = try fling(velocity: 1500, duration: 4, finger: true)
    #expect(try item(.rubberBand, [touched]).finding == "no overscroll drag was found")
    #expect(try item(.resolution, [trace]).state == .determined)
    #expect(try item(.clock, [trace]).finding.hasPrefix("a frame every 16.67 ms, 0 of 240"))
  }

  /// The analysis of a fling whose fit stands for a bounce of damping 2 ± `error` 1/s, and the same as one of a parabola.
  private func returning(
    error: Double
  ) throws -> (traces: [Trace], analysis: Analysis, bounce: Fit, parabola: Fit) {
    let traces = [try fling(velocity: 1500, duration: 4)]
    let analysis = Analyzer(options: FitOptions()).analyze(traces).analysis
    let fit = try #require(analysis.fits.first)
    let damping = Estimate(name: "damping", unit: "1/s", value: 2, standardError: error, interval: nil)
    func replaced(_ model: MotionModel, _ parameters: [Estimate]) -> Fit {
      Fit(
        part: fit.part, model: model, assumptions: fit.assumptions,
        quantities: .init(parameters: parameters, derived: [], correlations: [], against: []),
        quality: fit.quality, search: fit.search, notices: [], curve: fit.curve)
    }
    return (traces, analysis, replaced(.bounce, [damping]), replaced("polynomial:2", []))
  }

  @Test("More motions are advised only where they determine the constant")
  func adviceForMore() throws {
    func advice(_ error: Double) throws -> [String] {
      try #require(PooledConstant.best(of: [returning(error: error).bounce])).adviceForMore("bounce")
    }
    #expect(try advice(1).first?.hasPrefix("15 more bounces like it: ± 0.25 1/s") == true)
    let open = try advice(30)
    #expect(open.count == 1)
    #expect(open[0].hasPrefix("faster or larger bounces, at twice the velocity or distance: half the error"))
    #expect(open[0].hasSuffix("more like it leave the constant open"))
  }

  @Test("A return that another model suits better is no bounce of the checklist")
  func preferredModel() throws {
    let (traces, analysis, bounce, parabola) = try returning(error: 0.1)
    func state(_ fits: [Fit]) -> RecordingCheck.State? {
      let analysis = Analysis(recordings: analysis.recordings, fits: fits)
      return RecordingChecker(traces, analysis).check.items.first { $0.subject == .bounce }?.state
    }
    #expect(state([bounce]) == .partly)
    #expect(state([bounce, parabola]) == .missing)
  }

  @Test("The gain of a longer fling is the one that fits of both lengths have")
  func gain() throws {
    func error(_ duration: Double) throws -> Double {
      var options = FitOptions()
      options.model = .model(.deceleration)
      options.from = 0.2
      options.to = 0.2 + duration
      let trace = try fling(velocity: 1500, duration: 0.2 + duration + 0.1)
      let fit = try #require(Analyzer(options: options).analyze([trace]).analysis.fits.first)
      let residuals = fit.curve.residuals
      // Of equal noise: that of the samples varies with the grid.
      let noise = (residuals.reduce(0) { $0 + $1 * $1 } / Double(residuals.count - 3)).squareRoot()
      return try #require(fit[.decayConstant]?.standardError) / max(noise, 1 / 12.0.squareRoot() / 3)
    }
    let precision = FlingPrecision(decayConstant: 2, interval: 1 / 60)
    let expected = try error(0.6) / error(1.8)
    let gain = precision.relativeError(duration: 0.6) / precision.relativeError(duration: 1.8)
    #expect(abs(gain / expected - 1) < 0.15, "\(gain) against \(expected)")
  }

  /// The last number after ± in a sentence.
  private func lastError(_ text: String) throws -> Double {
    let errors = text.matches(of: /± ([0-9.e-]+)/).compactMap { Double(String($0.1)) }
    return try #require(errors.last)
  }

  @Test("The gain of a fling of another velocity is the one that it has when it is recorded")
  func otherVelocity() throws {
    let alike = try [500.0, 600].map { try fling(velocity: $0, duration: 4) }
    let advice = try #require(try item(.velocityDependence, alike).advice)
    let sentence = try #require(
      advice.firstMatch(
        of: /with one at (\d+) pt\/s the change of decayConstant with a doubling of the velocity.*/),
      "\(advice)")
    let text = String(sentence.0), velocity = try #require(Double(String(sentence.1)))
    let errors = text.matches(of: /± ([0-9.e-]+)/).compactMap { Double(String($0.1)) }
    #expect(errors.count == 2 && errors[0] < errors[1] / 3, "\(text)")
    let recorded = try item(.velocityDependence, alike + [fling(velocity: velocity, duration: 4)])
    let now = try lastError(recorded.finding + (recorded.advice ?? ""))
    #expect(abs(errors[0] / now - 1) < 0.35, "\(errors) against \(recorded)")
    // One fling alone shows no dependence; the farther of the two velocities that are asked for does.
    let one = try #require(try item(.velocityDependence, [alike[0]]).advice)
    #expect(one.contains("with one at 3000 pt/s") && !one.contains("instead of"), "\(one)")
  }

  @Test("The gain of exact times is the one that a fit of exact times has")
  func exactClock() throws {
    var state: UInt64 = 7
    func uniform() -> Double {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Double(state >> 11) / 9_007_199_254_740_992
    }
    let exact = try fling(velocity: 3000, duration: 3)
    func normal() -> Double { (0..<12).reduce(-6) { sum, _ in sum + uniform() } }
    let jittered = try Trace(
      source: "made", format: "scrolltrace", times: exact.times.map { max(0, $0 + 0.001 * normal()) },
      offsets: exact.offsets)
    func error(_ trace: Trace) throws -> Double {
      let fits = Analyzer(options: FitOptions()).analyze([trace]).analysis.fits
      return try #require(fits.preferred.first { $0.model == .deceleration }?[.decayConstant]?.standardError)
    }
    let finding = try item(.clock, [jittered]).finding
    let match = try #require(
      finding.firstMatch(
        of:
          /times err by ([0-9.]+) ms: with exact times the error of decayConstant is ([0-9.]+) times smaller/),
      "\(finding)")
    let gain = try #require(Double(String(match.2))), jitter = try #require(Double(String(match.1)))
    #expect(abs(jitter - 1) < 0.25)
    let actual = try error(jittered) / error(exact)
    #expect(abs(gain / actual - 1) < 0.35, "\(gain) against \(actual)")
    #expect(try !item(.clock, [exact]).finding.contains("err by"))
  }

  @Test("The finger's velocity is as precise as a line through its samples in 100 ms")
  func fingerVelocity() {
    // Seven samples at 60 Hz: 60/√28 times the noise; thirteen at 120 Hz: 120/√182.
    let slow = ReleasePrecision.standardError(noise: 1, interval: 1 / 60.0)
    let fast = ReleasePrecision.standardError(noise: 1, interval: 1 / 120.0)
    #expect(slow.count == 7 && abs(slow.error - 60 / 28.0.squareRoot()) < 1e-9)
    #expect(fast.count == 13 && abs(fast.error - 120 / 182.0.squareRoot()) < 1e-9)
    let precision = FlingPrecision(decayConstant: 2, interval: 1 / 60)
    let error = precision.standardError(velocity: 2000, duration: 2, noise: .init(position: 0.1, time: 0))
    #expect(abs(error / (precision.relativeError(duration: 2) * 0.1 / 2000) - 1) < 1e-12)
  }
}
