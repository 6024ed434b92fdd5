import Foundation
import Recordings
import ScrollFitting
import ScrollModels
import ScrollSimulation
import Testing

@testable import ScrollAnalysis

/// Flings that move by an engine's own model: its initial velocity is what the engine's estimator gives.
@Suite("The releases of engines")
struct EngineReleaseTests {
  private static let sessions = ReferenceSession.all("launches.json")

  /// Recordings of `scripts/reference/launches.py`, whose stamps err by 0.2 ms.
  @Test(
    "The velocity is that of the engine's own model within its error, and its estimator is named",
    arguments: ["UIScrollView", "Android", "Chromium", "Flutter Android", "Zynga Scroller"])
  func independent(_ name: String) throws {
    let session = try #require(Self.sessions[name])
    #expect(session.report.isAdequate == true)
    #expect(session.indistinguishable.contains(name), "\(session.indistinguishable)")
    let flings = session.report.releases.filter { $0.outcome == .fling }
    #expect(flings.count >= 5)
    for fling in flings {
      let own = try #require(
        fling.launches.first { $0.engine == name }, "\(fling.launches.map { $0.engine ?? "fit" })")
      let truth = try #require(
        session.flings.min { abs($0[0] - fling.touch.release) < abs($1[0] - fling.touch.release) })
      #expect(
        abs(own.velocity - truth[1]) < 4 * own.standardError,
        "\(own.velocity) ± \(own.standardError), not \(truth[1])")
      #expect(own.standardError < 0.05 * abs(truth[1]))
    }
  }

  /// The engines that have a fling and an estimator.
  static let engines = Catalogue.engines.filter {
    Catalogue.entry(named: $0, phase: .fling) != nil && Catalogue.velocityEstimator(of: $0) != nil
  }

  @Test func everyEstimatorOfAnEngineIsThere() {
    #expect(
      Set(["Android", "Chromium", "kitty", "Leaflet", "OpenLayers", "Pebble OS", "Zynga Scroller"])
        .isSubset(of: Self.engines))
    #expect(Catalogue.velocityEstimator(of: "pebble")?.name == "Pebble OS")
  }

  /// A session of `simulate`: fingers of several velocities that speed up and slow down, one of them held.
  private func report(
    _ engine: String, gestures: [Scenario.Gesture], recording: Scenario.Recorder = Scenario.Recorder()
  ) throws -> ReleaseReport {
    var scenario = Scenario()
    scenario.recording = recording
    scenario.content.y = 60_000
    scenario.start = Scenario.Vector(x: 0, y: 30_000)
    scenario.engine = try ScrollEngine(named: engine)
    scenario.gestures = gestures
    let trace = try #require(try Simulator(scenario).run(source: engine).first).trace
    let analysis = Analyzer(options: FitOptions()).analyze([trace]).analysis
    return try #require(ReleaseAnalyzer().reports([trace], analysis).first { $0.axis == .y })
  }

  private func gesture(
    at time: Double, _ duration: Double, _ velocity: Double, _ acceleration: Double, hold: Double = 0
  ) -> Scenario.Gesture {
    var gesture = Scenario.Gesture()
    (gesture.at, gesture.duration, gesture.hold) = (time, duration, hold)
    (gesture.velocity.y, gesture.acceleration.y) = (velocity, acceleration)
    return gesture
  }

  @Test("Its own estimator is among those named on an engine's own session", arguments: engines)
  func simulated(_ engine: String) throws {
    try expectOwnEstimator(of: engine, report(engine, gestures: gestures))
  }

  /// 100 ms are six frames: noise of the times moves the seventh sample over the window's edge in every other fling, and with it the
  /// finger's mean velocity by up to 40 pt/s.
  @Test("A sample at the edge of an estimator's window counts as in it or not", arguments: 1...4)
  func windowOfWholeFrames(_ seed: UInt64) throws {
    var recording = Scenario.Recorder()
    (recording.clockNoise, recording.seed) = (0.0002, seed)
    let report = try report("Zynga Scroller", gestures: gestures, recording: recording)
    expectOwnEstimator(of: "Zynga Scroller", report)
    #expect(report.estimators.count { $0.isIndistinguishable } <= 3)
  }

  private var gestures: [Scenario.Gesture] {
    [
      gesture(at: 0.413, 0.229, 1450, 3100), gesture(at: 5.121, 0.268, -1130, 2700),
      gesture(at: 10.337, 0.311, 820, 1900, hold: 0.3), gesture(at: 15.009, 0.219, -2210, -4800),
      gesture(at: 20.571, 0.283, 1720, -3900), gesture(at: 25.218, 0.241, -640, -2100),
    ]
  }

  private func expectOwnEstimator(of engine: String, _ report: ReleaseReport) {
    let named = report.estimators.filter(\.isIndistinguishable).map(\.estimator.name)
    #expect(report.isAdequate == true, "\(named), rms \(report.estimators.first?.rootMeanSquare ?? .nan)")
    #expect(Catalogue.velocityEstimator(of: engine).map { named.contains($0.name) } == true, "\(named)")
  }

  /// Flutter: a flick of the same direction takes over 0.000816 |v|^1.967 of the content's velocity v.
  @Test("Carried momentum is found in a simulated session of an engine that has it, and only there")
  func momentum() throws {
    // Five flings from rest, then four that catch the content.
    let times = [0.413, 5.413, 10.413, 15.413, 20.413, 21.013, 21.617, 22.211, 22.809]
    let gestures = times.enumerated().map { index, time in
      let isEven = index.isMultiple(of: 2)
      return gesture(at: time, 0.2, 900 + 90.0 * Double(index), isEven ? 1500 : -1300)
    }
    let momentum = try #require(try report("Flutter iOS", gestures: gestures).momentum)
    #expect(momentum.count >= 3)
    #expect(momentum.engine == "Flutter iOS")
    #expect(momentum.share.value > 0.1)
    #expect(momentum.chiSquaredByEngine < 0.2 * momentum.chiSquaredWithout, "\(momentum)")
    let none = try #require(try report("UIScrollView", gestures: gestures).momentum)
    let interval = try #require(none.share.interval)
    #expect(abs(none.share.value) < 0.02 && interval.contains(0), "\(none)")
  }
}
