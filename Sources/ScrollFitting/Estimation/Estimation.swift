import Elementary
import LeastSquares
import LinearAlgebra
import ScrollModels

/// The end of an estimator's search, in the model's coordinates.
package struct Estimation {
  package let coordinates: Coordinates
  /// The free numbers.
  package let point: [Double]
  /// The path in reported parameters; the sum of squares is that of the residuals over their standard deviations.
  var minimum: Minimum
  /// The estimator that ran.
  let estimator: Estimator
  /// fitted − observed, in the unit of the observations.
  package let residuals: [Double]
  /// Σrᵢ², in the squared unit of the observations.
  package let sumOfSquares: Double
  /// The residuals over their standard deviations.
  let weightedResiduals: [Double]
  /// ∂(rᵢ/σᵢ)/∂point, column-major.
  let jacobian: [Double]
  let start: SearchStart
  /// A lower bound of Σrᵢ² at the limits of the model's rates; nil where they were not compared with all samples alike.
  var costAtLimits: Double?
  /// The results of a polynomial beyond double arithmetic.
  let polynomial: PolynomialEstimation?

  /// - Parameter near: reported parameters to go on from in place of a search for a start, as when only the samples'
  ///   weights have changed.
  /// - Throws: ``FitError`` where the options contradict the model or the samples have no answer.
  package init(
    _ scrollModel: some ScrollModel, samples: Samples, fixed: [String: Double], options: FitOptions,
    near: [Double]? = nil
  ) throws(FitError) {
    if let ranges = scrollModel.columnRanges {
      try self.init(
        formula: scrollModel, ranges: ranges, samples: samples, fixed: fixed, options: options, near: near)
      return
    }
    let plain = try Coordinates(scrollModel, fixed: fixed, bounds: options.bounds, ties: options.ties)
    // The start's linear coefficients are solved for without the constraints that change the variables.
    let solved = scrollModel.linear.indices.count { plain.fixedModelValues[$0] == nil }
    let need = max(plain.parameters.count, solved)
    guard samples.observations.count >= need else {
      throw .tooFewSamples(model: scrollModel.name, have: samples.observations.count, need: need)
    }
    do { try samples.weights.check(count: samples.observations.count) } catch { throw .weights(error) }
    let largest = samples.range.largest
    guard largest < 1e15 else { throw .offsetsTooLarge(largest: largest) }
    guard options.estimator != .compassSearchArticles else {
      try self.init(articleSearchOf: scrollModel, samples: samples, fixed: fixed, options: options)
      return
    }

    let starts = try Starts(scrollModel, fixed: fixed, options: options)
    let search = StartSearch(
      scrollModel: scrollModel, samples: samples, fixed: plain.fixedModelValues, bounds: plain.modelDomains,
      keepPath: options.keepPath)
    let nearby = near.map { plain.point(reported: $0, model: scrollModel.modelParameters($0)) }
    let found =
      plain.isDirect ? nearby.map(plain.freeNonlinear(of:)).map(search.localMinimum(from:)) : nil
    let kernel =
      options.usesKernels && nearby == nil && starts.isEmpty && plain.isDirect && options.bounds.isEmpty
        && samples.weights == .equal ? KernelStart(scrollModel, fixed: plain.fixedModelValues) : nil
    let alpha = kernel?.alpha(of: samples)
    if let alpha, let beside = Self.beside(alpha, scrollModel, samples, plain, search, options) {
      self = beside
      return
    }
    var ofKernel = alpha.flatMap { search.localMinimum(from: [$0]) }
    // A model's limit, and what is no minimum, is for the scan to see.
    if ofKernel?.minimum.termination.converged == false { ofKernel = nil }
    guard let localMinimum = found ?? ofKernel ?? search.deepest(starts: starts.direct) else {
      throw .noStart(model: scrollModel.name)
    }
    let coordinates = plain.narrowed(to: localMinimum.domains)
    let projected = samples.projected(
      scrollModel, fixed: plain.fixedModelValues, domains: coordinates.modelDomains)
    let full = samples.full(scrollModel, map: coordinates)

    /// The point where the search begins: the local minimum's start with the best linear coefficients there, moved to what
    /// the user asked for.
    func start() -> [Double] {
      if let nearby { return coordinates.parameters.map(\.domain).nearest(to: nearby) }
      let model = projected.modelParameters(search.start(of: localMinimum, starts: starts.direct))
      let reported = starts.applied(to: scrollModel.reported(model))
      let point = coordinates.point(
        reported: reported, model: starts.isEmpty ? model : scrollModel.modelParameters(reported))
      return coordinates.parameters.map(\.domain).nearest(to: point)
    }

    let freeNonlinear = projected.parameters.count
    var chosen = options.estimator
    if chosen == .auto {
      chosen = coordinates.isProjectable && freeNonlinear == 0 ? .linear : .variableProjection
    }
    if chosen == .linear, freeNonlinear > 0 {
      throw .linearNeedsFixed(projected.parameters.map(\.name), model: scrollModel.name)
    }
    // A linear coefficient with bounds, or a change of variables, cannot be projected out.
    if chosen == .variableProjection || chosen == .linear, !coordinates.isProjectable {
      chosen = .levenbergMarquardt
    }

    var minimum: Minimum
    var polynomial: PolynomialEstimation?
    switch chosen {
    case .variableProjection, .linear, .auto:
      polynomial = PolynomialEstimation(scrollModel, samples: samples, fixed: plain.fixedModelValues)
      minimum = localMinimum.minimum.mapped {
        let model = polynomial?.coefficients ?? projected.modelParameters($0)
        return coordinates.point(reported: scrollModel.reported(model), model: model)
      }
    case .levenbergMarquardt:
      var solver = LevenbergMarquardt()
      solver.keepPath = options.keepPath
      minimum = solver.minimize(full, from: start())
    case .gradientDescent:
      var solver = GradientDescent()
      solver.keepPath = options.keepPath
      minimum = solver.minimize(full, from: start())
    case .compassSearch:
      var solver = ShrinkingCompassSearch()
      solver.keepPath = options.keepPath
      solver.residualFloor = 1e-9 * largest / (samples.weights.standardDeviations?.max() ?? 1)
      minimum = solver.minimize(full, from: start())
    case .compassSearchArticles: throw .articlesNeedBounce(model: scrollModel.name)
    }
    guard minimum.termination != .undefined else { throw .noStart(model: scrollModel.name) }
    // Starts that were left out may lead lower.
    if EvaluationBudget.isSpent { minimum = minimum.stopped(.budget) }
    // The edge of the piece that the search was held in: beyond it the cost rises too.
    if minimum.termination == .bound, localMinimum.minimum.termination == .kink {
      minimum = minimum.stopped(.kink)
    }

    self.init(
      minimum, of: full, samples: samples, in: coordinates, by: chosen, polynomial: polynomial,
      start: ofKernel != nil ? .kernel : kernel != nil ? .scanAfterKernel : .scan)
  }

  /// - Parameters:
  ///   - minimum: in the free numbers of the coordinates.
  ///   - estimator: what found it.
  init(
    _ minimum: Minimum, of problem: some LeastSquaresProblem, samples: Samples, in coordinates: Coordinates,
    by estimator: Estimator, polynomial: PolynomialEstimation? = nil, start: SearchStart = .scan
  ) {
    let (rounded, jacobian) = problem.linearized(at: minimum.parameters)
    self.init(
      minimum, residuals: polynomial?.residuals ?? rounded, jacobian: jacobian, samples: samples,
      in: coordinates,
      by: estimator, polynomial: polynomial, start: start)
  }

  /// - Parameters:
  ///   - weighted: the residuals over their standard deviations, at the minimum.
  ///   - jacobian: their derivatives by the free numbers, column-major.
  init(
    _ minimum: Minimum, residuals weighted: [Double], jacobian: [Double], samples: Samples,
    in coordinates: Coordinates, by estimator: Estimator, polynomial: PolynomialEstimation? = nil,
    start: SearchStart
  ) {
    let deviations = samples.weights.standardDeviations
    self.coordinates = coordinates
    self.estimator = estimator
    self.jacobian = jacobian
    self.polynomial = polynomial
    self.start = start
    weightedResiduals = weighted
    // As the residuals that are reported have it.
    let cost = weighted.reduce(0) { $0 + $1 * $1 }
    if let deviations {
      residuals = zip(weighted, deviations).map { $0 * $1 }
      sumOfSquares = residuals.reduce(0) { $0 + $1 * $1 }
    } else {
      (residuals, sumOfSquares) = (weighted, cost)
    }
    point = minimum.parameters
    self.minimum = minimum.mapped(coordinates.reported, sumOfSquares: cost)
  }
}

