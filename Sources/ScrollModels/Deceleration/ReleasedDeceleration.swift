import Elementary
import LeastSquares

/// The model `deceleration` where the state at release is known: x(t) = x₀ + v₀ φ(t − t₀ − τ), φ(t) = (1 − e^(−kt))/k.
/// Φ = [1, φ(t − t₀ − τ)], c = (x₀, v₀), α = (k, τ).
///
/// τ, the clock offset, is how much later than t₀ by the samples' clock the content had the offset x₀ and the velocity v₀: frames are
/// shown later than touches are reported. Without both x₀ and v₀ given it is not determined: they absorb it exactly,
/// x₀ + v₀ φ(t − τ) = (x₀ + v₀ φ(−τ)) + v₀ e^(kτ) φ(t).
package struct ReleasedDecelerationModel: ScrollModel {
  package let model = MotionModel.deceleration
  package let linear = [Parameter("initialOffset", unit: "pt"), Parameter("initialVelocity", unit: "pt/s")]
  package let nonlinear = [Parameter("decayConstant", unit: "1/s"), Parameter("clockOffset", unit: "s")]
  /// t₀, s since the first sample: when the state at release was reported.
  package let releaseTime: Double
  private let undelayed: DecelerationModel

  package init(releaseTime: Double = 0, settlingDistance: Double = 0.5) {
    self.releaseTime = releaseTime
    undelayed = DecelerationModel(settlingDistance: settlingDistance)
  }

  package func evaluate(
    _ alpha: Span<Double>, at x: Span<Double>, basis: inout MutableSpan<Double>,
    derivatives: inout MutableSpan<Double>
  ) {
    let count = x.count
    let decayConstant = alpha[0]
    let start = releaseTime + alpha[1]
    let differentiates = !derivatives.isEmpty
    for i in 0..<count {
      let time = x[i] - start
      let travel = decayedTime(decayConstant: decayConstant, time: time)
      basis[i] = 1
      basis[count + i] = travel
      guard differentiates else { continue }
      derivatives[i] = 0
      derivatives[count + i] = decayedTimeSlope(decayConstant: decayConstant, time: time, decayedTime: travel)
      derivatives[2 * count + i] = 0
      derivatives[3 * count + i] = -exponential(-decayConstant * time)
    }
  }

  package var derived: [DerivedQuantity] { undelayed.derived }
}
