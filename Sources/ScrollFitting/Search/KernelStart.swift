import Kernels
import LeastSquares
import ScrollModels

/// A kernel that finds the nonlinear parameter of a model's minimum, all samples alike: a search that begins there ends after
/// a look around.
struct KernelStart {
  private let scrollModel: KernelModel
  /// The parameter that gives the model's shape.
  private let shape: ParameterName
  /// The offset that the kernel's model is about.
  private let origin: Double

  /// Nil where no kernel has the model with these parameters fixed.
  ///
  /// - Parameter fixed: index in (c, α) to value.
  init?(_ scrollModel: some ScrollModel, fixed: [Int: Double]) {
    let rest = scrollModel.linear.firstIndex { $0.name == ParameterName.rest.id }
    switch scrollModel.model {
    // The deceleration from a known release has a second nonlinear parameter.
    case .deceleration where fixed.isEmpty && scrollModel.nonlinear.count == 1:
      (self.scrollModel, shape, origin) = (.deceleration, .decayConstant, 0)
    case .bounce where fixed.isEmpty: (self.scrollModel, shape, origin) = (.bounce, .damping, 0)
    case .bounce:
      guard let rest, let offset = fixed[rest], fixed.count == 1 else { return nil }
      (self.scrollModel, shape, origin) = (.bouncePhase, .damping, offset)
    case .rubberBand where fixed.isEmpty: (self.scrollModel, shape, origin) = (.rubberBand, .dimension, 0)
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
    let fits = Kernel(scrollModel).fit(traces)
    guard fits.isFitted(0), let index = scrollModel.parameters.firstIndex(where: { $0.name == shape.id })
    else {
      return nil
    }
    let value = fits.parameter(index, of: 0)
    // Samples that hardly determine the model's shape have other local minima beside, as deep but for their noise.
    guard fits.standardError(index, of: 0) <= Self.wellDeterminedError * abs(value) else { return nil }
    // κ = c/d; the coefficient is the first.
    return scrollModel == .rubberBand ? fits.parameter(0, of: 0) / value : value
  }

  /// The share of a shape's value that its standard error may have.
  private static let wellDeterminedError = 0.05
}
