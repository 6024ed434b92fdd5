import LeastSquares
import Recordings
import ScrollModels

/// One value of a model's nonlinear parameters for several recordings, each with linear parameters of its own.
package struct JointFit {
  /// The shared nonlinear parameters, in the model's order.
  package let shared: [Estimate]
  package let sumOfSquares: Double
  package let freeParameters: Int

  /// - Parameters:
  ///   - fixed: for each recording, the index of a linear parameter to its value.
  ///   - start: the nonlinear parameters, where the search begins.
  package init<Model: SeparableModel>(
    _ scrollModel: Model, samples: [Samples], fixed: [[Int: Double]], start: [Double],
    confidence: Double = 0.95
  ) {
    let model = JointModel(scrollModel, counts: samples.map(\.observations.count))
    let abscissas = samples.flatMap(\.abscissas)
    let observations = samples.flatMap(\.observations)
    var fixedAll: [Int: Double] = [:]
    for (group, values) in fixed.enumerated() {
      for (index, value) in values { fixedAll[group * scrollModel.linear.count + index] = value }
    }
    let problem = ProjectedProblem(model, fixed: fixedAll, abscissas: abscissas, observations: observations)
    let minimum = LevenbergMarquardt().minimize(problem, from: start)
    let map = DirectParametrization(model.linear + model.nonlinear, fixed: fixedAll)
    let best = problem.modelParameters(minimum.parameters)
    let point = best.indices.filter { fixedAll[$0] == nil }.map { best[$0] }
    let full = FullProblem(model, map: map, abscissas: abscissas, observations: observations)
    let (residuals, jacobian) = full.linearized(at: point)
    let sum = residuals.reduce(0) { $0 + $1 * $1 }
    let degreesOfFreedom = residuals.count - point.count
    let covariance = Covariance(
      jacobian: jacobian, rows: residuals.count, columns: point.count,
      variance: sum / Double(degreesOfFreedom))
    let quantile = StudentT(degreesOfFreedom: Double(degreesOfFreedom)).criticalValue(confidence: confidence)
    let first = point.count - scrollModel.nonlinear.count
    shared = scrollModel.nonlinear.enumerated().map { index, parameter in
      let value = point[first + index]
      let error = covariance.standardError(covariance.unit(first + index))
      return Estimate(
        name: parameter.name, unit: parameter.unit, value: value, standardError: error,
        interval: error.map { (value - quantile * $0)...(value + quantile * $0) }, shared: true)
    }
    sumOfSquares = sum
    freeParameters = point.count
  }
}

extension AcrossRecordings {
  /// Every estimated parameter and derived quantity over the fits of one model on one axis, where there are several.
  ///
  /// A random-effects mean: the recordings' true values differ by a spread of their own, which is estimated.
  package static func summaries(of fits: [Fit], confidence: Double) -> [AcrossRecordings] {
    guard fits.count > 1 else { return [] }
    var summaries: [AcrossRecordings] = []
    var seen: [(model: MotionModel, axis: Axis?)] = []
    for fit in fits where !seen.contains(where: { $0 == (fit.model, fit.axis) }) {
      seen.append((fit.model, fit.axis))
      let group = fits.filter { $0.model == fit.model && $0.axis == fit.axis }
      guard group.count > 1 else { continue }
      for estimate in fit.parameters + fit.derived where !estimate.shared {
        let own = group.compactMap { member in
          (member.parameters + member.derived).first { $0.name == estimate.name && $0.unit == estimate.unit }
        }.filter { $0.standardError != nil && $0.value.isFinite }
        guard own.count > 1,
          let effects = RandomEffects(
            values: own.map(\.value), standardErrors: own.compactMap(\.standardError))
        else { continue }
        let mean = Estimate(
          name: estimate.name, unit: estimate.unit, value: effects.mean, standardError: effects.standardError,
          interval: effects.interval(confidence: confidence))
        summaries.append(
          AcrossRecordings(
            model: fit.model, axis: fit.axis, mean: mean, recordings: own.count,
            betweenDeviation: effects.betweenDeviation ?? 0,
            pValue: effects.pValue))
      }
    }
    return summaries
  }
}
