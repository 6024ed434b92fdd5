import Numerals
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
