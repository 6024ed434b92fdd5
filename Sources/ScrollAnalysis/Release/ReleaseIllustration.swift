import ScrollModels

/// A release with the velocities that estimators predict for it: the data of its picture.
package struct ReleaseIllustration: Equatable, Sendable {
  package let release: ObservedRelease
  /// Best first; empty where no estimators were ranked.
  package let predictions: [ReleasePrediction]

  /// The largest difference of two predictions, as a share of the observed velocity.
  fileprivate var difference: Double {
    let velocities = predictions.map(\.velocity)
    guard let lowest = velocities.min(), let highest = velocities.max() else { return 0 }
    return (highest - lowest) / max(release.velocity.magnitude, .leastNormalMagnitude)
  }
}

/// The velocity that estimators of one rule predict for a release.
package struct ReleasePrediction: Equatable, Sendable {
  /// The estimators, best first.
  package let names: [String]
  /// The time of the oldest and of the newest sample that they take in, s since the release.
  package let window: ClosedRange<Double>
  /// pt/s; 0 where they start no fling.
  package let velocity: Double
  /// The standard error by the errors of the finger's samples, pt/s.
  package let standardError: Double
  /// (observed − predicted) in standard deviations of the difference.
  package let deviation: Double
  /// True if the flings do not distinguish it from the best one.
  package let isIndistinguishable: Bool
}

extension EstimatorRanking {
  private static let maximumIllustrations = 3
  /// As many as pictures have styles of lines for.
  private static let maximumPredictions = 3

  /// The releases in which the predictions of the best rules differ most, in the order of time; of flings that were not ranked, the
  /// fastest.
  func illustrations(_ scores: [EstimatorScore]) -> [ReleaseIllustration] {
    let rules = self.rules(scores)
    let residuals = rules.map { self.residuals(of: $0[0].estimator) }
    let all = flings.indices.map { index in
      ReleaseIllustration(
        release: rules.first.map { flings[index].observed(by: $0[0].estimator) } ?? flings[index],
        predictions: zip(rules, residuals).compactMap { prediction($0, $1.residuals[index], of: index) })
    }
    let clearest = all.indices.sorted {
      (all[$0].difference, all[$0].release.velocity.magnitude)
        > (all[$1].difference, all[$1].release.velocity.magnitude)
    }
    return clearest.prefix(Self.maximumIllustrations).sorted().map { all[$0] }
  }

  /// The estimators that predict the flings best, those of equal predictions together: the best, and others that the flings distinguish from it
  /// before those that they do not.
  private func rules(_ scores: [EstimatorScore]) -> [[EstimatorScore]] {
    var predictions: [[Double]] = []
    var rules: [[EstimatorScore]] = []
    for score in scores {
      let own = flings.map { score.estimator.launch($0.touch) }
      if let index = predictions.firstIndex(of: own) {
        rules[index].append(score)
      } else {
        predictions.append(own)
        rules.append([score])
      }
    }
    guard let best = rules.first else { return [] }
    let others = rules.dropFirst()
    let clear = others.filter { !$0[0].isIndistinguishable }
    let like = others.filter { $0[0].isIndistinguishable }
    // One that is like the best one shows how close the ranking is.
    let chosen = (like.prefix(1) + clear + like.dropFirst()).prefix(Self.maximumPredictions - 1)
    return [best] + chosen.sorted { $0[0].rootMeanSquare < $1[0].rootMeanSquare }
  }

  private func prediction(
    _ rule: [EstimatorScore], _ residual: EstimatorResidual, of index: Int
  ) -> ReleasePrediction? {
    let touch = flings[index].touch
    let estimator = likelierWindow(of: rule[0].estimator, flings[index].observed(by: rule[0].estimator))
      .estimator
    let times = estimator.method.samples(of: touch).times
    guard let oldest = times.first, let newest = times.last else { return nil }
    return ReleasePrediction(
      names: rule.map(\.estimator.name), window: oldest - touch.release...newest - touch.release,
      velocity: estimator.launch(touch),
      standardError: residual.predictionVariance.squareRoot(),
      deviation: residual.value / residual.variance.squareRoot(),
      isIndistinguishable: rule[0].isIndistinguishable)
  }
}