extension Estimation {
  /// The largest absolute residual, in the unit of the observations.
  var largestResidual: Double { largestMagnitude(residuals) }
}

/// A model fitted to a phase, before anything is said about it.
///
/// A class: stage after stage is handed it, and a copy of a value would retain each of its parts.
package final class Candidate: Sendable {
  package let scrollModel: any ScrollModel
  package let phase: PhaseSamples
  package let fixed: [String: Double]
  /// By least squares, all samples alike: what models are compared by.
  package let estimation: Estimation
  /// The resting offset that the recording or `--edge` gives; nil where none does or the model has none.
  let knownRest: Double?
  let criteria: InformationCriteria

  package var freeCount: Int { estimation.point.count }
  package var sampleCount: Int { estimation.residuals.count }

  /// - Throws: ``FitError`` where the options contradict the model or the samples don't determine it.
  package init(
    _ scrollModel: any ScrollModel, phase: PhaseSamples, fixed: [String: Double], knownRest: Double? = nil,
    options: FitOptions
  ) throws(FitError) {
    let estimation = try Estimation(scrollModel, samples: phase.samples, fixed: fixed, options: options)
    try Candidate.checkRank(scrollModel, estimation)
    self.scrollModel = scrollModel
    self.phase = phase
    self.fixed = fixed
    self.knownRest = knownRest
    criteria = InformationCriteria(
      sumOfSquares: estimation.sumOfSquares, count: estimation.residuals.count,
      freeParameters: estimation.point.count,
      resolvedVariance: InformationCriteria.resolvedVariance(
        grid: phase.resolution, largest: phase.samples.range.largest))
    self.estimation = estimation
  }

  /// The rate at the deepest other local minimum of the sum of squares near the fitted one, of a model whose only free nonlinear parameter is that
  /// rate; nil where there is none whose likelihood is at least e⁻¹² of the fitted one's.
  ///
  /// - Complexity: a scan of thirty rates.
  var rateOfOtherMinimum: Double? {
    func rate(_ scrollModel: some ScrollModel) -> Double? {
      let coordinates = estimation.coordinates
      let known = coordinates.freeNonlinear(of: estimation.point)
      guard known.count == 1 else { return nil }
      return StartSearch(
        scrollModel: scrollModel, samples: phase.samples, fixed: coordinates.fixedModelValues,
        bounds: coordinates.modelDomains, keepPath: false
      ).rate(beside: known[0], below: estimation.minimum.sumOfSquares * exponential(24 / Double(sampleCount)))
    }
    return rate(scrollModel)
  }

  /// A polynomial whose columns depend on each other has no coefficients to report.
  private static func checkRank(_ scrollModel: any ScrollModel, _ estimation: Estimation) throws(FitError) {
    guard scrollModel.nonlinear.isEmpty, scrollModel.model != .formula else { return }
    let columns = estimation.point.count
    let covariance = Covariance(
      jacobian: estimation.jacobian, rows: estimation.residuals.count, columns: columns, variance: 1)
    guard covariance.rank == columns else {
      throw .rankDeficient(model: scrollModel.name, rank: covariance.rank, columns: columns)
    }
  }
}
