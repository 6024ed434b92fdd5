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
  /// The other springs that the samples of a phase may allow; nil for other models, and for intervals that do not allow for them.
  var springs: OtherSprings?
  /// The sentences about the choice among them.
  var notices: [Notice] = []

  /// The springs that the intervals allow for.
  var average: ModelAverage? { springs.flatMap { ModelAverage(of: spring, beside: $0) } }

  /// The fit, of a spring.
  var spring: FittedSpring { FittedSpring(candidate: candidate, solution: solution) }
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

extension EdgeCrossing {
  /// A deceleration and the bounce after it; nil where either has no error to compare with.
  ///
  /// - Throws: ``FitError`` where an interval cannot be had.
  init?(_ deceleration: FittedRecording, _ bounce: FittedRecording, bounceFit: Fit) throws(FitError) {
    let fitting = bounce.fitting
    guard let rest = bounceFit.parameters.first(where: { $0.name == "rest" }),
      let departure = bounceFit.derived.first(where: { $0.name == "amplitude" }),
      let edgeTime = bounceFit.derived.first(where: { $0.name == "edgeTime" })?.value, edgeTime.isFinite
    else { return nil }
    // The velocity v₀ + k(x₀ − edge) changes with the edge by −k, and the edge has an error of its own.
    let candidate = deceleration.candidate
    let decayConstant = candidate.scrollModel.value(
      of: .decayConstant, in: deceleration.solution.estimation.minimum.parameters)
    let arrival = try deceleration.fitting.quantity(
      "arrivalVelocity", unit: departure.unit, of: deceleration,
      furtherError: decayConstant * (rest.standardError ?? 0)
    ) { $0[1] + $0[2] * ($0[0] - rest.value) }
    guard let arrivalError = arrival.standardError, let departureError = departure.standardError,
      arrival.value != 0, departure.value != 0
    else { return nil }
    let ratio = departure.value / arrival.value
    let relative =
      ((departureError / departure.value) * (departureError / departure.value)
      + (arrivalError / arrival.value) * (arrivalError / arrival.value)).squareRoot()
    self.init(
      source: bounceFit.source, series: bounceFit.series, axis: fitting.axis, time: bounceFit.from + edgeTime,
      offset: rest.value, arrival: arrival, departure: departure,
      ratio: Estimate(
        "velocityRatio", unit: "", value: ratio, standardError: (ratio * relative).magnitude,
        degreesOfFreedom: min(deceleration.degreesOfFreedom, bounce.degreesOfFreedom),
        confidence: fitting.options.confidence))
  }
}

extension AxisComparison {
  /// The constants that are compared, of the models that have them.
  private static let constants = ["decayConstant", "damping", "coefficient"]

  /// Every constant that phases on x and y which overlap in time have both, of fits of one model.
  static func all(_ recordings: [FittedRecording], _ fits: [Fit]) -> [AxisComparison] {
    let pairs = Array(zip(recordings, fits))
    return pairs.filter { $0.1.axis == .x }.flatMap { x in
      pairs.filter { $0.1.axis == .y }.flatMap { y in comparisons(x, y) }
    }
  }

  private static func comparisons(
    _ x: (FittedRecording, Fit), _ y: (FittedRecording, Fit)
  ) -> [AxisComparison] {
    let from = max(x.1.from, y.1.from), to = min(x.1.to, y.1.to)
    guard x.1.model == y.1.model, x.1.phase == y.1.phase, from < to else { return [] }
    return constants.compactMap { name in
      guard let first = x.1.parameters.first(where: { $0.name == name }),
        let second = y.1.parameters.first(where: { $0.name == name }),
        let firstError = first.standardError, let secondError = second.standardError
      else { return nil }
      let error = (firstError * firstError + secondError * secondError).squareRoot()
      return AxisComparison(
        source: x.1.source, series: x.1.series, phase: x.1.phase, from: from, to: to, x: first, y: second,
        difference: Estimate(
          name, unit: first.unit, value: first.value - second.value, standardError: error,
          degreesOfFreedom: min(x.0.degreesOfFreedom, y.0.degreesOfFreedom),
          confidence: x.0.fitting.options.confidence))
    }
  }
}

extension FittedRecording {
  fileprivate var degreesOfFreedom: Double { solution.distribution.degreesOfFreedom }
}

extension Estimate {
  /// A number with an error that t times its quantile is an interval of.
  fileprivate init(
    _ name: String, unit: String, value: Double, standardError: Double, degreesOfFreedom: Double,
    confidence: Double
  ) {
    let half =
      StudentT(degreesOfFreedom: degreesOfFreedom).criticalValue(confidence: confidence) * standardError
    self.init(
      name: name, unit: unit, value: value, standardError: standardError,
      interval: (value - half)...(value + half))
  }
}

extension Fitting {
  /// A function of a fit's reported parameters; `furtherError` is what another number in it adds, independently.
  fileprivate func quantity(
    _ name: String, unit: String, of fitted: FittedRecording, furtherError: Double,
    value: ([Double]) -> Double
  ) throws(FitError) -> Estimate {
    var options = options
    // A quantity made of two fits has the errors of the curvature.
    options.intervals = .wald
    let own = try FitReport(
      fitted.candidate, solution: fitted.solution, source: trace.source, axis: axis, lengthUnit: trace.unit,
      options: options
    ).quantity(name, unit: unit, value: value)
    guard furtherError != 0, let ownError = own.standardError else { return own }
    return Estimate(
      name, unit: unit, value: own.value,
      standardError: (ownError * ownError + furtherError * furtherError).squareRoot(),
      degreesOfFreedom: fitted.degreesOfFreedom, confidence: options.confidence)
  }
}
