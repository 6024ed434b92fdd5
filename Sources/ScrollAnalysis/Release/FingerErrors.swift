import Elementary
import LeastSquares
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

  /// A window that the engine may have had, where errors of the times leave open whether a sample was in it.
  struct Window {
    let estimator: VelocityEstimator
    /// −2 ln w, w the probability of this window by the recorded times.
    let penalty: Double
  }

  /// The windows of an estimator: two where a sample lies within 3 standard deviations of the window's edge, else one.
  ///
  /// A step has two values, and no variance describes them. With a sample d inside of the edge the window holds it with the probability
  /// Φ(d/(√2 σ)), σ the error of each of the two times. One sample is at issue at most, as the edge is moved by half of the time between
  /// samples at most.
  func windows(of estimator: VelocityEstimator, _ touch: TouchSamples) -> [Window] {
    let certain = [Window(estimator: estimator, penalty: 0)]
    guard time > 0, let window = estimator.method.window, window.duration.isFinite,
      let last = touch.times.last
    else { return certain }
    let deviation = (2 * time * time).squareRoot()
    let gap = newest(touch).map { touch.shortestGap(at: $0) }.min() ?? .infinity
    let reach = min(3 * deviation, gap / 2)
    let end = window.reference == .release ? touch.release : last
    let depths = touch.times.map { window.duration - (end - $0) }
    guard let depth = depths.first(where: { $0.magnitude < reach }) else { return certain }
    return [-1, 1].map { side in
      Window(
        estimator: estimator.over(window.duration + side * reach),
        penalty: -2 * logarithm(Normal().cumulative(side * depth / deviation)))
    }
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
