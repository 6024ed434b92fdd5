import LeastSquares

/// The name of a reported parameter or derived quantity: `fit[.damping]`.
public struct ParameterName: Hashable, Sendable {
  /// The name as reports print it.
  public let id: String

  /// Creates the name of a text: `ParameterName("damping")`.
  public init(_ id: String) { self.id = id }

  // Initial conditions.
  /// The offset at the first sample, pt.
  public static let initialOffset = ParameterName("initialOffset")
  /// The velocity at the first sample, pt/s.
  public static let initialVelocity = ParameterName("initialVelocity")
  /// The offset at which a return ends, pt.
  public static let rest = ParameterName("rest")
  /// Offset − rest at the first sample, pt.
  public static let displacement = ParameterName("displacement")
  /// The time by which the content has the state at release later than it was reported, s.
  public static let clockOffset = ParameterName("clockOffset")
  /// The time at which the motion stops, s since the first sample.
  public static let stopTime = ParameterName("stopTime")

  // Model constants.
  /// The decay constant k of an exponential deceleration, 1/s.
  public static let decayConstant = ParameterName("decayConstant")
  /// The speed below which an engine stops a fling, pt/s.
  public static let stopVelocity = ParameterName("stopVelocity")
  /// A constant deceleration, pt/s².
  public static let deceleration = ParameterName("deceleration")
  /// The speed D of constant friction beside an exponential deceleration, v′ = −k(v + D), pt/s.
  public static let drift = ParameterName("drift")
  /// The exponent of a power of the remaining time.
  public static let exponent = ParameterName("exponent")
  /// The damping δ of a critically damped spring, 1/s.
  public static let damping = ParameterName("damping")
  /// The natural frequency ω₀ of a spring, 1/s.
  public static let naturalFrequency = ParameterName("naturalFrequency")
  /// The damping ratio ζ of a spring.
  public static let dampingRatio = ParameterName("dampingRatio")
  /// The coefficient of a rubber band: its slope at the edge.
  public static let coefficient = ParameterName("coefficient")
  /// The distance by which a finger is farther beyond the edge than its recorded travel counts, pt.
  public static let travelOffset = ParameterName("travelOffset")
  /// The viewport's length in a rubber band's formula, pt.
  public static let dimension = ParameterName("dimension")
  /// The slope of a projection: travel over velocity, s.
  public static let slope = ParameterName("slope")

  /// The coefficient of a polynomial's power.
  public static func coefficient(ofPower power: Int) -> ParameterName { ParameterName("c\(power)") }

  // Derived quantities.
  /// The factor by which velocity falls in a millisecond, 1/ms: e^(−k/1000).
  public static let decelerationRate = ParameterName("decelerationRate")
  /// The offset at which a fling ends, pt.
  public static let destination = ParameterName("destination")
  /// The time at which a fling ends, s since the first sample.
  public static let duration = ParameterName("duration")
  /// The time at which a return has settled, s since the first sample.
  public static let settlingTime = ParameterName("settlingTime")

  /// The role of the number: how a motion begins and where it rests, or how the model moves.
  public var role: ParameterRole {
    Self.initialConditions.contains(self) ? .initialCondition : .constant
  }

  private static let initialConditions: Set = [
    initialOffset, initialVelocity, rest, displacement, clockOffset, stopTime, travelOffset,
  ]
}

/// The owner of a parameter.
public enum ParameterRole: Sendable {
  /// The model: two motions of one engine share it.
  case constant
  /// The gesture: how a motion begins and where it rests.
  case initialCondition
}

extension Parameter {
  /// The owner of the parameter.
  package var role: ParameterRole { ParameterName(name).role }
}

extension MotionModel {
  /// The parameters that two motions of one engine share; none for a model that is not one of scrolling.
  package var constants: [Parameter] {
    isOfScrolling ? (scrollModel()?.parameters ?? []).filter { $0.role == .constant } : []
  }

  /// Returns true if a parameter is one that two motions of one engine share.
  package func hasConstant(_ name: String) -> Bool { constants.contains { $0.name == name } }

  /// Returns true if motions of one engine have a quantity in common: a constant, or what follows from one constant alone. All
  /// quantities of a model without constants count.
  package func isShared(_ quantity: String) -> Bool {
    guard let scrollModel = scrollModel(), !constants.isEmpty else { return true }
    if hasConstant(quantity) { return true }
    guard let determined = scrollModel.derived.first(where: { $0.name == quantity })?.determines else {
      return false
    }
    return determined.alone && scrollModel.parameters[determined.parameter].role == .constant
  }
}

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

/// A number that follows from a model's reported parameters: `decelerationRate` from `decayConstant`.
package struct DerivedQuantity: Sendable {
  package let name: String
  package let unit: String
  /// The quantity at the reported parameters; NaN or infinite where it does not exist (a destination at k ≤ 0).
  package let value: @Sendable (_ reported: [Double]) -> Double
  /// The one parameter this quantity determines when the others are given, where there is one.
  package let determines: Determined?

  /// The parameter that a derived quantity determines, so that it can be fixed, started or bounded like one.
  package struct Determined: Sendable {
    /// The index of the parameter it replaces.
    package let parameter: Int
    /// True if that parameter follows from the quantity alone (a rate from a decay constant) or also from the other
    /// parameters (a phase).
    package let alone: Bool
    /// The parameter's value for a value of the quantity, the other parameters as in `reported` (the entry at
    /// `parameter` is not read); NaN where there is none.
    package let solve: @Sendable (_ value: Double, _ reported: [Double]) -> Double

    package init(
      parameter: Int, alone: Bool,
      solve: @escaping @Sendable (_ value: Double, _ reported: [Double]) -> Double
    ) {
      self.parameter = parameter
      self.alone = alone
      self.solve = solve
    }
  }

  package init(
    _ name: String, unit: String, determines: Determined? = nil,
    value: @escaping @Sendable (_ reported: [Double]) -> Double
  ) {
    self.name = name
    self.unit = unit
    self.determines = determines
    self.value = value
  }
}
