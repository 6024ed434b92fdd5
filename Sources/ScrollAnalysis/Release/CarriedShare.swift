import LeastSquares
import ScrollFitting
import ScrollModels

/// The share of the earlier velocity in flings that follow one another.
package struct CarriedShare: Equatable, Sendable {
  /// The number of flings that caught content that moved their way.
  package let count: Int
  /// (velocity − prediction)/velocity before, by weighted least squares.
  package let share: Estimate
  /// χ² without carried momentum, and with the model of the catalogue's engine that has one.
  package let chiSquaredWithout: Double
  package let chiSquaredByEngine: Double
  /// The engine with the model.
  package let engine: String
}

extension CarriedShare {
  /// The engine with a law of carried momentum.
  private static let known = "Flutter iOS"

  /// Nil where no fling caught content that moved its way.
  init?(
    _ releases: [ObservedRelease], after best: EstimatorScore, _ ranking: EstimatorRanking, confidence: Double
  ) {
    let repeated = releases.filter {
      $0.outcome == .fling && $0.isRepeated && $0.velocity * $0.velocityBefore > 0
    }
    guard !repeated.isEmpty, let momentum = Catalogue.entry(named: Self.known, phase: .momentum) else {
      return nil
    }
    let estimator = best.estimator
    // Windows are as recorded: the likelier one, by a residual that holds what is carried, would hide that.
    let residuals = EstimatorResiduals(
      repeated.map { ranking.residual(of: $0.observed(by: estimator), from: estimator.launch) })
    let scale = ranking.residuals(of: estimator).scale
    let before = repeated.map(\.velocityBefore)
    func fitted(_ variances: [Double]) -> (share: Double, precision: Double) {
      let precision = zip(before, variances).reduce(0) { $0 + $1.0 * $1.0 / $1.1 }
      let sum = before.indices.reduce(0) { $0 + before[$1] * residuals.residuals[$1].value / variances[$1] }
      return (sum / precision, precision)
    }
    // The error of the velocity before counts by the share of it that is carried.
    let first = fitted(residuals.variances).share
    let (share, precision) = fitted(
      zip(residuals.variances, repeated).map { variance, release in
        variance + first * first * release.velocityBeforeError * release.velocityBeforeError
      })
    let error = (scale / precision).squareRoot()
    let half = Normal().quantile((1 + confidence) / 2) * error
    count = repeated.count
    self.share = Estimate(
      name: "carriedShare", unit: "", value: share, standardError: error,
      interval: share - half...share + half)
    chiSquaredWithout = residuals.chiSquared / scale
    chiSquaredByEngine =
      repeated.indices.reduce(0) { sum, index in
        let launch = estimator.launch(repeated[index].touch)
        let carried = momentum.carried(from: before[index], to: launch)
        let shifted =
          momentum.carried(from: before[index] + repeated[index].velocityBeforeError, to: launch) - carried
        let residual = residuals.residuals[index].value - carried
        return sum + residual * residual / (residuals.residuals[index].variance + shifted * shifted)
      } / scale
    engine = momentum.engine
  }
}
