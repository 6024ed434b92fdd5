import Foundation
import ScrollModels
import TestSupport
import Testing

@testable import FitJSON
@testable import Reports

/// Engines against their own sources stepped by `scripts/reference/convert.py`.
struct EngineConversionTests {
  private struct Reference: Decodable {
    struct Best: Decodable {
      let constant: Double
      let error: Double
      let sameDecay: Double?
    }
    struct Fling: Decodable {
      let rate: Double
      let velocity: Double
      let bouncingScrollPhysics: Double
      let reactNativePasted: Double
      let firefox: Best
      let reanimated: Best
      let qt: Best
    }
    struct Return: Decodable {
      struct Steps: Decodable {
        let spring: Double
        let damping: Double
        let error: Double
      }
      struct Critical: Decodable {
        let naturalFrequency: Double
        let error: Double
      }
      let naturalFrequency: Double
      let dampingRatio: Double
      let displacement: Double
      let qt: Steps
      let critical: Critical
      let firefox: Double
    }
    let flings: [Fling]
    let returns: [Return]

    static func read() throws -> Reference {
      let file = URL(filePath: fixtures).appending(path: "reference/convert.json")
      return try JSONDecoder().decode(Reference.self, from: Data(contentsOf: file))
    }
  }

  private func form(_ engine: String, _ conversion: Conversion) throws -> EngineForm {
    try #require(conversion.engines.first { $0.engine == engine })
  }

  /// The numbers in a text, in their order.
  private func numbers(_ text: String) -> [Double] {
    text.split { !"0123456789.e-".contains($0) }.compactMap { Double($0) }
  }

  private func near(_ a: Double?, _ b: Double, _ tolerance: Double) -> Bool {
    a.map { abs($0 - b) <= tolerance * abs(b) } ?? false
  }

  @Test func flingsMissByWhatTheEnginesMissBy() throws {
    for reference in try Reference.read().flings {
      let conversion = try Conversion(
        [.init("decelerationRate", reference.rate)], motion: .init(velocity: reference.velocity))
      #expect(
        near(
          try form("Flutter, BouncingScrollPhysics", conversion).largestError,
          reference.bouncingScrollPhysics, 1e-6))
      let native = try form("React Native Animated", conversion)
      #expect(native.exact && native.largestError == 0)
      #expect(near(numbers(native.note).last, reference.reactNativePasted, 0.01))
      for (engine, best) in [
        ("Firefox", reference.firefox), ("Reanimated", reference.reanimated), ("Qt Quick", reference.qt),
      ] {
        let form = try form(engine, conversion)
        #expect(!form.exact)
        #expect(near(form.largestError, best.error, 1e-3), "\(engine)")
        #expect(near(numbers(form.code).last, best.constant, 1e-3), "\(engine) \(form.code)")
        if let same = best.sameDecay { #expect(near(numbers(form.note).last, same, 0.01)) }
      }
    }
  }

  @Test func springsMissByWhatTheEnginesMissBy() throws {
    for reference in try Reference.read().returns {
      let conversion = try Conversion(
        [
          .init("naturalFrequency", reference.naturalFrequency),
          .init("dampingRatio", reference.dampingRatio),
        ],
        motion: .init(displacement: reference.displacement))
      let qt = try form("Qt Quick", conversion)
      #expect(near(qt.largestError, reference.qt.error, 1e-9))
      #expect(near(numbers(qt.code).first, reference.qt.spring, 1e-11))
      #expect(near(numbers(qt.code).last, reference.qt.damping, 1e-11))
      #expect(near(try form("Firefox", conversion).largestError, reference.firefox, 1e-6))
      let gtk = try form("GTK", conversion)
      #expect(near(numbers(gtk.code).last, 2 * reference.critical.naturalFrequency, 2e-3))
      #expect(gtk.exact == (reference.dampingRatio == 1))
      #expect(gtk.exact || near(gtk.largestError, reference.critical.error, 1e-3))
      // React Native and Reanimated have the underdamped and the critical spring.
      for engine in ["React Native Animated", "Reanimated"] {
        let form = try form(engine, conversion)
        #expect(form.exact == (reference.dampingRatio <= 1))
        #expect(form.exact || near(form.largestError, reference.critical.error, 1e-3))
      }
    }
  }

