import Foundation

/// A number with its gradient: models in tests are written once, their derivatives follow.
struct Dual {
  var value: Double
  var gradient: [Double]

  static func variables(_ values: [Double]) -> [Dual] {
    values.indices.map { j in Dual(value: values[j], gradient: values.indices.map { $0 == j ? 1 : 0 }) }
  }

  /// A function's value and its derivative, carried through the chain rule.
  func mapped(_ value: Double, _ derivative: Double) -> Dual {
    Dual(value: value, gradient: gradient.map { $0 * derivative })
  }

  static func + (a: Dual, b: Dual) -> Dual { join(a, b, a.value + b.value, 1, 1) }
  static func - (a: Dual, b: Dual) -> Dual { join(a, b, a.value - b.value, 1, -1) }
  static func * (a: Dual, b: Dual) -> Dual { join(a, b, a.value * b.value, b.value, a.value) }
  static func / (a: Dual, b: Dual) -> Dual {
    join(a, b, a.value / b.value, 1 / b.value, -a.value / b.value / b.value)
  }
  static func + (a: Dual, b: Double) -> Dual { a.mapped(a.value + b, 1) }
  static func + (a: Double, b: Dual) -> Dual { b + a }
  static func - (a: Dual, b: Double) -> Dual { a.mapped(a.value - b, 1) }
  static func - (a: Double, b: Dual) -> Dual { b.mapped(a - b.value, -1) }
  static func * (a: Dual, b: Double) -> Dual { a.mapped(a.value * b, b) }
  static func * (a: Double, b: Dual) -> Dual { b * a }
  static func / (a: Dual, b: Double) -> Dual { a.mapped(a.value / b, 1 / b) }
  static func / (a: Double, b: Dual) -> Dual { b.mapped(a / b.value, -a / b.value / b.value) }
  static prefix func - (a: Dual) -> Dual { a.mapped(-a.value, -1) }

  private static func join(_ a: Dual, _ b: Dual, _ value: Double, _ da: Double, _ db: Double) -> Dual {
    Dual(value: value, gradient: zip(a.gradient, b.gradient).map { $0 * da + $1 * db })
  }
}

func exp(_ a: Dual) -> Dual { a.mapped(exp(a.value), exp(a.value)) }
func expm1(_ a: Dual) -> Dual { a.mapped(expm1(a.value), exp(a.value)) }
func log(_ a: Dual) -> Dual { a.mapped(log(a.value), 1 / a.value) }
func sqrt(_ a: Dual) -> Dual { a.mapped(sqrt(a.value), 0.5 / sqrt(a.value)) }
func cos(_ a: Dual) -> Dual { a.mapped(cos(a.value), -sin(a.value)) }
func sin(_ a: Dual) -> Dual { a.mapped(sin(a.value), cos(a.value)) }
func atan(_ a: Dual) -> Dual { a.mapped(atan(a.value), 1 / (1 + a.value * a.value)) }
func pow(_ a: Dual, _ n: Double) -> Dual { a.mapped(pow(a.value, n), n * pow(a.value, n - 1)) }
func pow(_ a: Double, _ b: Dual) -> Dual { b.mapped(pow(a, b.value), log(a) * pow(a, b.value)) }
func pow(_ a: Dual, _ b: Dual) -> Dual { exp(b * log(a)) }
