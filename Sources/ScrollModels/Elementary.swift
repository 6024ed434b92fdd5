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
func exponential(_ x: Double) -> Double { exp(x) }

/// e^x − 1, without cancellation near 0.
func exponentialMinusOne(_ x: Double) -> Double { expm1(x) }

/// ln x; NaN for x < 0.
func logarithm(_ x: Double) -> Double { log(x) }

/// ln(1 + x), without cancellation near 0; NaN for x < −1.
func logarithmOfOnePlus(_ x: Double) -> Double { log1p(x) }

func sine(_ x: Double) -> Double { sin(x) }

func cosine(_ x: Double) -> Double { cos(x) }

/// The angle of the point (x, y), −π…π.
func angle(y: Double, x: Double) -> Double { atan2(y, x) }

/// √(x² + y²), without overflow.
func length(_ x: Double, _ y: Double) -> Double { hypot(x, y) }

extension Double {
  /// Euler's number, for the formulas in which it is a constant of its own.
  static let euler = 2.718281828459045

  /// The number, or 0 where it is negative: a time that lies before the start. NaN stays NaN.
  var notNegative: Double { self < 0 ? 0 : self }
}
