import Foundation
import LeastSquares
import ScrollModels
import TestSupport
import Testing

@testable import ScrollFitting

/// From the start that the samples give, variable projection ends in the deepest local minimum.
@Suite(.tags(.slow))
struct StartTests {
  /// Simulated traces of each model: `SCROLLFIT_TRACES`, or as many as take seconds.
  static let count = ProcessInfo.processInfo.environment["SCROLLFIT_TRACES"].flatMap { Int($0) } ?? 500
  /// Other traces than the usual ones: `SCROLLFIT_SEED`.
  static let shift = ProcessInfo.processInfo.environment["SCROLLFIT_SEED"].flatMap { UInt64($0) } ?? 0

  private func everyTrace(
    of scrollModel: any ScrollModel, seed: UInt64, usesKernels: Bool,
    draw: (inout SplitMix64) -> SimulatedTrace,
    oracle: (Samples) -> Oracle
  ) throws {
    var random = SplitMix64(seed: seed &+ Self.shift)
    var missed: [String] = []
    var silent: [String] = []
    var stops: [String: Int] = [:]
    var spent = 0.0
    var ofKernel = 0
    for _ in 0..<Self.count {
      let trace = draw(&random)
      let began = Date()
      var options = options(scrollModel.name)
      options.usesKernels = usesKernels
      let estimation = try Estimation(scrollModel, samples: trace.samples, fixed: [:], options: options)
      ofKernel += estimation.start == .kernel ? 1 : 0
      spent += Date().timeIntervalSince(began)
      stops[estimation.minimum.termination.rawValue, default: 0] += 1
      let best = oracle(trace.samples).minimum()
      let largest = trace.samples.observations.reduce(0) { max($0, abs($1)) }
      let rounding = Double(trace.samples.observations.count) * pow(16 * Double.ulpOfOne * largest, 2)
      if estimation.minimum.sumOfSquares <= best.cost * (1 + 1e-6) + rounding { continue }
      let message =
        "\(trace.description): \(estimation.minimum.parameters) with \(estimation.minimum.sumOfSquares) "
        + "(\(estimation.minimum.termination)), not \(best.cost) at \(best.parameter)"
      missed.append(message)
      if estimation.minimum.termination.converged { silent.append(message) }
    }
    print(
      "\(scrollModel.name): \(Self.count - missed.count) of \(Self.count), \(stops), "
        + "\(1e6 * spent / Double(Self.count)) µs a fit, \(ofKernel) from a kernel")
    #expect(usesKernels ? ofKernel > Self.count / 4 : ofKernel == 0)
    #expect(Double(missed.count) <= 1e-3 * Double(Self.count), "\(missed)")
    #expect(silent.isEmpty, "\(silent)")
  }

  @Test("The default start of decelerations finds the deepest minimum", arguments: [false, true])
  func decelerations(usesKernels: Bool) throws {
    try everyTrace(
      of: DecelerationModel(), seed: 1, usesKernels: usesKernels, draw: SimulatedTrace.deceleration,
      oracle: Oracle.deceleration)
  }

  @Test("The default start of bounces finds the deepest minimum", arguments: [false, true])
  func bounces(usesKernels: Bool) throws {
    try everyTrace(
      of: BounceModel(), seed: 2, usesKernels: usesKernels, draw: SimulatedTrace.bounce, oracle: Oracle.bounce
    )
  }

  @Test("The default start of rubber bands finds the deepest minimum", arguments: [false, true])
  func rubberBands(usesKernels: Bool) throws {
    try everyTrace(
      of: RubberBandModel(), seed: 3, usesKernels: usesKernels, draw: SimulatedTrace.rubberBand,
      oracle: Oracle.rubberBand)
  }

  @Test("A deceleration with a stop is as near to the samples as the one without")
  func stops() throws {
    var random = SplitMix64(seed: 4 &+ Self.shift)
    for _ in 0..<Self.count { try expectNoStopUnfelt(SimulatedTrace.deceleration(&random)) }
  }

  @Test(
    "Nor does a sum of squares of large offsets show a stop by its rounding", arguments: [761, 2983, 3290])
  func stopsInRounding(_ index: Int) throws {
    var random = SplitMix64(seed: 4)
    let traces = (0...index).map { _ in SimulatedTrace.deceleration(&random) }
    try expectNoStopUnfelt(#require(traces.last))
  }

  /// Checks that the model with a stop is no farther from a trace, and has no kink that no sample feels.
  private func expectNoStopUnfelt(_ trace: SimulatedTrace) throws {
    func minimum(_ scrollModel: some ScrollModel) throws -> Minimum {
      try Estimation(
        scrollModel, samples: trace.samples, fixed: [:], options: options(scrollModel.name)
      ).minimum
    }
    let (plain, stopping) = (try minimum(DecelerationModel()), try minimum(StoppingDecelerationModel()))
    let largest = trace.samples.observations.reduce(0) { max($0, abs($1)) }
    // Residuals r that are off by δ have a sum of squares that is off by 2 r·δ + δ².
    let length = Double(trace.samples.observations.count).squareRoot() * 16 * Double.ulpOfOne * largest
    let rounding = length * (2 * plain.sumOfSquares.squareRoot() + length)
    #expect(stopping.sumOfSquares <= plain.sumOfSquares * (1 + 1e-9) + rounding, "\(trace.description)")
    let stop = StoppingDecelerationModel().modelParameters(stopping.parameters)[3]
    let times = trace.samples.abscissas
    // A time that no sample feels is no kink.
    if stop > times[times.count - 2], stop >= times[times.count - 1].nextDown {
      #expect(stopping.termination != .kink, "\(trace.description)")
    }
  }
}
