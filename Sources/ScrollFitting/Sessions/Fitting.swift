import LeastSquares
import Numerals
import Recordings
import ScrollModels

/// Fits models to one axis of one recording and judges the fit.
///
/// A class, as every fit keeps it: a copy of a value would retain each part of the recording.
package final class Fitting: Sendable {
  package let trace: Trace
  package let axis: Axis
  package let options: FitOptions

  package init(trace: Trace, axis: Axis, options: FitOptions) {
    self.trace = trace
    self.axis = axis
    self.options = options
  }

  /// The models that a kind of phase may follow, the simplest first; empty for one without.
  package static func models(of phase: PhaseKind) -> [MotionModel] {
    switch phase {
    case .deceleration: [.deceleration, .decelerationStop, .constantDeceleration, .decelerationDrift]
    case .bounce, .snap: [.bounce, .spring]
    case .rubberBand: [.rubberBand]
    case .unknownReturn: [.bounce, .spring]
    case .drag, .rest, .jump, .programmatic, .constantVelocity, .wheel: []
    }
  }

  /// The model that a phase is expected to follow, reported whichever is preferred.
  private var expected: MotionModel? {
    switch options.phase {
    case .deceleration: .deceleration
    case .bounce, .snap, .unknownReturn: .bounce
    case .rubberBand, .drag, .rest, .jump, .programmatic, .constantVelocity, .wheel, nil: nil
    }
  }

  /// The fit of the model the options name.
  ///
  /// - Throws: ``FitError`` where the options contradict the model or the samples don't suffice.
  package func fit() throws(FitError) -> Fit { try report(fitted()) }

  /// The same, before anything is said about it.
  package func fitted() throws(FitError) -> FittedRecording {
    switch options.model ?? suitableModel {
    case .model(let model): return try fitted(as: model)
    case .automatic:
      let weighed = try weighed()
      return try fitted(weighed.preferred, weights: weighed.weights)
    }
  }

  /// The fit of one model, whatever the options name.
  ///
  /// - Parameter restFree: true if the resting offset is estimated also where it is known.
  package func fitted(as model: MotionModel, restFree: Bool = false) throws(FitError) -> FittedRecording {
    try fitted(candidate(model, restFree: restFree), weights: [])
  }

  /// The fits of a phase: of the model its kind is expected to follow, of the preferred one of its kind, by which recordings are compared,
  /// and of the preferred one of all, each where it is another.
  func fittedPhase() throws(FitError) -> [FittedRecording] {
    let weighed = try weighed()
    var chosen: [Candidate] = []
    for candidate in weighed.tried.filter({ $0.scrollModel.model == expected })
      + [weighed.preferredOfKind, weighed.preferred]
    where !chosen.contains(where: { $0.scrollModel.model == candidate.scrollModel.model }) {
      chosen.append(candidate)
    }
    let weights = weighed.weights
    var recordings: [FittedRecording] = []
    for candidate in chosen { recordings.append(try fitted(candidate, weights: weights)) }
    if options.intervals == .wald {
      recordings[recordings.count - 1].springs = otherSprings(recordings, weighed.tried)
    }
    return recordings
  }

  /// The fits of other springs beside the preferred one, the last; nil where that is no spring.
  private func otherSprings(_ recordings: [FittedRecording], _ tried: [Candidate]) -> OtherSprings? {
    guard let preferred = recordings.last, Self.springs[preferred.candidate.scrollModel.model] != nil
    else { return nil }
    var springs = OtherSprings()
    springs.other = (try? otherSpring(recordings, tried)).flatMap { $0?.spring }
    let critical = [preferred.spring, springs.other].lazy.compactMap { $0 }.first(where: \.isCritical)
    if let critical, let second = secondMinimum(of: critical) {
      springs.share = ModelAverage.share(of: second, beside: critical)
      springs.second = second
    }
    return springs
  }

  private static let springs: [MotionModel: MotionModel] = [.bounce: .spring, .spring: .bounce]

  /// The fit of the other spring model beside the preferred one, the last; nil where that is none.
  private func otherSpring(
    _ recordings: [FittedRecording], _ tried: [Candidate]
  ) throws(FitError) -> FittedRecording? {
    guard let preferred = recordings.last?.candidate.scrollModel.model, let other = Self.springs[preferred]
    else { return nil }
    if let known = recordings.first(where: { $0.candidate.scrollModel.model == other }) { return known }
    guard let candidate = tried.first(where: { $0.scrollModel.model == other }) else { return nil }
    return try fitted(candidate, weights: [])
  }

  /// The fit of a critical spring at the second minimum of its sum of squares; nil where there is none.
  private func secondMinimum(of spring: FittedSpring) -> FittedSpring? {
    guard let damping = spring.candidate.rateOfOtherMinimum else { return nil }
    return (try? beginning(atDamping: damping).fitted(as: .bounce))?.spring
  }

  /// The same with a damping that searches begin at.
  func beginning(atDamping damping: Double) -> Fitting {
    var options = options
    options.starts = [ParameterName.damping.id: damping]
    return Fitting(trace: trace, axis: axis, options: options)
  }

  /// Without a model: a rubber band for a pull that has no times, else whatever the samples prefer.
  private var suitableModel: ModelSelection {
    trace.timeBasis == .rowNumber && !trace.fingers.isEmpty ? .model(.rubberBand) : .automatic
  }

  // MARK: One model

  func candidate(_ model: MotionModel, restFree: Bool = false) throws(FitError) -> Candidate {
    let phase = try PhaseSamples(trace, axis: axis, model: model, options: options)
    let settlingDistance = (phase.quantizationStep ?? 1) / 2
    guard
      var scrollModel = model.scrollModel(
        settlingDistance: settlingDistance, abscissaUnit: phase.abscissaUnit)
    else {
      throw .unknownModel(model.id, known: ModelSelection.known)
    }
    var fixed = options.fixed
    if model == .deceleration,
      let release = try Release(trace, axis: axis, from: phase.from, options: options)
    {
      scrollModel = ReleasedDecelerationModel(releaseTime: release.time, settlingDistance: settlingDistance)
      fixed.merge(["initialOffset": release.offset, "initialVelocity": release.velocity]) { $1 }
    }
    if model == .rubberBand, options.hasTravelOffset { scrollModel = UncountedRubberBandModel() }
    let travel = phase.samples.range.travel
    guard travel > 0 else { throw .noMotion }
    var knownRest: Double?
    if !restFree, scrollModel.parameters.contains(where: { $0.name == "rest" }), fixed["rest"] == nil,
      options.bounds["rest"] == nil, options.starts["rest"] == nil, options.ties["rest"] == nil,
      !options.joint.contains("rest")
    {
      knownRest = restingOffset(last: phase.samples.observations.last ?? 0, travel: travel)
      fixed["rest"] = knownRest
    }
    return try EvaluationBudget.limiting(to: options.evaluationBudget) { () throws(FitError) in
      guard restFree else {
        return try Candidate(
          scrollModel, phase: phase, fixed: fixed, knownRest: knownRest, options: options)
      }
      // What a free rest would give is asked of the best estimator, whichever found the fit.
      var options = options
      options.estimator = .auto
      return try Candidate(scrollModel, phase: phase, fixed: fixed, options: options)
    }
  }

  /// The edge the motion comes to rest at: `--edge`, a baseline column, or the recording's bounds.
  private func restingOffset(last: Double, travel: Double) -> Double? {
    func nearest(_ edges: ClosedRange<Double>) -> Double? {
      [edges.lowerBound, edges.upperBound].filter(\.isFinite).min { abs($0 - last) < abs($1 - last) }
    }
    if options.phase == .snap { return nil }
    let known = options.edges.flatMap(nearest) ?? trace.rests[axis] ?? trace.edges[axis].flatMap(nearest)
    // A phase that was found ends near its rest: an edge elsewhere is another one's.
    guard let known, options.phase == nil || (known - last).magnitude <= 0.25 * travel else { return nil }
    return known
  }

  private func fitted(
    _ candidate: Candidate, weights: [Selection.Weight]
  ) throws(FitError) -> FittedRecording {
    let solution = try EvaluationBudget.limiting(to: options.evaluationBudget) { () throws(FitError) in
      try candidate.solution(options)
    }
    return FittedRecording(fitting: self, candidate: candidate, solution: solution, weights: weights)
  }

  /// - Parameter shared: the names of the parameters that the recording shares with others.
  package func report(_ fitted: FittedRecording, shared: Set<String> = []) throws(FitError) -> Fit {
    var notices = fitted.candidate.phase.notices + fitted.notices
    if let knownRest = fitted.candidate.knownRest {
      notices.append(restNotice(fitted.candidate, rest: knownRest))
    }
    return try EvaluationBudget.limiting(to: options.evaluationBudget) { () throws(FitError) in
      try FitReport(
        fitted.candidate, solution: fitted.solution, source: trace.source, series: trace.series, axis: axis,
        lengthUnit: trace.unit, options: options, weights: fitted.weights, notices: notices, shared: shared,
        average: fitted.average
      ).fit
    }
  }

  /// The effect of a free resting offset: a warning where the samples prefer it.
  private func restNotice(_ fixed: Candidate, rest: Double) -> Notice {
    let known = "rest is fixed at the edge, \(Numerals.significant(rest)) \(trace.unit)"
    guard let free = try? candidate(fixed.scrollModel.model, restFree: true) else {
      return Notice(.fixedRest, "\(known); these samples do not determine it")
    }
    let quantity = fixed.scrollModel.model == .spring ? ParameterName.naturalFrequency : .damping
    let reported = free.estimation.minimum.parameters
    let difference = (free.criteria.aicc ?? .nan) - (fixed.criteria.aicc ?? .nan)
    let sentence =
      "\(known); with rest free it is \(Numerals.significant(free.scrollModel.value(of: .rest, in: reported))) \(trace.unit), "
      + "\(quantity.id) \(Numerals.significant(free.scrollModel.value(of: quantity, in: reported))) 1/s and AICc "
      + (difference.isFinite
        ? "\(difference < 0 ? "lower" : "higher") by \(Numerals.significant(abs(difference)))" : "undefined")
    return Notice(difference < -2 ? .betterFreeRest : .fixedRest, sentence)
  }
}

extension Fitting {
  /// A model fitted to a table of numbers that is no recording.
  package static func fit(
    _ scrollModel: any ScrollModel, samples: Samples, abscissaUnit: String, fixed: [String: Double] = [:],
    confidence: Double = 0.95
  ) throws(FitError) -> Fit {
    var options = FitOptions()
    options.confidence = confidence
    options.noise = .none
    let candidate = try Candidate(
      scrollModel, phase: PhaseSamples(table: samples, abscissaUnit: abscissaUnit), fixed: fixed,
      options: options)
    return try FitReport(candidate, solution: candidate.solution(options), options: options).fit
  }
}
