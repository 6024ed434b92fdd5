import Elementary
import LeastSquares

/// Content that glides after a flick: its velocity decays exponentially.
///
/// x(t) = x₀ + v₀ (1 − e^(−kt))/k,  v(t) = v₀ e^(−kt)
///
/// | symbol | meaning                                       | unit |
/// |--------|-----------------------------------------------|------|
/// | x₀     | offset at t = 0                               | pt   |
/// | v₀     | velocity at t = 0                             | pt/s |
/// | k      | decay constant, −1000 ln(deceleration rate)   | 1/s  |
///
/// k = 0 is motion at constant velocity; k < 0 speeds up and has no destination. Source: I. Lobanov, *How
/// UIScrollView works*; super-ultra/ScrollMechanics, `DecelerationTimingParameters.swift`.
package struct Deceleration: Equatable, Sendable {
  package let initialOffset: Double
  package let initialVelocity: Double
  package let decayConstant: Double

  package init(initialOffset: Double, initialVelocity: Double, decayConstant: Double) {
    self.initialOffset = initialOffset
    self.initialVelocity = initialVelocity
    self.decayConstant = decayConstant
  }

  /// x(t), pt; `time` in s.
  package func value(at time: Double) -> Double {
    initialOffset + initialVelocity * decayedTime(decayConstant: decayConstant, time: time)
  }

  /// v(t), pt/s; `time` in s.
  package func velocity(at time: Double) -> Double {
    initialVelocity * exponential(-decayConstant * time)
  }

  /// x(∞) = x₀ + v₀/k, pt; infinite for k = 0 (NaN without motion), NaN for k < 0.
  package var destination: Double {
    decayConstant < 0 ? .nan : initialOffset + Projection.log(initialVelocity, decayConstant: decayConstant)
  }

  /// x₀ + (v₀/1000)/(e^(k/1000) − 1), pt: the destination by Apple's formula, half a millisecond of travel
  /// short of ``destination``; infinite for k = 0 (NaN without motion), NaN for k < 0.
  package var destinationApple: Double {
    decayConstant < 0 ? .nan : initialOffset + Projection.apple(initialVelocity, decayConstant: decayConstant)
  }

  /// T = ln(|v₀|/(k e))/k, s: when the content is e = `distance` (pt) short of its destination.
  ///
  /// 0 where it starts nearer than that; infinite for k ≤ 0 with motion and for `distance` 0; NaN for a
  /// negative one. The articles' formula turns negative for |v₀| < k e.
  package func duration(toWithin distance: Double) -> Double {
    guard distance >= 0 else { return .nan }
    if initialVelocity == 0 { return 0 }
    if decayConstant <= 0 { return .infinity }
    return (logarithm(initialVelocity.magnitude / (decayConstant * distance)) / decayConstant).notNegative
  }

  /// T = −ln(1 − k (x − x₀)/v₀)/k, s: when the content passes `offset` (pt).
  ///
  /// Nil where it never does: behind the start, at the destination or beyond it.
  package func time(toReach offset: Double) -> Double? {
    if offset == initialOffset { return 0 }
    // How long the way takes at the initial velocity.
    let atFullSpeed = (offset - initialOffset) / initialVelocity
    let share = decayConstant * atFullSpeed
    guard atFullSpeed > 0, atFullSpeed.isFinite, share < 1 else { return nil }
    // As in `decayedTime`: the limit to the last bit.
    return share.magnitude < 1e-17 ? atFullSpeed : -logarithmOfOnePlus(-share) / decayConstant
  }
}

/// The model `deceleration`: Φ = [1, (1 − e^(−kt))/k], c = (x₀, v₀), α = k. t in s since the first sample.
package struct DecelerationModel: ScrollModel {
  package var model: MotionModel { .deceleration }
  package var linear: [Parameter] { Self.linear }
  package var nonlinear: [Parameter] { Self.nonlinear }
  package var parameters: [Parameter] { Self.parameters }
  // Once for all values: one is made and copied for each recording.
  private static let linear = [
    Parameter("initialOffset", unit: "pt"), Parameter("initialVelocity", unit: "pt/s"),
  ]
  private static let nonlinear = [Parameter("decayConstant", unit: "1/s")]
  private static let parameters = linear + nonlinear
  /// The distance from its destination at which the content counts as arrived, pt.
  package let settlingDistance: Double

  package init(settlingDistance: Double = 0.5) {
    self.settlingDistance = settlingDistance
  }

  package func evaluate(
    _ alpha: Span<Double>, at x: Span<Double>, basis: inout MutableSpan<Double>,
    derivatives: inout MutableSpan<Double>
  ) {
    let count = x.count
    let decayConstant = alpha[0]
    let differentiates = !derivatives.isEmpty
    if isWithinExponents(decayConstant, x) {
      fillDecayed(
        decayConstant: decayConstant, until: .infinity, at: x, basis: &basis, derivatives: &derivatives)
      return
    }
    for i in 0..<count {
      let travel = decayedTime(decayConstant: decayConstant, time: x[i])
      basis[i] = 1
      basis[count + i] = travel
      guard differentiates else { continue }
      derivatives[i] = 0
      derivatives[count + i] = decayedTimeSlope(
        decayConstant: decayConstant, time: x[i], decayedTime: travel)
    }
  }

  package var derived: [DerivedQuantity] {
    let distance = settlingDistance
    return DerivedQuantity.ofDecayConstant + [
      DerivedQuantity(
        "destination", unit: "pt",
        determines: .init(parameter: 0, alone: false) { value, reported in
          value - Deceleration(fromOrigin: reported).destination
        }
      ) { Deceleration($0).destination },
      DerivedQuantity(
        "destinationApple", unit: "pt",
        determines: .init(parameter: 0, alone: false) { value, reported in
          value - Deceleration(fromOrigin: reported).destinationApple
        }
      ) { Deceleration($0).destinationApple },
      DerivedQuantity("duration", unit: "s") { Deceleration($0).duration(toWithin: distance) },
    ]
  }
}

