import Numerals
import Recordings

/// Fits every phase of one axis of a recording in which the content moves by itself.
struct SessionFitting {
  let trace: Trace
  let axis: Axis
  let found: Segmenter.AxisPhases
  let options: FitOptions

  /// What a phase came to.
  struct Outcome {
    var recordings: [FittedRecording] = []
    var failures: [FitError] = []
    var warnings: [String] = []
  }

  /// The fits of all phases that follow a law, in time order. A phase with too few samples is left out, and a warning says so.
  func outcome() -> Outcome {
    var outcome = Outcome()
    for index in found.named.indices {
      let phase = found.named[index]
      guard [.deceleration, .bounce, .snap].contains(phase.kind) else { continue }
      let sure = found.sure(index)
      var options = options
      options.phase = phase.kind
      options.rest = phase.rest
      options.from = trace.times[sure.lowerBound]
      options.to = trace.times[sure.upperBound - 1]
      do {
        outcome.recordings += try Fitting(trace: trace, axis: axis, options: options).fittedPhase()
      } catch FitError.tooFewSamples {
        outcome.warnings.append(
          "axis \(axis.rawValue): the \(phase.kind.rawValue) at \(Numerals.significant(options.from ?? 0)) s has too few "
            + "samples to be fitted")
      } catch { outcome.failures.append(error) }
    }
    return outcome
  }
}
