import Foundation
import LeastSquares
import Recordings
import ScrollModels
import TestSupport
import Testing

@testable import ScrollFitting

/// `--fix`, `--bounds` and `--start`, of parameters and of what determines one.
struct ConstraintTests {
  private static func recording(_ scrollModel: String) throws -> Trace {
    switch scrollModel {
    case "bounce", "spring": try Motions.bounce()
    case "rubber-band": try Motions.rubberBand()
    default: try Motions.deceleration()
    }
  }

  @Test(
    "A fixed number comes back exactly, has no error, and the rest is the least-squares fit beside it",
    arguments: [
      ("deceleration", "decayConstant", 2.4), ("deceleration", "initialOffset", 113.1),
      ("deceleration", "initialVelocity", -840.5), ("deceleration-stop", "decayConstant", 2.4),
      ("bounce", "rest", 64.1), ("bounce", "displacement", -12.1), ("bounce", "damping", 10.7),
      ("spring", "dampingRatio", 1.05), ("spring", "naturalFrequency", 11.1),
      ("rubber-band", "dimension", 800),
      ("rubber-band", "coefficient", 0.56), ("polynomial:2", "c1", -700),
    ])
  func fixedParameter(scrollModel: String, name: String, value: Double) throws {
    let fit = try fit(try Self.recording(scrollModel), scrollModel) { $0.fixed = [name: value] }
    let estimate = try #require(fit[name])
    #expect(estimate.value == value)
    #expect(estimate.fixed && estimate.standardError == nil && estimate.interval == nil)
    #expect(fit.parameters.filter { $0.name != name }.allSatisfy { !$0.fixed })
    #expect(fit.termination.converged, "\(fit.termination)")
    #expect(fit.residuals.degreesOfFreedom == fit.samples - fit.parameters.count + 1)
  }

  @Test(
    "The same for a quantity: to the rounding of its formula",
    arguments: [
      ("deceleration", "decelerationRate", 0.9975), ("deceleration", "timeConstant", 0.43),
      ("deceleration", "destination", -241), ("deceleration", "destinationApple", -241.5),
      ("bounce", "response", 0.58), ("bounce", "stiffness", 118), ("bounce", "phase", 0.011),
      ("bounce", "edgeTime", -0.011), ("spring", "response", 0.58), ("spring", "stiffness", 118),
      ("spring", "damping", 10.8),
    ])
  func fixedQuantity(scrollModel: String, name: String, value: Double) throws {
    let fit = try fit(try Self.recording(scrollModel), scrollModel) { $0.fixed = [name: value] }
    let estimate = try #require(fit[name])
    #expect(agree(estimate.value, value, 1e-13), "\(estimate.value)")
    #expect(estimate.fixed || (estimate.standardError ?? 0) <= 1e-6 * abs(value), "\(estimate)")
    #expect(fit.termination.converged, "\(fit.termination)")
    // One number fewer is free, and the fit is no better than without the constraint.
    let free = try TestSupport.fit(try Self.recording(scrollModel), scrollModel)
    #expect(fit.residuals.degreesOfFreedom == free.residuals.degreesOfFreedom + 1)
    #expect(fit.residuals.sumOfSquares >= free.residuals.sumOfSquares * (1 - 1e-12))
  }

  /// A constraint that the samples meet anyway changes nothing.
  @Test(arguments: [
    ("deceleration", "decelerationRate"), ("deceleration", "destination"), ("bounce", "phase"),
    ("bounce", "response"),
    ("spring", "damping"), ("rubber-band", "dimension"),
  ])
  func fixedAtItsOwnValue(scrollModel: String, name: String) throws {
    let trace = try Self.recording(scrollModel)
    let free = try fit(trace, scrollModel)
    let again = try fit(trace, scrollModel) { $0.fixed = [name: free.value(name)] }
    for (one, other) in zip(free.parameters, again.parameters) {
      #expect(abs(one.value - other.value) <= 1e-7 * (one.standardError ?? .nan), "\(one.name)")
    }
    #expect(agree(again.residuals.sumOfSquares, free.residuals.sumOfSquares, 1e-11))
  }