  /// An engine's motion with the numbers in its code is the motion asked for.
  @Test func theCodeOfExactEnginesIsTheMotion() throws {
    let decayConstant = 3.4
    let deceleration = try Conversion([.init("decayConstant", decayConstant)])
    func numbers(of engine: String, _ conversion: Conversion) throws -> [Double] {
      self.numbers(try form(engine, conversion).code)
    }
    func same(_ value: Double, _ expected: Double) -> Bool { near(value, expected, 1e-11) }
    #expect(same(try numbers(of: "UIKit", deceleration)[0], exp(-decayConstant / 1000)))
    // m, κ, c and the velocity over the distance: critical, and a pure exponential from −v/k.
    for engine in ["SwiftUI", "CASpringAnimation", "UISpringTimingParameters"] {
      let found = try numbers(of: engine, deceleration)
      let spring = Spring(mass: found[0], stiffness: found[1], damping: found[2])
      #expect(same(spring.dampingRatio, 1) && same(spring.naturalFrequency, decayConstant))
      let motion = SpringMotion(
        spring: spring, displacement: -700 / decayConstant, initialVelocity: found[3] * 700 / decayConstant)
      let fling = Deceleration(
        initialOffset: -700 / decayConstant, initialVelocity: 700, decayConstant: decayConstant)
      for time in [0, 0.13, 0.9, 2.2] { #expect(abs(motion.value(at: time) - fling.value(at: time)) < 1e-8) }
    }
    #expect(same(try numbers(of: "Flutter", deceleration)[0], exp(-decayConstant)))
    #expect(near(try numbers(of: "Compose", deceleration)[0], decayConstant / 4.2, 1e-6))
    #expect(
      same(
        1000 * (1 - (try #require(try numbers(of: "React Native Animated", deceleration).last))),
        decayConstant))
    let framer = try numbers(of: "Framer Motion", deceleration)
    #expect(
      same(framer[framer.count - 2], 1 / decayConstant)
        && same(framer[framer.count - 1], 1000 / decayConstant))
    #expect(same(try numbers(of: "GTK", deceleration)[0], decayConstant))

    let spring = Spring(naturalFrequency: 11.3, dampingRatio: 0.62)
    let conversion = try Conversion([
      .init("mass", 1.7), .init("naturalFrequency", 11.3), .init("dampingRatio", 0.62),
    ])
    for engine in [
      "CASpringAnimation", "UISpringTimingParameters", "Flutter", "React Native Animated", "Reanimated",
      "Framer Motion",
    ] {
      let found = try numbers(of: engine, conversion)
      let built = Spring(mass: found[0], stiffness: found[1], damping: found[2])
      #expect(same(built.naturalFrequency, 11.3) && same(built.dampingRatio, 0.62), "\(engine)")
    }
    let uiKit = try numbers(of: "UIKit", conversion)
    let built = Spring(duration: uiKit[0], bounce: uiKit[1])
    #expect(same(built.naturalFrequency, 11.3) && same(built.dampingRatio, 0.62))
    let swiftUI = try numbers(of: "SwiftUI", conversion)
    #expect(same(swiftUI[0], spring.response) && same(swiftUI[1], 0.62))
    let compose = try numbers(of: "Compose", conversion)
    #expect(near(compose[0], 0.62, 1e-6) && near(compose[1], spring.stiffness, 1e-6))
    let adwaita = try numbers(of: "libadwaita", conversion).suffix(3)
    #expect(zip(adwaita, [0.62, 1.7, 1.7 * 11.3 * 11.3]).allSatisfy { same($0, $1) })
  }

  @Test func namedRatesAreNamed() throws {
    #expect(try form("UIKit", Conversion([.init("friction", 0.002)])).code.hasSuffix("= .normal"))
    #expect(try form("UIKit", Conversion([.init("decelerationRate", 0.99)])).code.hasSuffix("= .fast"))
    #expect(
      try form("UIKit", Conversion([.init("decelerationRate", 0.9981)])).code.hasSuffix("rawValue: 0.9981)"))
  }

  @Test func whatIsGivenStandsAsItWas() throws {
    for (name, value) in [("decelerationRate", 0.998), ("halfLife", 0.3), ("friction", 0.0021)] {
      let conversion = try Conversion([.init(name, value)])
      #expect(conversion.values.first { $0.name == name }?.value == value)
    }
    let spring = try Conversion([.init("stiffness", 118.81), .init("dampingFraction", 0.8)])
    #expect(spring.values.first { $0.name == "stiffness" }?.value == 118.81)
    #expect(spring.values.first { $0.name == "dampingRatio" }?.value == 0.8)
  }

  @Test func assumptionsAreSaid() throws {
    #expect(try Conversion([.init("response", 0.5)]).warnings.contains { $0.contains("critically damped") })
    #expect(try Conversion([.init("response", 0.5), .init("bounce", 0.1)]).warnings.isEmpty)
    #expect(
      try Conversion([.init("stiffness", 100), .init("damping", 12)]).warnings.contains {
        $0.contains("coefficient c")
      })
    #expect(try Conversion([.init("tau", 1e4)]).warnings.contains { $0.contains("left out") })
  }

  @Test func overdampedSpringsAskForWhatAllowsThem() throws {
    let conversion = try Conversion([.init("response", 0.4), .init("dampingRatio", 1.6)])
    #expect(try form("SwiftUI", conversion).code.contains("allowOverDamping: true"))
    #expect(try form("CASpringAnimation", conversion).code.contains("allowsOverdamping = true"))
    let undocumented = try form("UISpringTimingParameters", conversion)
    #expect(undocumented.largestError == nil && !undocumented.exact)
  }

  @Test func nothingMovesIsSaid() {
    #expect(throws: ConversionError.nothingMoves("deceleration")) {
      try Conversion([.init("tau", 0.5)], motion: .init(velocity: 0))
    }
    #expect(throws: ConversionError.nothingMoves("spring")) {
      try Conversion([.init("response", 0.5)], motion: .init(displacement: 0))
    }
  }

  /// The errors grow with the motion; the constants stay.
  @Test func errorsScaleWithTheMotion() throws {
    let one = try Conversion([.init("tau", 0.5)], motion: .init(velocity: 500))
    let two = try Conversion([.init("tau", 0.5)], motion: .init(velocity: -1500))
    for engine in ["Firefox", "Reanimated", "Qt Quick", "Flutter, BouncingScrollPhysics"] {
      let small = try #require(try form(engine, one).largestError)
      #expect(near(try form(engine, two).largestError, 3 * small, 1e-3), "\(engine)")
    }
  }
}
