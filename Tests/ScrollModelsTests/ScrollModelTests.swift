import LeastSquares
import Testing

@testable import ScrollModels

/// The properties of every model: derivatives, transforms, derived quantities that stand in for parameters.
struct ScrollModelTests {
  @Test(arguments: samples.indices)
  func derivativesMatchDifferences(_ index: Int) {
    let (scrollModel, reported) = samples[index]
    let alpha = Array(scrollModel.modelParameters(reported).dropFirst(scrollModel.linear.count))
    // On both sides of a stop, never at its kink.
    let x = scrollModel.name == "rubber-band" ? [-700.3, 3.1, 250, 1400] : [0.011, 0.19, 0.42, 0.83, 2.7]
    let exact = evaluation(scrollModel, alpha, at: x).derivatives
    let size = x.count * scrollModel.linear.count
    for k in alpha.indices {
      for entry in 0..<size {
        func basis(_ value: Double) -> Double {
          var moved = alpha
          moved[k] = value
          return evaluation(scrollModel, moved, at: x).basis[entry]
        }
        let estimate = slope(of: basis, at: alpha[k], step: 1e-3 * alpha[k])
        let scale = abs(basis(alpha[k]) / alpha[k])
        #expect(
          abs(exact[k * size + entry] - estimate) <= 1e-10 * max(scale, abs(estimate)),
          "\(scrollModel.name): ∂/∂α\(k), entry \(entry)")
      }
    }
  }

  @Test(arguments: samples.indices)
  func transformsAreInverse(_ index: Int) {
    let (scrollModel, reported) = samples[index]
    let there = scrollModel.reported(scrollModel.modelParameters(reported))
    for (a, b) in zip(there, reported) { #expect(agree(a, b, 1e-14)) }
    #expect(scrollModel.parameters.count == scrollModel.linear.count + scrollModel.nonlinear.count)
    for j in scrollModel.parameters.indices where !scrollModel.transformed.contains(j) {
      #expect(scrollModel.parameters[j].name == (scrollModel.linear + scrollModel.nonlinear)[j].name)
      #expect(scrollModel.modelParameters(reported)[j] == reported[j])
    }
  }

  @Test(arguments: samples.indices)
  func modelJacobianMatchesDifferences(_ index: Int) {
    let (scrollModel, reported) = samples[index]
    let count = reported.count
    let jacobian = scrollModel.modelJacobian(reported)
    #expect(jacobian.count == count * count)
    for i in 0..<count {
      for j in 0..<count {
        func model(_ value: Double) -> Double {
          var moved = reported
          moved[j] = value
          return scrollModel.modelParameters(moved)[i]
        }
        let estimate = slope(of: model, at: reported[j], step: 1e-3 * abs(reported[j]))
        let scale = abs(model(reported[j]) / reported[j])
        #expect(
          abs(jacobian[j * count + i] - estimate) <= 1e-10 * scale,
          "\(scrollModel.name): row \(i), column \(j)")
      }
    }
  }

  @Test(arguments: samples.indices)
  func derivedQuantitiesDetermineTheirParameter(_ index: Int) throws {
    let (scrollModel, reported) = samples[index]
    for quantity in scrollModel.derived {
      guard let determined = quantity.determines else { continue }
      let number = quantity.value(reported)
      guard number.isFinite else { continue }
      var others = reported
      others[determined.parameter] = .nan
      if determined.alone { others = others.map { _ in .nan } }
      let solved = determined.solve(number, others)
      #expect(agree(solved, reported[determined.parameter], 1e-12), "\(scrollModel.name): \(quantity.name)")
      // And the other way: a value chosen freely comes back from the parameter it determines.
      let wanted = quantity.name == "decelerationRate" ? 0.9931 : number * 1.07
      var moved = reported
      moved[determined.parameter] = determined.solve(wanted, others)
      #expect(agree(quantity.value(moved), wanted, 1e-12), "\(scrollModel.name): \(quantity.name)")
    }
  }

  @Test func emptyDerivativesAreLeftAlone() {
    for (scrollModel, reported) in samples {
      let alpha = Array(scrollModel.modelParameters(reported).dropFirst(scrollModel.linear.count))
      var basis = [Double](repeating: .nan, count: 2 * scrollModel.linear.count)
      var none: [Double] = []
      scrollModel.evaluate(alpha, at: [0.3, 0.9], basis: &basis, derivatives: &none)
      #expect(basis == evaluation(scrollModel, alpha, at: [0.3, 0.9]).basis)
    }
  }

  /// A model and its motion type are one formula.
  @Test func lawsMatchTheirMotions() {
    for time in [0.0, 0.0167, 0.31, 1.9] {
      for (scrollModel, reported) in samples where !["rubber-band", "projection"].contains(scrollModel.name) {
        let motion: Double
        switch scrollModel.name {
        case "deceleration":
          // Where the release is known the motion began there, by the samples' clock.
          let start = (scrollModel as? ReleasedDecelerationModel).map { $0.releaseTime + reported[3] } ?? 0
          motion = Deceleration(reported).value(at: time - start)
        case "deceleration-stop": motion = StoppingDeceleration(reported).value(at: time)
        case "constant-deceleration": motion = ConstantDeceleration(reported).value(at: time)
        case "deceleration-drift": motion = DriftingDeceleration(reported).value(at: time)
        case "power-deceleration": motion = PowerDeceleration(reported).value(at: time)
        case "bounce": motion = Bounce(reported).value(at: time)
        default: motion = SpringMotion(reported).value(at: time)
        }
        let size = reported.prefix(3).reduce(0) { $0 + abs($1) }
        #expect(
          abs(value(scrollModel, scrollModel.modelParameters(reported), at: time) - motion) <= 1e-14 * size,
          "\(scrollModel.name)")
      }
    }
    for travel in [-310.0, 0, 3.7, 900] {
      let scrollModel = RubberBandModel()
      let expected = RubberBand(coefficient: 0.553, dimension: 811.9).value(at: travel)
      #expect(
        agree(value(scrollModel, scrollModel.modelParameters([0.553, 811.9]), at: travel), expected, 1e-15))
    }
  }

  @Test func projectionIsALineOverTheSpeed() {
    let scrollModel = ProjectionModel()
    for speed in [10.65, 481, 5613.9] {
      let expected = 0.4997 * (speed - 10.65)
      #expect(
        abs(value(scrollModel, scrollModel.modelParameters([0.4997, 10.65]), at: speed) - expected) <= 1e-15
          * speed)
    }
    #expect(agree(scrollModel.derived[0].value([0.49965418, 10.65]), 0.99800062, 1e-8))
  }

  @Test func namesFindTheirLaws() throws {
    for name in MotionModel.all.map(\.id) + ["polynomial:0", "polynomial:3", "polynomial:99"] {
      #expect(MotionModel(name)?.scrollModel()?.name == name)
    }
    for name in [
      "", "Bounce", "polynomial", "polynomial:", "polynomial:-1", "polynomial:+2", "polynomial:02",
      "polynomial:100", "polynomial:99999999999999999999", "polynomial:2.5",
    ] {
      #expect(MotionModel(name)?.scrollModel() == nil, "\(name)")
    }
  }

  @Test func settlingDistanceReachesTheDerivedQuantities() throws {
    for (name, quantity) in [
      ("deceleration", "duration"), ("bounce", "settlingTime"), ("spring", "settlingTime"),
    ] {
      let reported = try #require(samples.first { $0.scrollModel.name == name }).reported
      let times = try [0.5, 1.0 / 6].map { distance in
        let scrollModel = try #require(MotionModel(name)?.scrollModel(settlingDistance: distance))
        return try #require(scrollModel.derived.first { $0.name == quantity }).value(reported)
      }
      #expect(times[0] < times[1])
    }
  }

  @Test("Names, units and order as reports print them")
  func reportedNames() {
    func names(_ scrollModel: String) -> [String]? {
      MotionModel(scrollModel)?.scrollModel().map { scrollModel in
        [
          scrollModel.parameters.map { "\($0.name) \($0.unit)" }.joined(separator: ", "),
          scrollModel.derived.map { "\($0.name) \($0.unit)" }.joined(separator: ", "),
        ]
      }
    }
    #expect(
      names("deceleration") == [
        "initialOffset pt, initialVelocity pt/s, decayConstant 1/s",
        "decelerationRate 1/ms, timeConstant s, destination pt, destinationApple pt, duration s",
      ])
    #expect(
      names("deceleration-stop") == [
        "initialOffset pt, initialVelocity pt/s, decayConstant 1/s, stopVelocity pt/s",
        "decelerationRate 1/ms, timeConstant s, destination pt, duration s",
      ])
    #expect(
      names("constant-deceleration") == [
        "initialOffset pt, initialVelocity pt/s, deceleration pt/s²", "destination pt, duration s",
      ])
    #expect(
      names("deceleration-drift") == [
        "initialOffset pt, initialVelocity pt/s, decayConstant 1/s, drift pt/s",
        "decelerationRate 1/ms, timeConstant s, destination pt, duration s",
      ])
    #expect(
      names("power-deceleration") == [
        "initialOffset pt, initialVelocity pt/s, exponent , stopTime s", "destination pt, unitVelocity pt/s",
      ])
    #expect(
      names("bounce") == [
        "rest pt, displacement pt, initialVelocity pt/s, damping 1/s",
        "amplitude pt/s, phase s, edgeTime s, stiffness 1/s², response s, farthest pt, settlingTime s, "
          + "settlingTimeBound s",
      ])
    #expect(
      names("spring") == [
        "rest pt, displacement pt, initialVelocity pt/s, naturalFrequency 1/s, dampingRatio ",
        "damping 1/s, stiffness 1/s², response s, settlingTime s, settlingTimeBound s",
      ])
    #expect(names("rubber-band") == ["coefficient , dimension pt", ""])
    #expect(names("polynomial:3") == ["c0 pt, c1 pt/s, c2 pt/s², c3 pt/s³", ""])
  }

  @Test func polynomialIsItsPowers() throws {
    let scrollModel = try #require(PolynomialModel(degree: 3, abscissaUnit: "pt"))
    #expect(scrollModel.linear.map(\.unit) == ["pt", "", "1/pt", "1/pt²"])
    #expect(PolynomialModel(degree: 12, abscissaUnit: "")?.linear.last?.unit == "pt")
    #expect(PolynomialModel(degree: 12)?.linear.last?.unit == "pt/s¹²")
    #expect(evaluation(scrollModel, [], at: [2, -3]).basis == [1, 1, 2, -3, 4, 9, 8, -27])
  }

  @Test func knownConstantsNameWhatTheirLawsReport() throws {
    for constant in KnownConstants.all {
      for model in constant.models {
        let scrollModel = try #require(model.scrollModel())
        let units =
          (scrollModel.parameters.map { ($0.name, $0.unit) } + scrollModel.derived.map { ($0.name, $0.unit) })
          .filter { $0.0 == constant.parameter }.map(\.1)
        #expect(units == [constant.unit])
      }
    }
    #expect(KnownConstants.of(.decelerationStop).map(\.value) == [0.998, 0.99])
    #expect(KnownConstants.of(.bounce).map(\.value) == [10.9])
    #expect(KnownConstants.of(.rubberBand).map(\.value) == [0.55])
    #expect(KnownConstants.of(.spring).isEmpty)
  }
}
