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

/// A number with its derivatives in eight directions: forward automatic differentiation.
///
/// The tangent's lanes are the derivatives by up to eight parameters at once; for more the model is evaluated several
/// times. All derivatives are exact to rounding.
///
/// A lane whose tangent is 0 does not depend on the parameter, and stays 0 also where a slope is infinite or not
/// defined: √x at 0, x^p at x ≤ 0. `abs`, `min` and `max` take the derivative of the branch taken; `abs` at 0 that of x.
/// Where e^u has overflowed, 1/e^u is 0 with slope 0.
///
/// (A. Griewank and A. Walther, *Evaluating Derivatives*, SIAM 2008, ch. 3.)
package struct Dual: Scalar, Equatable {
  package var value: Double
  package var tangent: SIMD8<Double>

  package init(value: Double, tangent: SIMD8<Double>) {
    self.value = value
    self.tangent = tangent
  }

  /// A constant.
  package init(_ value: Double) {
    self.init(value: value, tangent: SIMD8())
  }

  /// The parameter whose derivatives stand in the given lane, 0…7.
  package init(_ value: Double, lane: Int) {
    self.init(value)
    tangent[lane] = 1
  }

  package init(_ value: DoubleDouble) { self.init(value.high) }

  /// The number of parameters that one evaluation differentiates by.
  package static var laneCount: Int { 8 }
}

extension Dual {
  package static prefix func - (a: Dual) -> Dual { Dual(value: -a.value, tangent: -a.tangent) }

  package static func + (a: Dual, b: Dual) -> Dual {
    Dual(value: a.value + b.value, tangent: a.tangent + b.tangent)
  }

  package static func - (a: Dual, b: Dual) -> Dual {
    Dual(value: a.value - b.value, tangent: a.tangent - b.tangent)
  }

  package static func * (a: Dual, b: Dual) -> Dual {
    Dual(value: a.value * b.value, tangent: a.value * b.tangent + b.value * a.tangent)
  }

  package static func / (a: Dual, b: Dual) -> Dual {
    let quotient = a.value / b.value
    guard b.value.isFinite || !quotient.isFinite else { return Dual(quotient) }
    return Dual(value: quotient, tangent: (a.tangent - quotient * b.tangent) / b.value)
  }

  package static func + (a: Dual, b: Double) -> Dual {
    Dual(value: a.value + b, tangent: a.tangent)
  }
  package static func - (a: Dual, b: Double) -> Dual {
    Dual(value: a.value - b, tangent: a.tangent)
  }
  package static func * (a: Dual, b: Double) -> Dual {
    Dual(value: a.value * b, tangent: a.tangent * b)
  }
  package static func / (a: Dual, b: Double) -> Dual {
    Dual(value: a.value / b, tangent: a.tangent / b)
  }
  package static func + (a: Double, b: Dual) -> Dual { b + a }
  package static func - (a: Double, b: Dual) -> Dual {
    Dual(value: a - b.value, tangent: -b.tangent)
  }
  package static func * (a: Double, b: Dual) -> Dual { b * a }

  /// A function's value at this number and, by the chain rule, its derivatives.
  func mapped(_ value: Double, slope: Double) -> Dual {
    Dual(value: value, tangent: Dual.product(slope, tangent))
  }

  /// slope · tangent with 0 · ∞ = 0.
  static func product(_ slope: Double, _ tangent: SIMD8<Double>) -> SIMD8<Double> {
    if slope == 0 { return SIMD8() }
    let product = slope * tangent
    return slope.isFinite ? product : product.replacing(with: 0, where: tangent .== 0)
  }
}

extension Dual {
  package static func exp(_ x: Dual) -> Dual {
    let value = exponential(x.value)
    return x.mapped(value, slope: value)
  }

  package static func expm1(_ x: Dual) -> Dual {
    x.mapped(exponentialMinusOne(x.value), slope: exponential(x.value))
  }

  package static func log(_ x: Dual) -> Dual { x.mapped(logarithm(x.value), slope: 1 / x.value) }

  package static func log1p(_ x: Dual) -> Dual {
    x.mapped(logarithmOfOnePlus(x.value), slope: 1 / (1 + x.value))
  }

  package static func log10(_ x: Dual) -> Dual {
    x.mapped(decimalLogarithm(x.value), slope: 0.4342944819032518 / x.value)
  }

  package static func sqrt(_ x: Dual) -> Dual {
    let root = x.value.squareRoot()
    return x.mapped(root, slope: 0.5 / root)
  }

  package static func sin(_ x: Dual) -> Dual { x.mapped(sine(x.value), slope: cosine(x.value)) }
  package static func cos(_ x: Dual) -> Dual { x.mapped(cosine(x.value), slope: -sine(x.value)) }

  package static func tan(_ x: Dual) -> Dual {
    let value = Elementary.tangent(x.value)
    return x.mapped(value, slope: 1 + value * value)
  }

  package static func asin(_ x: Dual) -> Dual {
    x.mapped(arcSine(x.value), slope: 1 / ((1 - x.value) * (1 + x.value)).squareRoot())
  }

  package static func acos(_ x: Dual) -> Dual {
    x.mapped(arcCosine(x.value), slope: -1 / ((1 - x.value) * (1 + x.value)).squareRoot())
  }

  package static func atan(_ x: Dual) -> Dual {
    x.mapped(arcTangent(x.value), slope: 1 / (1 + x.value * x.value))
  }

  package static func sinh(_ x: Dual) -> Dual {
    x.mapped(hyperbolicSine(x.value), slope: hyperbolicCosine(x.value))
  }

  package static func cosh(_ x: Dual) -> Dual {
    x.mapped(hyperbolicCosine(x.value), slope: hyperbolicSine(x.value))
  }

  package static func tanh(_ x: Dual) -> Dual {
    let cosh = hyperbolicCosine(x.value)
    return x.mapped(hyperbolicTangent(x.value), slope: 1 / cosh / cosh)
  }

  package static func abs(_ x: Dual) -> Dual { x.value < 0 ? -x : x }

  /// a^b with the slopes b·a^(b − 1) by a and a^b·ln a by b. A lane in which b does not move takes no logarithm, so a
  /// constant exponent has its derivative at a ≤ 0 too.
  package static func power(_ base: Dual, _ exponent: Dual) -> Dual {
    let (a, b) = (base.value, exponent.value)
    let value = Elementary.power(a, b)
    let byBase = b == 0 ? 0 : b * Elementary.power(a, b - 1)
    var tangent = product(byBase, base.tangent)
    if any(exponent.tangent .!= 0) {
      tangent += product(value == 0 ? 0 : value * logarithm(a), exponent.tangent)
    }
    return Dual(value: value, tangent: tangent)
  }
}

/// The parameters that one evaluation with dual numbers differentiates by.
struct DualLanes: Sequence, IteratorProtocol {
  /// The indices of the parameters in the lanes of the current pass.
  private(set) var range = 0..<0
  private let count: Int

  /// As many passes as `count` parameters need.
  init(count: Int) { self.count = count }

  mutating func next() -> DualLanes? {
    guard range.upperBound < count else { return nil }
    range = range.upperBound..<Swift.min(count, range.upperBound + Dual.laneCount)
    return self
  }

  /// The values, those of this pass with their lane set.
  func duals(_ values: [Double]) -> [Dual] {
    values.indices.map {
      range.contains($0) ? Dual(values[$0], lane: $0 - range.lowerBound) : Dual(values[$0])
    }
  }
}
