/// The functions a formula may call, by the names it calls them.
enum Function: String, CaseIterable, Sendable {
  case exp, log, log10, sqrt, sin, cos, tan, asin, acos, atan, sinh, cosh, tanh, abs, min, max

  /// `min` and `max` take this many arguments or more, the others exactly this many.
  var argumentCount: Int { takesMore ? 2 : 1 }
  var takesMore: Bool { self == .min || self == .max }

  static let names = allCases.map(\.rawValue)
}

/// Returns true for names that a formula reserves: the functions and the constant.
func isReserved(_ name: String) -> Bool { name == "pi" || Function(rawValue: name) != nil }
