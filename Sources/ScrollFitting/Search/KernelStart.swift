import Kernels
import LeastSquares
import ScrollModels

/// A kernel that finds the nonlinear parameter of a law's minimum, all samples alike: a search that begins there ends after
/// a look around.
struct KernelStart {
  private let law: KernelLaw
  /// The parameter that says the law's shape.
  private let shape: ParameterName
  /// The offset that the kernel's law is about.
  private let origin: Double

  /// Nil where no kernel has the law with these parameters fixed.
  ///
  /// - Parameter fixed: index in (c, α) to value.
  init?(_ law: some Law, fixed: [Int: Double]) {
    let rest = law.linear.firstIndex { $0.name == ParameterName.rest.id }
    switch law.model {
    // The deceleration from a known release has a second nonlinear parameter.
    case .deceleration where fixed.isEmpty && law.nonlinear.count == 1:
      (self.law, shape, origin) = (.deceleration, .decayConstant, 0)
    case .bounce where fixed.isEmpty: (self.law, shape, origin) = (.bounce, .damping, 0)
    case .bounce:
      guard let rest, let offset = fixed[rest], fixed.count == 1 else { return nil }
      (self.law, shape, origin) = (.bouncePhase, .damping, offset)
    case .rubberBand where fixed.isEmpty: (self.law, shape, origin) = (.rubberBand, .dimension, 0)
    case .deceleration, .decelerationStop, .constantDeceleration, .decelerationDrift, .powerDeceleration,
      .spring,
      .rubberBand, .polynomial, .projection, .formula:
      return nil
    }
  }

  /// α of the samples' minimum; nil where the kernel leaves them to a scan.
  func alpha(of samples: Samples) -> Double? {
    var traces = TraceColumns()
    traces.append(
      abscissas: samples.abscissas,
      observations: origin == 0 ? samples.observations : samples.observations.map { $0 - origin })
    let fits = Kernel(law).fit(traces)
    guard fits.isFitted(0), let index = law.parameters.firstIndex(where: { $0.name == shape.id }) else {
      return nil
    }
    let value = fits.parameter(index, of: 0)
    // Samples that hardly tell the law's shape have other valleys beside, as deep but for their noise.
    guard fits.standardError(index, of: 0) <= Self.tellingError * abs(value) else { return nil }
    // κ = c/d; the coefficient is the first.
    return law == .rubberBand ? fits.parameter(0, of: 0) / value : value
  }

  /// The share of a shape's value that its standard error may have.
  private static let tellingError = 0.05
}
