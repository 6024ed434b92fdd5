import Kernels
import LeastSquares
import ScrollModels

/// The nonlinear parameter of a law where a kernel finds the minimum, all samples alike: a search that begins there ends
/// after a look around.
struct KernelStart {
  let alpha: Double

  /// Nil where no kernel has the law with these parameters fixed, and where it leaves the samples to a search.
  ///
  /// - Parameter fixed: index in (c, α) to value.
  init?(_ law: some Law, samples: Samples, fixed: [Int: Double]) {
    guard samples.weights == .equal else { return nil }
    let (kernel, shape, origin): (KernelLaw, String, Double)
    switch law {
    case is DecelerationLaw where fixed.isEmpty: (kernel, shape, origin) = (.deceleration, "decayConstant", 0)
    case is BounceLaw where fixed.isEmpty: (kernel, shape, origin) = (.bounce, "damping", 0)
    case is BounceLaw where Set(fixed.keys) == [0]:
      (kernel, shape, origin) = (.bouncePhase, "damping", fixed[0] ?? 0)
    case is RubberBandLaw where fixed.isEmpty: (kernel, shape, origin) = (.rubberBand, "dimension", 0)
    default: return nil
    }
    var traces = TraceColumns()
    traces.append(
      abscissas: samples.abscissas,
      observations: origin == 0 ? samples.observations : samples.observations.map { $0 - origin })
    let fits = Kernel(kernel).fit(traces)
    guard fits.isFitted(0), let index = kernel.parameters.firstIndex(where: { $0.name == shape }) else {
      return nil
    }
    let value = fits.parameter(index, of: 0)
    // Samples that hardly tell the law's shape have other valleys beside, as deep but for their noise.
    guard fits.standardError(index, of: 0) <= Self.tellingError * abs(value) else { return nil }
    // κ = c/d; the coefficient is the first.
    alpha = law is RubberBandLaw ? fits.parameter(0, of: 0) / value : value
  }

  /// The share of a shape's value that its standard error may have.
  private static let tellingError = 0.05
}
