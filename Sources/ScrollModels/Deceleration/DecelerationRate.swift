import Elementary

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
