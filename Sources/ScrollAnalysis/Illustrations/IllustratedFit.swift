import LeastSquares
import ScrollFitting
import ScrollModels

extension FittedRecording {
  /// The data of a fit's picture.
  func illustration(of fit: Fit) -> Illustration {
    let abscissas = candidate.phase.samples.abscissas
    let (low, high) = (abscissas.min() ?? 0, abscissas.max() ?? 0)
    func spread(_ count: Int) -> [Double] {
      (0...count).map { low + (high - low) * Double($0) / Double(count) }
    }
    let dense = spread(160)
    let (values, confidence) = curve(of: candidate.scrollModel, at: dense)
    return Illustration(
      curve: PlaneCurve(x: dense, y: values), confidence: confidence,
      maximum: candidate.estimation.residuals.reduce(0) { max($0, abs($1)) },
      references: references(of: fit).sorted { $0.maximum < $1.maximum },
      estimators: candidate.estimatorPaths(abscissas: spread(60), options: fitting.options))
  }

  /// The reported model and half the width of its band.
  private func curve(of scrollModel: some ScrollModel, at abscissas: [Double]) -> ([Double], [Double]) {
    let estimation = solution.estimation
    let zero = Samples(abscissas: abscissas, observations: abscissas.map { _ in 0 })
    let (values, jacobian) = zero.full(scrollModel, map: estimation.coordinates).linearized(
      at: estimation.point)
    guard let covariance = solution.covariance else { return (values, []) }
    let band = CurveBand(
      covariance, degreesOfFreedom: solution.distribution.degreesOfFreedom,
      confidence: fitting.options.confidence)
    let beyond = [Double](repeating: 0, count: max(0, covariance.count - estimation.point.count))
    let widths = abscissas.indices.map { i in
      band.halfWidth(gradient: estimation.point.indices.map { jacobian[$0 * abscissas.count + i] } + beyond)
        ?? .nan
    }
    return (values, widths.allSatisfy(\.isFinite) ? widths : [])
  }

  /// Fits with one known constant given. A constant that these samples have no fit with is left out.
  private func references(of fit: Fit) -> [ReferenceCurve] {
    let observed = candidate.phase.samples.observations
    let travel = (observed.max() ?? 0) - (observed.min() ?? 0)
    return fit.against.compactMap { known in
      var fixed = candidate.fixed
      fixed[known.parameter] = known.expected
      var options = fitting.options
      options.estimator = .auto
      options.starts = [:]
      guard
        let held = try? Estimation(
          candidate.scrollModel, samples: solution.samples, fixed: fixed, options: options)
      else { return nil }
      let residuals = held.residuals.map { -$0 }
      let judged = AdequacyRule().judge(
        residuals: residuals, floor: fit.residuals.floor, travel: travel,
        degreesOfFreedom: residuals.count - held.point.count,
        resolution: 1e-9 * observed.reduce(0) { max($0, abs($1)) })
      return ReferenceCurve(
        reference: known.reference, parameter: known.parameter, expected: known.expected,
        residuals: residuals, maximum: residuals.reduce(0) { max($0, abs($1)) },
        verdict: Adequacy.Verdict(judged.verdict))
    }
  }
}
