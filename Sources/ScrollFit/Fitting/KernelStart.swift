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
    let (kernel, origin): (KernelLaw, Double)
    switch law {
    case is DecelerationLaw where fixed.isEmpty: (kernel, origin) = (.deceleration, 0)
    case is BounceLaw where fixed.isEmpty: (kernel, origin) = (.bounce, 0)
    case is BounceLaw where Set(fixed.keys) == [0]: (kernel, origin) = (.bouncePhase, fixed[0] ?? 0)
    case is RubberBandLaw where fixed.isEmpty: (kernel, origin) = (.rubberBand, 0)
    default: return nil
    }
    var traces = TraceColumns()
    traces.append(
      abscissas: samples.abscissas,
      observations: origin == 0 ? samples.observations : samples.observations.map { $0 - origin })
    let fits = Kernel(kernel).fit(traces)
    guard fits.isFitted(0) else { return nil }
    func estimate(_ name: String) -> (value: Double, error: Double) {
      guard let index = kernel.parameters.firstIndex(where: { $0.name == name }) else { return (.nan, .nan) }
      return (fits.parameter(index, of: 0), fits.standardError(index, of: 0))
    }
    let shape =
      switch kernel {
      case .deceleration: estimate("decayConstant")
      case .bounce, .bouncePhase: estimate("damping")
      case .rubberBand, .rubberBandOfDimension: estimate("dimension")
      }
    // Samples that hardly tell the law's shape have other valleys beside, as deep but for their noise.
    guard shape.error <= Self.tellingError * abs(shape.value) else { return nil }
    alpha = law is RubberBandLaw ? estimate("coefficient").value / shape.value : shape.value
  }

  /// The share of a shape's value that its standard error may have.
  private static let tellingError = 0.05
}
