// The one file of this folder that reaches into the C library.
#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// The C library's functions that Swift's standard library lacks, under names that say what they are.
enum Elementary {
  /// eˣ.
  static func exponential(_ x: Double) -> Double { exp(x) }
  /// ln x.
  static func logarithm(_ x: Double) -> Double { log(x) }
  /// ln(1 + x) without cancellation near 0.
  static func logarithm(onePlus x: Double) -> Double { log1p(x) }
  /// sin x.
  static func sine(_ x: Double) -> Double { sin(x) }
  /// erfc x = 2/√π ∫ₓ^∞ e^(−s²) ds (DLMF 7.2.2).
  static func complementaryError(_ x: Double) -> Double { erfc(x) }
}
