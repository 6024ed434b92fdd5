public import Recordings

/// A recording, or a part of one, that could not be used.
public struct Failure: Equatable, Sendable {
  public let source: String
  public let series: String?
  public let axis: Axis?
  public let error: FitError
}

/// Fits every axis of every recording.
public struct Analyzer: Sendable {
  public let options: FitOptions

  public init(options: FitOptions) { self.options = options }

  /// The analysis of all recordings, and what of them could not be used. Nothing is lost by a failure: the other axes
  /// and recordings are in the analysis.
  public func analyze(_ traces: [Trace]) -> (analysis: Analysis, failures: [Failure]) {
    var summaries: [RecordingSummary] = []
    var fitted: [FittedRecording] = []
    var fits: [Fit] = []
    var failures: [Failure] = []
    for trace in traces {
      func failed(_ axis: Axis?, _ error: FitError) {
        failures.append(Failure(source: trace.source, series: trace.series, axis: axis, error: error))
      }
      var warnings = trace.warnings
      if let formula = options.formula {
        do { fits.append(try FormulaFitting(trace: trace, formula: formula, options: options).fit()) } catch {
          failed(nil, error)
        }
        summaries.append(summary(of: trace, phases: [], warnings: warnings))
        continue
      }
      let axes = moving(trace, warnings: &warnings)
      if axes.isEmpty { failed(options.axis, .noMotion) }
      var phases: [PhaseSummary] = []
      for axis in axes {
        do {
          let fitting = Fitting(trace: trace, axis: axis, options: options)
          let recording = try fitting.fitted()
          let fit = try fitting.report(recording)
          fitted.append(recording)
          fits.append(fit)
          phases.append(summary(of: fit, axis: axis))
        } catch { failed(axis, error) }
      }
      if options.model == nil, options.from == nil, options.to == nil, !phases.isEmpty {
        warnings.append("the whole recording is taken as one phase; --model or --from and --to name one")
      }
      summaries.append(summary(of: trace, phases: phases, warnings: warnings))
    }
    var joint: [JointEstimate] = []
    if !options.joint.isEmpty, !fitted.isEmpty {
      do { (fits, joint) = try fitted.joint(options) } catch {
        failures.append(Failure(source: fitted[0].fitting.trace.source, series: nil, axis: nil, error: error))
      }
    }
    let analysis = Analysis(
      recordings: summaries, fits: fits, joint: joint,
      across: options.joint.isEmpty
        ? AcrossRecordings.summaries(of: fits, confidence: options.confidence) : [])
    return (analysis, failures)
  }

  /// The axes to fit: those asked for; without an axis asked for, those that move in the range.
  private func moving(_ trace: Trace, warnings: inout [String]) -> [Axis] {
    if let axis = options.axis { return [axis] }
    let recorded = Axis.allCases.filter { trace.offsets[$0] != nil }
    let moving = recorded.filter { axis in
      guard let phase = try? PhaseSamples(trace, axis: axis, law: "", options: options) else { return true }
      return phase.samples.observations.contains { $0 != phase.samples.observations[0] }
    }
    if !moving.isEmpty {
      for axis in recorded where !moving.contains(axis) {
        warnings.append("axis \(axis.rawValue) does not move and is left out")
      }
    }
    return moving
  }

  private func summary(of fit: Fit, axis: Axis) -> PhaseSummary {
    PhaseSummary(
      axis: axis, kind: fit.phase, from: fit.from, fromError: nil, to: fit.to, toError: nil,
      samples: fit.samples,
      evidence: fit.phase == "whole" ? "the whole recording" : "the range asked for")
  }

  private func summary(of trace: Trace, phases: [PhaseSummary], warnings: [String]) -> RecordingSummary {
    let hasTimes = trace.timeBasis != .rowNumber
    let clock = hasTimes ? FrameClock.detect(trace.times) : nil
    var grid: [Axis: Double] = [:]
    // An axis that stands still shows no grid.
    for (axis, offsets) in trace.offsets where offsets.contains(where: { $0 != offsets[0] }) {
      grid[axis] = PixelGrid.detect(offsets)
    }
    var edges = trace.edges
    if let given = options.edges {
      for axis in options.axis.map({ [$0] }) ?? Array(trace.offsets.keys) { edges[axis] = given }
    }
    return RecordingSummary(
      source: trace.source, series: trace.series, format: trace.format,
      timeOrigin: hasTimes ? trace.timeOrigin : nil,
      frameInterval: clock?.interval, droppedFrames: clock?.dropped ?? 0, grid: grid, edges: edges,
      phases: phases,
      cleaning: trace.cleaning, warnings: warnings)
  }
}
