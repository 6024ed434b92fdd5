import Elementary
import Recordings
import ScrollModels
import TestSupport
import Testing

@testable import ScrollFitting
@testable import ScrollSegmentation
@testable import ScrollSimulation

/// Recordings in which little happens, or what no scroll view does; and what a segmentation keeps to.
struct SegmenterTests {
  static let frame = 1.0 / 60

  private func trace(_ offsets: [Double], x: [Double]? = nil) throws -> Trace {
    try TestSupport.trace(offsets.indices.map { Double($0) * Self.frame }, offsets, x: x)
  }

  private func phases(_ trace: Trace, _ axis: Axis = .y) throws -> [Phase] {
    try #require(Segmenter().phases(of: trace, axis: axis)).phases
  }

  /// A simulated session: a drag and a fling into the end of the content, at 60 Hz on a grid of 1/3 pt.
  private func session(_ change: (inout Scenario) -> Void = { _ in }) throws -> Simulation {
    var scenario = Scenario()
    scenario.content = Scenario.Vector(x: 375, y: 4000)
    scenario.start = Scenario.Vector(y: 1500)
    var drag = Scenario.Gesture()
    (drag.at, drag.duration, drag.hold, drag.velocity.y) = (0.5, 0.3, 0.3, 500)
    var fling = Scenario.Gesture()
    (fling.at, fling.duration, fling.velocity.y) = (2, 0.2, 3400)
    scenario.gestures = [drag, fling]
    change(&scenario)
    return try #require(try Simulator(scenario).run(source: "session").first)
  }

  /// A finger's way: waves that no model of momentum follows.
  private var dragged: [Double] {
    (0..<120).map { i in
      let t = Double(i) * Self.frame
      return (300 * t + 90 * wave(t * 5.1) + 40 * wave(t * 9.7)).rounded()
    }
  }

  /// A smooth wave of period 2.
  private func wave(_ t: Double) -> Double {
    let phase = t - 2 * (t / 2).rounded(.down)
    return phase < 1 ? 4 * phase * (1 - phase) : -4 * (phase - 1) * (2 - phase)
  }

  /// The phases cover every sample once, in order, from the first to the last.
  @Test(arguments: 0..<10) func phasesCoverTheRecording(index: Int) throws {
    let trace = try #require(SessionGenerator(seed: 9).session(index)).trace
    let phases = try phases(trace)
    #expect(phases.first?.samples.lowerBound == 0)
    #expect(phases.last?.samples.upperBound == trace.times.count)
    for (before, after) in zip(phases, phases.dropFirst()) {
      #expect(before.samples.upperBound == after.samples.lowerBound)
      #expect(before.kind != after.kind || before.kind == .rest)
    }
    for phase in phases {
      #expect(phase.from == trace.times[phase.samples.lowerBound])
      #expect(phase.to == trace.times[phase.samples.upperBound - 1])
      #expect(phase.fromError >= 0 && phase.toError >= 0 && !phase.evidence.isEmpty)
    }
    #expect(phases.first?.fromError == 0 && phases.last?.toError == 0)
  }

  @Test("The end of a recording that ends with equal offsets may be any of theirs", arguments: 0...1)
  func endWithARecording(still: Int) throws {
    let rate = 120.0
    let moving = (0...160).map { (-500 * exponentialMinusOne(-2 * Double($0) / rate)).rounded() }
    let end = moving.indices.dropFirst().last { moving[$0] != moving[$0 - 1] } ?? 0
    let offsets = Array(moving[...end]) + [Double](repeating: moving[end], count: still)
    let times = offsets.indices.map { Double($0) / rate }
    let found = try phases(TestSupport.trace(times, offsets))
    let phase = try #require(found.last)
    #expect(phase.kind == .deceleration && phase.to == times.last)
    #expect(agree(phase.toError, still == 0 ? 0 : Double(still + 1) / rate, 1e-9))
  }

