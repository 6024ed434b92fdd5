import LeastSquares
import ScrollModels

extension Candidate {
  /// The ways of compass search, gradient descent, Levenberg–Marquardt and variable projection to the least sum of squares, all
  /// samples alike and all from one start: every rate that of a motion which lasts as long as the samples, the linear
  /// coefficients at their best for it.
  ///
  /// - Parameter abscissas: of the curves on the way.
  /// - Returns: nil for a law without free nonlinear parameters or not moved in its own, and where the start is none.
  func estimatorPaths(abscissas: [Double], options: FitOptions) -> EstimatorPaths? {
    guard options.bounds.isEmpty, options.ties.isEmpty, !(law is FormulaLaw) else { return nil }
    return estimatorPaths(of: law, abscissas: abscissas)
  }

  private func estimatorPaths(of law: some Law, abscissas: [Double]) -> EstimatorPaths? {
    guard let coordinates = try? Coordinates(law, fixed: fixed, bounds: [:]), coordinates.isDirect else {
      return nil
    }
    let given = coordinates.fixedModelValues
    let linear = law.linear.indices.filter { given[$0] == nil }
    let nonlinear = law.nonlinear.indices.filter { given[law.linear.count + $0] == nil }
    let plane = (nonlinear.map { law.linear.count + $0 } + linear.reversed()).prefix(2).sorted()
    guard !nonlinear.isEmpty, plane.count == 2 else { return nil }

    let samples = phase.samples
    let projected = samples.projected(law, fixed: given)
    let full = samples.full(law, map: coordinates)
    let best = coordinates.modelParameters(estimation.point)
    let start = nonlinear.map { far(from: best[law.linear.count + $0], of: law.nonlinear[$0]) }
    let startModel = projected.modelParameters(start)
    guard startModel.allSatisfy(\.isFinite) else { return nil }
    let point = coordinates.point(reported: law.reported(startModel), model: startModel)

    let names = law.linear + law.nonlinear
    let description = PathPlane(
      horizontal: .init(names[plane[0]].name, unit: names[plane[0]].unit),
      vertical: .init(names[plane[1]].name, unit: names[plane[1]].unit),
      place: { ($0[plane[0]], $0[plane[1]]) },
      cost: { x, y in
        guard names[plane[0]].domain.contains(x), names[plane[1]].domain.contains(y) else { return .nan }
        // Two nonlinear parameters, or the only one and a coefficient: the rest is linear, but for a third one.
        var held = given.merging([plane[0]: x, plane[1]: y]) { $1 }
        for index in nonlinear.map({ law.linear.count + $0 }) where held[index] == nil {
          held[index] = best[index]
        }
        let residuals = samples.projected(law, fixed: held).linearized(at: []).residuals
        return residuals.reduce(0) { $0 + $1 * $1 }
      },
      curve: { law.values(at: abscissas, model: $0) })
    let runs = Self.runs(of: full, from: point, residualFloor: 1e-9 * (samples.observations.map(abs).max() ?? 0))
      .map { EstimatorRun(name: $0.rawValue, minimum: $1.mapped(coordinates.modelParameters)) }
    var solver = LevenbergMarquardt()
    solver.keepPath = true
    let last = EstimatorRun(
      name: Estimator.variableProjection.rawValue,
      minimum: solver.minimize(projected, from: start).mapped(projected.modelParameters))
    return description.paths(
      of: runs + [last], abscissas: abscissas, samples: samples.observations.count)
  }

  /// Far enough from the minimum that there is a way to see.
  private func far(from best: Double, of parameter: Parameter) -> Double {
    let abscissas = phase.samples.abscissas
    let span = (abscissas.max() ?? 1) - (abscissas.min() ?? 0)
    let value =
      switch parameter.unit {
      case let unit where unit.hasPrefix("1/"): 1 / span
      case "s": span / 2
      default: best / 2
      }
    return [parameter.domain].nearest(to: [value])[0]
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
    var marquardt = LevenbergMarquardt()
    marquardt.keepPath = true
    return [
      (.compassSearch, compass.minimize(problem, from: start)),
      (.gradientDescent, descent.minimize(problem, from: start)),
      (.levenbergMarquardt, marquardt.minimize(problem, from: start)),
    ]
  }
}

extension Law {
  /// The law's values at abscissas, for its own (c, α).
  func values(at abscissas: [Double], model: [Double]) -> [Double] {
    var basis = [Double](repeating: 0, count: abscissas.count * linear.count)
    var none: [Double] = []
    evaluate(Array(model[linear.count...]), at: abscissas, basis: &basis, derivatives: &none)
    return abscissas.indices.map { i in
      linear.indices.reduce(0) { $0 + basis[$1 * abscissas.count + i] * model[$1] }
    }
  }
}