  @Test(
    "A parameter at its bound has the bound's value",
    arguments: [
      ("deceleration", "decayConstant", 2.6...5.0, 2.6),
      ("deceleration", "decelerationRate", 0.998...0.999, 0.998),
      ("deceleration", "initialVelocity", -800...(-100), -800), ("bounce", "damping", 1...10.5, 10.5),
      ("bounce", "response", 0.6...1, 0.6), ("bounce", "phase", 0.02...0.5, 0.02),
      ("rubber-band", "dimension", 100...700, 700), ("deceleration", "timeConstant", 0.5...1, 0.5),
    ])
  func activeBound(scrollModel: String, name: String, range: ClosedRange<Double>, end: Double) throws {
    let fit = try fit(try Self.recording(scrollModel), scrollModel) { $0.bounds = [name: range] }
    #expect(agree(fit.value(name), end, 1e-12), "\(fit.value(name))")
    #expect(fit.termination == .bound && !fit.termination.converged)
    #expect(fit.hasWarning("a parameter is at its bound"))
  }

  @Test(arguments: [
    ("deceleration", "decayConstant", 0.1...50), ("bounce", "phase", -1...1), ("bounce", "response", 0.1...2),
    ("spring", "dampingRatio", 0.5...2), ("rubber-band", "dimension", 500...1500),
    ("deceleration", "initialVelocity", -2000...0), ("deceleration", "destination", -1000...0),
  ])
  func wideBoundChangesNothing(scrollModel: String, name: String, range: ClosedRange<Double>) throws {
    let trace = try Self.recording(scrollModel)
    let free = try fit(trace, scrollModel)
    let bounded = try fit(trace, scrollModel) { $0.bounds = [name: range] }
    #expect(bounded.termination.converged, "\(bounded.termination)")
    #expect(agree(bounded.residuals.sumOfSquares, free.residuals.sumOfSquares, 1e-10))
    #expect(abs(bounded.value(name) - free.value(name)) <= 1e-6 * (free[name]?.standardError ?? .nan))
  }

  @Test(
    "From any sensible start the same end; a start is not a constraint",
    arguments: [
      ("deceleration", "decayConstant", 9), ("deceleration", "decelerationRate", 0.99),
      ("deceleration", "initialVelocity", -200), ("bounce", "response", 1.1), ("bounce", "damping", 4),
      ("rubber-band", "dimension", 300), ("spring", "dampingRatio", 0.8),
    ])
  func start(scrollModel: String, name: String, value: Double) throws {
    let trace = try Self.recording(scrollModel)
    let free = try fit(trace, scrollModel)
    for estimator in [Estimator.auto, .levenbergMarquardt, .gradientDescent] {
      let started = try fit(trace, scrollModel) {
        ($0.starts, $0.estimator) = ([name: value], estimator)
      }
      #expect(started.termination.converged, "\(estimator): \(started.termination)")
      #expect(
        agree(started.residuals.sumOfSquares, free.residuals.sumOfSquares, 1e-10),
        "\(estimator): \(started.residuals.sumOfSquares)")
    }
  }

  /// A phase is a start together with the other parameters.
  @Test func pathBeginsAtAPhase() throws {
    let fit = try fit(try Motions.bounce(), "bounce") {
      ($0.starts, $0.estimator, $0.keepPath) = (["phase": 0.02, "damping": 9], .levenbergMarquardt, true)
    }
    let first = try #require(fit.path.first?.parameters)
    #expect(first[3] == 9)
    #expect(agree(first[1] / (first[2] + 9 * first[1]), 0.02, 1e-12))
    #expect(fit.termination.converged)
  }

  /// The path begins where the search was told to.
  @Test func pathBeginsAtTheStart() throws {
    let fit = try fit(try Motions.deceleration(), "deceleration") {
      $0.starts = ["decayConstant": 9, "initialVelocity": -200, "initialOffset": 100]
      $0.estimator = .levenbergMarquardt
      $0.keepPath = true
    }
    #expect(fit.path.first?.parameters == [100, -200, 9])
    #expect(fit.path.last?.parameters == fit.parameters.map(\.value))
    #expect(agree(fit.path.last?.cost ?? .nan, fit.residuals.sumOfSquares, 1e-12))
  }
}
