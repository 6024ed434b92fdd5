import Elementary
import LeastSquares
import Recordings
import ScrollModels

/// Turns a fitted model into what is reported of it: errors, derived quantities, adequacy, comparisons, remarks.
/// It is not copied: that would retain all that it is made of.
struct FitReport: ~Copyable {
  private let candidate: Candidate
  private let solution: Solution
  private let source: String
  private let series: String?
  private let lengthUnit: String
  private let axis: Axis?
  private let options: FitOptions
  private let weights: [Selection.Weight]
  private let notices: [Notice]
  private let intervals: IntervalEstimates?
  /// Nil without a covariance.
  private let gradient: ReportedGradient?
  /// Nil where the times have no error of their rate.
  private let rateEffect: RateEffect?
  private let extent: PhaseExtent?
  /// The quantile of all errors; nil where each has its own degrees of freedom.
  private let commonQuantile: Double?
  /// The names of the parameters that several recordings share.
  private let shared: Set<String>
  /// The other model that the samples allow; nil without one, and for other intervals than the covariance's.
  private let average: ModelAverage?

  init(
    _ candidate: Candidate, solution: consuming Solution, source: String = "",
    series: String? = nil, axis: Axis? = nil, lengthUnit: String = "pt", options: FitOptions,
    weights: [Selection.Weight] = [], notices: [Notice] = [], shared: Set<String> = [],
    average: ModelAverage? = nil
  ) throws(FitError) {
    self.candidate = candidate
    self.solution = solution
    self.source = source
    self.series = series
    self.lengthUnit = lengthUnit
    self.axis = axis
    self.options = options
    self.weights = weights
    self.notices = notices
    self.shared = shared
    self.average = options.intervals == .wald ? average : nil
    intervals = try self.candidate.intervals(self.solution, options)
    if let covariance = self.solution.covariance {
      gradient = ReportedGradient(self.solution.estimation, covariance: covariance)
    } else {
      gradient = nil
    }
    rateEffect = RateEffect(self.solution, phase: self.candidate.phase)
    extent = PhaseExtent(self.candidate.phase)
    commonQuantile =
      self.solution.satterthwaiteDegreesOfFreedom == nil
      ? self.solution.quantile(options.confidence, whitened: nil) : nil
  }

  /// The fit as reported.
  package var fit: Fit {
    let scrollModel = candidate.scrollModel
    let phase = candidate.phase
    let slopes = parameterSlopes()
    let parameters = reportedParameters(slopes)
    let judgement = solution.judgement ?? candidate.judgement(of: solution.estimation)
    let trend = VelocityTrend(of: parameters, over: phase.samples.abscissas)
    // What follows from a parameter that is not known has no error that says so.
    let isOpen = parameters.contains { !$0.isDetermined }
    let derived = reportedDerived(trend).map {
      isOpen && $0.standardError == nil && $0.label == nil ? $0.undetermined : $0
    }
    return Fit(
      part: Fit.Part(
        source: source, series: series, axis: axis, phase: phase.kind, from: phase.from, to: phase.to,
        samples: solution.estimation.residuals.count, unit: lengthUnit),
      model: scrollModel.model,
      assumptions: Fit.Assumptions(
        intervals: intervalSummary, noise: solution.noise, loss: solution.loss),
      quantities: Fit.Quantities(
        parameters: parameters, derived: derived,
        correlations: Correlation.all(
          of: scrollModel.parameters, slopes: slopes, covariance: solution.covariance),
        against: comparisons(parameters, derived)),
      quality: Fit.Quality(
        residuals: summary(judgement.structure), adequacy: judged(judgement), selection: selection()),
      search: Fit.Search(
        estimator: solution.estimation.estimator.rawValue, start: candidate.estimation.start,
        termination: solution.estimation.minimum.termination,
        iterations: solution.estimation.minimum.iterations,
        evaluations: solution.estimation.minimum.evaluations, path: solution.estimation.minimum.path),
      notices: notices + candidate.notices(solution, parameters, trend: trend, asked: options.estimator)
        + (intervals?.notices ?? [])
        + (average.map { [$0.notice(confidence: options.confidence)] } ?? []),
      curve: curve)
  }

