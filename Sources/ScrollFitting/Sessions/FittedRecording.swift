import LeastSquares
import Recordings
import ScrollModels

/// One axis of a recording with its fit, before anything is said about it.
package struct FittedRecording {
  package let fitting: Fitting
  package let candidate: Candidate
  package var solution: Solution
  /// The weights of the models that `auto` weighed.
  let weights: [Selection.Weight]
  /// The other spring model, where the samples of a phase allow both.
  var average: ModelAverage?
}

extension [FittedRecording] {
  /// The fits with the parameters of `--joint` shared by all fits of an axis whose model has them, and what sharing costs.
  ///
  /// - Throws: ``FitError`` where an axis has only one such fit, or the names cannot be shared.
  func joint(_ options: FitOptions) throws(FitError)
    -> (fits: [Fit], joint: [JointEstimate], recordings: [FittedRecording])
  {
    for (setting, isGiven) in [("intervals", options.intervals != .wald), ("loss", options.loss != .linear)]
    where isGiven {
      throw .excluded(setting, beside: "joint")
    }
    for name in options.joint where !contains(where: { $0.has(name) }) {
      _ = try ConstrainedParameter(name, in: self[0].candidate.scrollModel)
    }
    var models: [MotionModel] = []
    for recording in self where !models.contains(recording.candidate.scrollModel.model) {
      models.append(recording.candidate.scrollModel.model)
    }
    var fits = [Fit?](repeating: nil, count: count)
    var joint: [JointEstimate] = []
    var recordings = self
    for axis in Axis.allCases {
      for model in models {
        let group = indices.filter {
          self[$0].fitting.axis == axis && self[$0].candidate.scrollModel.model == model
        }
        let names = options.joint.filter { name in group.contains { self[$0].has(name) } }
        guard !group.isEmpty else { continue }
        guard !names.isEmpty else {
          for index in group { fits[index] = try self[index].fitting.report(self[index]) }
          continue
        }
        guard group.count > 1 else { throw .nothingToShare(axis) }
        let fitting = JointFitting(
          members: group.map { .init(candidate: self[$0].candidate, solution: self[$0].solution) },
          names: names,
          options: options)
        let outcome = try fitting.outcome()
        joint += try fitting.estimates(outcome)
        for (index, solution) in zip(group, fitting.solutions(outcome)) {
          var shared = self[index]
          shared.solution = solution
          recordings[index] = shared
          fits[index] = try shared.fitting.report(shared, shared: Set(names))
        }
      }
    }
    return (fits.compactMap { $0 }, joint, recordings)
  }
}

extension FittedRecording {
  /// Returns true if a name is one of the model's parameters, or determines one.
  fileprivate func has(_ name: String) -> Bool {
    (try? ConstrainedParameter(name, in: candidate.scrollModel)) != nil
  }
}
