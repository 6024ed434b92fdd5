import LeastSquares
import ScrollFitting
import ScrollModels

/// The speed that flings are cut to: what those of faster fingers have in common, as the best estimator's method sees them.
package struct ReleaseLimit: Equatable, Sendable {
  /// The speed of the fastest fling, pt/s.
  package let fastestFling: Double
  /// The random-effects mean of the speeds of flings that are cut, pt/s; nil where no two are cut to one speed.
  package let limit: Estimate?
  /// The number of flings that are cut.
  package let count: Int

  /// The number of standard deviations by which a prediction is above a speed that is cut.
  private static let significance = 3.0
  /// The ratio of the predictions of flings that show a limit: equal fingers have equal flings without one.
  private static let minimumRatio = 1.1

  /// A fling counts as cut where the method, without the engine's own limit, predicts more by three standard deviations. Such flings show a
  /// limit where two or more of them have one speed (p > 0.01), their predictions differ by a tenth, and no other fling is faster.
  ///
  /// Nil without flings.
  init?(
    _ flings: [ObservedRelease], by ranking: EstimatorRanking, method: VelocityMethod, unit: String,
    confidence: Double
  ) {
    let speeds = flings.map(\.velocity.magnitude)
    guard let fastest = speeds.max() else { return nil }
    fastestFling = fastest
    let residuals = flings.map { ranking.residual(of: $0, from: method.velocity) }
    let predictions = flings.map { method.velocity(of: $0.touch).magnitude }
    let cut = flings.indices.filter {
      predictions[$0] - speeds[$0] > Self.significance * residuals[$0].variance.squareRoot()
    }
    let predicted = cut.map { predictions[$0] }
    guard cut.count > 1, let least = predicted.min(), let largest = predicted.max(),
      largest > Self.minimumRatio * least,
      let effects = RandomEffects(
        values: cut.map { speeds[$0] }, standardErrors: cut.map { residuals[$0].ownVariance.squareRoot() }),
      effects.pValue.map({ $0 > 0.01 }) ?? true,
      flings.indices.allSatisfy({
        speeds[$0] - effects.mean < Self.significance * residuals[$0].ownVariance.squareRoot()
      })
    else {
      (limit, count) = (nil, 0)
      return
    }
    count = cut.count
    limit = Estimate(
      name: "limit", unit: "\(unit)/s", value: effects.mean, standardError: effects.standardError,
      interval: effects.interval(confidence: confidence))
  }
}
