import Numerals
import Recordings
import ScrollSegmentation

/// A recording, or a part of one, that could not be used.
package struct Failure: Equatable, Sendable {
  package let source: String
  package let series: String?
  package let axis: Axis?
  package let error: FitError

  package init(source: String, series: String?, axis: Axis?, error: FitError) {
    self.source = source
    self.series = series
    self.axis = axis
    self.error = error
  }
}

/// Fits every axis of every recording.
package struct Analyzer: Sendable {
  package let options: FitOptions
  /// True if the analysis is to have the facts of its recordings.
  private let hasSummaries: Bool

  package init(options: FitOptions, hasSummaries: Bool = true) {
    self.options = options
    self.hasSummaries = hasSummaries
  }

  /// The analysis of all recordings, and what of them could not be used. Nothing is lost by a failure: the other axes
  /// and recordings are in the analysis.
  package func analyze(_ traces: [Trace]) -> (analysis: Analysis, failures: [Failure]) {
    let analyzed = analyzed(traces)
    return (analyzed.analysis, analyzed.failures)
  }

  /// The same, every fit before anything is said about it, and the phases found on each axis of each recording.
  package func analyzed(_ traces: [Trace]) -> (
    analysis: Analysis, fitted: [FittedRecording], found: [[Axis: AxisSegmentation]], failures: [Failure]
  ) {
    var summaries: [RecordingSummary] = []
    var fitted: [FittedRecording] = []
    var fits: [Fit] = []
    var failures: [Failure] = []
    var crossings: [EdgeCrossing] = []
    var comparisons: [AxisComparison] = []
    var foundByTrace = [[Axis: AxisSegmentation]](repeating: [:], count: traces.count)
    for index in traces.indices {
      let trace = traces[index]
      func failed(_ axis: Axis?, _ error: FitError) {
        failures.append(Failure(source: trace.source, series: trace.series, axis: axis, error: error))
      }
      var notices = trace.notices
      if let formula = options.formula {
        do { fits.append(try FormulaFitting(trace: trace, formula: formula, options: options).fit()) } catch {
          failed(nil, error)
        }
        if hasSummaries {
          summaries.append(RecordingSummary(of: trace, options: options, phases: [], notices: notices))
        }
        continue
      }
      let axes = moving(trace, notices: &notices)
      if axes.isEmpty { failed(options.axis, trace.offsets.isEmpty ? .noOffsets : .noMotion) }
      var phases: [PhaseSummary] = []
      var edges: [Axis: ClosedRange<Double>] = [:]
      var own: [SessionFitting.Outcome] = []
      for axis in axes { foundByTrace[index][axis] = segmented(trace, axis: axis) }
      // Noise on an axis along which nothing scrolls would be fitted as one motion.
      let still = options.axis == nil ? axes.filter { foundByTrace[index][$0]?.isRest == true } : []
      for axis in axes {
        if still.contains(axis), still.count < axes.count {
          notices.append(axis.isLeftOut)
          continue
        }
        do {
          if let found = foundByTrace[index][axis], isSession(found) {
            guard !found.isNoise else {
              failed(axis, .noise(axis))
              continue
            }
            edges[axis] = found.edges
            phases += found.reported(axis, unit: trace.unit).map(PhaseSummary.init)
            let outcome = SessionFitting(trace: trace, axis: axis, found: found, options: options).outcome()
            notices += outcome.notices
            for error in outcome.failures { failed(axis, error) }
            fits += outcome.fits
            fitted += outcome.recordings
            crossings += outcome.crossings
            own.append(outcome)
            continue
          }
          let fitting = Fitting(trace: trace, axis: axis, options: options)
          let recording = try fitting.fitted()
          let fit = try fitting.report(recording)
          phases.append(summary(of: fit, axis: axis))
          fitted.append(consume recording)
          fits.append(consume fit)
        } catch { failed(axis, error) }
      }
      comparisons += AxisComparison.all(own.flatMap(\.recordings), own.flatMap(\.fits))
      guard hasSummaries else { continue }
      notices += sessionWarnings(phases)
      summaries.append(
        RecordingSummary(
          of: trace, options: options, found: edges, phases: phases, notices: notices))
    }
    var joint: [JointEstimate] = []
    if !options.joint.isEmpty, !fitted.isEmpty {
      do { (fits, joint, fitted) = try fitted.joint(options) } catch {
        failures.append(Failure(source: fitted[0].fitting.trace.source, series: nil, axis: nil, error: error))
      }
    }
    if options.reportsSensitivity, options.joint.isEmpty {
      fits = fits.withSensitivities(fitted, threads: options.threads)
    }
    let analysis = Analysis(
      recordings: summaries, fits: fits, crossings: crossings, comparisons: comparisons, joint: joint,
      across: options.joint.isEmpty
        ? AcrossRecordings.summaries(of: fits, confidence: options.confidence) : [])
    return (analysis, fitted, foundByTrace, failures)
  }

  /// The axes to fit: those asked for; without an axis asked for, those that move in the range.
  private func moving(_ trace: Trace, notices: inout [Notice]) -> [Axis] {
    if trace.offsets.isEmpty { return [] }
    if let axis = options.axis { return [axis] }
    let recorded = trace.recordedAxes
    let moving = recorded.filter { axis in
      guard let offsets = trace.offsets[axis], trace.timeBasis != .rowNumber,
        let range = try? PhaseSamples.range(trace, options: options)
      else { return true }
      let first = offsets[range.lowerBound]
      return offsets[range].contains { $0 != first }
    }
    if !moving.isEmpty {
      for axis in recorded where !moving.contains(axis) {
        notices.append(axis.isLeftOut)
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

  /// The notices about a recording without a named model and range.
  private func sessionWarnings(_ phases: [PhaseSummary]) -> [Notice] {
    guard options.model == nil, options.from == nil, options.to == nil, !phases.isEmpty else { return [] }
    if phases.contains(where: { $0.kind == "whole" }) {
      return [
        Notice(
          .singlePhase,
          "the whole recording is taken as one phase: neither a model nor a range of time was given")
      ]
    }
    let moves = phases.contains { [.deceleration, .bounce, .snap].contains(PhaseKind(rawValue: $0.kind)) }
    return moves
      ? [] : [Notice(.noFreeMotion, "the content never moves freely: there is no motion to fit")]
  }

  /// The phases of an axis, where no option names one.
  private func segmented(_ trace: Trace, axis: Axis) -> AxisSegmentation? {
    guard options.model == nil, options.from == nil, options.to == nil, trace.timeBasis != .rowNumber else {
      return nil
    }
    return Segmenter(ignoresTouch: options.ignoresTouch, threads: options.threads).segmentation(
      of: trace, axis: axis, edges: options.edges)
  }

  /// Returns true if an axis shows more than one phase, or one with a model where such count.
  private func isSession(_ found: AxisSegmentation) -> Bool {
    let models: [PhaseKind] = [.deceleration, .bounce, .snap, .unknownReturn]
    let isModelled = found.phases.count == 1 && models.contains(found.phases[0].kind)
    return found.phases.count > 1 || isModelled || found.isNoise
  }
}

extension Segmenter {
  /// The facts of a recording and its phases, on the axis asked for or on all that move.
  ///
  /// - Throws: ``FitError/noOffsets`` for a recording of a finger alone, ``FitError/noTimes``,
  ///   ``FitError/axisMissing(_:found:)`` and ``FitError/noise(_:)``.
  package func summary(of trace: Trace, axis: Axis? = nil, edges known: ClosedRange<Double>? = nil)
    throws(FitError) -> RecordingSummary
  {
    guard !trace.offsets.isEmpty else { throw .noOffsets }
    guard trace.timeBasis != .rowNumber else { throw .noTimes }
    if let axis, trace.offsets[axis] == nil {
      throw .axisMissing(axis, found: trace.recordedAxes)
    }
    var notices = trace.notices
    var phases: [PhaseSummary] = []
    var edges: [Axis: ClosedRange<Double>] = [:]
    for each in Axis.allCases where axis == nil || axis == each {
      guard let found = segmentation(of: trace, axis: each, edges: known) else { continue }
      if axis == nil, found.isStill, trace.offsets.count > 1 {
        notices.append(each.isLeftOut)
        continue
      }
      if found.isNoise { throw .noise(each) }
      edges[each] = found.edges
      phases += found.reported(each, unit: trace.unit).map(PhaseSummary.init)
    }
    var options = FitOptions()
    options.axis = axis
    options.edges = known
    return RecordingSummary(of: trace, options: options, found: edges, phases: phases, notices: notices)
  }
}

extension Axis {
  /// The warning about an axis without motion that was not asked for.
  package var isLeftOut: Notice { Notice(.stillAxis, "axis \(rawValue) does not move: skipped") }
}

extension PhaseSummary {
  init(_ phase: Phase) {
    self.init(
      axis: phase.axis, kind: phase.kind.rawValue, from: phase.from, fromError: phase.fromError, to: phase.to,
      toError: phase.toError, samples: phase.samples.count, alternatives: phase.alternatives,
      evidence: phase.evidence)
  }
}

extension RecordingSummary {
  /// A scroll view that stands at its upper end has minus its inset for an offset: raw logs hold it.
  private static func inset(_ offsets: [Double]) -> Double? {
    guard let first = offsets.first, first < 0, offsets.count >= 3, offsets[1] == first, offsets[2] == first
    else { return nil }
    return -first
  }

  /// - Parameter found: the edges that the samples showed.
  init(
    of trace: borrowing Trace, options: borrowing FitOptions, found: [Axis: ClosedRange<Double>] = [:],
    phases: [PhaseSummary], notices: [Notice]
  ) {
    let hasTimes = trace.timeBasis != .rowNumber
    let clock = hasTimes ? trace.frameClock : nil
    var quantizationStep: [Axis: Double] = [:]
    // An axis that stands still shows no grid.
    for (axis, offsets) in trace.offsets where offsets.contains(where: { $0 != offsets[0] }) {
      quantizationStep[axis] = trace.quantizationSteps[axis]
    }
    var notices = notices
    for axis in Axis.allCases {
      guard let offsets = trace.offsets[axis], hasTimes else { continue }
      if trace.edges[axis] == nil, trace.rests[axis] == nil, let inset = Self.inset(offsets) {
        notices.append(
          Notice(
            .inset,
            "axis \(axis.rawValue) begins at rest at \(Numerals.significant(-inset)) \(trace.unit): an inset of "
              + "\(Numerals.significant(inset)) \(trace.unit) before the content"))
      }
      let repeated = RepeatedFrames.detect(
        offsets, grid: quantizationStep[axis] ?? PixelGrid.lastDecimal(offsets))
      guard let first = repeated.first else { continue }
      notices.append(
        Notice(
          .repeatedFrames,
          "axis \(axis.rawValue): \(repeated.count) \(repeated.count == 1 ? "frame repeats" : "frames repeat") the offset before "
            + "while the content moves, first at \(Numerals.significant(trace.times[first])) s"))
    }
    var edges = found.merging(trace.edges) { _, named in named }
    if let given = options.edges {
      for axis in options.axis.map({ [$0] }) ?? Array(trace.offsets.keys) { edges[axis] = given }
    }
    self.init(
      Trace.FileOrigin(source: trace.source, series: trace.series, format: trace.format),
      frames: FrameFacts(
        timeOrigin: hasTimes ? trace.timeOrigin : nil, interval: clock?.interval, rate: clock?.nominalRate,
        isRateVariable: clock?.isVariable ?? false, dropped: clock?.dropped ?? 0,
        longestGap: clock?.longestGap),
      quantizationStep: quantizationStep, edges: edges, phases: phases,
      remarks: Trace.Remarks(cleaning: trace.cleaning, notices: notices), unit: trace.unit)
  }
}
