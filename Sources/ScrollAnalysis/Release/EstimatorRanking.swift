import LeastSquares
import ScrollFitting
import ScrollModels

/// Compares the estimators of the catalogue by the flings that follow from rest.
///
/// The best has the least root mean square of residuals r. With σ² = σᵥ² + σₚ², the variances of a fling and of its prediction by the
/// errors of the finger's samples, another one is distinguished from it where
///
///     Σ (r² − r_best²)/(s² σ²) > 3.84 + Σ q + 2 √(2 Σ q²),     q = σₚ²/σ²,     s² = max(1, χ²/n) of the best.
///
/// 3.84 is the 95 % point of χ² with one degree of freedom. The terms with q are what noise in the predictions alone adds, and two
/// standard deviations of it.
struct EstimatorRanking {
  /// The fewest flings that a ranking is made of.
  static let minimumCount = 3
  /// The smallest error of a velocity, as a share of it.
  private static let relativeFloor = 1e-3

  let flings: [ObservedRelease]
  let errors: FingerErrors

  /// Best first.
  var scores: [EstimatorScore] {
    guard flings.count >= Self.minimumCount else { return [] }
    let fits = Catalogue.velocityEstimators.map { ($0, residuals(of: $0)) }
    guard let best = fits.min(by: { $0.1.rootMeanSquare < $1.1.rootMeanSquare })?.1 else { return [] }
    return fits.map { estimator, residuals in
      let deviance = residuals.deviance(from: best)
      let allowance = residuals.allowance
      return EstimatorScore(
        estimator: estimator, rootMeanSquare: residuals.rootMeanSquare, largest: residuals.largest,
        bias: residuals.bias,
        biasError: residuals.biasError, chiSquared: residuals.chiSquared, deviance: deviance,
        allowance: allowance,
        isIndistinguishable: deviance < ReleaseReport.deviancePoint + allowance)
    }.enumerated().sorted {
      ($0.element.rootMeanSquare, $0.offset) < ($1.element.rootMeanSquare, $1.offset)
    }.map(\.element)
  }

  /// Returns true if the χ² of an estimator is that of its errors, at 99 %.
  func isAdequate(_ score: EstimatorScore) -> Bool {
    ChiSquared(degreesOfFreedom: Double(flings.count)).upperTail(score.chiSquared) > 0.01
  }

  /// The length of a method's window that predicts the flings best, with the interval in which χ²/s² rises by
  /// ``ReleaseReport/deviancePoint``; nil for a method without a window.
  func window(of estimator: VelocityEstimator) -> Estimate? {
    let method = estimator.method
    guard method.window.map({ $0.duration.isFinite }) == true else { return nil }
    let lengths = stride(from: 0.02, through: 0.3, by: 0.005).map { $0 }
    let observed = flings.map { $0.observed(by: estimator) }
    let variances = residuals(of: observed) { _ in method.velocity }.variances
    let chiSquared = lengths.map { length in
      let rule = method.over(length)
      return zip(observed, variances).reduce(0) { sum, pair in
        let residual = pair.0.velocity - rule.velocity(of: pair.0.touch)
        return sum + residual * residual / pair.1
      }
    }
    guard let lowest = chiSquared.min(), let best = chiSquared.firstIndex(of: lowest) else { return nil }
    let scale = max(1, lowest / Double(flings.count))
    let inside = lengths.indices.filter { (chiSquared[$0] - lowest) / scale < ReleaseReport.deviancePoint }
    guard let low = inside.first, let high = inside.last else { return nil }
    return Estimate(
      name: "window", unit: "s", value: lengths[best], standardError: nil,
      interval: lengths[low]...lengths[high])
  }

  /// The differences of the flings, as an estimator is judged by them, from its predictions.
  func residuals(of estimator: VelocityEstimator) -> EstimatorResiduals {
    residuals(of: flings.map { $0.observed(by: estimator) }) { fling in
      let nearest = errors.windows(of: estimator, fling.touch)
        .min { fling.residual($0).magnitude < fling.residual($1).magnitude }
      return (nearest ?? estimator).launch
    }
  }

  private func residuals(
    of flings: [ObservedRelease], from rule: (ObservedRelease) -> (TouchSamples) -> Double
  ) -> EstimatorResiduals {
    let rules = flings.map(rule)
    return EstimatorResiduals(
      residuals: zip(flings, rules).map { $0.velocity - $1($0.touch) },
      ownVariances: flings.map { fling in
        let floor = Self.relativeFloor * fling.velocity
        return fling.standardError * fling.standardError + floor * floor
      },
      predictionVariances: zip(flings, rules).map { fling, predict in
        // The bias of a prediction is estimated from times that err: taking it off would add their errors once more.
        let bias = errors.predictionBias(fling.touch, predict)
        return errors.predictionVariance(fling.touch, predict) + bias * bias
      })
  }
}

extension ObservedRelease {
  /// Observed less predicted, pt/s.
  fileprivate func residual(_ estimator: VelocityEstimator) -> Double { velocity - estimator.launch(touch) }
}

/// The differences of flings from predictions, with their variances.
struct EstimatorResiduals {
  let residuals: [Double]
  /// σᵥ².
  let ownVariances: [Double]
  /// σₚ².
  let predictionVariances: [Double]

  /// σ².
  var variances: [Double] { zip(ownVariances, predictionVariances).map { $0 + $1 } }

  var chiSquared: Double { zip(residuals, variances).reduce(0) { $0 + $1.0 * $1.0 / $1.1 } }

  /// s².
  var scale: Double { max(1, chiSquared / Double(residuals.count)) }

  /// Σ (r² − r_best²)/(s² σ²).
  func deviance(from best: EstimatorResiduals) -> Double {
    let variances = variances
    return residuals.indices.reduce(0) { sum, index in
      let (own, other) = (residuals[index], best.residuals[index])
      return sum + (own * own - other * other) / variances[index]
    } / best.scale
  }

  /// Σ q + 2 √(2 Σ q²).
  var allowance: Double {
    let shares = zip(predictionVariances, variances).map { $0 / $1 }
    return shares.reduce(0, +) + 2 * (2 * shares.reduce(0) { $0 + $1 * $1 }).squareRoot()
  }

  var rootMeanSquare: Double {
    (residuals.reduce(0) { $0 + $1 * $1 } / Double(residuals.count)).squareRoot()
  }

  var largest: Double { residuals.reduce(0) { max($0, $1.magnitude) } }

  var bias: Double { residuals.reduce(0, +) / Double(residuals.count) }

  var biasError: Double {
    let mean = bias
    let squares = residuals.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    return (squares / Double(residuals.count * (residuals.count - 1))).squareRoot()
  }
}
