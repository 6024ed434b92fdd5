import Foundation
import Testing

@testable import ScrollModels

struct BounceTests {
  let bounce = Bounce(rest: 64, displacement: 12.7, initialVelocity: 603.1, damping: 10.9)

  @Test func startsAsGivenAndObeysItsEquation() {
    #expect(bounce.value(at: 0) == 64 + 12.7)
    #expect(bounce.velocity(at: 0) == 603.1)
    for time in [0.02, 0.09, 0.4] {
      #expect(abs(slope(of: bounce.value, at: time, step: 2e-3) - bounce.velocity(at: time)) < 1e-6)
      let acceleration = slope(of: bounce.velocity, at: time, step: 2e-3)
      let rest = acceleration + 2 * 10.9 * bounce.velocity(at: time) + 118.81 * (bounce.value(at: time) - 64)
      #expect(abs(rest) < 1e-4)
    }
    #expect(abs(bounce.value(at: 6) - 64) < 1e-12)
  }

  @Test("One curve in four forms")
  func formsAgree() {
    let articles = Bounce(rest: 64, amplitude: bounce.amplitude, damping: 10.9, phase: bounce.phase)
    let plain = Bounce(rest: 64, first: 12.7, second: bounce.second, damping: 10.9)
    for time in [0, 0.0167, 0.3, 1.1] {
      let expected = bounce.value(at: time)
      #expect(agree(articles.value(at: time), expected, 1e-14))
      #expect(agree(plain.value(at: time), expected, 1e-14))
      let form = articleBounce(
        amplitude: bounce.amplitude, damping: 10.9, phase: bounce.phase, at: time)
      #expect(agree(64 + form, expected, 1e-14))
    }
    #expect(bounce.edgeTime == -bounce.phase)
    #expect(abs(bounce.value(at: bounce.edgeTime) - 64) < 1e-12)
    #expect(agree(bounce.velocity(at: bounce.edgeTime), bounce.amplitude, 1e-13))
  }

  @Test(
    "(c₁, c₂) ↔ (A, φ) of the recorded series at δ 10.9038, 10.9054 and 10.8629: φ = c₁/c₂, A = c₂e^(δφ)",
    arguments: [(10.9038, 35.9598, 3880.668), (10.9054, 9.5495, 2124.945), (10.8629, 393.7297, 4019.156)])
  func recordedSeries(damping: Double, first: Double, second: Double) {
    let series = Bounce(first: first, second: second, damping: damping)
    #expect(agree(series.second, second, 1e-14))
    #expect(agree(series.phase, first / second, 1e-14))
    #expect(agree(series.amplitude, second * exp(damping * first / second), 1e-14))
  }

  @Test("Frame by frame from state to state stays on the curve; so does the articles' step by τ")
  func recursion() {
    var stepped = bounce
    for frame in 1...120 {
      let (y, v) = (stepped.displacement, stepped.initialVelocity)
      let tau = y / (v + 10.9 * y)
      let amplitude = (v + 10.9 * y) * exp(10.9 * tau)
      stepped.step(by: 1.0 / 60)
      let articles = articleBounce(amplitude: amplitude, damping: 10.9, phase: tau, at: 1.0 / 60)
      #expect(agree(stepped.displacement, articles, 1e-11))
      #expect(abs(stepped.value(at: 0) - bounce.value(at: Double(frame) / 60)) < 1e-12)
      #expect(abs(stepped.initialVelocity - bounce.velocity(at: Double(frame) / 60)) < 1e-11)
    }
  }

  @Test("v + δy = 0 is the pure exponential, where the articles' recursion divides by 0")
  func pureExponential() {
    var pure = Bounce(displacement: -8, initialVelocity: 86, damping: 10.75)
    #expect(pure.phase.isNaN)
    #expect(pure.amplitude.isNaN)
    #expect(pure.edgeTime.isNaN)
    #expect(agree(pure.value(at: 0.3), -8 * exp(-10.75 * 0.3), 1e-15))
    pure.step(by: 0.3)
    #expect(agree(pure.displacement, -8 * exp(-10.75 * 0.3), 1e-15))
    #expect(pure.farthest == pure.displacement)
    #expect(
      agree(
        Bounce(displacement: -8, initialVelocity: 86, damping: 10.75).settlingTime(within: 0.5),
        log(16) / 10.75))
  }

  /// From the edge: farthest at 1/δ, C/(Eδ), C = v₀; k/m = 118.81, c/m = 21.8 at δ = 10.9.
  @Test func fromTheEdge() throws {
    let edge = Bounce(displacement: 0, initialVelocity: -986.497, damping: 10.9)
    #expect(agree(edge.farthest, -986.497 / (M_E * 10.9), 1e-15))
    let turn = try #require(edge.motion.firstTurn)
    #expect(agree(turn, 1 / 10.9, 1e-15))
    #expect(edge.amplitude == -986.497)
    #expect(edge.phase == 0)
    #expect(agree(edge.motion.spring.stiffness(mass: 1), 118.81, 1e-15))
    #expect(agree(edge.motion.spring.dampingCoefficient(mass: 1), 21.8, 1e-15))
  }

  @Test(
    "The damping article's four bounces: where δ follows from the farthest point, and what is left when they end",
    arguments: [
      (986.497, 32.5, 0.6668, 11.1665, 0.459), (2404.116, 80.5, 0.7509, 10.9866, 0.503),
      (1793.594, 60, 0.7337, 10.9971, 0.443), (1251.628, 41.5, 0.6836, 11.0951, 0.497),
    ])
  func articleTable(
    _ row: (velocity: Double, farthest: Double, duration: Double, damping: Double, left: Double)
  ) {
    let byFarthest = Bounce(displacement: 0, initialVelocity: row.velocity, damping: row.damping)
    #expect(abs(byFarthest.farthest - row.farthest) < 5e-5 * row.farthest / row.damping)
    let bounce = Bounce(displacement: 0, initialVelocity: row.velocity, damping: 10.9)
    #expect(abs(bounce.value(at: row.duration) - row.left) < 5e-4)
    // It stops at half a point, within a frame.
    #expect(abs(bounce.settlingTime(within: 0.5) - row.duration) < 1.0 / 60)
    #expect((0.525...0.795).contains(bounce.farthest - row.farthest))
  }

  @Test func derivedFarthestIsTheDisplacement() throws {
    let scrollModel = BounceModel()
    let farthest = try #require(scrollModel.derived.first { $0.name == "farthest" })
    #expect(farthest.value([64, 12.7, 603.1, 10.9]) == bounce.farthest)
    #expect(farthest.value([64, -30, 5, 10.9]) == -30)
  }
}

