import Foundation
import LeastSquares
import Recordings
import ScrollModels
import TestSupport
import Testing

@testable import ScrollAnalysis

/// Engines named for motions: the recorded ones, and motions that are distinguished or not.
struct IdentifierTests {
  private func identify(
    _ trace: Trace, _ change: (inout Identifier) -> Void = { _ in }
  ) throws -> RecordingIdentification {
    var identifier = Identifier()
    change(&identifier)
    return try #require(identifier.identify(trace).0)
  }

  private func names(_ verdict: IdentityVerdict) -> [String] {
    switch verdict {
    case .engines(let engines, _), .model(_, let engines, _, _), .partly(let engines, _, _, _): engines
    default: []
    }
  }

  @Test("Every engine with a fling is in a class, also behind a plainer one with the same curve")
  func noEngineIsLost() throws {
    // 330 pt/s at 2000 pt/s²: so short that engines whose start is free as well have the same curve.
    let times = (0..<20).map { Double($0) / 120 }
    let offsets = times.map { ((330 * $0 - 1000 * $0 * $0) * 3).rounded() / 3 }
    let trace = try Trace(
      Trace.FileOrigin(source: "short", format: "made"), clock: Trace.SampleClock(times),
      columns: Trace.SampleColumns(offsets: [.y: offsets]))
    let found = try identify(trace) { $0.whole = .deceleration }
    let phase = try #require(found.phases.first)
    let listed = Set(phase.candidates.filter { $0.constants == .fixed }.flatMap(\.engines))
    #expect(listed.contains("Flutter macOS") && names(phase.verdict).contains("Flutter macOS"))
    let flings = Set(Catalogue.entries.filter { $0.phase == .fling && !$0.model.isUnspecific }.map(\.engine))
    #expect(flings.subtracting(listed).isEmpty, "\(flings.subtracting(listed).sorted())")
  }

  @Test(
    "Every recorded engine is named, or its model",
    arguments: [
      ("chromium/elastic_fling_end.csv", PhaseKind.bounce, "Chromium, elastic", String?.none),
      ("chromium/expcurve_fling_medium_forward.csv", .deceleration, "Chromium, expcurve", nil),
      ("chromium/fling_fast_forward.csv", .deceleration, "Chromium", "bezier-fling"),
      ("chromium/smooth_scroll_to.csv", .drag, "Chromium, script of 156", nil),
      ("firefox/fling_medium_forward.csv", .deceleration, "Firefox", nil),
      ("firefox/fling_medium_forward.page.csv", .deceleration, "Firefox", nil),
      ("firefox/fling_friction_0005.csv", .deceleration, "UIScrollView", "deceleration"),
      ("gtk3/edge_end_gentle.csv", .deceleration, "GTK", nil),
      ("gtk3/edge_end_gentle.csv", .bounce, "GTK", nil),
      ("gtk3/edge_end_gentle.public.csv", .deceleration, "GTK", nil),
      ("gtk3/fling_medium_forward.csv", .deceleration, "GTK", nil),
      ("gtk4/fling_caught.csv", .deceleration, "GTK", nil),
      ("gtk4/fling_diagonal.csv", .deceleration, "GTK", nil),
      ("gtk4/pull_start_and_release.csv", .bounce, "GTK", nil),
      ("kivy/edge_end.csv", .bounce, "Kivy 2", "frame-spring"),
      ("kivy/fling_medium_forward.csv", .deceleration, "Kivy 2", nil),
      ("qscroller/fling_medium.csv", .deceleration, "QScroller", nil),
      ("qscroller/fling_outexpo.csv", .deceleration, "UIScrollView", "deceleration"),
      ("qtquick/flick_medium_forward.csv", .deceleration, "Qt Flickable", nil),
    ])
  func recordedEngines(_ file: String, _ kind: PhaseKind, _ engine: String, _ model: String?) throws {
    let found = try identify(try #require(recordings("traces/" + file).first))
    let phase = try #require(found.phases.first { $0.kind == kind })
    #expect(names(phase.verdict).contains(engine), "\(phase.verdict)")
    if let model {
      let candidate = try #require(
        phase.candidates.first { $0.engines.contains(engine) && $0.model == model })
      #expect(phase.verdict.modelName == model || candidate.deltaAICc ?? 9 < 2, "\(phase.verdict)")
    } else {
      #expect(phase.verdict.modelName == nil, "\(phase.verdict)")
    }
  }

