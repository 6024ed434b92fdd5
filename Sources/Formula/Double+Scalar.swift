internal import Elementary
public import LinearAlgebra

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
