import ScrollModels

/// The standard deviations of the finger's samples, and what they do to a velocity that is predicted from them.
struct FingerErrors {
  /// pt: of the rounding of its positions.
  let position: Double
  /// s: the timestamp jitter of the flings' fits.
  let time: Double

  /// The most samples that an estimator takes in.
  private static let maximumCount = 24

  /// The variance that the errors of the samples give a prediction: of each error by the quadrature of Gauss and Hermite with three nodes,
  /// 0 and ± √3 σ, exact for what is linear in it. A window that a sample may leave is a step, which differences at σ miss more often.
  func predictionVariance(_ touch: TouchSamples, _ predict: (TouchSamples) -> Double) -> Double {
    guard position > 0 || time > 0 else { return 0 }
    let value = predict(touch)
    func variance(_ deviation: Double, _ step: Double, _ moving: (Double) -> TouchSamples) -> Double {
      guard step > 0 else { return 0 }
      let squares = [step, -step].map { predict(moving($0)) - value }.reduce(0) { $0 + $1 * $1 }
      return squares / 2 * (deviation / step) * (deviation / step)
    }
    return newest(touch).reduce(0) { sum, index in
      sum + variance(position, Self.node * position) { touch.moving(index, position: $0) }
        + variance(time, min(Self.node * time, touch.shortestGap(at: index) / 2)) {
          touch.moving(index, time: $0)
        }
    }
  }

  /// The outer nodes of the quadrature, in standard deviations.
  private static let node = 3.0.squareRoot()

  /// The mean error that errors of the times give a prediction, pt/s: half of its second differences at ± σ_t.
  ///
  /// To the second order that is the bias of independent errors of any distribution; their mean, which late times have, moves all
  /// samples alike. A velocity Δx/Δt of two samples is too large by the share 2 σ_t²/Δt².
  func predictionBias(_ touch: TouchSamples, _ predict: (TouchSamples) -> Double) -> Double {
    guard time > 0 else { return 0 }
    let value = predict(touch)
    return newest(touch).reduce(0) { sum, index in
      // Samples beyond their neighbors are in no recording.
      let step = min(time, touch.shortestGap(at: index) / 2)
      guard step > 0 else { return sum }
      let later = predict(touch.moving(index, time: step)),
        earlier = predict(touch.moving(index, time: -step))
      // A window that a sample leaves, or a gate that a speed falls below, is a step, not a curvature.
      let bend = later + earlier - 2 * value
      guard max((later - value).magnitude, (earlier - value).magnitude) <= value.magnitude / 2 else {
        return sum
      }
      return sum + bend / 2 * (time / step) * (time / step)
    }
  }

  /// An estimator with the windows that errors of the times allow: where a sample's distance from the window's edge is within 3 σ of the difference of
  /// two times, the engine may have had it or not.
  ///
  /// Such a step has two values and no variance that describes them. No two samples are at issue at once: the
  /// edge is moved by less than half of the time between samples.
  func windows(of estimator: VelocityEstimator, _ touch: TouchSamples) -> [VelocityEstimator] {
    guard time > 0, let window = estimator.method.window, window.duration.isFinite else { return [estimator] }
    let gap = newest(touch).map { touch.shortestGap(at: $0) }.min() ?? .infinity
    let reach = min(3 * (2 * time * time).squareRoot(), gap / 2)
    return [0, -reach, reach].map { estimator.over(window.duration + $0) }
  }

  /// The samples that rules look at; older ones are without effect.
  private func newest(_ touch: TouchSamples) -> Range<Int> {
    max(0, touch.positions.count - Self.maximumCount)..<touch.positions.count
  }
}

extension TouchSamples {
  /// The same samples but one, whose position and time err.
  fileprivate func moving(_ index: Int, position: Double = 0, time: Double = 0) -> TouchSamples {
    var (times, positions) = (times, positions)
    positions[index] += position
    times[index] += time
    return TouchSamples(times: times, positions: positions, release: release)
  }

  /// The time from a sample to the nearer one of its neighbors, s; infinite for an only one.
  fileprivate func shortestGap(at index: Int) -> Double {
    let before = index > 0 ? times[index] - times[index - 1] : .infinity
    let after = index + 1 < times.count ? times[index + 1] - times[index] : .infinity
    return min(before, after)
  }
}
