import Foundation
import Recordings
import ScrollModels
import TestSupport
import Testing

@testable import ScrollFitting

/// Options that contradict a model, or each other.
struct ConstraintErrorTests {
  private func error(
    _ scrollModel: String?, _ change: @escaping (inout FitOptions) -> Void, on trace: Trace? = nil
  ) throws -> FitError? {
    let trace = try trace ?? Motions.bounce()
    do { _ = try fit(trace, scrollModel, change) } catch { return error }
    return nil
  }

  @Test("An unknown name is refused with the known ones") func unknownNames() throws {
    guard
      case .unknownParameter("stifness", "bounce", let known)? = try error(
        "bounce", { $0.fixed = ["stifness": 1] })
    else {
      Issue.record("a misspelt name was taken")
      return
    }
    #expect(known.contains("stiffness") && known.contains("damping") && !known.contains("farthest"))
    for change: (inout FitOptions) -> Void in [{ $0.bounds = ["x": 0...1] }, { $0.starts = ["x": 0] }] {
      guard case .unknownParameter("x", "bounce", _)? = try error("bounce", change) else {
        Issue.record("an unknown name was taken")
        return
      }
    }
    #expect(try error("bounce") { $0.fixed = ["farthest": 1] } == .notAParameter("farthest", model: "bounce"))
    #expect(
      try error("bounce") { $0.fixed = ["amplitude": 1] } == .notAParameter("amplitude", model: "bounce"))
    guard case .unknownModel("polynomial:100", let models)? = try error("polynomial:100", { _ in }) else {
      Issue.record("a polynomial of too high a degree was taken")
      return
    }
    #expect(models.contains("deceleration-stop"))
  }

  @Test("A parameter that is given twice is refused") func givenTwice() throws {
    #expect(
      try error("bounce") { $0.fixed = ["damping": 11, "response": 0.5] }
        == .givenTwice("damping", "response", parameter: "damping"))
    #expect(
      try error("bounce") { ($0.fixed, $0.bounds) = (["response": 0.5], ["stiffness": 1...200]) }
        == .givenTwice("response", "stiffness", parameter: "damping"))
    #expect(
      try error("bounce") { $0.fixed = ["phase": 0.01, "edgeTime": -0.02] }
        == .givenTwice("edgeTime", "phase", parameter: "displacement"))
    #expect(
      try error("bounce") { ($0.fixed, $0.bounds) = (["damping": 11], ["damping": 1...2]) }
        == .givenTwice("damping", "damping", parameter: "damping"))
    #expect(
      try error("bounce") { ($0.fixed, $0.starts) = (["damping": 11], ["damping": 5]) }
        == .givenTwice("damping", "damping", parameter: "damping"))
    #expect(
      try error("bounce") { ($0.fixed, $0.starts) = (["response": 0.5], ["damping": 5]) }
        == .givenTwice("response", "damping", parameter: "damping"))
  }

  @Test func outsideOfTheDomain() throws {
    for (scrollModel, name, value) in [
      ("bounce", "damping", -1.0), ("bounce", "response", 0), ("bounce", "stiffness", -4),
      ("spring", "dampingRatio", -0.1),
      ("deceleration", "decelerationRate", -0.5), ("deceleration-stop", "stopVelocity", -1),
    ] {
      for change: (inout FitOptions) -> Void in [{ $0.fixed = [name: value] }, { $0.starts = [name: value] }]
      {
        guard case .outsideDomain(name, value, _)? = try error(scrollModel, change) else {
          Issue.record("\(scrollModel) \(name) = \(value)")
          continue
        }
      }
    }
    guard case .outsideDomain("damping", _, _)? = try error("bounce", { $0.bounds = ["damping": -5 ... -1] })
    else {
      Issue.record("bounds beyond the domain")
      return
    }
  }

  @Test func startsOutsideOfBounds() throws {
    #expect(
      try error("bounce") { ($0.bounds, $0.starts) = (["damping": 5...20], ["damping": 30]) }
        == .startOutsideBounds("damping", value: 30, bounds: 5...20))
    guard
      case .startOutsideBounds("response", 0.1, _)? =
        try error("bounce", { ($0.bounds, $0.starts) = (["damping": 5...20], ["response": 0.1]) })
    else {
      Issue.record("a derived start outside of its parameter's bounds")
      return
    }
  }

  @Test("A value that is not finite is refused", arguments: [Double.nan, .infinity]) func notFinite(
    value: Double
  ) throws {
    #expect(try error("bounce") { $0.fixed = ["damping": value] } == .notFinite("damping"))
    #expect(try error("bounce") { $0.starts = ["damping": value] } == .notFinite("damping"))
  }

  @Test func linearNeedsTheRestFixed() throws {
    #expect(try error("bounce") { $0.estimator = .linear } == .linearNeedsFixed(["damping"], model: "bounce"))
    let fit = try fit(try Motions.bounce(), "bounce") {
      ($0.estimator, $0.fixed) = (.linear, ["damping": 10.9])
    }
    #expect(fit.estimator == "linear" && fit.termination == .linear)
  }

  @Test func autoHasNoParameters() throws {
    #expect(try error("auto") { $0.fixed = ["damping": 1] } == .needsModel("fixed"))
    #expect(try error(nil) { $0.bounds = ["damping": 1...2] } == .needsModel("bounds"))
    #expect(try error("auto") { $0.starts = ["damping": 1] } == .needsModel("starts"))
    #expect(try error("auto") { $0.estimator = .compassSearch } == .needsModel("estimator"))
  }

  @Test func usageOrData() {
    #expect(FitError.givenTwice("a", "b", parameter: "c").isUsage)
    #expect(!FitError.noMotion.isUsage)
  }
}
