import LeastSquares

extension Parameter {
  package static let initialOffset = Parameter("initialOffset", unit: "pt")
  package static let initialVelocity = Parameter("initialVelocity", unit: "pt/s")
  /// The resting offset of a return.
  package static let rest = Parameter("rest", unit: "pt")
  /// Offset − rest at t = 0.
  package static let displacement = Parameter("displacement", unit: "pt")
  /// The viewport's length on the axis.
  package static let dimension = positive("dimension", unit: "pt")

  static let ofFling = [initialOffset, initialVelocity]

  static func positive(_ name: String, unit: String) -> Parameter {
    Parameter(name, unit: unit, domain: Double.leastNormalMagnitude...Double.infinity)
  }

  static func notNegative(_ name: String, unit: String) -> Parameter {
    Parameter(name, unit: unit, domain: 0...Double.infinity)
  }
}

extension Double {
  /// Euler's number, for the formulas in which it is a constant of its own.
  static let euler = 2.718281828459045

  /// The number, or 0 where it is negative: a time that lies before the start. NaN stays NaN.
  var notNegative: Double { self < 0 ? 0 : self }
}
