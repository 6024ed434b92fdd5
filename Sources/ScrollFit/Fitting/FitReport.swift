import LeastSquares
import Numerals
import Recordings
import ScrollModels

/// Turns a fitted model into what is reported of it: errors, derived quantities, adequacy, comparisons, warnings.
struct FitReport {
  private let candidate: Candidate
  private let source: String
  private let series: String?
  private let lengthUnit: String
  private let axis: Axis?
  private let options: FitOptions
  private let weights: [Selection.Weight]
  private var warnings: [String]
  private let covariance: Covariance?
  /// The quantile that a standard error is multiplied by.
  private let quantile: Double

  init(
    _ candidate: Candidate, source: String = "", series: String? = nil, axis: Axis? = nil,
    lengthUnit: String = "pt",
    options: FitOptions, weights: [Selection.Weight] = [], warnings: [String] = []
  ) {
    self.candidate = candidate
    self.source = source
    self.series = series
    self.lengthUnit = lengthUnit
    self.axis = axis
    self.options = options
    self.weights = weights
    self.warnings = warnings
    let estimation = candidate.estimation
    let degreesOfFreedom = candidate.sampleCount - candidate.freeCount
    covariance =
      degreesOfFreedom > 0
      ? Covariance(
        jacobian: estimation.jacobian, rows: candidate.sampleCount, columns: candidate.freeCount,
        variance: estimation.minimum.sumOfSquares / Double(degreesOfFreedom)) : nil
    quantile =
      degreesOfFreedom > 0
      ? StudentT(degreesOfFreedom: Double(degreesOfFreedom)).criticalValue(confidence: options.confidence)
      : .infinity
  }

  /// The fit as reported.
  var fit: Fit {
    var copy = self
    return copy.build()
  }

  private mutating func build() -> Fit {
    let estimation = candidate.estimation
    let law = candidate.law
    let phase = candidate.phase
    let parameters = reportedParameters()
    let decays = decayIsCertain(parameters)
    let derived = reportedDerived(decays: decays)
    let adequacy = judged()
    addWarnings(parameters, decays: decays)
    let residuals = estimation.residuals
    return Fit(
      source: source, series: series, axis: axis, phase: phase.kind, from: phase.from, to: phase.to,
      samples: residuals.count, model: law.name, estimator: estimation.estimator.rawValue, unit: lengthUnit,
      confidence: options.confidence, parameters: parameters, derived: derived, residuals: summary(),
      adequacy: adequacy, selection: selection(), termination: estimation.minimum.termination,
      iterations: estimation.minimum.iterations, evaluations: estimation.minimum.evaluations,
      against: comparisons(parameters + derived), path: estimation.minimum.path, warnings: warnings,
      curve: Fit.Curve(
        abscissas: phase.samples.abscissas, observed: phase.samples.observations,
        fitted: zip(phase.samples.observations, residuals).map { $0 + $1 }))
  }

  // MARK: Parameters

  private func reportedParameters() -> [Estimate] {
    let coordinates = candidate.estimation.coordinates
    return candidate.law.parameters.enumerated().map { index, parameter in
      estimate(parameter.name, unit: parameter.unit, fixed: coordinates.isFixed(index)) { $0[index] }
    }
  }

  private mutating func reportedDerived(decays: Bool) -> [Estimate] {
    candidate.law.derived.map { quantity in
      let undefined = !decays && Self.needDecay.contains(quantity.name)
      return estimate(quantity.name, unit: quantity.unit, fixed: false) {
        undefined ? .nan : quantity.value($0)
      }
    }
  }

  /// A function of the reported parameters, with its error by the delta method.
  private func estimate(
    _ name: String, unit: String, fixed: Bool, value: ([Double]) -> Double
  ) -> Estimate {
    let estimation = candidate.estimation
    let best = value(estimation.minimum.parameters)
    let unit = lengthUnit == "pt" ? unit : unit.replacing("pt", with: lengthUnit)
    func without(_ fixed: Bool) -> Estimate {
      Estimate(name: name, unit: unit, value: best, standardError: nil, interval: nil, fixed: fixed)
    }
    guard !fixed else { return without(true) }
    guard let covariance, best.isFinite else { return without(false) }
    let point = estimation.point
    let sizes = point.indices.map { max(covariance.standardError(covariance.unit($0)) ?? 0, 1e-12) }
    let gradient = numericalGradient(at: point, sizes: sizes) { value(estimation.coordinates.reported($0)) }
    // Nothing free moves it: it follows from what was given.
    guard gradient.contains(where: { $0 != 0 }) else { return without(true) }
    guard let error = covariance.standardError(gradient), error.isFinite else { return without(false) }
    return Estimate(
      name: name, unit: unit, value: best, standardError: error,
      interval: (best - quantile * error)...(best + quantile * error))
  }

  /// Quantities that exist only while the motion slows down.
  private static let needDecay: Set = ["destination", "destinationApple", "timeConstant", "duration"]

  /// Whether the interval of the decay constant, where the law has one, is above zero.
  private func decayIsCertain(_ parameters: [Estimate]) -> Bool {
    guard let decay = parameters.first(where: { $0.name == "decayConstant" }) else { return true }
    let span = (candidate.phase.samples.abscissas.last ?? 0) - (candidate.phase.samples.abscissas.first ?? 0)
    guard decay.value * span > 1e-8 else { return false }
    return (decay.interval?.lowerBound ?? decay.value) > 0
  }

