import Foundation
import Recordings
import ScrollFitting
import Testing

@testable import ScrollAnalysis

@Suite("The releases of sessions whose recorder lacks frames or writes gestures apart")
struct SessionReleaseTests {
  private static let session = ReferenceSession.all("releases.json")["UIScrollView"]

  /// The samples of a range as a recording of its own.
  private func part(
    _ trace: Trace, _ samples: [Int], series: String? = nil, device: String = "phone"
  ) throws -> Trace {
    let start = trace.times[samples[0]]
    return try Trace(
      Trace.FileOrigin(
        source: "made", series: series, format: "scrolltrace", header: [JSONMember("device", .string(device))]
      ),
      clock: Trace.SampleClock(samples.map { trace.times[$0] - start }),
      columns: Trace.SampleColumns(
        offsets: trace.offsets.mapValues { column in samples.map { column[$0] } },
        fingers: trace.fingers.mapValues { column in samples.map { column[$0] } },
        states: samples.map { trace.states[$0] }))
  }

  private func reports(_ traces: [Trace]) -> [ReleaseReport] {
    ReleaseAnalyzer().reports(traces, Analyzer(options: FitOptions()).analyze(traces).analysis)
  }

  private func named(_ report: ReleaseReport) -> [String] {
    report.estimators.filter(\.isIndistinguishable).map(\.estimator.name)
  }

  /// The gestures of the session, each a series from 0.2 s before the finger comes down to 0.2 s before the next one does.
  private func gestures(_ trace: Trace, device: (Int) -> String = { _ in "phone" }) throws -> [Trace] {
    let isDown = trace.states.map { $0 == .dragging }
    let starts = isDown.indices.dropFirst().filter { isDown[$0] && !isDown[$0 - 1] }.map {
      trace.times[$0] - 0.2
    }
    return try starts.enumerated().map { index, start in
      let end = index + 1 < starts.count ? starts[index + 1] : .infinity
      let samples = trace.times.indices.filter { trace.times[$0] >= start && trace.times[$0] < end }
      return try part(trace, samples, series: "\(index + 1)", device: device(index))
    }
  }

  @Test("The gestures of one device that are series of a file rank estimators together")
  func series() throws {
    let session = try #require(Self.session)
    let found = try reports(gestures(session.trace))
    let own = found.filter { $0.series != nil }, all = found.filter { $0.series == nil }
    #expect(own.count == 12 && own.allSatisfy { $0.estimators.isEmpty })
    let report = try #require(all.first)
    #expect(all.count == 1 && report.isAdequate == true && report.releases.fromRest.count == 9)
    #expect(named(report).contains("UIScrollView"), "\(named(report))")
    let (identification, failures) = Identifier().identify(try gestures(session.trace))
    #expect(failures.isEmpty && identification.recordings.count == 12)
    #expect(identification.sessions.map(named) == [named(report)])
  }

  @Test("Series of several devices are no session")
  func devices() throws {
    let session = try #require(Self.session)
    let found = try reports(gestures(session.trace) { $0 == 4 ? "tablet" : "phone" })
    #expect(found.allSatisfy { $0.series != nil })
  }

  /// The engine had the touches of the frames that the recorder lost.
  @Test("Flings whose finger lacks a frame rank no estimators")
  func missingFrames() throws {
    let session = try #require(Self.session)
    let trace = session.trace
    let lost = Set(
      session.flings.prefix(4).compactMap { fling in trace.times.lastIndex { $0 < fling[0] - 0.02 } })
    let report = try #require(
      try reports([part(trace, trace.times.indices.filter { !lost.contains($0) })]).first)
    let flings = report.releases.fromRest
    #expect(report.releases.ranked == flings.filter(\.hasEveryFrame))
    #expect((3..<flings.count).contains(report.releases.ranked.count))
    #expect(report.isAdequate == true && named(report).contains("UIScrollView"), "\(named(report))")
  }
}