extension Deceleration {
  /// The motion of reported parameters (x₀, v₀, k, …).
  init(_ reported: [Double]) {
    self.init(initialOffset: reported[0], initialVelocity: reported[1], decayConstant: reported[2])
  }

  /// The same motion started from offset 0.
  init(fromOrigin reported: [Double]) {
    self.init(initialOffset: 0, initialVelocity: reported[1], decayConstant: reported[2])
  }
}

extension DerivedQuantity {
  /// The quantities derived from the decay constant alone, in models that have it as parameter 2.
  static var ofDecayConstant: [DerivedQuantity] {
    [
      DerivedQuantity(
        "decelerationRate", unit: "1/ms",
        determines: .init(parameter: 2, alone: true) { rate, _ in DecelerationRate.decayConstant(rate: rate) }
      ) { DecelerationRate.rate(decayConstant: $0[2]) },
      DerivedQuantity(
        "timeConstant", unit: "s", determines: .init(parameter: 2, alone: true) { value, _ in 1 / value }
      ) { 1 / $0[2] },
    ]
  }
}

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

/// Fills Φ = [1, p(min(t, T))], p the decayed time, and where there are derivatives the first two columns of theirs with those of Φ by
/// the decay constant.
///
/// - Parameter stop: T, s.
func fillDecayed(
  decayConstant: Double, until stop: Double, at x: Span<Double>, basis: inout MutableSpan<Double>,
  derivatives: inout MutableSpan<Double>
) {
  let count = x.count
  x.withUnsafeBufferPointer { x in
    basis.withUnsafeMutableBufferPointer { basis in
      derivatives.withUnsafeMutableBufferPointer { derivatives in
        let (times, travels) = (basis.column(0, of: count), basis.column(1, of: count))
        // The times take the place of the first column while the second is filled.
        for i in 0..<count { times[i] = min(x[i], stop) }
        fillDecayedTimes(
          decayConstant: decayConstant, times: UnsafeBufferPointer(times), travels: travels,
          slopes: derivatives.isEmpty ? derivatives : derivatives.column(1, of: count))
        times.update(repeating: 1)
        if !derivatives.isEmpty { derivatives.column(0, of: count).update(repeating: 0) }
      }
    }
  }
}

extension UnsafeMutableBufferPointer<Double> {
  /// A column of as many numbers, of those that stand one after another.
  func column(_ index: Int, of count: Int) -> Self {
    Self(rebasing: self[(index * count)..<((index + 1) * count)])
  }
}

/// Returns true if a rate times each of these times is at most 700 in size, as exponentials of many numbers need it.
func isWithinExponents(_ rate: Double, _ times: Span<Double>) -> Bool {
  times.withUnsafeBufferPointer { times in
    var outside = 0
    // Without a check for overflow the loop runs on whole vectors.
    for time in times { outside &+= (rate * time).magnitude <= 700 ? 0 : 1 }
    return outside == 0
  }
}

/// ∫₀ᵗ e^(−ks) ds = (1 − e^(−kt))/k, s: the travel per unit of initial velocity under the decay constant k.
///
/// Regular for every k: t where k = 0, larger than t where k < 0, 1/k at t = ∞ where k > 0.
func decayedTime(decayConstant: Double, time: Double) -> Double {
  let exponent = decayConstant * time
  // Below this the quotient equals t to the last bit, and its terms may be subnormal numbers with few bits
  // left.
  if exponent.magnitude < 1e-17 { return time }
  return -exponentialMinusOne(-exponent) / decayConstant
}

/// The derivative of ``decayedTime(decayConstant:time:)`` by the decay constant, s²; −t²/2 at k = 0.
///
/// With u = kt it is t² (e^(−u)(1 + u) − 1)/u² = −t² Σ (n + 1)/(n + 2)! (−u)ⁿ. The quotient loses a factor
/// 2/u of its precision as u → 0; the series takes over below ½, where the quotient has lost two bits.
///
/// - Parameter decayedTime: the function's value at the same arguments.
func decayedTimeSlope(decayConstant: Double, time: Double, decayedTime: Double) -> Double {
  let exponent = decayConstant * time
  guard exponent.magnitude < 0.5 else {
    return (time * exponential(-exponent) - decayedTime) / decayConstant
  }
  // (n + 1)/(n + 2)! for n = 13…0; the first term left out is below 2⁻⁶⁰ at u = ½.
  var sum = 14.0 / 1_307_674_368_000
  sum = 13.0 / 87_178_291_200 - exponent * sum
  sum = 12.0 / 6_227_020_800 - exponent * sum
  sum = 11.0 / 479_001_600 - exponent * sum
  sum = 10.0 / 39_916_800 - exponent * sum
  sum = 9.0 / 3_628_800 - exponent * sum
  sum = 8.0 / 362_880 - exponent * sum
  sum = 7.0 / 40_320 - exponent * sum
  sum = 6.0 / 5_040 - exponent * sum
  sum = 5.0 / 720 - exponent * sum
  sum = 4.0 / 120 - exponent * sum
  sum = 3.0 / 24 - exponent * sum
  sum = 2.0 / 6 - exponent * sum
  sum = 1.0 / 2 - exponent * sum
  return -time * time * sum
}
