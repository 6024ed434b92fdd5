import LeastSquares
import Numerals
import Recordings
import ScrollFitting
import ScrollModels

/// Asks of a recording which engine of the catalogue moves like it.
///
/// Each phase that follows a model is fitted with every row of the catalogue of its kind: with the engine's own constants
/// (is it exactly this engine?) and with the best ones (this model, other constants?); only where the motion starts is
/// always free. Rows whose curves differ by less than one step of the recording's grid are one class. The class with
/// the smallest AICc is named, with those within two steps of it, unless it leaves structure above the grid.
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
    for axis in Axis.allCases where self.axis == nil || self.axis == axis {
      guard let offsets = trace.offsets[axis] else { continue }
      guard offsets.contains(where: { $0 != offsets[0] }) else {
        if self.axis == axis {
          failures.append(
            Failure(source: trace.source, series: trace.series, axis: axis, error: .noMotion))
        } else {
          notices.append(axis.isLeftOut)
        }
        continue
      }
      do throws(FitError) {
        let phases = try PhaseGathering(trace: trace, axis: axis, identifier: self).phases(&notices)
        for phase in phases {
          let outcome = PhaseIdentifier(phase: phase, threads: threads).outcome()
          // A drag is a program's animation only where one of these fits it.
          if phase.kind == .drag {
            guard case .engines = outcome.identification.verdict else { continue }
          }
          outcomes.append(outcome)
        }
      } catch {
        failures.append(Failure(source: trace.source, series: trace.series, axis: axis, error: error))
      }
    }
    if let axis, trace.offsets[axis] == nil {
      failures.append(
        Failure(
          source: trace.source, series: trace.series, axis: axis,
          error: .axisMissing(axis, found: trace.recordedAxes)))
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
        asked: asked, releases: releases(of: trace)),
      failures
    )
  }

  /// The releases by a recorded finger, where the whole recording is identified.
  private func releases(of trace: Trace) -> [ReleaseReport] {
    guard !trace.fingers.isEmpty, !ignoresTouch, whole == nil, from == nil, to == nil else { return [] }
    var options = FitOptions()
    options.axis = axis
    options.edges = edges
    options.threads = threads
    return ReleaseAnalyzer().reports([trace], Analyzer(options: options).analyze([trace]).analysis)
  }
}
