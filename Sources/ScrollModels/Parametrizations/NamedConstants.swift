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

/// The name of a constant as people write it.
enum ConstantName: Equatable {
  case decay(DecayParametrization)
  case spring(SpringParametrization)
  case coefficient, dimension

  static let all: [ConstantName] =
    DecayParametrization.allCases.map(ConstantName.decay)
    + SpringParametrization.allCases.map(ConstantName.spring)
    + [.coefficient, .dimension]

  /// Other spellings, plain: lower case, letters and digits only.
  private static let synonyms: [String: ConstantName] = [
    "rate": .decay(.decelerationRate), "permillisecond": .decay(.decelerationRate),
    "perframe": .decay(.decelerationRatePerFrame), "ratepersecond": .decay(.decelerationRatePerSecond),
    "persecond": .decay(.decelerationRatePerSecond), "drag": .decay(.decelerationRatePerSecond),
    "tau": .decay(.timeConstant), "τ": .decay(.timeConstant), "halftime": .decay(.halfLife),
    "dampingfraction": .spring(.dampingRatio), "zeta": .spring(.dampingRatio), "ζ": .spring(.dampingRatio),
    "omega0": .spring(.naturalFrequency), "ω0": .spring(.naturalFrequency), "δ": .spring(.damping),
    "period": .spring(.response), "perceptualduration": .spring(.duration),
  ]

  /// - Parameter names: all that are given. Beside a mass or a stiffness `damping` is the coefficient c, as in the
  ///   constructors that take them; alone it is δ.
  init?(_ text: String, among names: [String]) {
    let plain = Self.plain(text)
    guard let name = Self.all.first(where: { Self.plain($0.text) == plain }) ?? Self.synonyms[plain] else {
      return nil
    }
    self = name.isDamping && Self.takesCoefficient(names) ? .spring(.dampingCoefficient) : name
  }

  /// Returns true if `damping` among these names is the coefficient c.
  static func takesCoefficient(_ names: [String]) -> Bool {
    !Set(names.map(plain)).isDisjoint(with: ["mass", "stiffness"])
  }

  private var isDamping: Bool { self == .spring(.damping) }

  var text: String {
    switch self {
    case .decay(let parametrization): parametrization.rawValue
    case .spring(let parametrization): parametrization.rawValue
    case .coefficient: "coefficient"
    case .dimension: "dimension"
    }
  }

  /// The family of the constant.
  var family: String {
    switch self {
    case .decay: "deceleration"
    case .spring: "spring"
    case .coefficient, .dimension: "rubber band"
    }
  }

  func isDefined(at value: Double) -> Bool {
    switch self {
    case .decay(let parametrization): parametrization.decayConstant(of: value) != nil
    case .spring(let parametrization): parametrization.isDefined(at: value)
    case .coefficient, .dimension: value > 0 && value.isFinite
    }
  }

  var domain: String {
    switch self {
    case .decay(.friction):
      "between 0 and 1, the share of the velocity lost in a millisecond (the friction of GTK and Compose is decayConstant)"
    case .decay(let parametrization): parametrization.isShare ? "between 0 and 1" : "positive"
    case .spring(.bounce): "between -1 and 1"
    case .spring(.dampingRatio): "positive: without damping a spring never comes to rest"
    case .spring, .coefficient, .dimension: "positive"
    }
  }

  /// Up to three known names that differ least from a text; none where half of the letters differ.
  static func nearest(to text: String) -> [String] {
    let wanted = Catalogue.letters(text)
    let ranked = (all.map(\.text) + ["tau", "dampingFraction"]).map { name in
      let edits = Catalogue.edits(from: wanted, to: Array(name.lowercased()))
      return (name: name, distance: edits.last ?? 0)
    }
    let near = ranked.filter { $0.distance <= max(2, $0.name.count / 2) }
    return near.sorted { ($0.distance, $0.name) < ($1.distance, $1.name) }.prefix(3).map(\.name)
  }

  private static func plain(_ text: String) -> String {
    text.lowercased().filter { $0.isLetter || $0.isNumber }
  }
}

/// An error of constants that determine no motion.
package enum ConversionError: Error, Equatable, Sendable {
  case nothingGiven
  case unknownName(String, nearest: [String])
  case outsideDomain(String, value: Double, domain: String)
  case givenTwice(String)
  /// Two constants and what each is of.
  case mixed(String, String, String, String)
  /// Several names for one thing.
  case saidTwice([String], of: String)
  case undetermined([String], missing: String)
  /// A number that no screen's motion has.
  case outOfRange(String, unit: String, range: ClosedRange<Double>)
  /// The motion to compare over has no velocity and no displacement.
  case nothingMoves(String)
}

extension ConversionError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .nothingGiven: "no constant given: NAME=VALUE"
    case .unknownName(let name, let nearest):
      nearest.isEmpty
        ? "unknown constant '\(name)' (known: \(ConstantName.all.map(\.text).joined(separator: ", ")))"
        : "unknown constant '\(name)'; did you mean \(nearest.joined(separator: ", "))"
    case .outsideDomain(let name, let value, let domain): "\(name) is \(domain), not \(value)"
    case .givenTwice(let name): "\(name) is given twice"
    case .mixed(let first, let its, let second, let other):
      "\(first) is a constant of a \(its) and \(second) of a \(other): convert them separately"
    case .saidTwice(let names, let thing):
      "\(names.joined(separator: ", ")) determine the \(thing) more than once: omit one"
    case .undetermined(let names, let missing):
      "\(names.joined(separator: ", ")) alone \(names.count == 1 ? "does" : "do") not determine a motion: give \(missing) too"
    case .outOfRange(let thing, let unit, let range):
      "the \(thing) is not between \(range.lowerBound) and \(range.upperBound)\(unit.isEmpty ? "" : " " + unit)"
    case .nothingMoves(let family): "the \(family) does not move with this velocity and displacement"
    }
  }
}
