import LeastSquares
import ScrollFitting
import ScrollModels
import ScrollSegmentation

/// The articles' pictures from recorded data.
package struct ReproductionIllustration: Equatable, Sendable {
  /// Each recorded bounce with the article's search beside others.
  package let bounces: [Bounce]
  package let rubberBand: RubberBand
  package let projection: ProjectionIllustration

  package struct Bounce: Equatable, Sendable {
    /// The name of the series.
    package let name: String
    /// Least squares, illustrated: its estimators are the article's search, Levenberg–Marquardt and variable
    /// projection.
    package let fit: Fit

    package init(name: String, fit: Fit) {
      self.name = name
      self.fit = fit
    }
  }

  /// The offset beyond the edge, over the finger's travel, pt.
  package struct RubberBand: Equatable, Sendable {
    package let travels: [Double]
    /// At the article's constants.
    package let formula: [Double]
    /// By least squares on the article's points.
    package let quadratic: [Double]
    /// The parabola that touches the formula at the edge.
    package let taylor: [Double]
    /// The article's points.
    package let points: PlaneCurve
    /// The same less the formula, in the order above.
    package let quadraticBeyond: [Double]
    package let pointsBeyond: PlaneCurve

    package init(
      travels: [Double], formula: [Double], quadratic: [Double], taylor: [Double], points: PlaneCurve,
      quadraticBeyond: [Double], pointsBeyond: PlaneCurve
    ) {
      self.travels = travels
      self.formula = formula
      self.quadratic = quadratic
      self.taylor = taylor
      self.points = points
      self.quadraticBeyond = quadraticBeyond
      self.pointsBeyond = pointsBeyond
    }
  }

  package init(bounces: [Bounce], rubberBand: RubberBand, projection: ProjectionIllustration) {
    self.bounces = bounces
    self.rubberBand = rubberBand
    self.projection = projection
  }
}

extension Reproduction {
  /// The articles' pictures from the same data as ``claims(from:)``.
  ///
  /// - Throws: ``ReproductionError`` where a file is missing, cannot be read or has no fit.
  package static func illustration(
    from data: ArticleData
  ) throws(ReproductionError) -> ReproductionIllustration {
    ReproductionIllustration(
      bounces: try BounceSeries.all(data, interval: 0.0167).map(\.illustrated),
      rubberBand: try RubberBandClaims(data).illustration(),
      projection: try DecelerationClaims.illustration(data))
  }
}

extension BounceSeries {
  /// The article's search from (0, 0, 0) beside the estimators that it was made without, over its phase and
  /// damping, the amplitude at its best.
  fileprivate var illustrated: ReproductionIllustration.Bounce {
    let problem = ArticleBounceProblem(samples: samples, rest: rest)
    let span = samples.abscissas.last ?? 1
    let abscissas = (0...60).map { span * Double($0) / 60 }
    let dense = (0...160).map { span * Double($0) / 160 }
    func value(_ point: [Double], at time: Double) -> Double {
      rest + point[0] * articleBounce(amplitude: 1, damping: point[1], phase: point[2], at: time)
    }
    let plane = PathPlane(
      horizontal: Parameter("phase", unit: "s"),
      vertical: Parameter("damping", unit: "1/s", domain: 0...Double.infinity),
      position: { ($0[2], $0[1]) },
      cost: { phase, damping in bestCost(phase: phase, damping: damping) },
      curve: { point in abscissas.map { value(point, at: $0) } })
    let bounce = Bounce(
      displacement: fit.estimate(of: .displacement).value,
      initialVelocity: fit.estimate(of: .initialVelocity).value, damping: fit.estimate(of: .damping).value)
    let illustration = Illustration(
      curve: PlaneCurve(
        x: dense,
        y: dense.map { value([bounce.amplitude, bounce.damping, bounce.phase], at: $0) }),
      confidence: [], maximum: fit.residuals.maximum, references: [],
      estimators: plane.paths(
        of: [
          EstimatorRun(
            name: Estimator.compassSearchArticles.rawValue, minimum: problem.articleMinimum(keepPath: true)),
          marquardt(problem), projection,
        ], abscissas: abscissas, samples: samples.observations.count))
    return ReproductionIllustration.Bounce(name: name, fit: fit.illustrated(by: illustration))
  }

  /// In the article's own parameters and from its start.
  private func marquardt(_ problem: ArticleBounceProblem) -> EstimatorRun {
    var solver = LevenbergMarquardt()
    solver.keepPath = true
    return EstimatorRun(
      name: Estimator.levenbergMarquardt.rawValue, minimum: solver.minimize(problem, from: [0, 0, 0]))
  }

  /// Over the damping alone, from twice what is best: it has no start of (0, 0, 0), and from a much slower
  /// one it comes to another local minimum, of a bounce long past its turn.
  private var projection: EstimatorRun {
    var solver = LevenbergMarquardt()
    solver.keepPath = true
    return EstimatorRun(
      name: Estimator.variableProjection.rawValue,
      minimum: solver.minimize(projected, from: [2 * fit.estimate(of: .damping).value]).mapped {
        articleParameters(projected.modelParameters($0))
      })
  }

  private var projected: ProjectedProblem<WeightedModel<BounceModel>> {
    samples.projected(BounceModel(), fixed: [0: rest])
  }

  /// (C, δ, φ) of (rest, displacement, v₀, δ).
  private func articleParameters(_ reported: [Double]) -> [Double] {
    let bounce = Bounce(reported)
    return [bounce.amplitude, bounce.damping, bounce.phase]
  }

  /// ‖y − C u‖² with the best C: ‖y‖² − (u·y)²/‖u‖², summed as residuals are, which keeps the digits near the
  /// minimum.
  private func bestCost(phase: Double, damping: Double) -> Double {
    let unit = samples.abscissas.map { articleBounce(amplitude: 1, damping: damping, phase: phase, at: $0) }
    let offsets = samples.observations.map { $0 - rest }
    let square = unit.reduce(0) { $0 + $1 * $1 }
    let amplitude = square > 0 ? zip(unit, offsets).reduce(0) { $0 + $1.0 * $1.1 } / square : 0
    return zip(unit, offsets).reduce(0) { $0 + ($1.1 - amplitude * $1.0) * ($1.1 - amplitude * $1.0) }
  }
}

extension DecelerationClaims {
  /// The flings recorded on iOS 26.5 against both formulas.
  fileprivate static func illustration(
    _ data: ArticleData
  ) throws(ReproductionError) -> ProjectionIllustration {
    let flings = try flings(data, .targetOffsets)
    let regressions: [ProjectionAnalysis.Regression]
    do {
      regressions = try ProjectionAnalysis.regressions(
        of: flings, assumedRate: DecelerationRate.normal, confidence: 0.95)
    } catch { throw .flings(file: ArticleData.File.targetOffsets.rawValue, error) }
    return ProjectionIllustration(
      regressions, of: flings, decelerationRate: DecelerationRate.normal, velocity: 1000)
  }
}