  /// One curve, one class: what no recording tells apart is named together, and nothing else.
  @Test func enginesWithOneCurveAreOneClass() throws {
    let found = try identify(try glide { 500 + 1500 * (1 - exp(-2.002002669 * $0)) / 2.002002669 })
    #expect(
      Set(names(found.verdict)).isSuperset(of: [
        "UIScrollView", "POP", "Motion", "Compose iOS", "fluid-scroll",
      ]))
    #expect(Set(names(found.verdict)).isDisjoint(with: ["GTK", "Framer Motion", "Android", "Qt Flickable"]))
    let leader = try #require(found.phases.first?.candidates.first)
    #expect(leader.constants == .fixed && leader.adequacy == .holds && leader.deltaAICc == 0)
    #expect(leader.rms < 0.2 && leader.maximum <= 0.35)
    #expect(agree(try #require(leader.maximumPixels), 3 * leader.maximum, 1e-9))
  }

  /// The near misses: a drift, a step by frames, another rate.
  @Test func nearMissesAreTold() throws {
    let stop = log((2900 + 172) / 172) / 3.7
    let drift = try identify(
      try glide { t in
        let moving = min(t, stop)
        return 500 + (2900 + 172) / 3.7 * (1 - exp(-3.7 * moving)) - 172 * moving
      })
    #expect(names(drift.verdict) == ["Chromium"])
    let phase = try #require(drift.phases.first)
    let exponential = try #require(
      phase.candidates.first { $0.model == "deceleration" && $0.constants == .free })
    #expect(exponential.deltaAICc ?? 0 > 100)
    let other = try identify(try glide { 500 + 1500 * (1 - exp(-3.3 * $0)) / 3.3 })
    #expect(other.verdict.modelName == "deceleration")
    let free = try #require(other.phases.first?.candidates.first { $0.constants == .free })
    let constant = try #require(free.parameters.first { $0.name == "decayConstant" })
    let interval = try #require(constant.interval)
    #expect(interval.contains(3.3) && interval.upperBound - interval.lowerBound < 0.05)
  }

  @Test("A motion of no engine is reported as none of these")
  func noEngine() throws {
    let found = try identify(try glide { 500 + 300 * sin(5 * $0) * sin(5 * $0) + 200 * $0 }) {
      $0.whole = .deceleration
    }
    #expect(found.verdict == .none && found.phases.first?.verdict == IdentityVerdict.none)
    #expect(found.phases.first?.candidates.first?.adequacy == .fails)
  }

  @Test func tooFewSamples() throws {
    let found = try identify(try glide(count: 7) { 500 + 1500 * $0 - 700 * $0 * $0 }) {
      $0.whole = .deceleration
    }
    #expect(found.verdict == .undecided)
  }

  /// The ranking does not depend on the number of threads, and moves with a sample.
  @Test func deterministicAndAlive() throws {
    let motion: (Double) -> Double = { 500 + 1500 * (1 - exp(-2.002 * $0)) / 2.002 }
    let trace = try glide(motion)
    let one = try identify(trace)
    #expect(try identify(trace) { $0.threads = 3 } == one)
    let moved = try identify(try glide { $0 > 0.49 && $0 < 0.51 ? motion($0) + 3 : motion($0) })
    let (first, second) = (one.phases.first?.candidates.first, moved.phases.first?.candidates.first)
    #expect(second?.maximum ?? 0 > 2 && first?.maximum ?? 9 < 0.5)
  }

  /// A range and a kind in place of the phases that are found.
  @Test func aRangeOfOneKind() throws {
    let trace = try #require(recordings("traces/gtk3/edge_end_gentle.csv").first)
    let found = try identify(trace) {
      $0.whole = .bounce
      ($0.from, $0.to) = (0.35, 1.1)
    }
    let phase = try #require(found.phases.first)
    #expect(found.phases.count == 1 && phase.kind == .bounce && phase.from >= 0.35 && phase.to <= 1.1)
    #expect(names(phase.verdict).contains("GTK"))
  }

  @Test("A pull without times is overscroll, over the finger's travel")
  func aPull() throws {
    let found = try identify(try #require(recordings("data/ios265_sim_rubberband_drag.csv").first))
    #expect(names(found.verdict).contains("UIScrollView") && !names(found.verdict).contains("Flutter iOS"))
    let dimension = found.phases.first?.candidates.first?.parameters.first { $0.name == "dimension" }
    #expect(abs((dimension?.value ?? 0) - 681.6667) < 2)
  }

  @Test("An axis that is not there and one that stands still")
  func axes() throws {
    let trace = try glide { 500 + 1500 * (1 - exp(-2 * $0)) / 2 }
    var identifier = Identifier()
    identifier.axis = .x
    let (found, failures) = identifier.identify(trace)
    #expect(found == nil && failures.map(\.error) == [.axisMissing(.x, found: [.y])])
    let still = Identifier().identify(try glide { _ in 500 })
    #expect(still.0 == nil && still.1.map(\.error) == [.noMotion])
    let times = trace.times
    let both = try Trace(
      source: "test", format: "test", times: times,
      offsets: [.y: try #require(trace.offsets[.y]), .x: times.map { _ in 3 }])
    let (moving, others) = Identifier().identify(both)
    #expect(
      others.isEmpty && moving?.notices.map(\.description).contains("axis x does not move: skipped") == true)
  }

  /// A glide on 1/3 pt at 60 frames a second from rest.
  private func glide(count: Int = 120, _ offset: (Double) -> Double) throws -> Trace {
    let times = (0..<count).map { Double($0) / 60 }
    return try Trace(
      source: "test", format: "test", times: times,
      offsets: [.y: times.map { (offset($0) * 3).rounded() / 3 }])
  }
}
