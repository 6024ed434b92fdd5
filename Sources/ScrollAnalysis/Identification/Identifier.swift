import Recordings
import ScrollFitting
import ScrollSegmentation

/// Asks of a recording which engine of the catalogue moves like it.
///
/// Each phase that follows a model is fitted with every row of the catalogue of its kind: with the engine's own constants
/// (is it exactly this engine?) and with the best ones (this model, other constants?); only where the motion starts is
/// always free. Rows whose curves differ by less than one step of the recording's grid are one class. The class with
/// the smallest AICc is named, with those within two steps of it and those that the samples do not exclude, unless it leaves
/// structure above the grid.
///
/// How an engine ends its motion (``StopRule``) and rounds it is no part of the comparison: a phase is what was
/// recorded while it moved.
package struct Identifier: Sendable {
  /// The range to take as one phase of a kind, in place of the phases that the segmentation finds.
  package var whole: PhaseKind?
  package var from: Double?
  package var to: Double?
  package var axis: Axis?
  /// The offsets of the content's edges; overrides what the recording names.
  package var edges: ClosedRange<Double>?
  package var ignoresTouch = false
  /// The engine to report on whatever its rank, as the catalogue spells it.
  package var asked: String?
  package var threads = 1

  package init() {}

  /// The phases' engines, and what of the recording could not be used.
  package func identify(_ trace: Trace) -> (RecordingIdentification?, [Failure]) {
    var notices = trace.notices
    var failures: [Failure] = []
    var outcomes: [PhaseIdentifier.Outcome] = []
    let (releases, found) = releases(of: trace)
    func failed(_ axis: Axis?, _ error: FitError) {
      failures.append(Failure(source: trace.source, series: trace.series, axis: axis, error: error))
    }
    let recorded = trace.recordedAxes.filter { (axis ?? $0) == $0 }
    let moving = recorded.filter { axis in
      guard let offsets = trace.offsets[axis] else { return false }
      return offsets.contains { $0 != offsets[0] }
    }
    if trace.offsets.isEmpty {
      failed(axis, .noOffsets)
    } else if let axis, recorded.isEmpty {
      failed(axis, .axisMissing(axis, found: trace.recordedAxes))
    } else if moving.isEmpty {
      failed(axis, .noMotion)
    } else {
      notices += recorded.filter { !moving.contains($0) }.map(\.isLeftOut)
    }
    for axis in moving {
      do throws(FitError) {
        let phases = try PhaseGathering(trace: trace, axis: axis, identifier: self, found: found[axis])
          .phases(&notices)
        for phase in phases {
          let outcome = PhaseIdentifier(phase: phase, threads: threads).outcome()
          // A drag is a program's animation only where one of these fits it.
          if phase.kind == .drag {
            guard case .engines = outcome.identification.verdict else { continue }
          }
          outcomes.append(outcome)
        }
      } catch {
        failed(axis, error)
      }
    }
    if outcomes.isEmpty, failures.isEmpty {
      notices.append(Notice(.noFreeMotion, "no phase of free motion: there is nothing to identify"))
    }
    guard failures.isEmpty || !outcomes.isEmpty else { return (nil, failures) }
    let summary = OverallIdentity(outcomes)
    return (
      RecordingIdentification(
        source: trace.source, series: trace.series, phases: outcomes.map(\.identification),
        overall: summary.classes, verdict: summary.verdict, notices: notices,
        asked: asked, releases: releases),
      failures
    )
  }

  /// The recordings' engines and, of files whose series are the gestures of one session, the releases of all of them together.
  package func identify(_ traces: [Trace]) -> (Identification, [Failure]) {
    var recordings: [RecordingIdentification] = []
    var failures: [Failure] = []
    for trace in traces {
      let (recording, failed) = identify(trace)
      if let recording { recordings.append(recording) }
      failures += failed
    }
    let sessions =
      examinesReleases
      ? ReleaseAnalyzer(threads: threads).sessions(of: traces, beside: recordings.flatMap(\.releases)) : []
    return (Identification(recordings: recordings, sessions: sessions), failures)
  }

  /// True where whole recordings are identified, and with the touches that they have.
  private var examinesReleases: Bool { !ignoresTouch && whole == nil && from == nil && to == nil }

  /// The releases by a recorded finger, and the phases that were found for them, by axis.
  private func releases(of trace: Trace) -> ([ReleaseReport], found: [Axis: AxisSegmentation]) {
    guard !trace.fingers.isEmpty, examinesReleases else { return ([], [:]) }
    var options = FitOptions()
    options.axis = axis
    options.edges = edges
    options.threads = threads
    let analyzed = Analyzer(options: options).analyzed([trace])
    return (ReleaseAnalyzer(threads: threads).reports([trace], analyzed.analysis), analyzed.found[0])
  }
}
