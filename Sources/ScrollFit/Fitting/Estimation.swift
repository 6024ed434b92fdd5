import LeastSquares
import ScrollModels

/// The samples a law is fitted to: abscissas (s, or pt for a rubber band) and observed offsets.
struct Samples: Equatable, Sendable {
  let abscissas: [Double]
  let observations: [Double]
}

/// Where an estimator ended, in the law's coordinates.
struct Estimation {
  let coordinates: Coordinates
  /// The free numbers.
  let point: [Double]
  /// The path in reported parameters.
  let minimum: Minimum
  /// What ran.
  let estimator: Estimator
  let residuals: [Double]
  /// ∂r/∂point, column-major.
  let jacobian: [Double]
  /// What is known of a polynomial beyond double arithmetic.
  let polynomial: PolynomialEstimation?

  /// - Throws: ``FitError`` where the options contradict the law or the samples have no answer.
  init(
    _ law: some Law, samples: Samples, fixed: [String: Double], options: FitOptions
  ) throws(FitError) {
    let plain = try Coordinates(law, fixed: fixed, bounds: options.bounds)
    // The start's linear coefficients are solved for without the constraints that change the variables.
    let solved = law.linear.indices.count { plain.fixedModelValues[$0] == nil }
    let need = max(plain.parameters.count, solved)
    guard samples.observations.count >= need else {
      throw .tooFewSamples(model: law.name, have: samples.observations.count, need: need)
    }
    let largest = samples.observations.reduce(0) { max($0, abs($1)) }
    guard largest < 1e15 else { throw .offsetsTooLarge(largest: largest) }
    guard options.estimator != .compassSearchArticles else {
      try self.init(articleSearchOf: law, samples: samples, fixed: fixed, options: options)
      return
    }

    let search = StartSearch(
      law: law, samples: samples, fixed: plain.fixedModelValues, bounds: plain.modelDomains,
      keepPath: options.keepPath)
    let starts = try Starts(law, fixed: fixed, options: options)
    guard let valley = search.deepest(starts: starts.direct) else { throw .noStart(model: law.name) }
    let coordinates = try Coordinates(
      law, fixed: fixed, bounds: options.bounds, domains: plain.isDirect ? valley.domains : [:])
    let projected = ProjectedProblem(
      law, fixed: plain.fixedModelValues, domains: coordinates.modelDomains,
      abscissas: samples.abscissas, observations: samples.observations)
    let full = FullProblem(
      law, map: coordinates, abscissas: samples.abscissas, observations: samples.observations)

    /// The point where the search begins: the valley's start with the best linear coefficients there, moved to what
    /// the user asked for.
    func start() -> [Double] {
      let model = projected.modelParameters(valley.start)
      let reported = starts.applied(to: law.reported(model))
      let point = coordinates.point(
        reported: reported, model: starts.isEmpty ? model : law.modelParameters(reported))
      return zip(point, coordinates.parameters).map {
        min(max($0, $1.domain.lowerBound), $1.domain.upperBound)
      }
    }

    let freeNonlinear = projected.parameters.count
    var chosen = options.estimator
    if chosen == .auto {
      chosen = coordinates.isProjectable && freeNonlinear == 0 ? .linear : .variableProjection
    }
    if chosen == .linear, freeNonlinear > 0 {
      throw .linearNeedsFixed(projected.parameters.map(\.name), model: law.name)
    }
    // A linear coefficient with bounds, or a change of variables, cannot be projected out.
    if chosen == .variableProjection || chosen == .linear, !coordinates.isProjectable {
      chosen = .levenbergMarquardt
    }

    var minimum: Minimum
    var polynomial: PolynomialEstimation?
    switch chosen {
    case .variableProjection, .linear, .auto:
      polynomial = PolynomialEstimation(law, samples: samples, fixed: plain.fixedModelValues)
      minimum = valley.minimum.mapped {
        let model = polynomial?.coefficients ?? projected.modelParameters($0)
        return coordinates.point(reported: law.reported(model), model: model)
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
      solver.residualFloor = 1e-9 * largest
      minimum = solver.minimize(full, from: start())
    case .compassSearchArticles: throw .articlesNeedBounce(model: law.name)
    }
    guard minimum.termination != .undefined else { throw .noStart(model: law.name) }
    // The edge of the piece that the search was held in: beyond it the cost rises too.
    if minimum.termination == .bound, valley.minimum.termination == .kink { minimum = minimum.stopped(.kink) }

    self.init(minimum, of: full, in: coordinates, by: chosen, polynomial: polynomial)
  }

  /// - Parameters:
  ///   - minimum: in the free numbers of the coordinates.
  ///   - estimator: what found it.
  init<Model: Law>(
    _ minimum: Minimum, of problem: FullProblem<Model, Coordinates>, in coordinates: Coordinates,
    by estimator: Estimator, polynomial: PolynomialEstimation? = nil
  ) {
    let (rounded, jacobian) = problem.linearized(at: minimum.parameters)
    let residuals = polynomial?.residuals ?? rounded
    self.coordinates = coordinates
    self.estimator = estimator
    self.residuals = residuals
    self.jacobian = jacobian
    self.polynomial = polynomial
    point = minimum.parameters
    // As the residuals that are reported have it.
    self.minimum = minimum.mapped(
      coordinates.reported, sumOfSquares: residuals.reduce(0) { $0 + $1 * $1 })
  }
}
