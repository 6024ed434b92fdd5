import Kernels
import LeastSquares
import ScrollModels

/// One trace fitted by variable projection with all samples alike: what kernels are held against, and what
/// takes the traces that they leave.
package struct PlainFit: Equatable, Sendable {
  /// In the order of ``KernelModel/parameters``.
  package let parameters: [Double]
  /// NaN where the samples do not determine the parameter.
  package let standardErrors: [Double]
  /// Σrᵢ², pt².
  package let sumOfSquares: Double
  /// True if the search ended in a minimum.
  package let converged: Bool

  /// - Parameters:
  ///   - abscissas: s, or the finger's travel in pt.
  ///   - dimension: d of ``KernelModel/rubberBandOfDimension``, pt.
  /// - Throws: ``FitError`` where the samples have no answer.
  package init(
    _ scrollModel: KernelModel, abscissas: [Double], observations: [Double], dimension: Double? = nil
  ) throws(FitError) {
    var options = FitOptions()
    options.noise = .none
    options.estimator = dimension == nil ? .variableProjection : .levenbergMarquardt
    let samples = Samples(abscissas: abscissas, observations: observations)
    let estimation = try Estimation(
      scrollModel.scrollModel, samples: samples, fixed: scrollModel.fixed(dimension: dimension),
      options: options)
    func values(_ point: [Double]) -> [Double] { scrollModel.values(estimation.coordinates.reported(point)) }
    let point = estimation.point
    parameters = values(point)
    sumOfSquares = estimation.sumOfSquares
    converged = estimation.minimum.termination.converged
    let degreesOfFreedom = abscissas.count - point.count
    guard degreesOfFreedom > 0 else {
      standardErrors = parameters.map { _ in .nan }
      return
    }
    let covariance = Covariance(
      jacobian: estimation.jacobian, rows: abscissas.count, columns: point.count,
      variance: sumOfSquares / Double(degreesOfFreedom))
    let sizes = point.indices.map { max(covariance.standardError(covariance.unit($0)) ?? 0, 1e-12) }
    standardErrors = parameters.indices.map { index in
      covariance.standardError(numericalGradient(at: point, sizes: sizes) { values($0)[index] }) ?? .nan
    }
  }
}

extension KernelModel {
  /// The free parameter of the general model that the kernel's has not.
  fileprivate func fixed(dimension: Double?) -> [String: Double] {
    switch self {
    case .deceleration, .bounce, .rubberBand, .line, .quadratic, .cubic: [:]
    case .bouncePhase: ["rest": 0]
    case .rubberBandOfDimension: ["dimension": dimension ?? .nan]
    }
  }

  /// The kernel's parameters of those that the general model reports.
  fileprivate func values(_ reported: [Double]) -> [Double] {
    switch self {
    case .deceleration, .bounce, .rubberBand, .line, .quadratic, .cubic: return reported
    case .bouncePhase:
      let bounce = Bounce(reported)
      return [bounce.amplitude, bounce.damping, bounce.phase]
    case .rubberBandOfDimension: return [scrollModel.value(of: .coefficient, in: reported)]
    }
  }
}

extension KernelFits {
  /// Puts in what the general solver found of a trace.
  package mutating func put(_ fit: PlainFit, of trace: Int) {
    put(
      parameters: fit.parameters, standardErrors: fit.standardErrors, sumOfSquares: fit.sumOfSquares,
      of: trace)
  }
}
