import Foundation
import Recordings
import ScrollModels
import ScrollSegmentation
import TestSupport
import Testing

@testable import ScrollFitting

/// Motions at the edge of what a model can say.
struct MotionTests {
  private let times = Motions.times(40, span: 1.3)

  @Test("Uniform motion has a decay constant whose interval includes 0") func constantVelocity() throws {
    let fit = try fit(try trace(times, Motions.noisy(times) { 20 + 300 * $0 }), "deceleration")
    let decay = try #require(fit["decayConstant"])
    #expect(fit.termination.converged)
    #expect(decay.interval?.contains(0) == true && (decay.standardError ?? 1) < 0.01, "\(decay)")
    for name in ["destination", "destinationApple", "duration", "timeConstant"] {
      #expect(!fit.value(name).isFinite && fit[name]?.standardError == nil, "\(name)")
    }
    #expect(fit.value("decelerationRate").isFinite)
    #expect(fit.hasWarning("the destination is undefined"))
  }

  /// Without any noise: 0 ± next to nothing.
  @Test func exactlyConstantVelocity() throws {
    let fit = try fit(try trace(times, times.map { 20 + 300 * $0 }), "deceleration")
    #expect(fit.termination.converged, "\(fit.termination)")
    #expect(abs(fit.value("decayConstant")) < 1e-11)
    #expect(agree(fit.value("initialVelocity"), 300, 1e-11))
    #expect(!fit.value("destination").isFinite && fit.hasWarning("the destination is undefined"))
  }

  @Test("A motion that speeds up has a negative decay constant") func speedingUp() throws {
    let fit = try fit(
      try trace(times, Motions.noisy(times) { 5 + 40 * expm1(2.2 * $0) / 2.2 }), "deceleration")
    #expect(abs(fit.value("decayConstant") + 2.2) < 4 * (fit["decayConstant"]?.standardError ?? 0))
    #expect(fit.value("decelerationRate") > 1)
    #expect(!fit.value("destination").isFinite)
    #expect(fit.hasWarning("the motion accelerates"))
  }

  @Test("Equal offsets are refused") func noMotion() throws {
    let still = try trace(times, times.map { _ in 12.5 })
    for model in ["deceleration", "bounce", "polynomial:1", "auto"] {
      #expect(throws: FitError.noMotion) { try fit(still, model) }
    }
  }

  @Test(arguments: [
    ("deceleration", 3), ("deceleration-stop", 4), ("bounce", 4), ("spring", 5), ("polynomial:3", 4),
  ])
  func samplesAndParameters(model: String, need: Int) throws {
    let recording = try Motions.bounce()
    let last = { (count: Int) in { (options: inout FitOptions) in options.to = recording.times[count - 1] } }
    #expect(throws: FitError.tooFewSamples(model: model, have: need - 1, need: need)) {
      try fit(recording, model, last(need - 1))
    }
    // Through every sample: no errors, and the report says why.
    let exact = try fit(recording, model, last(need))
    #expect(exact.residuals.degreesOfFreedom == 0)
    #expect(exact.parameters.allSatisfy { $0.standardError == nil && $0.interval == nil })
    #expect(exact.hasWarning("as many free parameters as samples"))
    #expect(exact.selection.aicc == nil && exact.adequacy.verdict == .undecided)
    // One more gives errors, two more an AICc.
    #expect(try fit(recording, model, last(need + 2)).selection.aicc != nil)
  }

  @Test func oneAndTwoSamples() throws {
    for count in 1...2 {
      let short = try trace(Array(times.prefix(count)), (0..<count).map { Double(3 * $0) })
      for model in ["deceleration", "deceleration-stop", "bounce", "spring", "polynomial:2"] {
        #expect(throws: FitError.self) { try fit(short, model) }
      }
    }
  }

  @Test("Offsets beyond the limits are refused", arguments: [1e300, 1e15, -1e200]) func hugeOffsets(
    offset: Double
  ) throws {
    let huge = try trace(times, times.map { offset * (1 + 0.1 * $0) })
    for model in ["deceleration", "bounce", "auto"] {
      do {
        _ = try fit(huge, model)
        Issue.record("\(model) took \(offset)")
      } catch {
        guard case .offsetsTooLarge = error else {
          Issue.record("\(error)")
          continue
        }
      }
    }
  }

  /// A motion of points on offsets near 10⁹.
  @Test func farFromTheOrigin() throws {
    let far = try trace(times, times.map { (1e9 + 500 * -expm1(-3 * $0) / 3).rounded() })
    let fit = try fit(far, "deceleration")
    #expect(abs(fit.value("decayConstant") - 3) < 5 * (fit["decayConstant"]?.standardError ?? 0))
    #expect(fit.termination.converged && fit.residuals.rms < 0.5)
  }

  @Test func rankDeficientPolynomial() throws {
    let repeated = try Trace(
      source: "test", format: "csv", times: times, offsets: [.y: times.map { 3 * $0 }],
      others: ["force": times.indices.map { Double($0 % 2) }])
    #expect(throws: FitError.rankDeficient(model: "polynomial:3", rank: 2, columns: 4)) {
      try fit(repeated, "polynomial:3") { $0.against = "force" }
    }
    #expect(try fit(repeated, "polynomial:1") { $0.against = "force" }.termination == .linear)
  }

  @Test("Offsets in pixels give parameters in pixels") func pixels() throws {
    let fit = try fit(try trace(times, times.map { 5 - 90 * expm1(-4 * $0) }, unit: "px"), "deceleration")
    #expect(fit.unit == "px")
    #expect(fit.parameters.map(\.unit) == ["px", "px/s", "1/s"])
    #expect(fit["destination"]?.unit == "px" && fit["decelerationRate"]?.unit == "1/ms")
  }

  @Test func stopNotReached() throws {
    let fit = try fit(try Motions.deceleration(), "deceleration-stop")
    #expect(fit.hasWarning("before the motion stops") || fit["stopVelocity"]?.standardError != nil)
  }

  @Test("UIScrollView's stop at 10 pt/s is found where the samples go on")
  func stopReached() throws {
    let times = Motions.times(200, span: 4)
    let scrollModel = StoppingDeceleration(
      initialOffset: 40, initialVelocity: 1800, decayConstant: 2, stopVelocity: 10)
    let fit = try fit(
      try trace(times, Motions.noisy(times) { scrollModel.value(at: $0) }), "deceleration-stop")
    let stop = try #require(fit["stopVelocity"])
    #expect(abs(stop.value - 10) < 5 * (stop.standardError ?? 0), "\(stop)")
    #expect(
      abs(fit.value("destination") - scrollModel.destination) < 0.2
        && abs(fit.value("duration") - scrollModel.stopTime) < 0.1
    )
    #expect(!fit.hasWarning("before the motion stops"))
  }
}