  @Test("A session is split into its phases, with its edges") func aSession() throws {
    let simulation = try session()
    let (phases, edges) = try #require(Segmenter(ignoresTouch: true).phases(of: simulation.trace, axis: .y))
    #expect(
      phases.map(\.kind) == [.rest, .drag, .rest, .drag, .deceleration, .bounce, .rest], "\(phases)")
    #expect(edges?.upperBound == 4000 - 812 && edges?.lowerBound == -.infinity)
    let truth = try #require(simulation.truth[.y])
    #expect(phases.count == truth.count)
    for (phase, piece) in zip(phases, truth) {
      #expect(abs(phase.from - piece.from) <= 2 * Self.frame, "\(phase.kind)")
    }
  }

  @Test(arguments: [2, 3, 10, 5000]) func noMotionAtAll(count: Int) throws {
    let still = try trace(Array(repeating: 41.5, count: count))
    #expect(try phases(still).map(\.kind) == [.rest])
    let (analysis, failures) = Analyzer(options: FitOptions()).analyze([still])
    #expect(failures.map(\.error) == [.noMotion])
    #expect(analysis.fits.isEmpty)
  }

  @Test func onlyADrag() throws {
    let drag = try trace(dragged)
    #expect(try phases(drag).map(\.kind) == [.drag])
    let resting = try trace(Array(repeating: 0, count: 60) + dragged)
    #expect(try phases(resting).map(\.kind) == [.rest, .drag])
    let (analysis, failures) = Analyzer(options: FitOptions()).analyze([resting])
    #expect(failures.isEmpty && analysis.fits.isEmpty)
    #expect(analysis.recordings[0].warnings.contains { $0.contains("never moves freely") })
  }

  @Test("Few samples have phases without a crash") func fewSamples() throws {
    #expect(try phases(trace([])).isEmpty)
    let one = try phases(trace([7]))
    #expect(one.map(\.samples) == [0..<1] && one[0].kind == .rest)
    for offsets in [[7.0, 9], [7, 7], [7, 9, 9], [1, 5, 2, 8]] {
      let phases = try phases(trace(offsets))
      #expect(phases.reduce(0) { $0 + $1.samples.count } == offsets.count)
      #expect(!phases.contains { [.deceleration, .bounce, .snap].contains($0.kind) }, "\(offsets)")
    }
  }

  @Test("A reload: from one rest to another between two frames", arguments: [-800.0, 30, 5000]) func aJump(
    size: Double
  ) throws {
    let offsets = Array(repeating: 1000.0, count: 90) + Array(repeating: 1000 + size, count: 70)
    let phases = try phases(trace(offsets))
    #expect(phases.map(\.kind) == [.rest, .jump, .rest])
    #expect(phases[1].samples == 90..<91)
  }

  /// A pause of minutes beyond an edge: nothing overflows on the way back through it. The engine's return starts at rest.
  @Test(arguments: [2.0, 60, 600]) func aLongHold(seconds: Double) throws {
    let engine = try ScrollEngine(named: "fluid-scroll")
    let simulation = try session { scenario in
      scenario.start = nil
      scenario.engine = engine
      var pull = Scenario.Gesture()
      (pull.at, pull.duration, pull.hold, pull.velocity.y) = (0.5, 0.3, seconds, -700)
      scenario.gestures = [pull]
    }
    let phases = try #require(Segmenter(ignoresTouch: true).phases(of: simulation.trace, axis: .y)).phases
    #expect(phases.suffix(3).map(\.kind) == [.rest, .bounce, .rest], "\(phases)")
    let truth = try #require(simulation.truth[.y]).suffix(2)
    #expect(abs(phases[phases.count - 2].from - (truth.first?.from ?? 0)) <= 2 * Self.frame)
  }

  @Test("A held pull of UIScrollView, which returns with an inward velocity, is a bounce")
  func aHeldPull() throws {
    let simulation = try session { scenario in
      scenario.start = nil
      var pull = Scenario.Gesture()
      (pull.at, pull.duration, pull.hold, pull.velocity.y) = (0.5, 0.3, 2, -700)
      scenario.gestures = [pull]
    }
    let truth = try #require(simulation.truth[.y]).map(\.kind)
    #expect(truth == [.rest, .rubberBand, .rest, .bounce, .rest])
    let found = try phases(simulation.trace).map(\.kind)
    #expect(found == truth)
  }

  /// A glide of a few frames before the edge shows no model, but what a finger holds does not bounce: it is there, its beginning
  /// uncertain by as many frames, and no model is fitted to it.
  @Test(arguments: [1, 2]) func aGlideTooShortForItsLaw(frames: Int) throws {
    let simulation = try session { scenario in
      scenario.gestures.removeFirst()
      (scenario.gestures[0].velocity.y, scenario.gestures[0].acceleration.y) = (1500, 5000)
      // The finger's 200 pt, then what the glide travels in so many frames.
      scenario.start?.y = 3188 - 200 - 1500 * (Double(frames) - 0.3) * Self.frame
    }
    let truth = try #require(simulation.truth[.y])
    #expect(truth.map(\.kind) == [.rest, .drag, .deceleration, .bounce, .rest])
    let phases = try #require(Segmenter(ignoresTouch: true).phases(of: simulation.trace, axis: .y)).phases
    #expect(phases.map(\.kind) == truth.map(\.kind))
    #expect(abs(phases[2].from - truth[2].from) <= phases[2].fromError)
    #expect(phases[2].fromError <= 6 * Self.frame)
    #expect(phases[2].evidence.hasPrefix("too few samples before the edge to fit a model"))
    var options = FitOptions()
    options.ignoresTouch = true
    let (analysis, failures) = Analyzer(options: options).analyze([simulation.trace])
    #expect(failures.isEmpty && Set(analysis.fits.map(\.phase)) == ["bounce"])
    #expect(
      analysis.recordings[0].warnings.contains { $0.contains("fling at") && $0.contains("too few") })
  }

  /// A finger that flings in one frame is a drag of one sample, however little it moved in it: nothing glides by itself.
  @Test func aFlingOfOneFrame() throws {
    let glide = (1..<90).map { i in
      (100 + 350 * (1 - decay(2 * Double(i) * Self.frame))).rounded()
    }
    let offsets = Array(repeating: 99.0, count: 40) + [100] + glide + Array(repeating: glide[88], count: 40)
    let kinds = try phases(trace(offsets)).map(\.kind)
    #expect(kinds == [.rest, .drag, .deceleration, .rest])
  }

  /// e^(−u) by its series, for u up to 3.
  private func decay(_ u: Double) -> Double {
    var (term, sum) = (1.0, 1.0)
    for n in 1..<40 {
      term *= -u / Double(n)
      sum += term
    }
    return sum
  }

  /// Both axes at once are each what they are alone.
  @Test func axesAreApart() throws {
    let simulation = try session { scenario in
      scenario.content = Scenario.Vector(x: 3000, y: 4000)
      scenario.start = Scenario.Vector(x: 1200, y: 1500)
      scenario.gestures[1].velocity.x = -900
    }
    let trace = simulation.trace
    for axis in Axis.allCases {
      let alone = try Trace(
        source: "alone", format: "csv", times: trace.times, offsets: [axis: #require(trace.offsets[axis])])
      let segmenter = Segmenter(ignoresTouch: true)
      let (ours, theirs) = (segmenter.phases(of: trace, axis: axis), segmenter.phases(of: alone, axis: axis))
      #expect(try #require(ours).phases == #require(theirs).phases)
    }
    let x = try #require(Segmenter(ignoresTouch: true).phases(of: trace, axis: .x)).phases
    #expect(x.map(\.kind) == [.rest, .drag, .deceleration, .rest])
    let summary = try Segmenter().summary(of: trace)
    #expect(Set(summary.phases.map(\.axis)) == [.x, .y])
    #expect(try Segmenter().summary(of: trace, axis: .x).phases.allSatisfy { $0.axis == .x })
    let (analysis, _) = Analyzer(options: FitOptions()).analyze([trace])
    let decays = analysis.fits.filter { $0.model == "deceleration" }
    #expect(decays.map(\.axis) == [.x, .y])
    for fit in decays { #expect(agree(fit.value("decayConstant"), 2.002002670673079, 0.02)) }
  }

  /// The recorded scroll state gives the release; without it, the samples alone do.
  @Test func touchIsUsedUnlessIgnored() throws {
    let simulation = try session { $0.recording.grid = 1 }
    let trace = simulation.trace
    let bare = try Trace(source: "bare", format: "csv", times: trace.times, offsets: trace.offsets)
    let ignored = try #require(Segmenter(ignoresTouch: true).phases(of: trace, axis: .y)).phases
    #expect(try ignored == phases(bare))
    let used = try phases(trace)
    let glide = try #require(used.first { $0.kind == .deceleration })
    // The first frame after the release at 2.2 s.
    #expect(trace.states[glide.samples.lowerBound] == .decelerating)
    #expect(trace.states[glide.samples.lowerBound - 1] == .dragging)
    #expect(glide.fromError <= 2 * Self.frame)
  }

  /// Offsets in another unit, rounded to a pixel of 0.727 of it, have the same phases.
  @Test(arguments: 0..<8) func anyPixelSizeShowsTheSamePhases(index: Int) throws {
    let trace = try #require(SessionGenerator(seed: 3).session(index)).trace
    let offsets = try #require(trace.offsets[.y])
    let scaled = try Trace(
      source: "scaled", format: "csv", times: trace.times, offsets: [.y: offsets.map { $0 * 0.727_272_727 }])
    #expect(try phases(scaled).map(\.kind) == phases(trace).map(\.kind))
  }

  /// A known edge makes a spring about it a bounce, any other a snap.
  @Test func edgesNameSprings() throws {
    let simulation = try session { scenario in
      scenario.content = Scenario.Vector(x: 375, y: 20_000)
      scenario.anchors = [Scenario.Vector(y: 1000), Scenario.Vector(y: 2000), Scenario.Vector(y: 3000)]
      scenario.gestures.removeFirst()
      scenario.gestures[0].velocity.y = 800
    }
    let trace = simulation.trace
    let truth = try #require(simulation.truth[.y])
    #expect(truth.map(\.kind) == [.rest, .drag, .snap, .rest])
    let free = try #require(Segmenter(ignoresTouch: true).phases(of: trace, axis: .y, edges: 0...19_188))
    #expect(free.phases.map(\.kind) == [.rest, .drag, .snap, .rest])
    #expect(free.edges == 0...19_188)
  }

  /// One offset of a glide changed by a pixel moves the fit; one sample of the rest before it turns a rest into more.
  @Test func oneDatumMoves() throws {
    let trace = try session().trace
    func changed(_ index: Int, by step: Double) throws -> Trace {
      var offsets = try #require(trace.offsets[.y])
      offsets[index] += step
      return try Trace(source: trace.source, format: "csv", times: trace.times, offsets: [.y: offsets])
    }
    func decay(_ trace: Trace) throws -> Double {
      let fits = Analyzer(options: FitOptions()).analyze([trace]).analysis.fits
      return try #require(fits.first { $0.model == "deceleration" }).value("decayConstant")
    }
    let plain = try changed(0, by: 0)
    let glide = try #require(phases(plain).first { $0.kind == .deceleration })
    let middle = glide.samples.lowerBound + glide.samples.count / 2
    #expect(try decay(plain) != decay(changed(middle, by: 1.0 / 3)))
    #expect(try decay(plain) == decay(changed(0, by: 0)))
    #expect(try phases(changed(10, by: 40)) != phases(plain))
  }
}
