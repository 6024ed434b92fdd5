import Recordings
import ScrollFitting
import TestSupport

@testable import ScrollAnalysis

/// A session of `scripts/reference` with its release report.
struct ReferenceSession: Sendable {
  let trace: Trace
  let report: ReleaseReport
  /// [release, velocity, velocity before].
  let flings: [[Double]]

  var indistinguishable: [String] { report.estimators.filter(\.isIndistinguishable).map(\.estimator.name) }

  /// The sessions of a file under `Fixtures/reference` by their names.
  static func all(_ file: String) -> [String: ReferenceSession] {
    var sessions: [String: ReferenceSession] = [:]
    for json in (try? JSONNode("reference/" + file)["sessions"].list) ?? [] {
      let flings = json["flings"].list.map(\.numbers)
      let trace = try? Trace(
        Trace.FileOrigin(source: json["name"].text ?? "", format: "scrolltrace"),
        clock: Trace.SampleClock(json["times"].numbers),
        columns: Trace.SampleColumns(
          offsets: [.y: json["offsets"].numbers], fingers: [.y: json["finger"].numbers],
          states: json["down"].numbers.map { $0 == 1 ? .dragging : .idle },
          events: json["isEnded"].number == 0
            ? [] : flings.map { Event(time: $0[0], name: "willEndDragging") }))
      guard let trace else { continue }
      let analysis = Analyzer(options: FitOptions()).analyze([trace]).analysis
      sessions[trace.source] = ReleaseAnalyzer().reports([trace], analysis).first.map {
        ReferenceSession(trace: trace, report: $0, flings: flings)
      }
    }
    return sessions
  }
}
