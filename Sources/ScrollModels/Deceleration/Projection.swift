import Elementary
import LeastSquares

/// The distance that a flick carries, by the two formulas in use: v is the velocity at release (pt/s), the result in
/// pt.
///
/// | formula | by the rate d (1/ms) | by k = −1000 ln d (1/s)   | it is                             |
/// |---------|----------------------|---------------------------|-----------------------------------|
/// | Apple   | (v/1000) d/(1 − d)   | (v/1000)/(e^(k/1000) − 1) | the sum of one step a millisecond |
/// | log     | −v/(1000 ln d)       | v/k                       | the integral of the velocity      |
///
/// Source: *Designing Fluid Interfaces*, WWDC 2018 (Apple); I. Lobanov, *How UIScrollView works* (log).
/// Motion exists for 0 < d < 1, k > 0; at d = 1, k = 0 a moving content goes on for ever (±∞), beyond the
/// formulas give the negative number they give.
package enum Projection {
  /// (v/1000) d/(1 − d).
  package static func apple(_ velocity: Double, rate: Double) -> Double {
    velocity / 1000 * (rate / (1 - rate))
  }

  /// (v/1000)/(e^(k/1000) − 1), with all digits for small k.
  package static func apple(_ velocity: Double, decayConstant: Double) -> Double {
    velocity / 1000 / exponentialMinusOne(decayConstant / 1000)
  }

  /// −v/(1000 ln d); NaN for d ≤ 0.
  package static func log(_ velocity: Double, rate: Double) -> Double {
    log(velocity, decayConstant: DecelerationRate.decayConstant(rate: rate))
  }

  /// v/k.
  package static func log(_ velocity: Double, decayConstant: Double) -> Double {
    velocity / decayConstant
  }

  /// log − Apple: half a millisecond of travel, less the more the velocity decays in one.
  ///
  /// With u = 1 − d it is (v/1000)(−1/ln(1 − u) − 1/u + 1) = (v/1000)(1/2 − u/12 − u²/24 − 19 u³/720 − …),
  /// the Gregory coefficients. The two formulas agree in 1/u, so their difference loses a factor 2/u of its
  /// precision; below u = 1/20, which holds both of UIKit's rates, the series stands in for it.
  package static func difference(_ velocity: Double, rate: Double) -> Double {
    let complement = 1 - rate
    guard complement.magnitude < 0.05 else {
      return log(velocity, rate: rate) - apple(velocity, rate: rate)
    }
    return velocity / 1000 * differenceSeries(complement)
  }

  /// (Apple − log)/log, a pure number.
  package static func relativeDifference(rate: Double) -> Double {
    -difference(1, rate: rate) / log(1, rate: rate)
  }

  /// The distance that a flick with the velocity (x, y) carries in the plane by the log formula: √(vx² + vy²)/k.
  ///
  /// Both axes decay alike, so the path is straight.
  package static func distance(_ velocity: (x: Double, y: Double), decayConstant: Double) -> Double {
    log(length(velocity.x, velocity.y), decayConstant: decayConstant)
  }

  /// 1/2 − u/12 − u²/24 − …, thirteen terms: the fourteenth is below 2⁻⁶⁰ for |u| ≤ 1/20.
  ///
  /// The numbers are |Gₙ|, Gregory's coefficients (OEIS A002206/A002207).
  static func differenceSeries(_ complement: Double) -> Double {
    var sum = 0.0
    for coefficient in gregory.reversed() { sum = sum * complement + coefficient }
    return 0.5 - complement * sum
  }

  private static let gregory: [Double] = [
    1.0 / 12, 1.0 / 24, 19.0 / 720, 3.0 / 160, 863.0 / 60_480, 275.0 / 24_192, 33_953.0 / 3_628_800,
    8_183.0 / 1_036_800, 3_250_433.0 / 479_001_600, 4_671.0 / 788_480, 13_695_779_093.0 / 2_615_348_736_000,
    2_224_234_463.0 / 475_517_952_000,
  ]
}