  private var intervalSummary: IntervalSummary {
    let degreesOfFreedom = solution.distribution.degreesOfFreedom
    return IntervalSummary(
      kind: options.intervals, confidence: options.confidence,
      degreesOfFreedom: degreesOfFreedom.isFinite && intervals?.bootstrap == nil
        ? Int(degreesOfFreedom) : nil,
      isEffective: solution.satterthwaiteDegreesOfFreedom != nil && intervals?.bootstrap == nil,
      bootstrap: intervals?.bootstrap)
  }

  private var curve: Fit.Curve {
    let phase = candidate.phase
    let residuals = solution.estimation.residuals
    var confidence: [Double] = []
    var prediction: [Double] = []
    if options.keepCurve, let covariance = solution.covariance {
      let band = CurveBand(
        covariance, degreesOfFreedom: solution.distribution.degreesOfFreedom, confidence: options.confidence)
      let jacobian = solution.estimation.jacobian
      for i in residuals.indices {
        let deviation = solution.samples.weights.standardDeviations?[i] ?? 1
        let gradient = padded(
          solution.estimation.point.indices.map { deviation * jacobian[$0 * residuals.count + i] })
        confidence.append(band.halfWidth(gradient: gradient) ?? .nan)
        let own = solution.standardDeviation(i) ?? .nan
        prediction.append(band.predictionHalfWidth(gradient: gradient, ownVariance: own * own) ?? .nan)
      }
    }
    return Fit.Curve(
      abscissas: phase.positions, observed: phase.samples.observations,
      fitted: zip(phase.samples.observations, residuals).map { $0 + $1 }, confidence: confidence,
      prediction: prediction)
  }

  /// A gradient by the free numbers as one by all that the covariance is of.
  private func padded(_ gradient: [Double]) -> [Double] {
    gradient + [Double](repeating: 0, count: max(0, (solution.covariance?.count ?? 0) - gradient.count))
  }

  // MARK: Parameters

  /// The slope of each parameter; nil for one that is fixed.
  private func parameterSlopes() -> [ReportedSlope?] {
    candidate.scrollModel.parameters.indices.map { index in
      solution.estimation.coordinates.isFixed(index) ? nil : slope { $0[index] }
    }
  }

  /// The slope of a function of the reported parameters; nil without a covariance.
  private func slope(_ value: ([Double]) -> Double) -> ReportedSlope? {
    guard let gradient = gradient?(value) else { return nil }
    return ReportedSlope(gradient: gradient, whitened: solution.covariance?.whitened(gradient))
  }

  private func reportedParameters(_ slopes: [ReportedSlope?]) -> [Estimate] {
    let coordinates = solution.estimation.coordinates
    let refined = solution.estimation.polynomial.flatMap { polynomial in
      (solution.covariance?.variance).flatMap { polynomial.standardErrors(variance: $0) }
    }
    let scrollModel = candidate.scrollModel
    // What is tied in a formula is a parameter of the user's as much as the others.
    let tied = scrollModel.model == .formula ? scrollModel.derived : []
    let parameters = scrollModel.parameters
    return scrollModel.reportOrder.map { index in
      estimate(
        parameters[index].name, unit: parameters[index].unit,
        value: solution.estimation.minimum.parameters[index], slopes[index],
        fixed: coordinates.isFixed(index), error: refined?[index])
    }
      + tied.map { quantity($0.name, unit: $0.unit, value: $0.value) }
  }

  private func reportedDerived(_ trend: VelocityTrend) -> [Estimate] {
    guard candidate.scrollModel.model != .formula else { return [] }
    let quantities = candidate.scrollModel.derived
    let numbers = quantities.indices.map { index in
      let undefined = trend != .slowsDown && Self.needDecay.contains(quantities[index].name)
      return quantity(quantities[index].name, unit: quantities[index].unit) {
        undefined ? .nan : quantities[index].value($0)
      }
    }
    guard candidate.scrollModel.model == .spring,
      let ratio = candidate.scrollModel.parameters.firstIndex(where: {
        $0.name == ParameterName.dampingRatio.id
      }),
      let regime = SpringRegime(dampingRatio: solution.estimation.minimum.parameters[ratio])
    else { return numbers }
    return numbers + [
      Estimate(
        name: "regime", unit: "", value: .nan, standardError: nil, interval: nil, label: "\(regime)")
    ]
  }

  /// A function of the reported parameters, with its error by the delta method.
  func quantity(_ name: String, unit: String, value: ([Double]) -> Double) -> Estimate {
    estimate(name, unit: unit, value: value(solution.estimation.minimum.parameters), slope(value))
  }

