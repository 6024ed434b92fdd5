import Elementary
import LinearAlgebra

/// A number that a model can be written in: a double, a dual number that carries derivatives, or a double-double.
///
/// One generic function over a scalar is a model with its exact derivatives and its values to 30 digits. Where a function
/// is not defined its value is NaN; nothing traps. Functions stand under the names formulas use:
/// `x0 + v0 / k * (1 - S.exp(-k * t))`.
package protocol Scalar: Sendable {
  init(_ value: Double)
  /// The number nearest to a constant of more digits than a double has.
  init(_ value: DoubleDouble)
  /// The nearest double.
  var value: Double { get }

  static prefix func - (a: Self) -> Self
  static func + (a: Self, b: Self) -> Self
  static func - (a: Self, b: Self) -> Self
  static func * (a: Self, b: Self) -> Self
  static func / (a: Self, b: Self) -> Self
  static func + (a: Self, b: Double) -> Self
  static func - (a: Self, b: Double) -> Self
  static func * (a: Self, b: Double) -> Self
  static func / (a: Self, b: Double) -> Self
  static func + (a: Double, b: Self) -> Self
  static func - (a: Double, b: Self) -> Self
  static func * (a: Double, b: Self) -> Self
  static func / (a: Double, b: Self) -> Self

  static func exp(_ x: Self) -> Self
  /// e^x − 1, without cancellation near 0.
  static func expm1(_ x: Self) -> Self
  /// ln x; NaN for x < 0.
  static func log(_ x: Self) -> Self
  /// ln(1 + x), without cancellation near 0; NaN for x < −1.
  static func log1p(_ x: Self) -> Self
  /// log₁₀ x; NaN for x < 0.
  static func log10(_ x: Self) -> Self
  /// √x; NaN for x < 0.
  static func sqrt(_ x: Self) -> Self
  static func sin(_ x: Self) -> Self
  static func cos(_ x: Self) -> Self
  static func tan(_ x: Self) -> Self
  /// NaN for |x| > 1.
  static func asin(_ x: Self) -> Self
  /// NaN for |x| > 1.
  static func acos(_ x: Self) -> Self
  static func atan(_ x: Self) -> Self
  static func sinh(_ x: Self) -> Self
  static func cosh(_ x: Self) -> Self
  static func tanh(_ x: Self) -> Self
  static func abs(_ x: Self) -> Self
  /// The smaller one, the first where they are equal; NaN where one is NaN.
  static func min(_ a: Self, _ b: Self) -> Self
  /// The larger one, the first where they are equal; NaN where one is NaN.
  static func max(_ a: Self, _ b: Self) -> Self
  /// base^exponent; NaN for a negative base with an exponent that is not an integer; 1 where the exponent is 0.
  static func power(_ base: Self, _ exponent: Self) -> Self
}

extension Scalar {
  package static func + (a: Self, b: Double) -> Self { a + Self(b) }
  package static func - (a: Self, b: Double) -> Self { a - Self(b) }
  package static func * (a: Self, b: Double) -> Self { a * Self(b) }
  package static func / (a: Self, b: Double) -> Self { a / Self(b) }
  package static func + (a: Double, b: Self) -> Self { Self(a) + b }
  package static func - (a: Double, b: Self) -> Self { Self(a) - b }
  package static func * (a: Double, b: Self) -> Self { Self(a) * b }
  package static func / (a: Double, b: Self) -> Self { Self(a) / b }

  package static func min(_ a: Self, _ b: Self) -> Self { a.value <= b.value || a.value.isNaN ? a : b }

  package static func max(_ a: Self, _ b: Self) -> Self { a.value >= b.value || a.value.isNaN ? a : b }

  /// base^exponent for a constant exponent.
  package static func power(_ base: Self, _ exponent: Double) -> Self { power(base, Self(exponent)) }
}

extension Double: Scalar {
  package init(_ value: DoubleDouble) { self = value.high }
  package var value: Double { self }

  package static func exp(_ x: Double) -> Double { exponential(x) }
  package static func expm1(_ x: Double) -> Double { exponentialMinusOne(x) }
  package static func log(_ x: Double) -> Double { logarithm(x) }
  package static func log1p(_ x: Double) -> Double { logarithmOfOnePlus(x) }
  package static func log10(_ x: Double) -> Double { decimalLogarithm(x) }
  package static func sqrt(_ x: Double) -> Double { x.squareRoot() }
  package static func sin(_ x: Double) -> Double { sine(x) }
  package static func cos(_ x: Double) -> Double { cosine(x) }
  package static func tan(_ x: Double) -> Double { tangent(x) }
  package static func asin(_ x: Double) -> Double { arcSine(x) }
  package static func acos(_ x: Double) -> Double { arcCosine(x) }
  package static func atan(_ x: Double) -> Double { arcTangent(x) }
  package static func sinh(_ x: Double) -> Double { hyperbolicSine(x) }
  package static func cosh(_ x: Double) -> Double { hyperbolicCosine(x) }
  package static func tanh(_ x: Double) -> Double { hyperbolicTangent(x) }
  package static func abs(_ x: Double) -> Double { x.magnitude }
  package static func power(_ base: Double, _ exponent: Double) -> Double {
    Elementary.power(base, exponent)
  }
}
