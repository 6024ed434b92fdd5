internal import CKernels

// The elementary functions of the platform's C library under full names, so that no other file has to know
// which platform it is on.
#if canImport(Darwin)
  private import Darwin
#elseif canImport(Glibc)
  private import Glibc
#elseif canImport(Musl)
  private import Musl
#endif

/// e^x.
package func exponential(_ x: Double) -> Double { exp(x) }

/// Replaces numbers by e^x, all at once, within 2 units of the last place; |x| ≤ 700.
package func replaceByExponentials(_ numbers: UnsafeMutableBufferPointer<Double>) {
  scrollfit_exponential(
    fastestPath, UnsafePointer(numbers.baseAddress), numbers.baseAddress, numbers.count)
}

/// Fills (1 − e^(−kt))/k, and its derivative by k where there is room for it, for all times t at once, within a few units of the
/// last place; |kt| ≤ 700.
///
/// - Parameters:
///   - travels: as many as times.
///   - slopes: as many as times, or none.
package func fillDecayedTimes(
  decayConstant k: Double, times: UnsafeBufferPointer<Double>, travels: UnsafeMutableBufferPointer<Double>,
  slopes: UnsafeMutableBufferPointer<Double>
) {
  precondition(travels.count == times.count && (slopes.isEmpty || slopes.count == times.count))
  scrollfit_decayed_times(
    fastestPath, k, times.baseAddress, travels.baseAddress, slopes.isEmpty ? nil : slopes.baseAddress,
    times.count)
}

/// Fills the motions of the spring y″ + 2σy′ + (σ² − D)y = 0 from displacement 1 and from velocity 1.
///
/// - Parameters:
///   - damping: σ, with |σt| up to 700 for all times.
///   - discriminant: D, with √D|t| up to 300, √(−D)|t| up to 10⁶.
///   - releases: as many as times, and so the pushes.
package func fillSpringResponses(
  damping: Double, discriminant: Double, times: UnsafeBufferPointer<Double>,
  releases: UnsafeMutableBufferPointer<Double>, pushes: UnsafeMutableBufferPointer<Double>
) {
  precondition(releases.count == times.count && pushes.count == times.count)
  scrollfit_spring_responses(
    fastestPath, damping, discriminant, times.baseAddress, releases.baseAddress, pushes.baseAddress,
    times.count)
}

private var fastestPath: scrollfit_path { scrollfit_fastest_path() }

/// e^x − 1, without cancellation near 0.
package func exponentialMinusOne(_ x: Double) -> Double { expm1(x) }

/// ln x; NaN for x < 0.
package func logarithm(_ x: Double) -> Double { log(x) }

/// ln(1 + x), without cancellation near 0; NaN for x < −1.
package func logarithmOfOnePlus(_ x: Double) -> Double { log1p(x) }

/// log₁₀ x; NaN for x < 0.
package func decimalLogarithm(_ x: Double) -> Double { log10(x) }

/// x^y; NaN for x < 0 and y not an integer; 1 for y = 0, whatever x is.
package func power(_ x: Double, _ y: Double) -> Double { pow(x, y) }

package func sine(_ x: Double) -> Double { sin(x) }

package func cosine(_ x: Double) -> Double { cos(x) }

package func tangent(_ x: Double) -> Double { tan(x) }

/// The angle whose sine is x, −π/2…π/2; NaN for |x| > 1.
package func arcSine(_ x: Double) -> Double { asin(x) }

/// The angle whose cosine is x, 0…π; NaN for |x| > 1.
package func arcCosine(_ x: Double) -> Double { acos(x) }

/// The angle whose tangent is x, −π/2…π/2.
package func arcTangent(_ x: Double) -> Double { atan(x) }

package func hyperbolicSine(_ x: Double) -> Double { sinh(x) }

package func hyperbolicCosine(_ x: Double) -> Double { cosh(x) }

package func hyperbolicTangent(_ x: Double) -> Double { tanh(x) }

/// The angle of the point (x, y), −π…π.
package func angle(y: Double, x: Double) -> Double { atan2(y, x) }

/// √(x² + y²), without overflow.
package func length(_ x: Double, _ y: Double) -> Double { hypot(x, y) }

/// erfc x = 2/√π ∫ₓ^∞ e^(−s²) ds (DLMF 7.2.2).
package func complementaryError(_ x: Double) -> Double { erfc(x) }
