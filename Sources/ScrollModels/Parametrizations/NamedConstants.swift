/// A motion's constants, put together from numbers with names.
package enum NamedConstants: Equatable, Sendable {
  /// k, 1/s.
  case deceleration(decayConstant: Double)
  case spring(Spring, mass: Double)
  /// The dimension, pt, where it was given.
  case rubberBand(coefficient: Double, dimension: Double?)

  /// The family of the constants: `spring`.
  package var family: String {
    switch self {
    case .deceleration: "deceleration"
    case .spring: "spring"
    case .rubberBand: "rubber band"
    }
  }

  package struct Given: Equatable, Sendable {
    package let name: String
    package let value: Double

    package init(_ name: String, _ value: Double) {
      self.name = name
      self.value = value
    }
  }

  /// - Parameter given: names and values; a name may be one of its other spellings (`tau`, `dampingFraction`), its
  ///   case and hyphens do not matter. At least one.
  package init(_ given: [Given]) throws(ConversionError) {
    var numbers: [(name: ConstantName, value: Double)] = []
    for entry in given {
      guard let name = ConstantName(entry.name, among: given.map(\.name)) else {
        throw .unknownName(entry.name, nearest: ConstantName.nearest(to: entry.name))
      }
      guard name.isDefined(at: entry.value) else {
        throw .outsideDomain(name.text, value: entry.value, domain: name.domain)
      }
      if let other = numbers.first(where: { $0.name == name }) { throw .givenTwice(other.name.text) }
      if let first = numbers.first, first.name.family != name.family {
        throw .mixed(first.name.text, first.name.family, name.text, name.family)
      }
      numbers.append((name, entry.value))
    }
    guard let first = numbers.first else { throw .nothingGiven }
    switch first.name {
    case .decay(let parametrization):
      guard numbers.count == 1 else { throw .saidTwice(numbers.map(\.name.text), of: "decay constant") }
      guard let decayConstant = parametrization.decayConstant(of: first.value),
        Self.decayRange.contains(decayConstant)
      else { throw .outOfRange("decay constant", unit: "1/s", range: Self.decayRange) }
      self = .deceleration(decayConstant: decayConstant)
    case .spring:
      self = try Self.spring(
        numbers.compactMap { number in
          if case .spring(let parametrization) = number.name { (parametrization, number.value) } else { nil }
        })
    case .coefficient, .dimension:
      guard let coefficient = numbers.first(where: { $0.name == .coefficient })?.value else {
        throw .undetermined(["dimension"], missing: "a coefficient")
      }
      self = .rubberBand(
        coefficient: coefficient, dimension: numbers.first { $0.name == .dimension }?.value)
    }
  }

  /// The names of numbers that made constants, as reports have them.
  package static func names(of given: [Given]) -> [String] {
    given.compactMap { ConstantName($0.name, among: given.map(\.name))?.text }
  }

  /// The range of values converted, 1/s and pure numbers alike: no motion of a screen lies beyond.
  private static let range = 1e-6...1e6
  /// 1/s. Faster, and the rate a second would be 0 to a double.
  private static let decayRange = 1e-6...700

  /// Two of frequency, ratio and decay; one frequency or decay alone is a critically damped spring.
  private static func spring(
    _ numbers: [(name: SpringParametrization, value: Double)]
  ) throws(ConversionError) -> NamedConstants {
    func number(_ role: SpringParametrization.Role) throws(ConversionError) -> (
      name: SpringParametrization, value: Double
    )? {
      let found = numbers.filter { $0.name.role == role }
      guard found.count <= 1 else {
        throw .saidTwice(found.map(\.name.rawValue), of: role.words)
      }
      return found.first
    }
    let mass = try number(.mass)?.value ?? 1
    let frequency = try number(.frequency)
    let ratio = try number(.ratio)
    let decay = try number(.decay)
    if frequency != nil, ratio != nil, decay != nil {
      throw .saidTwice(numbers.filter { $0.name != .mass }.map(\.name.rawValue), of: "spring")
    }
    guard range.contains(mass) else { throw .outOfRange("mass", unit: "", range: range) }
    let damping = decay.map { $0.name == .dampingCoefficient ? $0.value / (2 * mass) : $0.value }
    let given = ratio.map {
      $0.name == .bounce ? Spring(duration: 1, bounce: $0.value).dampingRatio : $0.value
    }
    if let frequency, let naturalFrequency = frequency.name.naturalFrequency(of: frequency.value, mass: mass)
    {
      let dampingRatio = given ?? damping.map { $0 / naturalFrequency } ?? 1
      return try Self.spring(naturalFrequency, dampingRatio, mass: mass)
    }
    guard let damping else {
      throw .undetermined(
        numbers.map(\.name.rawValue), missing: "a response, a stiffness, a natural frequency or a damping")
    }
    let dampingRatio = given ?? 1
    return try Self.spring(damping / dampingRatio, dampingRatio, mass: mass)
  }

  /// A ratio that only the rounding of decimals keeps from 1 is 1: 21.8/(2√118.81).
  private static func spring(
    _ naturalFrequency: Double, _ ratio: Double, mass: Double
  ) throws(ConversionError) -> NamedConstants {
    guard range.contains(naturalFrequency) else {
      throw .outOfRange("natural frequency", unit: "1/s", range: range)
    }
    guard range.contains(ratio) else { throw .outOfRange("damping ratio", unit: "", range: range) }
    let ratio = (ratio - 1).magnitude < 1e-14 ? 1 : ratio
    return .spring(Spring(naturalFrequency: naturalFrequency, dampingRatio: ratio), mass: mass)
  }
}

extension SpringParametrization.Role {
  var words: String {
    switch self {
    case .mass: "mass"
    case .frequency: "spring's frequency"
    case .ratio: "damping ratio"
    case .decay: "damping"
    }
  }
}