  /// A value with its error by the delta method where none is known better.
  private func estimate(
    _ name: String, unit: String, value best: Double, _ slope: ReportedSlope?, fixed: Bool = false,
    error known: Double? = nil
  ) -> Estimate {
    let unit = lengthUnit == "pt" ? unit : unit.replacing("pt", with: lengthUnit)
    func without(_ fixed: Bool) -> Estimate {
      Estimate(
        name: name, unit: unit, value: best, standardError: nil, interval: nil, fixed: fixed,
        shared: shared.contains(name))
    }
    guard !fixed else { return without(true) }
    guard let slope, best.isFinite else { return without(false) }
    // Nothing free moves it: it follows from what was given.
    guard slope.gradient.contains(where: { $0 != 0 }) else { return without(true) }
    let whitened = slope.whitened
    let own = whitened.flatMap { solution.covariance?.standardError(ofWhitened: $0) }
    guard let noise = known ?? own, noise.isFinite else { return without(false) }
    // Recordings that share a number have rates with errors of their own.
    let ofRate = shared.contains(name) ? 0 : rateEffect?.standardError(slope.gradient) ?? 0
    let error = length(noise, ofRate)
    let isDetermined = extent?.determines(best, error: error, unit: unit, length: lengthUnit) ?? true
    if let intervals {
      // Of what has no interval of the kind asked for none is made up.
      let entry = intervals.entries[name]
      return Estimate(
        name: name, unit: unit, value: best, standardError: entry?.standardError ?? error,
        interval: entry?.interval, shared: shared.contains(name),
        isDetermined: isDetermined)
    }
    let quantile = commonQuantile ?? solution.quantile(options.confidence, whitened: whitened)
    let averaged = average?.interval(
      of: name, value: best, standardError: error, distribution: solution.distribution(whitened: whitened),
      confidence: options.confidence)
    return Estimate(
      name: name, unit: unit, value: best, standardError: error,
      interval: averaged ?? (best - quantile * error)...(best + quantile * error),
      shared: shared.contains(name),
      isDetermined: isDetermined)
  }

  /// Quantities that exist only while the motion slows down.
  private static let needDecay: Set = ["destination", "destinationApple", "timeConstant", "duration"]

  // MARK: Residuals and adequacy

  private func summary(_ structure: ResidualStructure) -> ResidualSummary {
    let (estimation, count) = (solution.estimation, solution.estimation.residuals.count)
    return ResidualSummary(
      count: count, degreesOfFreedom: count - candidate.freeCount,
      sumOfSquares: estimation.sumOfSquares, rms: Self.rms(estimation),
      maximum: estimation.largestResidual,
      durbinWatson: structure.serial?.durbinWatson, runsP: structure.runs.pValue,
      quantizationStep: candidate.phase.quantizationStep, quantizationNoise: quantizationNoise)
  }

  private static func rms(_ estimation: Estimation) -> Double {
    (estimation.sumOfSquares / Double(estimation.residuals.count)).squareRoot()
  }

  private var quantizationNoise: Double { (candidate.phase.quantizationStep ?? 0) / 12.0.squareRoot() }

  /// The verdict on the model by the residuals of the reported curve.
  private func judged(_ judgement: AdequacyJudgement) -> Adequacy {
    Adequacy(judgement, rms: Self.rms(solution.estimation), quantizationNoise: quantizationNoise)
  }

  private func selection() -> Selection {
    Selection(
      aicc: solution.loss == nil ? candidate.criteria.aicc : nil,
      bic: solution.loss == nil ? candidate.criteria.bic : nil,
      rSquared: centeredRSquared(
        sumOfSquares: candidate.estimation.sumOfSquares,
        observed: candidate.phase.samples.observations),
      weights: weights)
  }

  // MARK: Comparisons

  private func comparisons(_ parameters: [Estimate], _ derived: [Estimate]) -> [Comparison] {
    candidate.scrollModel.model.referenceConstants.compactMap { constant in
      let known = [parameters, derived].joined().first { $0.isDetermined && $0.name == constant.parameter }
      guard let estimate = known, estimate.value.isFinite else { return nil }
      let difference = estimate.value - constant.value
      let z = estimate.standardError.flatMap { $0 > 0 ? difference / $0 : nil }
      return Comparison(
        reference: constant.name, parameter: constant.parameter, expected: constant.value,
        difference: difference, z: z)
    }
  }
}
