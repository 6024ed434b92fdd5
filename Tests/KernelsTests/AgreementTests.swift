import Foundation
import LeastSquares
import ScrollFitting
import Testing

@testable import Kernels

/// Kernels find what variable projection with QR finds, on traces drawn at random. `SCROLLFIT_TRACES` draws
/// another number a model, `SCROLLFIT_SEED` others.
struct AgreementTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let count = environment["SCROLLFIT_TRACES"].flatMap { Int($0) } ?? 400
  private static let seed = environment["SCROLLFIT_SEED"].flatMap { UInt64($0) } ?? 0

  @Test(arguments: KernelModel.allCases) func withTheGeneralSolver(scrollModel: KernelModel) {
    let drawn = (0..<Self.count).map { SimulatedTrace(scrollModel, seed: Self.seed, index: $0) }
    let fits = Kernel(scrollModel).fit(TraceColumns(drawn))
    let plain = Parallel.map(drawn.count, threads: 2) { drawn[$0].plain(scrollModel) }
    var (unproven, lower) = (0, 0)
    var farthest = 0.0
    for (index, trace) in drawn.enumerated() where fits.isFitted(index) {
      let name: Comment =
        "\(scrollModel) \(index): \(trace), \(fits.values(of: index)), \(plain[index] as Any)"
      guard let plain = plain[index] else {
        Issue.record(name)
        continue
      }
      let resolved = trace.rounding * trace.rounding * Double(trace.observations.count)
      guard plain.converged else {
        // Nothing proves a minimum of residuals that are all rounding, or in a local minimum without a bottom: no
        // worse, then.
        unproven += 1
        #expect(fits.sumOfSquares(of: index) <= plain.sumOfSquares * (1 + 1e-4) + resolved, name)
        continue
      }
      let moved = 2 * (resolved * plain.sumOfSquares).squareRoot()
      guard fits.sumOfSquares(of: index) >= plain.sumOfSquares - 2 * moved - resolved else {
        // Of two local minima the general solver is in the higher one.
        lower += 1
        continue
      }
      guard !fits.values(of: index)[0].isNaN else {
        // A bounce without phase.
        #expect(scrollModel == .bouncePhase && !(abs(plain.parameters[1] * plain.parameters[2]) < 100), name)
        continue
      }
      let distance = fits.distance(of: index, to: plain, rounding: trace.rounding)
      guard fits.standardError(0, of: index).isFinite || distance <= 1e-9 else {
        // Where the kernel says that a rate is not determined, two local minima may be about to become one.
        unproven += 1
        #expect(fits.sumOfSquares(of: index) <= plain.sumOfSquares * (1 + 1e-4) + resolved, name)
        continue
      }
      farthest = max(farthest, distance)
      #expect(distance <= 1e-9, name)
      guard plain.sumOfSquares > 1e4 * moved else { continue }
      #expect(
        abs(fits.sumOfSquares(of: index) - plain.sumOfSquares) <= 1e-9 * plain.sumOfSquares + moved, name)
      guard fits.standardError(0, of: index).isFinite else {
        // Between a rate that hardly is and one that is not determined the general solver has some more digits.
        #expect(zip(plain.standardErrors, plain.parameters).contains { !($0 < 100 * abs($1)) }, name)
        continue
      }
      // The general solver's errors are by differences, which tell little of what an error changes a hundredfold.
      for j in scrollModel.parameters.indices where plain.standardErrors[j] < 100 * abs(plain.parameters[j]) {
        #expect(abs(fits.standardError(j, of: index) / plain.standardErrors[j] - 1) <= 1e-4, name)
      }
    }
    #expect(
      fits.left.count <= drawn.count / 50 && unproven <= drawn.count / 50 && lower <= drawn.count / 5000)
    print(
      "\(scrollModel.rawValue): \(fits.left.count) of \(drawn.count) left, \(unproven) unproven, \(lower) lower, distance \(farthest)"
    )
  }

  /// Motions that are over in the tenth part of their samples, whose lowest minimum the starts do not show: found, or left to the
  /// general solver.
  @Test(arguments: [
    (KernelModel.bouncePhase, seed: UInt64(11), index: 4079), (.bounce, 13, 7037), (.bounce, 13, 7465),
  ]) func ofMotionsThatEndEarly(scrollModel: KernelModel, seed: UInt64, index: Int) throws {
    let trace = SimulatedTrace(scrollModel, seed: seed, index: index)
    for path in KernelPath.available {
      let fits = Kernel(scrollModel, path: path).fit(TraceColumns([trace]))
      let least = try #require(trace.plain(scrollModel)).sumOfSquares
      #expect(!fits.isFitted(0) || fits.sumOfSquares(of: 0) <= least * (1 + 1e-9), "\(trace) by \(path)")
    }
  }

  /// One processor's paths differ in their last digits only.
  @Test(arguments: KernelModel.allCases) func amongThePaths(scrollModel: KernelModel) {
    let drawn = (0..<200).map { SimulatedTrace(scrollModel, seed: 1, index: $0) }
    let traces = TraceColumns(drawn)
    let portable = Kernel(scrollModel, path: .portable).fit(traces)
    for path in KernelPath.available {
      let fits = Kernel(scrollModel, path: path).fit(traces)
      for (index, trace) in drawn.enumerated() where fits.isFitted(index) && portable.isFitted(index) {
        let other = PlainValues(
          parameters: portable.values(of: index), standardErrors: portable.standardErrors(of: index),
          sumOfSquares: portable.sumOfSquares(of: index))
        #expect(
          fits.distance(of: index, to: other, rounding: trace.rounding) <= 1e-9,
          "\(scrollModel) \(index) by \(path)")
      }
    }
  }

  /// A trace's results do not depend on what stands beside it.
  @Test(arguments: KernelModel.allCases) func ofATraceAloneAndAmongOthers(scrollModel: KernelModel) {
    let drawn = (0..<37).map { SimulatedTrace(scrollModel, seed: 2, index: $0) }
    let together = Kernel(scrollModel).fit(TraceColumns(drawn))
    let backwards = Kernel(scrollModel).fit(TraceColumns(drawn.reversed()))
    for (index, trace) in drawn.enumerated() {
      let alone = Kernel(scrollModel).fit(TraceColumns([trace]))
      #expect(alone.values(of: 0) == together.values(of: index) || alone.values(of: 0)[0].isNaN)
      #expect(
        backwards.standardErrors(of: 36 - index) == together.standardErrors(of: index) || !alone.isFitted(0))
    }
  }
}