/// The distance that a fling travels: distance = s (|v| − v_stop), over the release speed.
///
/// The motion decays with constant 1/s and ends when its speed has fallen to v_stop; without a stop velocity the line
/// goes through the origin. It is a straight line b + s |v| with b = −s v_stop, so nothing in it is nonlinear.
///
/// | symbol   | meaning                                              | unit |
/// |----------|------------------------------------------------------|------|
/// | |v|      | release speed                                        | pt/s |
/// | s        | travel for each unit of speed: `slope`               | s    |
/// | v_stop   | speed at which the motion ends: `stopVelocity`       | pt/s |
package struct ProjectionModel: ScrollModel {
  package init() {}

  package var model: MotionModel { .projection }
  package var linear: [Parameter] { [Parameter("slope", unit: "s"), Parameter("intercept", unit: "pt")] }
  package var nonlinear: [Parameter] { [] }
  package var parameters: [Parameter] {
    [Parameter("slope", unit: "s"), Parameter("stopVelocity", unit: "pt/s")]
  }
  package var transformed: [Int] { [1] }
  package func reported(_ model: [Double]) -> [Double] { [model[0], -model[1] / model[0]] }
  package func modelParameters(_ reported: [Double]) -> [Double] {
    [reported[0], -reported[0] * reported[1]]
  }
  package func modelJacobian(_ reported: [Double]) -> [Double] { [1, -reported[1], 0, -reported[0]] }
  /// e^(−1/(1000 s)), 1/ms: the deceleration rate whose decay constant is 1/s.
  package var derived: [DerivedQuantity] {
    [
      DerivedQuantity("decelerationRate", unit: "1/ms") {
        $0[0] > 0 ? DecelerationRate.rate(decayConstant: 1 / $0[0]) : .nan
      }
    ]
  }

  package func evaluate(
    _ alpha: Span<Double>, at x: Span<Double>, basis: inout MutableSpan<Double>,
    derivatives: inout MutableSpan<Double>
  ) {
    for i in 0..<x.count {
      basis[i] = x[i]
      basis[x.count + i] = 1
    }
  }
}

/// Conversions between UIKit's deceleration rate d (the factor of the velocity in one millisecond, 1/ms) and
/// the decay constant k (1/s): d = e^(−k/1000), k = −1000 ln d.
///
/// A double near 1 has lost the digits that determine k: at d = 0.998 a rounding of d moves k by 3e-14 of itself.
/// Where the complement 1 − d is known (0.002 from the decimals), it carries all digits.
package enum DecelerationRate {
  /// UIScrollView.DecelerationRate.normal, 1/ms.
  package static let normal = 0.998
  /// UIScrollView.DecelerationRate.fast, 1/ms.
  package static let fast = 0.99

  /// d = e^(−k/1000), 1/ms.
  package static func rate(decayConstant: Double) -> Double { exponential(-decayConstant / 1000) }

  /// 1 − d = −expm1(−k/1000), 1/ms, with all digits for small k.
  package static func complement(decayConstant: Double) -> Double {
    -exponentialMinusOne(-decayConstant / 1000)
  }

  /// k = −1000 ln d, 1/s; NaN for d ≤ 0, negative for d > 1.
  package static func decayConstant(rate: Double) -> Double {
    rate > 0 ? -1000 * logarithm(rate) : .nan
  }

  /// k = −1000 ln(1 − u), 1/s, of the complement u = 1 − d; NaN for u ≥ 1.
  package static func decayConstant(complement: Double) -> Double {
    complement < 1 ? -1000 * logarithmOfOnePlus(-complement) : .nan
  }

  /// k = −ln r, 1/s, of the factor r of the velocity in one second; NaN for r ≤ 0.
  package static func decayConstant(ratePerSecond: Double) -> Double {
    ratePerSecond > 0 ? -logarithm(ratePerSecond) : .nan
  }
}
