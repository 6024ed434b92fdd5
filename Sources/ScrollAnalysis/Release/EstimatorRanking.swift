import LeastSquares
import ScrollFitting
import ScrollModels

/// Compares the estimators of the catalogue by the flings that follow from rest.
///
/// The best has the least root mean square of residuals r, to which the choice of a window adds −2 σ² ln w
/// (``FingerErrors/windows(of:_:)``). With σ² = σᵥ² + σₚ², the variances of a fling and of its prediction by the errors of the finger's
/// samples, another one is distinguished from it where
///
///     Σ (r² − r_best²)/(s² σ²) − 2 Σ ln(w/w_best) > 3.84 + Σ q + 2 √(2 Σ q²),     q = σₚ²/σ²,     s² = max(1, χ²/n) of the best.
///
/// 3.84 is the 95 % point of χ² with one degree of freedom. The terms with q are what noise in the predictions alone adds, and two
/// standard deviations of it.
struct EstimatorRanking {
  /// The fewest flings that a ranking is made of.
  static let minimumCount = 3
  /// s: the longest time before a release that an estimator of the catalogue looks at.
  static let memory = 0.15
  /// The smallest error of a velocity, as a share of it.
  private static let relativeFloor = 1e-3

  let flings: [ObservedRelease]
  let errors: FingerErrors

  /// Best first.
  var scores: [EstimatorScore] {
    guard flings.count >= Self.minimumCount else { return [] }
    let fits = Catalogue.velocityEstimators.map { ($0, residuals(of: $0)) }
    guard let best = fits.min(by: { $0.1.rank < $1.1.rank })?.1 else { return [] }
    let scores = fits.map { estimator, residuals in
      let deviance = residuals.deviance(from: best)
      let allowance = residuals.allowance
      return EstimatorScore(
        estimator: estimator, rootMeanSquare: residuals.rootMeanSquare, largest: residuals.largest,
        bias: residuals.bias, biasError: residuals.biasError, chiSquared: residuals.chiSquared,
        deviance: deviance,
        allowance: allowance,
        isIndistinguishable: deviance < ReleaseReport.deviancePoint + allowance)
    }
    return fits.indices.sorted { (fits[$0].1.rank, $0) < (fits[$1].1.rank, $1) }.map { scores[$0] }
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
    let variances = observed.map { residual(of: $0, from: method.velocity).variance }
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

  /// The differences of the flings, as an estimator is judged by them, from its predictions: where errors of the times leave open which samples a
  /// window holds, those of the likelier window.
  func residuals(of estimator: VelocityEstimator) -> EstimatorResiduals {
    EstimatorResiduals(
      flings.map { fling in
        let fling = fling.observed(by: estimator)
        return residual(of: fling, by: likelierWindow(of: estimator, fling))
      })
  }

  /// The window of an estimator by which a fling, as it is observed by it, has the least criterion.
  func likelierWindow(of estimator: VelocityEstimator, _ fling: ObservedRelease) -> FingerErrors.Window {
    let windows = errors.windows(of: estimator, fling.touch)
    return windows.min { residual(of: fling, by: $0).criterion < residual(of: fling, by: $1).criterion }
      ?? FingerErrors.Window(estimator: estimator, penalty: 0)
  }

  private func residual(of fling: ObservedRelease, by window: FingerErrors.Window) -> EstimatorResidual {
    residual(of: fling, from: window.estimator.launch, penalty: window.penalty)
  }

  /// The difference of a fling from a prediction.
  func residual(
    of fling: ObservedRelease, from predict: (TouchSamples) -> Double, penalty: Double = 0
  ) -> EstimatorResidual {
    let floor = Self.relativeFloor * fling.velocity
    // The bias of a prediction is estimated from times that err: taking it off would add their errors once more.
    let bias = errors.predictionBias(fling.touch, predict)
    return EstimatorResidual(
      value: fling.velocity - predict(fling.touch),
      ownVariance: fling.standardError * fling.standardError + floor * floor,
      predictionVariance: errors.predictionVariance(fling.touch, predict) + bias * bias, penalty: penalty)
  }
}

/// The difference of a fling from a prediction.
struct EstimatorResidual {
  /// r, pt/s.
  let value: Double
  /// σᵥ².
  let ownVariance: Double
  /// σₚ².
  let predictionVariance: Double
  /// −2 ln w of the window that the prediction rests on.
  let penalty: Double

  /// σ².
  var variance: Double { ownVariance + predictionVariance }

  /// r²/σ².
  var chiSquared: Double { value * value / variance }

  /// r²/σ² − 2 ln w: −2 times the logarithm of the likelihood, but for what all windows have in common.
  var criterion: Double { chiSquared + penalty }
}

/// The differences of flings from predictions.
struct EstimatorResiduals {
  let residuals: [EstimatorResidual]

  init(_ residuals: [EstimatorResidual]) { self.residuals = residuals }

  /// σ².
  var variances: [Double] { residuals.map(\.variance) }

  var chiSquared: Double { residuals.reduce(0) { $0 + $1.chiSquared } }

  /// s².
  var scale: Double { max(1, chiSquared / Double(residuals.count)) }

  /// Σ (r² − r_best²)/(s² σ²) − 2 Σ ln(w/w_best).
  func deviance(from best: EstimatorResiduals) -> Double {
    let scale = best.scale
    return zip(residuals, best.residuals).reduce(0) { sum, pair in
      let (own, other) = pair
      return sum + (own.value * own.value - other.value * other.value) / (scale * own.variance) + own.penalty
        - other.penalty
    }
  }

  /// Σ q + 2 √(2 Σ q²).
  var allowance: Double {
    let shares = residuals.map { $0.predictionVariance / $0.variance }
    return shares.reduce(0, +) + 2 * (2 * shares.reduce(0) { $0 + $1 * $1 }).squareRoot()
  }

  var rootMeanSquare: Double {
    (residuals.reduce(0) { $0 + $1.value * $1.value } / Double(residuals.count)).squareRoot()
  }

  /// √(Σ (r² − 2 σ² ln w)/n), pt/s: the root mean square, with the choices of windows counted as what they lower the criterion by.
  var rank: Double {
    (residuals.reduce(0) { $0 + $1.criterion * $1.variance } / Double(residuals.count)).squareRoot()
  }

  var largest: Double { residuals.reduce(0) { max($0, $1.value.magnitude) } }

  var bias: Double { residuals.reduce(0) { $0 + $1.value } / Double(residuals.count) }

  var biasError: Double {
    let mean = bias
    let squares = residuals.reduce(0) { $0 + ($1.value - mean) * ($1.value - mean) }
    return (squares / Double(residuals.count * (residuals.count - 1))).squareRoot()
  }
}