struct RubberBandTests {
  let band = RubberBand(coefficient: 0.55, dimension: 812)

  @Test("habr's points, the screen's height 812")
  func table() {
    let points: [(Double, Double)] = [(0, 0), (500, 205.428), (1000, 327.900), (1500, 409.224)]
    for (travel, expected) in points {
      let article = (1 - 1 / (travel * 0.55 / 812 + 1)) * 812
      #expect(abs(band.value(at: travel) - expected) < 5e-4)
      #expect(agree(band.value(at: travel), article, 1e-14))
    }
  }

  @Test func slopesAndLimits() {
    #expect(band.derivative(at: 0) == 0.55)
    #expect(band.value(at: 0) == 0)
    #expect(band.value(at: .infinity) == 812)
    #expect(band.value(at: -.infinity) == -812)
    #expect(agree(band.value(at: 1e12), 812, 1e-8))
    for travel in [-640.0, 3.3, 512] {
      #expect(agree(slope(of: band.value, at: travel, step: 0.1), band.derivative(at: travel), 1e-10))
      #expect(band.value(at: -travel) == -band.value(at: travel))
    }
    let line = RubberBand(coefficient: 0.4, dimension: .infinity)
    #expect(line.saturation == 0)
    #expect(line.value(at: 71) == 0.4 * 71)
    #expect(RubberBandModel().modelParameters([0.4, .infinity]) == [0.4, 0])
    #expect(RubberBandModel().reported([0.4, 0]) == [0.4, .infinity])
  }

  @Test("The inverse of the rubber band returns the travel") func inverse() throws {
    for travel in [-1900.0, -3.7, 0, 0.02, 481, 1e5] {
      let back = try #require(band.inverse(of: band.value(at: travel)))
      #expect(agree(back, travel, 1e-12))
    }
    #expect(band.inverse(of: 812) == nil)
    #expect(band.inverse(of: -900) == nil)
    #expect(band.inverse(of: .nan) == nil)
    #expect(RubberBand(coefficient: 0.4, dimension: .infinity).inverse(of: 20) == 50)
  }

  @Test("Offsets are clamped beyond the edges alone") func clamping() {
    #expect(band.clamped(37, to: -20...400) == 37)
    #expect(band.clamped(-20, to: -20...400) == -20)
    #expect(band.clamped(-70, to: -20...400) == -20 - band.value(at: 50))
    #expect(band.clamped(900, to: -20...400) == 400 + band.value(at: 500))
    let plane = PlaneRubberBand(x: RubberBand(dimension: 375), y: band)
    let point = plane.clamped((x: -100, y: 1400), to: (x: 0...0, y: 0...400))
    #expect(point.x == -RubberBand(dimension: 375).value(at: 100))
    #expect(point.y == 400 + band.value(at: 1000))
  }

  @Test(
    "The Taylor parabola is 0.55x − 4.438e-4x² at the iOS viewport's height; the remainder is the next term")
  func taylor() {
    let viewport = RubberBand(dimension: 681.6667)
    #expect(viewport.taylorCoefficients.linear == 0.55)
    #expect(abs(viewport.taylorCoefficients.quadratic + 4.438e-4) < 5e-8)
    for travel in [-3.0, 0.5, 7] {
      let share = band.saturation * abs(travel)
      let exact = band.value(at: travel)
      #expect(
        agree(band.taylorQuadratic(at: travel) - exact, -0.55 * travel * share * share / (1 + share), 1e-9))
      #expect(agree(band.taylorCubic(at: travel) - exact, 0.55 * travel * pow(share, 3) / (1 + share), 1e-5))
    }
  }

  @Test(
    "The parabola fitted to habr's points leaves the curve by up to 9.50 pt on 0…1500 and turns back at 1838.7"
  )
  func fittedParabola() {
    let parabola = { (x: Double) in 2 + 0.456 * x - 0.000124 * x * x }
    let distances = (0...15000).map { (step: Int) -> Double in
      let travel = Double(step) / 10
      return abs(parabola(travel) - band.value(at: travel))
    }
    let largest = distances.max() ?? 0
    #expect(abs(largest - 9.50) < 5e-3)
    let turn: Double = 0.456 / (2 * 0.000124)
    #expect(abs(turn - 1838.7) < 0.05)
  }
}
