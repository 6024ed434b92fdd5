import Numerals
import ScrollFitting
import ScrollModels

/// A motion's constants in every parametrization, and in the terms of every engine.
package struct Conversion: Equatable, Sendable {
  /// As they were named and given.
  package let given: [NamedConstants.Given]
  package let constants: NamedConstants
  package let values: [Value]
  package let engines: [EngineForm]
  package let motion: ComparedMotion
  /// The assumptions where names left something open.
  package let warnings: [String]

  package struct Value: Equatable, Sendable {
    package let name: String
    package let unit: String
    package let value: Double
  }

  /// - Throws: ``ConversionError`` where the names make no motion.
  package init(_ given: [NamedConstants.Given], motion: ComparedMotion = .init()) throws(ConversionError) {
    let constants = try NamedConstants(given)
    guard motion.moves(constants) else { throw .nothingMoves(constants.family) }
    self.given = given
    self.constants = constants
    self.motion = motion
    // Numbers that were given stand as they were, without the rounding of going there and back.
    let names = NamedConstants.names(of: given)
    values = constants.values.map { value in
      let own = zip(names, given).first { $0.0 == value.name }?.1.value
      return Value(name: value.name, unit: value.unit, value: own ?? value.value)
    }
    switch constants {
    case .deceleration(let decayConstant):
      engines = DecelerationEngines(decayConstant: decayConstant, velocity: motion.velocity).all
    case .spring(let spring, let mass):
      engines =
        SpringEngines(
          motion: SpringMotion(
            spring: spring, displacement: motion.displacement, initialVelocity: motion.springVelocity),
          mass: mass
        ).all
    case .rubberBand(let coefficient, _):
      engines = RubberBandEngines(coefficient: coefficient).all
    }
    warnings = constants.assumptions(given) + constants.omissions(engines)
  }
}

/// The motion over which an engine's curve is compared with the one asked for.
package struct ComparedMotion: Equatable, Sendable {
  /// The velocity of a fling at its start, pt/s.
  package var velocity: Double
  /// The displacement of a spring from its rest at its start, pt.
  package var displacement: Double
  /// The velocity of a spring at its start, pt/s.
  package var springVelocity: Double

  package init(velocity: Double = 1000, displacement: Double = 100, springVelocity: Double = 0) {
    self.velocity = velocity
    self.displacement = displacement
    self.springVelocity = springVelocity
  }

  fileprivate func moves(_ constants: NamedConstants) -> Bool {
    switch constants {
    case .deceleration: velocity != 0
    case .spring: displacement != 0 || springVelocity != 0
    case .rubberBand: true
    }
  }
}

extension NamedConstants {
  fileprivate var values: [Conversion.Value] {
    switch self {
    case .deceleration(let decayConstant):
      DecayParametrization.allCases.map {
        .init(name: $0.rawValue, unit: $0.unit, value: $0.value(decayConstant: decayConstant))
      }
    case .spring(let spring, let mass):
      SpringParametrization.allCases.map {
        .init(name: $0.rawValue, unit: $0.unit, value: $0.value(spring, mass: mass))
      }
    case .rubberBand(let coefficient, let dimension):
      [Conversion.Value(name: "coefficient", unit: "", value: coefficient)]
        + (dimension.map { dimension in
          [
            Conversion.Value(name: "dimension", unit: "pt", value: dimension),
            Conversion.Value(name: "bend", unit: "1/pt", value: coefficient / dimension),
            Conversion.Value(name: "halfwayTravel", unit: "pt", value: dimension / coefficient),
          ]
        } ?? [])
    }
  }

  fileprivate func omissions(_ engines: [EngineForm]) -> [String] {
    if case .rubberBand = self { return [] }
    return engines.contains { $0.engine == "Firefox" }
      ? []
      : [
        "the motion takes over \(Numerals.significant(CurveDistance.longestStepped)) s: engines that move step by step are left out"
      ]
  }

