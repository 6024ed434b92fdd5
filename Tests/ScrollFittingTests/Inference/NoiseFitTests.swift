import Foundation
import LeastSquares
import Recordings
import ScrollModels
import TestSupport
import Testing

@testable import ScrollFitting

/// The noise models, and their effect on a fit.
struct NoiseFitTests {
  private func bounce(_ series: Int, _ change: (inout FitOptions) -> Void) throws -> Fit {
    try fit(bounces(interval: 0.0167)[series - 1], "bounce", change)
  }

  /// The weights of 0.28 ms of jitter move the curve 1.7 pt away from the first sample, by a pattern; with equal ones it
  /// holds within 0.3 pt. The reported, drawn and judged curve is one.
  @Test("Weights that make the model miss the samples are rejected")
  func weightsThatMissTheSamples() throws {
    let fit = try bounce(1) { $0.noise = .estimated }
    let plain = try bounce(1) { $0.noise = .none }
    #expect(
      abs(fit.value("damping") - 10.90375) < 1e-5
        && fit.parameters.map(\.value) == plain.parameters.map(\.value))
    let rejected = try #require(fit.noise.rejected)
    #expect(abs(rejected.timeNoise - 0.00028) < 1e-5 && fit.noise.timeNoise == nil)
    guard case .misfit(let maximum) = rejected.reason else {
      Issue.record("\(rejected)")
      return
    }
    #expect(maximum > 1.5 && fit.residuals.maximum < 0.35)
    #expect(fit.adequacy.verdict == .holds && fit.adequacy == plain.adequacy)
  }

  /// Kivy's fling is no exponential deceleration.
  @Test("A wrong model's misfit is no timestamp jitter")
  func misfitIsNoJitter() throws {
    let trace = try recordings("traces/kivy/fling_medium_forward.csv")[0]
    let estimated = try fit(trace, "deceleration") { $0.noise = .estimated }
    let plain = try fit(trace, "deceleration") { $0.noise = .none }
    #expect(estimated.adequacy.verdict == .fails && estimated.noise.rejected?.reason == .clock)
    #expect(estimated.residuals.maximum == plain.residuals.maximum && plain.residuals.maximum < 120)
    #expect(!estimated.parameters.contains { !$0.isDetermined })
  }

  /// A spring without an edge in sight: the fit of its amplitude is off by more than any screen.
  @Test("A quantity that no sample determines is marked")
  func undetermined() throws {
    let fling = Deceleration(initialOffset: 0, initialVelocity: 2600, decayConstant: 2.804)
    let times = (0..<110).map { Double($0) / 60 }
    let recording = try trace(times, times.map { (2 * fling.value(at: $0)).rounded() / 2 })
    let spring = try fit(recording, "bounce")
    #expect(
      spring["amplitude"].map { !$0.isDetermined } ?? false, "\(String(describing: spring["amplitude"]))")
    #expect(try fit(recording, "deceleration").parameters.allSatisfy(\.isDetermined))
  }

  /// A bounce that tends to an exponential: its damping and its phase grow without end.
  @Test("What follows from a parameter that is not determined is not determined, and compared with nothing")
  func undeterminedDerived() throws {
    let fling = Deceleration(initialOffset: 0, initialVelocity: 2003, decayConstant: 2.8037)
    let times = (0..<108).map { Double($0) / 60 }
    let bounce = try fit(trace(times, times.map { (2 * fling.value(at: $0)).rounded() / 2 }), "bounce")
    try #require(bounce["damping"]?.isDetermined == false)
    for name in ["amplitude", "phase", "edgeTime", "stiffness"] {
      #expect(bounce[name]?.isDetermined == false, "\(name) \(String(describing: bounce[name]))")
    }
    #expect(bounce.against.isEmpty)
  }

  @Test(arguments: [2, 3]) func noNoiseOfTimesChangesNothing(series: Int) throws {
    let noisy = try bounce(series) { $0.noise = .estimated }
    let plain = try bounce(series) { $0.noise = .none }
    #expect(noisy.parameters.map(\.value) == plain.parameters.map(\.value))
    #expect(noisy.noise.timeNoise?.value == 0)
    // The scale is never below the resolution's.
    #expect(try #require(noisy.noise.scale) >= 1)
    let (error, other) = (noisy["damping"]?.standardError ?? 0, plain["damping"]?.standardError ?? 1)
    #expect(error >= other * (1 - 1e-12))
  }

  @Test func theGridAsKnownVariance() throws {
    let plain = try bounce(1) { $0.noise = .none }
    let known = try bounce(1) { $0.noise = .grid }
    #expect(known.value("damping") == plain.value("damping"))
    // Standard errors are in the ratio of the standard deviations: 1/√108 pt against that of the residuals.
    let deviation = (plain.residuals.sumOfSquares / 46).squareRoot()
    let ratio = (1.0 / 3) / 12.0.squareRoot() / deviation
    let (error, other) = (known["damping"]?.standardError ?? 0, plain["damping"]?.standardError ?? 0)
    #expect(agree(error / other, ratio, 1e-4))
    let reach = (try #require(known["damping"]?.interval)).upperBound - known.value("damping")
    #expect(agree(reach, 1.959963984540054 * error, 1e-9))
    #expect(known.noise.isVarianceKnown && known.intervals.degreesOfFreedom == nil)
  }

  @Test func theRoundingsOwnLikelihood() throws {
    let fit = try bounce(1) { $0.noise = .interval }
    let plain = try bounce(1) { $0.noise = .none }
    #expect(abs(fit.value("damping") - plain.value("damping")) < plain["damping"]?.standardError ?? 0)
    #expect(fit.value("damping") != plain.value("damping"))
    // s² + grid²/12 is about the residuals' variance.
    let resolution = try #require(fit.noise.resolution)
    let scatter = resolution * resolution * (1 + (fit.noise.scale ?? 0) * (fit.noise.scale ?? 0))
    #expect(agree(scatter, plain.residuals.sumOfSquares / 46, 0.2))
  }

  @Test func simulatedTimesAreFound() throws {
    var random = SplitMix64(seed: 9)
    func scrollModel(_ time: Double) -> Double { 300 + 1500 * (1 - exp(-2 * time)) }
    let errors = (0..<120).map { _ in 0.001 * random.normal() }
    let times = (0..<120).map { Double($0) / 60 }
    let offsets = zip(times, errors).map { time, error -> Double in
      (scrollModel(time + error) * 3).rounded() / 3
    }
    let fit = try fit(trace(times, offsets), "deceleration") { $0.noise = .estimated }
    let found = try #require(fit.noise.timeNoise)
    #expect(abs(found.value - 0.001) < 0.0002)
    #expect(try #require(found.standardError) > 0.00003 && found.standardError ?? 1 < 0.0002)
    #expect(try #require(fit["decayConstant"]?.interval).contains(2))
  }

  /// A pull has no times; polynomials and exact motions have no noise to explain.
  @Test func whereThereIsNone() throws {
    let drag = try recordings("data/ios265_sim_rubberband_drag.csv")[0]
    let pull = try fit(drag, "rubber-band") { $0.noise = .estimated }
    #expect(pull.noise.timeNoise == nil && pull.noise.model == .estimated)
    #expect(agree(pull.value("coefficient"), try fit(drag, "rubber-band").value("coefficient"), 1e-12))
    #expect(try fit(drag, "polynomial:2") { $0.noise = .estimated }.noise.model == .none)
    let times = (0..<40).map { Double($0) / 60 }
    let exact = try fit(trace(times, times.map { 5 + 100 * (1 - exp(-2.5 * $0)) }), "deceleration") {
      $0.noise = .estimated
    }
    #expect(agree(exact.value("decayConstant"), 2.5, 1e-9))
    #expect(throws: FitError.quantizationStepMissing) {
      try fit(trace(times, times.map { 5 + 100 * (1 - exp(-2.5 * $0)) }), "deceleration") { $0.noise = .grid }
    }
  }

  @Test func everyEstimatorMinimisesTheSameWeightedSum() throws {
    let reference = try bounce(1) { $0.noise = .estimated }
    for estimator in [Estimator.variableProjection, .levenbergMarquardt, .gradientDescent] {
      let other = try bounce(1) { ($0.noise, $0.estimator) = (.estimated, estimator) }
      #expect(agree(other.value("damping"), reference.value("damping"), 1e-8))
    }
  }

  @Test func weightsAreChecked() throws {
    var samples = Samples(abscissas: [0, 1, 2, 3, 4], observations: [0, 1, 1.5, 1.8, 1.9])
    samples.weights = .relative(standardDeviations: [1, 1, 0, 1, 1])
    #expect(throws: FitError.weights(.notPositive(index: 2, deviation: 0))) {
      try Estimation(DecelerationModel(), samples: samples, fixed: [:], options: options("deceleration"))
    }
    samples.weights = .known(standardDeviations: [1, 1, 1, 1, -2])
    #expect(throws: FitError.weights(.notPositive(index: 4, deviation: -2))) {
      try Estimation(DecelerationModel(), samples: samples, fixed: [:], options: options("deceleration"))
    }
  }

  @Test(
    "One sample of ten points off: least squares follows it, a robust loss names it",
    arguments: [RobustLoss.softL1, .huber, .cauchy, .tukey]) func outliers(loss: RobustLoss) throws
  {
    let recorded = try bounces(interval: 0.0167)[1]
    var offsets = recorded.offsets[.y] ?? []
    offsets[20] += 30
    let spoiled = try trace(recorded.times, offsets, rests: [.y: recorded.rests[.y] ?? 0])
    let clean = try fit(recorded, "bounce")
    let error = try #require(clean["damping"]?.standardError)
    let moved = abs(try fit(spoiled, "bounce").value("damping") - clean.value("damping"))
    #expect(moved > 8 * error)
    let robust = try fit(spoiled, "bounce") { $0.loss = loss }
    #expect(abs(robust.value("damping") - clean.value("damping")) < moved / 5)
    let summary = try #require(robust.loss)
    #expect(summary.outliers.map(\.index) == [20])
    #expect(agree(summary.outliers[0].time, recorded.times[20], 1e-12) && summary.outliers[0].residual > 25)
    #expect(robust.selection.aicc == nil && robust.selection.bic == nil)
    #expect(robust["damping"]?.standardError ?? 1 < 3 * error)
    #expect(throws: FitError.excluded("noise grid", beside: "loss \(loss.optionName)")) {
      try fit(spoiled, "bounce") { ($0.loss, $0.noise) = (loss, .grid) }
    }
  }
}
