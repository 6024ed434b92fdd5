import LeastSquares
import Recordings
import ScrollFitting

/// The errors of the recorded times, and what they do to the velocities of a release report.
package struct ReleaseTiming: Equatable, Sendable {
  /// The root mean square of the timestamp jitter σ_t of the fits that determine it, s; 0 where none is seen.
  package let jitter: Double
  /// The number of fits whose jitter is not determined, or is more than a recorder's clock has.
  package let undetermined: Int
  /// The mean of what the jitter adds to the best estimator's predictions, and its rms error of one, as shares of the velocity; the
  /// ranking has the squares of both in σ². Nil without estimators.
  package let predictionBias: Double?
  package let predictionError: Double?
  /// The share by which the flings' velocities at noted releases are too large, where the times are late by σ_t on average (exponential
  /// delays) and the events are not. It cannot be told from times that are early and late alike, and is not taken off. Nil where no
  /// release is noted.
  package let delayBias: Double?
  /// The largest bias of a best weight by errors of the finger's times and positions, in standard errors of it; nil without weights.
  package let weightsBias: Double?

  /// True if the jitter is too large for a latency: finger and content have their times in common, so that errors of these cancel at no
  /// delay and draw the least squares there.
  package let hidesLatency: Bool

  /// The largest jitter, as a share of the time between frames, at which latencies are within their errors (docs/release.md).
  private static let maximumJitterForLatency = 0.08

  /// True if the errors of the best weights are not those of chance alone.
  package var biasesWeights: Bool { (weightsBias ?? 0) > 1 }

  init(
    _ fits: [Fit], flings: [ObservedRelease], best: EstimatorScore?, weights: [Estimate],
    errors: FingerErrors,
    interval: Double
  ) {
    hidesLatency = errors.time > Self.maximumJitterForLatency * interval
    weightsBias = VelocityWeights.bias(weights, flings: flings, errors: errors)
    jitter = errors.time
    undetermined = fits.count {
      $0.noise.rejected?.reason == .clock || $0.noise.timeNoise?.isDetermined == false
    }
    let moving = flings.filter { $0.velocity != 0 }
    func mean(_ shares: [Double]) -> Double { shares.reduce(0, +) / Double(shares.count) }
    if let best, !moving.isEmpty {
      let launch = best.estimator.launch
      let clock = FingerErrors(position: 0, time: errors.time)
      predictionBias = mean(moving.map { clock.predictionBias($0.touch, launch) / $0.velocity })
      predictionError = mean(
        moving.map { clock.predictionVariance($0.touch, launch) / ($0.velocity * $0.velocity) }
      ).squareRoot()
    } else {
      predictionBias = nil
      predictionError = nil
    }
    let delays = moving.compactMap { fling in fling.delayBias.map { $0 / fling.velocity } }
    delayBias = delays.isEmpty ? nil : mean(delays)
  }
}

extension [Fit] {
  /// The root mean square of the fits' timestamp jitter, s; 0 where none has one that is determined.
  var timestampJitter: Double {
    let jitters = compactMap(\.noise.timeNoise).filter { $0.isDetermined && $0.value.isFinite }.map(\.value)
    guard !jitters.isEmpty else { return 0 }
    return (jitters.reduce(0) { $0 + $1 * $1 } / Double(jitters.count)).squareRoot()
  }
}
