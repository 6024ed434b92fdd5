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
