import LeastSquares
import ScrollFitting
import ScrollModels

extension Candidate {
  /// The ways of compass search, gradient descent, Levenberg–Marquardt and variable projection to the least
  /// sum of squares, all samples alike and all from one start.
  ///
  /// - Parameter abscissas: of the curves on the way.
  /// - Returns: nil for a model without free nonlinear parameters or not moved in its own, and where no start
  ///   is found that is far from the minimum and leads there.
  func estimatorPaths(abscissas: [Double], options: FitOptions) -> EstimatorPaths? {
    guard options.bounds.isEmpty, options.ties.isEmpty, scrollModel.model != .formula else { return nil }
    return estimatorPaths(of: scrollModel, abscissas: abscissas)
  }

  private func estimatorPaths(of scrollModel: some ScrollModel, abscissas: [Double]) -> EstimatorPaths? {
    guard let coordinates = try? Coordinates(scrollModel, fixed: fixed, bounds: [:]), coordinates.isDirect
    else {
      return nil
    }
    let given = coordinates.fixedModelValues
    let linear = scrollModel.linear.indices.filter { given[$0] == nil }
    let nonlinear = scrollModel.nonlinear.indices.map { scrollModel.linear.count + $0 }.filter {
      given[$0] == nil
    }
    let axes = Array((nonlinear + linear.reversed()).prefix(2).sorted())
    let names = scrollModel.linear + scrollModel.nonlinear
    let best = coordinates.modelParameters(estimation.point)
    let samples = phase.samples
    let projected = samples.projected(scrollModel, fixed: given)
    guard !nonlinear.isEmpty, axes.count == 2,
      let start = farStart(projected, best: nonlinear.map { (names[$0], best[$0]) })
    else { return nil }

    let plane = PathPlane(
      horizontal: names[axes[0]], vertical: names[axes[1]], position: { ($0[axes[0]], $0[axes[1]]) },
      cost: { x, y in
        // Two nonlinear parameters, or the only one and a coefficient: the rest is linear, but for a third
        // one.
        var held = given.merging([axes[0]: x, axes[1]: y]) { $1 }
        for index in nonlinear where held[index] == nil { held[index] = best[index] }
        return samples.projected(scrollModel, fixed: held).linearized(at: []).residuals.reduce(0) {
          $0 + $1 * $1
        }
      },
      curve: { scrollModel.values(at: abscissas, model: $0) })
    let model = projected.modelParameters(start)
    let point = coordinates.point(reported: scrollModel.reported(model), model: model)
    let largest = samples.observations.reduce(0) { max($0, abs($1)) }
    let full = Self.runs(
      of: samples.full(scrollModel, map: coordinates), from: point, residualFloor: 1e-9 * largest
    ).map { EstimatorRun(name: $0.rawValue, minimum: $1.mapped(coordinates.modelParameters)) }
    let last = EstimatorRun(
      name: Estimator.variableProjection.rawValue,
      minimum: Self.marquardt.minimize(projected, from: start).mapped(projected.modelParameters))
    return plane.paths(of: full + [last], abscissas: abscissas, samples: samples.observations.count)
  }

  /// The nonlinear parameters of a start from which there is a way to see, and which leads to the minimum:
  /// every rate that of a motion which lasts as long as the samples, or else a multiple of what is best.
  private func farStart(
    _ problem: some LeastSquaresProblem, best: [(parameter: Parameter, value: Double)]
  ) -> [Double]? {
    let abscissas = phase.samples.abscissas
    let span = (abscissas.max() ?? 1) - (abscissas.min() ?? 0)
    let slow = best.map { $0.parameter.unit.hasPrefix("1/") ? 1 / span : $0.value }
    let starts = [slow] + [0.25, 4, 0.5, 2, 0.8, 1.25].map { factor in best.map { factor * $0.value } }
    return starts.lazy.map { best.map(\.parameter.domain).nearest(to: $0) }.first { start in
      let end = Self.marquardt.minimize(problem, from: start)
      return end.termination.converged && end.sumOfSquares <= estimation.sumOfSquares * (1 + 1e-6)
    }
  }

  private static var marquardt: LevenbergMarquardt {
    var solver = LevenbergMarquardt()
    solver.keepPath = true
    return solver
  }

  private static func runs(
    of problem: some LeastSquaresProblem, from start: [Double], residualFloor: Double
  ) -> [(Estimator, Minimum)] {
    var compass = ShrinkingCompassSearch()
    compass.keepPath = true
    compass.residualFloor = residualFloor
    // A picture of a search that crawls is no better for a hundred thousand steps.
    compass.evaluationLimit = 20_000
    var descent = GradientDescent()
    descent.keepPath = true
    descent.evaluationLimit = 20_000
    return [
      (.compassSearch, compass.minimize(problem, from: start)),
      (.gradientDescent, descent.minimize(problem, from: start)),
      (.levenbergMarquardt, marquardt.minimize(problem, from: start)),
    ]
  }
}

extension ScrollModel {
  /// The model's values at abscissas, for its own (c, α).
  func values(at abscissas: [Double], model: [Double]) -> [Double] {
    var basis = [Double](repeating: 0, count: abscissas.count * linear.count)
    var none: [Double] = []
    evaluate(Array(model[linear.count...]), at: abscissas, basis: &basis, derivatives: &none)
    return abscissas.indices.map { i in
      linear.indices.reduce(0) { $0 + basis[$1 * abscissas.count + i] * model[$1] }
    }
  }
}
