import Numerals
import Recordings
import ScrollModels
import ScrollSegmentation

/// Fits every phase of one axis of a recording that follows a model.
package struct SessionFitting {
  package let trace: Trace
  package let axis: Axis
  package let found: AxisSegmentation
  package let options: FitOptions

  package init(trace: Trace, axis: Axis, found: AxisSegmentation, options: FitOptions) {
    self.trace = trace
    self.axis = axis
    self.found = found
    self.options = options
  }

  /// The outcome of the phases.
  struct Outcome {
    var recordings: [FittedRecording] = []
    var fits: [Fit] = []
    var crossings: [EdgeCrossing] = []
    var failures: [FitError] = []
    var notices: [Notice] = []
  }

  /// The fits of all phases in which the content moves by itself or is pulled beyond an edge by a recorded finger, in time order.
  /// A phase with too few samples is excluded, and a warning names it.
  func outcome() -> Outcome {
    var outcome = Outcome()
    var fitted: [(phase: Int, recordings: [FittedRecording])] = []
    for index in found.phases.indices {
      guard let (trace, scrollModel) = material(index, &outcome.notices) else { continue }
      do throws(FitError) {
        fitted.append((index, try self.fitted(index, trace, scrollModel)))
      } catch {
        note(error, of: index, in: &outcome)
      }
    }
    agree(&fitted)
    var previous: (recording: FittedRecording, phase: Int)?
    for (index, recordings) in fitted {
      let kind = found.phases[index].kind
      do throws(FitError) {
        var fits: [Fit] = []
        for recording in recordings { fits.append(try recording.fitting.report(recording)) }
        if kind == .bounce, let last = previous, last.phase == index - 1,
          let crossing = try EdgeCrossing(last.recording, recordings[0], bounceFit: fits[0])
        {
          outcome.crossings.append(crossing)
        }
        previous = kind == .deceleration ? (recordings[0], index) : nil
        outcome.recordings += recordings
        outcome.fits += fits
      } catch {
        note(error, of: index, in: &outcome)
      }
    }
    return outcome
  }

  /// Chooses among the dampings that explain a bounce by the other bounces.
  private func agree(_ fitted: inout [(phase: Int, recordings: [FittedRecording])]) {
    let bounces = fitted.indices.filter { found.phases[fitted[$0].phase].kind == .bounce }
    let preferred = bounces.compactMap { fitted[$0].recordings.last }
    guard preferred.count == bounces.count else { return }
    for (index, chosen) in zip(bounces, SpringAgreement(preferred).applied(to: preferred)) {
      fitted[index].recordings[fitted[index].recordings.count - 1] = chosen
    }
  }

  private func note(_ error: FitError, of index: Int, in outcome: inout Outcome) {
    switch error {
    case .tooFewSamples: outcome.notices.append(unfitted(index, "has too few samples to be fitted"))
    case .noMotion: outcome.notices.append(unfitted(index, "shows no motion that could be fitted"))
    // Content that the finger does not move has no rubber band: the recording is not at fault.
    case .noStart where found.phases[index].kind == .rubberBand:
      outcome.notices.append(unfitted(index, "does not follow the finger as a rubber band does"))
    default: outcome.failures.append(error)
    }
  }

  /// The fit of the model that the samples of a phase prefer; nil for a phase without a model and where there is no fit.
  package func preferredFit(of index: Int) -> Fit? {
    var notices: [Notice] = []
    guard let (trace, model) = material(index, &notices),
      let preferred = try? fitted(index, trace, model).last
    else { return nil }
    return try? preferred.fitting.report(preferred)
  }

  /// The fits of a phase: of its model, or of the expected model and the preferred one where that is another.
  private func fitted(_ index: Int, _ trace: Trace, _ model: MotionModel?) throws(FitError)
    -> [FittedRecording]
  {
    let sure = found.sure(index)
    var options = options
    options.phase = found.phases[index].kind
    options.from = trace.times[sure.lowerBound]
    options.to = trace.times[sure.upperBound - 1]
    // A recording has the finger once a frame: where it was when the content came to the edge lies between two samples.
    if model == .rubberBand, !options.hasTravelOffset { options.starts[ParameterName.travelOffset.id] = 0 }
    let fitting = Fitting(trace: trace, axis: axis, options: options)
    if let model { return [try fitting.fitted(as: model)] }
    return try fitting.fittedPhase()
  }

  private func unfitted(_ index: Int, _ reason: String) -> Notice {
    let phase = found.phases[index]
    let from = Numerals.significant(trace.times[phase.range.lowerBound], 6)
    return Notice(.unfittedPhase, "axis \(axis.rawValue): the \(phase.kind.noun) at \(from) s \(reason)")
  }

  package static func unknownLead(_ axis: Axis, at time: Double) -> Notice {
    Notice(
      .unfittedPhase,
      "axis \(axis.rawValue): the \(PhaseKind.rubberBand.noun) at \(Numerals.significant(time, 6)) s begins beyond the edge: how far the finger is "
        + "ahead of the content is not known")
  }

  /// The samples of a phase: the recording as its model sees it, and the model, where not several are weighed; nil for a phase
  /// without a model.
  private func material(_ index: Int, _ notices: inout [Notice]) -> (trace: Trace, model: MotionModel?)? {
    switch found.phases[index].kind {
    case .deceleration where !found.phases[index].hasModel:
      notices.append(unfitted(index, "has too few samples to be fitted"))
      return nil
    case .deceleration: return (trace, options.joint.isEmpty ? nil : .deceleration)
    case .bounce, .snap, .unknownReturn: return (trace, options.joint.isEmpty ? nil : .bounce)
    case .rubberBand:
      guard let travel = trace.fingers[axis], !options.ignoresTouch else { return nil }
      guard let pull = Pull(trace, axis: axis, travel: travel, found: found, phase: index) else {
        notices.append(Self.unknownLead(axis, at: trace.times[found.phases[index].range.lowerBound]))
        return nil
      }
      return (pull.trace, .rubberBand)
    case .drag, .rest, .jump, .programmatic, .constantVelocity, .wheel: return nil
    }
  }
}
