import Kernels
import LeastSquares
import TestSupport
import Testing

@testable import ScrollFitting

/// Kernels find on every shipped range what variable projection finds, wherever they apply.
struct ShippedPhaseKernelTests {
  @Test func agreesWithTheReference() throws {
    var fitted = 0
    var left: [String] = []
    for one in try ShippedPhase.all() {
      guard let (scrollModel, dimension) = Self.kernel(one) else { continue }
      let (named, phase) = try one.prepared()
      let reference = try ReferenceMinimum(named, phase, fixed: one.fixed)
      guard reference.estimation.minimum.termination.converged else { continue }
      var traces = TraceColumns()
      traces.append(
        abscissas: phase.samples.abscissas, observations: phase.samples.observations, dimension: dimension)
      let fits = Kernel(scrollModel).fit(traces)
      guard fits.isFitted(0) else {
        left.append("\(one), \(phase.samples.abscissas.count) samples")
        continue
      }
      fitted += 1
      let values = scrollModel.parameters.indices.map { fits.parameter($0, of: 0) }
      let whole = dimension.map { values + [$0] } ?? values
      #expect(reference.distance(to: whole) <= 1e-9, "\(one): \(whole)")
      let sum = reference.estimation.sumOfSquares
      let largest = phase.samples.observations.reduce(0) { max($0, abs($1)) }
      let rounding = 64 * Double.ulpOfOne * largest * Double(phase.samples.observations.count).squareRoot()
      let moved = rounding * rounding + 2 * rounding * sum.squareRoot()
      #expect(abs(fits.sumOfSquares(of: 0) - sum) <= 1e-9 * sum + moved, "\(one)")
    }
    #expect(fitted >= 20)
    // Few samples, and wheels and engines whose motion the model explains badly.
    #expect(left.count <= 20, "\(left)")
  }

  /// The kernel for a phase, and the dimension it takes as known.
  private static func kernel(_ phase: ShippedPhase) -> (KernelModel, Double?)? {
    switch (phase.scrollModel, phase.fixed.keys.first) {
    case ("deceleration", nil): (.deceleration, nil)
    case ("bounce", nil): (.bounce, nil)
    case ("rubber-band", nil): (.rubberBand, nil)
    case ("rubber-band", "dimension"): (.rubberBandOfDimension, phase.fixed["dimension"])
    default: nil
    }
  }
}
