internal import Elementary
public import LinearAlgebra

/// A number that a law can be written in: a double, a dual number that carries derivatives, or a double-double.
///
/// One generic function over a scalar is a law with its exact derivatives and its values to 30 digits. Where a function
/// is not defined its value is NaN; nothing traps. Functions stand under the names formulas use:
/// `x0 + v0 / k * (1 - S.exp(-k * t))`.
public protocol Scalar: Sendable {
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
  @inlinable public static func + (a: Self, b: Double) -> Self { a + Self(b) }
  @inlinable public static func - (a: Self, b: Double) -> Self { a - Self(b) }
  @inlinable public static func * (a: Self, b: Double) -> Self { a * Self(b) }
  @inlinable public static func / (a: Self, b: Double) -> Self { a / Self(b) }
  @inlinable public static func + (a: Double, b: Self) -> Self { Self(a) + b }
  @inlinable public static func - (a: Double, b: Self) -> Self { Self(a) - b }
  @inlinable public static func * (a: Double, b: Self) -> Self { Self(a) * b }
  @inlinable public static func / (a: Double, b: Self) -> Self { Self(a) / b }

  @inlinable
  public static func min(_ a: Self, _ b: Self) -> Self { a.value <= b.value || a.value.isNaN ? a : b }

  @inlinable
  public static func max(_ a: Self, _ b: Self) -> Self { a.value >= b.value || a.value.isNaN ? a : b }

  /// base^exponent for a constant exponent.
  @inlinable
  public static func power(_ base: Self, _ exponent: Double) -> Self { power(base, Self(exponent)) }
}

extension Double: Scalar {
  @inlinable public init(_ value: DoubleDouble) { self = value.high }
  @inlinable public var value: Double { self }

  public static func exp(_ x: Double) -> Double { exponential(x) }
  public static func expm1(_ x: Double) -> Double { exponentialMinusOne(x) }
  public static func log(_ x: Double) -> Double { logarithm(x) }
  public static func log1p(_ x: Double) -> Double { logarithmOfOnePlus(x) }
  public static func log10(_ x: Double) -> Double { decimalLogarithm(x) }
  @inlinable public static func sqrt(_ x: Double) -> Double { x.squareRoot() }
  public static func sin(_ x: Double) -> Double { sine(x) }
  public static func cos(_ x: Double) -> Double { cosine(x) }
  public static func tan(_ x: Double) -> Double { tangent(x) }
  public static func asin(_ x: Double) -> Double { arcSine(x) }
  public static func acos(_ x: Double) -> Double { arcCosine(x) }
  public static func atan(_ x: Double) -> Double { arcTangent(x) }
  public static func sinh(_ x: Double) -> Double { hyperbolicSine(x) }
  public static func cosh(_ x: Double) -> Double { hyperbolicCosine(x) }
  public static func tanh(_ x: Double) -> Double { hyperbolicTangent(x) }
  @inlinable public static func abs(_ x: Double) -> Double { x.magnitude }
  public static func power(_ base: Double, _ exponent: Double) -> Double {
    Elementary.power(base, exponent)
  }
}
