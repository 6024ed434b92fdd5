import LeastSquares
import Recordings
import ScrollModels

extension AcrossRecordings {
  /// Every estimated parameter and derived quantity over the fits of one model on one axis, where there are several.
  ///
  /// A random-effects mean: the recordings' true values differ by a spread of their own, which is estimated.
  package static func summaries(of fits: [Fit], confidence: Double) -> [AcrossRecordings] {
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
