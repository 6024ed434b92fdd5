import Foundation
import Testing

@testable import ScrollModels

/// Parametrizations against `scripts/reference/convert.py` and the numbers in frameworks' documentation.
struct ConversionTests {
  private struct Reference: Decodable {
    let decays: [[String: Double]]
    let springs: [[String: Double]]

    static func read() throws -> Reference {
      let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      let file = folder.appendingPathComponent("../../Fixtures/reference/convert.json")
      return try JSONDecoder().decode(Reference.self, from: Data(contentsOf: file))
    }
  }

  private func constants(_ given: (String, Double)...) throws(ConversionError) -> NamedConstants {
    try NamedConstants(given.map { .init($0.0, $0.1) })
  }

  private func spring(_ given: (String, Double)...) throws -> (spring: Spring, mass: Double) {
    let constants = try NamedConstants(given.map { .init($0.0, $0.1) })
    guard case .spring(let spring, let mass) = constants else {
      throw ConversionError.nothingMoves("test")
    }
    return (spring, mass)
  }

  @Test func everyDecayParametrizationGoesThereAndBack() throws {
    for reference in try Reference.read().decays {
      let decayConstant = try #require(reference["decayConstant"])
      for parametrization in DecayParametrization.allCases {
        let expected = try #require(reference[parametrization.rawValue])
        #expect(
          agree(parametrization.value(decayConstant: decayConstant), expected, 1e-15 * (10 + decayConstant)))
        guard case .deceleration(let back) = try constants((parametrization.rawValue, expected)) else {
          Issue.record("\(parametrization) is no deceleration")
          continue
        }
        // A rate of a millisecond near 1 is rounded: its decay constant moves by 2^-53 · 1000/k.
        #expect(agree(back, decayConstant, 1e-15 + 3e-13 / decayConstant), "\(parametrization)")
      }
    }
  }

  @Test func everyPairMakesTheSpring() throws {
    for reference in try Reference.read().springs {
      let mass = try #require(reference["mass"])
      let expected = Spring(
        naturalFrequency: try #require(reference["naturalFrequency"]),
        dampingRatio: try #require(reference["dampingRatio"]))
      for parametrization in SpringParametrization.allCases {
        let value = try #require(reference[parametrization.rawValue])
        #expect(agree(parametrization.value(expected, mass: mass), value, 1e-14), "\(parametrization)")
      }
      for first in SpringParametrization.allCases where first.role != .mass {
        for second in SpringParametrization.allCases where second.role != .mass && second.role != first.role {
          let numbers = try [SpringParametrization.mass, first, second].map {
            NamedConstants.Given($0.rawValue, try #require(reference[$0.rawValue]))
          }
          // `damping` beside a mass is the coefficient.
          guard first != .damping, second != .damping else { continue }
          guard case .spring(let spring, let itsMass) = try NamedConstants(numbers) else {
            Issue.record("\(first) and \(second) make no spring")
            continue
          }
          #expect(itsMass == mass)
          #expect(agree(spring.naturalFrequency, expected.naturalFrequency, 1e-14), "\(first), \(second)")
          #expect(agree(spring.dampingRatio, expected.dampingRatio, 1e-14), "\(first), \(second)")
        }
      }
    }
  }

  /// Apple's documentation of SwiftUI's `Spring`: (0.5, 0.3) is (1, 157.9, 17.6); (1, 100, 10) is (0.63, 0.5).
  @Test func swiftUIsOwnExamples() throws {
    let (first, mass) = try spring(("duration", 0.5), ("bounce", 0.3))
    #expect(abs(first.stiffness(mass: mass) - 157.9) < 0.05)
    #expect(abs(first.dampingCoefficient(mass: mass) - 17.6) < 0.05)
    let (second, _) = try spring(("mass", 1), ("stiffness", 100), ("damping", 10))
    #expect(abs(second.response - 0.63) < 0.005)
    #expect(agree(second.bounce, 0.5))
    // Beyond critical damping, bounce is negative.
    let (third, _) = try spring(("response", 0.4), ("bounce", -0.2))
    #expect(agree(third.dampingRatio, 1.25))
    #expect(agree(third.bounce, -0.2))
  }

  @Test func dampingAloneIsTheDecayAndBesideAStiffnessTheCoefficient() throws {
    let (alone, _) = try spring(("damping", 10.9))
    #expect(alone == Spring(naturalFrequency: 10.9, dampingRatio: 1))
    let (pair, _) = try spring(("stiffness", 118.81), ("damping", 21.8))
    #expect(pair.dampingRatio == 1)
    #expect(agree(pair.naturalFrequency, 10.9))
    let (withRatio, _) = try spring(("damping", 6), ("dampingRatio", 0.6))
    #expect(agree(withRatio.naturalFrequency, 10) && withRatio.dampingRatio == 0.6)
  }

  @Test(arguments: ["tau", "Time-Constant", "TIMECONSTANT", "time_constant"])
  func namesAreRecognisedAsPeopleWriteThem(_ name: String) throws {
    #expect(try constants((name, 0.5)) == .deceleration(decayConstant: 2))
  }

  @Test func rubberBandsNeedACoefficient() throws {
    #expect(try constants(("coefficient", 0.55)) == .rubberBand(coefficient: 0.55, dimension: nil))
    #expect(
      try constants(("dimension", 812), ("coefficient", 0.55))
        == .rubberBand(coefficient: 0.55, dimension: 812))
    #expect(throws: ConversionError.undetermined(["dimension"], missing: "a coefficient")) {
      try constants(("dimension", 812))
    }
  }

  @Test func whatMakesNoMotionIsSaid() throws {
    #expect(throws: ConversionError.nothingGiven) { try NamedConstants([]) }
    #expect(throws: ConversionError.givenTwice("timeConstant")) {
      try constants(("tau", 1), ("timeConstant", 1))
    }
    #expect(throws: ConversionError.saidTwice(["timeConstant", "halfLife"], of: "decay constant")) {
      try constants(("tau", 1), ("halfLife", 1))
    }
    #expect(throws: ConversionError.mixed("response", "spring", "timeConstant", "deceleration")) {
      try constants(("response", 1), ("tau", 1))
    }
    #expect(throws: ConversionError.saidTwice(["response", "stiffness"], of: "spring's frequency")) {
      try constants(("response", 1), ("stiffness", 1))
    }
    #expect(throws: ConversionError.saidTwice(["response", "bounce", "damping"], of: "spring")) {
      try constants(("response", 1), ("bounce", 0.1), ("damping", 1))
    }
    for name in ["dampingRatio", "mass"] {
      #expect(throws: ConversionError.self) { try constants((name, 0.7)) }
    }
    for (name, value) in [
      ("decelerationRate", 1.0), ("decelerationRate", 0), ("friction", 4.2), ("tau", -1), ("bounce", 1),
      ("dampingRatio", 0), ("stiffness", -3), ("coefficient", 0), ("tau", .infinity), ("response", .nan),
      ("decayConstant", 1e4), ("tau", 1e9), ("naturalFrequency", 1e9),
    ] {
      #expect(throws: ConversionError.self, "\(name)=\(value)") { try constants((name, value)) }
    }
  }

  @Test(arguments: [
    ("decelerationRat", "decelerationRate"), ("stifness", "stiffness"), ("dampng", "damping"),
    ("halflive", "halfLife"),
    ("respons", "response"), ("coeficient", "coefficient"),
  ])
  func theNearestNameIsOffered(_ typed: String, _ meant: String) {
    #expect(ConstantName.nearest(to: typed).first == meant)
  }

  @Test func aNameLikeNoneHasNoNearest() {
    #expect(ConstantName.nearest(to: "qqqqqqqq").isEmpty)
    #expect(ConversionError.unknownName("qq", nearest: []).description.contains("known: decelerationRate"))
  }
}
