import LeastSquares

/// The name of a reported parameter or derived quantity: `fit[.damping]`.
public struct ParameterName: Hashable, Sendable {
  /// The name as reports print it.
  public let id: String

  public init(_ id: String) { self.id = id }

  // Initial conditions.
  public static let initialOffset = ParameterName("initialOffset")
  public static let initialVelocity = ParameterName("initialVelocity")
  public static let rest = ParameterName("rest")
  public static let displacement = ParameterName("displacement")
  public static let clockOffset = ParameterName("clockOffset")
  public static let stopTime = ParameterName("stopTime")

  // Model constants.
  public static let decayConstant = ParameterName("decayConstant")
  public static let stopVelocity = ParameterName("stopVelocity")
  public static let deceleration = ParameterName("deceleration")
  public static let drift = ParameterName("drift")
  public static let exponent = ParameterName("exponent")
  public static let damping = ParameterName("damping")
  public static let naturalFrequency = ParameterName("naturalFrequency")
  public static let dampingRatio = ParameterName("dampingRatio")
  public static let coefficient = ParameterName("coefficient")
  public static let dimension = ParameterName("dimension")
  public static let slope = ParameterName("slope")

  /// The coefficient of a polynomial's power.
  public static func coefficient(ofPower power: Int) -> ParameterName { ParameterName("c\(power)") }

  // Derived quantities.
  public static let decelerationRate = ParameterName("decelerationRate")
  public static let destination = ParameterName("destination")
  public static let duration = ParameterName("duration")
  public static let settlingTime = ParameterName("settlingTime")

  /// The role of the number: how a motion begins and where it rests, or how the model moves.
  public var role: ParameterRole {
    Self.initialConditions.contains(self) ? .initialCondition : .constant
  }

  private static let initialConditions: Set = [
    initialOffset, initialVelocity, rest, displacement, clockOffset, stopTime,
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
    isOfScrolling ? (law()?.parameters ?? []).filter { $0.role == .constant } : []
  }

  /// Returns true if a parameter is one that two motions of one engine share.
  package func hasConstant(_ name: String) -> Bool { constants.contains { $0.name == name } }

  /// Returns true if motions of one engine have a quantity in common: a constant, or what follows from one constant alone. All
  /// quantities of a model without constants count.
  package func isShared(_ quantity: String) -> Bool {
    guard let law = law(), !constants.isEmpty else { return true }
    if hasConstant(quantity) { return true }
    guard let determined = law.derived.first(where: { $0.name == quantity })?.determines else { return false }
    return determined.alone && law.parameters[determined.parameter].role == .constant
  }
}