  fileprivate func assumptions(_ given: [Given]) -> [String] {
    guard case .spring(let spring, let mass) = self else { return [] }
    let names = Self.names(of: given)
    var notes: [String] = []
    let roles = names.compactMap { SpringParametrization(rawValue: $0)?.role }
    if Set(roles).subtracting([.mass]).count == 1 {
      notes.append("no damping ratio was given: the spring is taken as critically damped")
    }
    if names.contains("dampingCoefficient"), given.contains(where: { $0.name.lowercased() == "damping" }) {
      notes.append(
        "damping beside a mass or a stiffness is the coefficient c of (mass, stiffness, damping), here with mass "
          + "\(Numerals.significant(mass)); the damping that fits report is \(Numerals.significant(spring.damping)) 1/s"
      )
    }
    return notes
  }
}

/// A toolkit whose code constants are written in.
package struct Toolkit: Equatable, Sendable {
  /// The name of the toolkit in tables of conversion: `Flutter`.
  package let name: String

  /// The names of the toolkits that there is code for.
  package static let names = [
    "UIKit", "SwiftUI", "Flutter", "Compose", "React Native", "Reanimated", "Framer Motion", "CSS", "GTK",
    "libadwaita", "Firefox", "Qt", "Swift", "JavaScript",
  ]

  /// Nil for a name of no toolkit; letters' case, spaces and hyphens are ignored.
  package init?(_ name: String) {
    func plain(_ name: String) -> String { name.lowercased().filter { $0 != " " && $0 != "-" } }
    guard let known = Self.names.first(where: { plain($0) == plain(name) }) else { return nil }
    self.name = known
  }

  /// The code that sets the constants of a motion, numbers to six digits; nil where the toolkit has none.
  ///
  /// - Parameter constants: names and values as ``Conversion`` takes them.
  package func code(_ constants: [(name: String, value: Double)]) -> String? {
    let given = constants.map { NamedConstants.Given($0.name, $0.value) }
    guard let engines = try? Conversion(given).engines else { return nil }
    let form = engines.first { $0.engine == name } ?? engines.first { $0.engine.hasPrefix(name) }
    return form.map { Self.rounded($0.code) }
  }

  /// The code with every decimal of more than six digits rounded to six: a measured constant has no more.
  static func rounded(_ code: String) -> String {
    var result = ""
    var rest = code[...]
    while let start = rest.firstIndex(where: \.isNumber) {
      let number = rest[start...].prefix { $0.isNumber || $0 == "." }
      let digits = number.filter(\.isNumber).drop { $0 == "0" }.count
      let isLong = digits > 6 && number.contains(".")
      result += rest[..<start]
      result += isLong ? Double(number).map { Numerals.significant($0) } ?? String(number) : String(number)
      rest = rest[number.endIndex...]
    }
    return result + rest
  }
}

/// The code for an engine, and the difference of its motion.
package struct EngineForm: Equatable, Sendable {
  package let engine: String
  package let code: String
  /// True if the engine has this model. Where it has, ``largestError`` is what the rounding of its numbers leaves.
  package let exact: Bool
  /// Over the compared motion, pt; nil where nobody has said how the engine moves.
  package let largestError: Double?
  /// The requirements of the code, and its pitfalls. Empty for none.
  package let note: String

  init(_ engine: String, _ code: String, exact: Bool = true, largestError: Double? = 0, note: String = "") {
    self.engine = engine
    self.code = code
    self.exact = exact
    self.largestError = largestError
    self.note = note
  }
}

extension EngineForm {
  /// A motion as a CSS easing; nil where it moves by less than the easing's tolerance.
  ///
  /// - Parameter duration: when the tolerance is left of the way, s.
  init?(css value: (Double) -> Double, duration: Double) {
    let tolerance = FittedMotion.easingTolerance
    guard let easing = LinearEasing(duration: duration, tolerance: tolerance, value: value) else {
      return nil
    }
    self.init(
      "CSS", easing.css + " over \(Numerals.fixed(easing.duration, 4))s", exact: false,
      largestError: max(easing.largestError, tolerance),
      note:
        "\(easing.stops.count) stops over \(Numerals.significant(easing.distance)) px, for this motion alone")
  }
}

/// A number as code has it: 12 digits, where a point is told from another by 4.
func number(_ value: Double) -> String { Numerals.significant(value, 12) }
