import Elementary

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
