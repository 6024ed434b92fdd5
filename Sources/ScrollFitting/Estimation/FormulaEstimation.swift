import LeastSquares
import LinearAlgebra
import ScrollModels

extension Estimation {
  /// The parameters of a formula, from where the user wants the search to begin or from where the data lead it.
  ///
  /// Linear parameters are projected out while none of them is bounded. The search is a ``Portfolio``: nobody has looked
  /// at a formula's cost before, as at those of the models of scrolling.
  ///
  /// - Parameter ranges: the smallest and the largest value of each of its columns.
  /// - Throws: ``FitError`` where the options contradict the formula or it has no value on the data.
  init(
    formula scrollModel: some ScrollModel, ranges: [ClosedRange<Double>], samples: Samples,
    fixed: [String: Double],
    options: FitOptions, near: [Double]?
  )
    throws(FitError)
  {
    let coordinates = try Coordinates(scrollModel, fixed: fixed, bounds: options.bounds)
    let need = coordinates.parameters.count
    guard need > 0 else { throw .nothingFree(model: scrollModel.name) }
    guard samples.observations.count >= need else {
      throw .tooFewSamples(model: scrollModel.name, have: samples.observations.count, need: need)
    }
    do { _ = try samples.weights.factors(count: samples.observations.count) } catch { throw .weights(error) }
    let starts = try Starts(scrollModel, fixed: fixed, options: options)
    let projected = samples.projected(
      scrollModel, fixed: coordinates.fixedModelValues, domains: coordinates.modelDomains)
    let full = samples.full(scrollModel, map: coordinates)
    var chosen = options.estimator
    if chosen == .compassSearchArticles { throw .articlesNeedBounce(model: scrollModel.name) }
    if chosen == .linear, !projected.parameters.isEmpty {
      throw .linearNeedsFixed(projected.parameters.map(\.name), model: scrollModel.name)
    }
    if chosen == .auto { chosen = projected.parameters.isEmpty ? .linear : .variableProjection }
    if chosen == .linear || chosen == .variableProjection, !coordinates.isProjectable {
      chosen = .levenbergMarquardt
    }

    var given: [Int: Double] = [:]
    for (index, parameter) in projected.parameters.enumerated() {
      given[index] = (scrollModel.linear + scrollModel.nonlinear).firstIndex { $0.name == parameter.name }
        .flatMap { starts.direct[$0] }
    }
    let points =
      near.map { [coordinates.freeNonlinear(of: coordinates.point(reported: $0, model: $0))] }
      ?? (projected.parameters.isEmpty
        ? [[]]
        : FormulaSearch(ranges: ranges, seed: options.seed).starts(of: projected, given: given))

    var best: Minimum?
    for point in points {
      let minimum =
        chosen == .variableProjection || chosen == .linear
        ? Self.minimize(projected, from: point, by: chosen, options: options, isOneOfMany: points.count > 1)
          .mapped {
            coordinates.point(reported: projected.modelParameters($0), model: projected.modelParameters($0))
          }
        : Self.minimize(
          full,
          from: coordinates.parameters.map(\.domain).nearest(
            to: coordinates.point(
              reported: starts.applied(to: projected.modelParameters(point)),
              model: starts.applied(to: projected.modelParameters(point)))), by: chosen, options: options,
          isOneOfMany: points.count > 1)
      guard minimum.termination != .undefined else { continue }
      if minimum.isBetter(than: best) { best = minimum }
    }
    guard var best else { throw .noStart(model: scrollModel.name) }
    // Starts that were left out may lead lower.
    if EvaluationBudget.isSpent { best = best.stopped(.budget) }
    self.init(best, of: full, samples: samples, in: coordinates, by: chosen)
  }

  private static func minimize<Problem: LeastSquaresProblem>(
    _ problem: Problem, from start: [Double], by estimator: Estimator, options: FitOptions, isOneOfMany: Bool
  ) -> Minimum {
    switch estimator {
    case .gradientDescent:
      var solver = GradientDescent()
      solver.keepPath = options.keepPath
      return solver.minimize(problem, from: start)
    case .compassSearch:
      var solver = ShrinkingCompassSearch()
      solver.keepPath = options.keepPath
      return solver.minimize(problem, from: start)
    case .linear:
      let cost = problem.linearized(at: start).residuals.reduce(0) { $0 + $1 * $1 }
      return Minimum(
        parameters: start, sumOfSquares: cost, termination: cost.isFinite ? .linear : .undefined,
        iterations: 1,
        evaluations: 1)
    case .auto, .variableProjection, .levenbergMarquardt, .compassSearchArticles:
      var portfolio = Portfolio(
        Portfolio.standard.map { strategy in
          var strategy = strategy
          strategy.keepPath = options.keepPath
          return strategy
        })
      // Of several starts each is followed for a while; what is given is followed to its end.
      if isOneOfMany { portfolio.evaluationLimit = 4000 }
      guard options.furtherStarts > 0 else { return portfolio.minimize(problem, from: start) }
      var search = MultiStart(seed: options.seed)
      search.portfolio = portfolio
      search.draws = options.furtherStarts
      return search.search(problem, from: start).best
    }
  }
}

extension Minimum {
  /// Lower, of those that converged; one that converged before one that did not.
  fileprivate func isBetter(than other: Minimum?) -> Bool {
    guard let other else { return true }
    guard termination.converged == other.termination.converged else { return termination.converged }
    return sumOfSquares < other.sumOfSquares
  }
}

/// A polynomial's coefficients with all digits of a double: powers of the abscissas in double-double, one QR, refined.
///
/// A design matrix of doubles loses them: the exact solution for Filip's rounded powers (NIST StRD) agrees with the
/// certified one in 7 digits.
struct PolynomialEstimation {
  /// c₀ … c_N, the fixed ones among them.
  let coefficients: [Double]
  /// The polynomial minus the observation, per sample.
  package let residuals: [Double]
  private let freePowers: [Int]
  private let solution: RefinedLeastSquares

  /// Nil where the model is no polynomial, where samples are weighted and where they do not determine the free coefficients.
  ///
  /// - Parameter fixed: power to its coefficient.
  init?(_ scrollModel: some ScrollModel, samples: Samples, fixed: [Int: Double]) {
    guard case .polynomial(let degree) = scrollModel.model, samples.weights == .equal else { return nil }
    let abscissas = samples.abscissas.map { DoubleDouble($0) }
    var observations = samples.observations.map { DoubleDouble($0) }
    for (power, coefficient) in fixed.sorted(by: { $0.key < $1.key }) {
      for (i, x) in abscissas.enumerated() { observations[i] -= DoubleDouble(coefficient) * x.power(power) }
    }
    let free = (0...degree).filter { fixed[$0] == nil }
    guard let solution = try? RefinedLeastSquares(powers: free, of: abscissas, observations) else {
      return nil
    }
    var coefficients = (0...degree).map { fixed[$0] ?? 0 }
    for (power, coefficient) in zip(free, solution.x) { coefficients[power] = coefficient.value }
    guard coefficients.allSatisfy(\.isFinite) else { return nil }
    self.coefficients = coefficients
    self.solution = solution
    residuals = solution.residuals.map { -$0.value }
    freePowers = free
  }

  /// The standard error of every coefficient, 0 for a fixed one; nil where there is none.
  ///
  /// - Parameter variance: of one observation.
  func standardErrors(variance: Double) -> [Double]? {
    guard let errors = try? solution.standardErrors(variance: variance) else { return nil }
    var all = coefficients.map { _ in 0.0 }
    for (power, error) in zip(freePowers, errors) { all[power] = error.value }
    return all
  }
}