  // MARK: Residuals and adequacy

  private func summary() -> ResidualSummary {
    let estimation = candidate.estimation
    let residuals = estimation.residuals
    return ResidualSummary(
      count: residuals.count, degreesOfFreedom: residuals.count - candidate.freeCount,
      sumOfSquares: estimation.minimum.sumOfSquares, rms: rms,
      maximum: residuals.reduce(0) { max($0, abs($1)) },
      durbinWatson: SerialCorrelation(residuals, parameters: candidate.freeCount)?.durbinWatson,
      runsP: RunsTest(residuals).pValue, grid: candidate.phase.grid,
      floor: floor)
  }

  private var rms: Double {
    (candidate.estimation.minimum.sumOfSquares / Double(candidate.sampleCount)).squareRoot()
  }

  private var floor: Double { (candidate.phase.grid ?? 0) / 12.0.squareRoot() }

  private var travel: Double {
    let observed = candidate.phase.samples.observations
    return (observed.max() ?? 0) - (observed.min() ?? 0)
  }

  private func judged() -> Adequacy {
    let largest = candidate.phase.samples.observations.reduce(0) { max($0, abs($1)) }
    let result = AdequacyRule().judge(
      residuals: candidate.estimation.residuals, floor: floor, travel: travel,
      degreesOfFreedom: candidate.sampleCount - candidate.freeCount, resolution: 1e-9 * largest)
    return Adequacy(result, rms: rms, floor: floor)
  }

  private func selection() -> Selection {
    Selection(
      aicc: candidate.criteria.aicc, bic: candidate.criteria.bic,
      rSquared: centredRSquared(
        sumOfSquares: candidate.estimation.minimum.sumOfSquares,
        observed: candidate.phase.samples.observations),
      weights: weights)
  }

  // MARK: Comparisons and warnings

  private func comparisons(_ estimates: [Estimate]) -> [Comparison] {
    KnownConstants.of(law: candidate.law.name).compactMap { constant in
      guard let estimate = estimates.first(where: { $0.name == constant.parameter }), estimate.value.isFinite
      else { return nil }
      let difference = estimate.value - constant.value
      let z = estimate.standardError.flatMap { $0 > 0 ? difference / $0 : nil }
      return Comparison(
        reference: constant.name, parameter: constant.parameter, expected: constant.value,
        difference: difference,
        z: z)
    }
  }

  private mutating func addWarnings(_ parameters: [Estimate], decays: Bool) {
    let estimation = candidate.estimation
    if !decays, let decay = parameters.first(where: { $0.name == "decayConstant" }) {
      let speedsUp = (decay.interval?.upperBound ?? decay.value) < 0
      warnings.append(
        speedsUp
          ? "decayConstant is negative: the motion speeds up, so it has no destination"
          : "decayConstant is not above zero within its interval: the motion has no certain destination")
    }
    let undetermined = parameters.filter { !$0.fixed && $0.standardError == nil }.map(\.name)
    if covariance == nil {
      warnings.append("as many free parameters as samples: the curve passes through all, no errors are known")
    } else if !undetermined.isEmpty {
      warnings.append(
        "the samples do not determine \(undetermined.joined(separator: " and ")): no error is given")
    }
    switch estimation.minimum.termination {
    case .gradient, .step, .exact, .linear, .kink: break
    case .bound:
      warnings.append(
        "the search ended at the edge of a parameter's values: the samples fit better, or as well, beyond it")
    case .noDescent:
      warnings.append(
        "the search stopped where none of its moves lowers the sum of squares, which need not be the minimum")
    case .evaluationLimit:
      warnings.append(
        "the search used up its \(estimation.minimum.evaluations) evaluations before it converged")
    case .undefined: warnings.append("the law has no finite value where the search began")
    }
    if options.estimator != .auto, options.estimator != estimation.estimator {
      warnings.append(
        "\(options.estimator.rawValue) cannot run with these constraints: \(estimation.estimator.rawValue) ran"
      )
    }
    if candidate.law.name == "deceleration-stop" { addStopWarning() }
  }

  private mutating func addStopWarning() {
    guard let stop = candidate.law.derived.first(where: { $0.name == "duration" }),
      let last = candidate.phase.samples.abscissas.last,
      stop.value(candidate.estimation.minimum.parameters) >= last
    else { return }
    warnings.append("the samples end before the motion stops: stopVelocity is at most the value given")
  }
}

extension Adequacy {
  /// The verdict with its sentence.
  init(_ result: AdequacyJudgement, rms: Double, floor: Double) {
    let share = "\(Numerals.significant(100 * result.excessOfTravel, 2)) % of the travel"
    let excess =
      floor > 0 ? "the residuals exceed the grid's floor by \(share)" : "the residuals are \(share)"
    let sentence =
      switch result.verdict {
      case .holds where rms <= floor: "the residuals stay within the pixel grid"
      case .holds: excess
      case .near, .fails: "\(excess) and follow a pattern"
      case .undecided: "too few samples to tell"
      }
    self.init(
      verdict: Verdict(result.verdict), structure: result.structure, excess: result.excess,
      excessOfTravel: result.excessOfTravel, reason: sentence)
  }
}

extension Adequacy.Verdict {
  init(_ verdict: AdequacyJudgement.Verdict) {
    switch verdict {
    case .holds: self = .holds
    case .near: self = .near
    case .fails: self = .fails
    case .undecided: self = .undecided
    }
  }
}
