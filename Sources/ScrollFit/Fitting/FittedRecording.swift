import LeastSquares
import Recordings

/// One axis of a recording with its fit, before anything is said about it.
struct FittedRecording {
  let fitting: Fitting
  let candidate: Candidate
  var solution: Solution
  /// Of the models that `auto` weighed.
  let weights: [Selection.Weight]
}

extension [FittedRecording] {
  /// The fits with the parameters of `--joint` shared by all recordings of an axis, and what sharing costs.
  ///
  /// - Throws: ``FitError`` where an axis has only one recording, or the names cannot be shared.
  func joint(_ options: FitOptions) throws(FitError) -> (fits: [Fit], joint: [JointEstimate]) {
    var fits: [Fit] = []
    var joint: [JointEstimate] = []
    for axis in Axis.allCases {
      let group = filter { $0.fitting.axis == axis }
      guard !group.isEmpty else { continue }
      guard group.count > 1 else { throw .nothingToShare(axis) }
      for option in ["intervals", "loss"] {
        let isGiven = option == "loss" ? options.loss != .linear : options.intervals != .wald
        if isGiven { throw .excluded("--\(option)", beside: "--joint") }
      }
      let fitting = JointFitting(
        members: group.map { .init(candidate: $0.candidate, solution: $0.solution) }, names: options.joint,
        options: options)
      let outcome = try fitting.outcome()
      joint += try fitting.estimates(outcome)
      for (recording, solution) in zip(group, outcome.solutions) {
        var shared = recording
        shared.solution = solution
        fits.append(try recording.fitting.report(shared, shared: Set(options.joint)))
      }
    }
    return (fits, joint)
  }
}
