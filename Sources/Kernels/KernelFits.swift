import CKernels
import LeastSquares
import ScrollModels

/// The results of a kernel, in columns: one entry for each trace.
package struct KernelFits: Equatable, Sendable {
  package let scrollModel: KernelModel
  /// The number of traces.
  package private(set) var count: Int
  /// Parameter j of trace i at `[j · count + i]`; NaN where the trace has no fit.
  var parameters: [Double]
  var errors: [Double]
  var sums: [Double]
  var largest: [Double]
  /// Passes over all samples of a trace; 0 for one that falls back to the general solver.
  var passes: [UInt8]
  var sampleCounts: [Int32]

  /// Room for the fits of so many traces.
  package init(_ scrollModel: KernelModel, count: Int) {
    self.scrollModel = scrollModel
    self.count = count
    let columns = scrollModel.parameters.count * count
    parameters = [Double](repeating: .nan, count: columns)
    errors = parameters
    sums = [Double](repeating: .nan, count: count)
    largest = sums
    passes = [UInt8](repeating: 0, count: count)
    sampleCounts = [Int32](repeating: 0, count: count)
  }

  /// Parameter `index` in the order of ``KernelModel/parameters``; NaN where the trace has no fit.
  package func parameter(_ index: Int, of trace: Int) -> Double { parameters[index * count + trace] }

  /// Its standard error, √(SS/(n − p) · (JᵀJ)⁻¹) by the delta method; NaN where the samples do not determine
  /// it.
  package func standardError(_ index: Int, of trace: Int) -> Double { errors[index * count + trace] }

  /// SS, the sum of squared residuals, pt².
  package func sumOfSquares(of trace: Int) -> Double { sums[trace] }

  /// √(SS/n), pt.
  package func rms(of trace: Int) -> Double { (sums[trace] / Double(sampleCounts[trace])).squareRoot() }

  /// AICc and BIC with the number of the model's parameters.
  ///
  /// - Parameter resolution: the smallest difference that the observations can show, pt: the grid, else the last decimal
  ///   written; 0 for none.
  package func criteria(of trace: Int, resolution: Double = 0) -> InformationCriteria {
    InformationCriteria(
      sumOfSquares: sums[trace], count: Int(sampleCounts[trace]),
      freeParameters: parameters.count / max(count, 1),
      resolvedVariance: InformationCriteria.resolvedVariance(grid: resolution, largest: largest[trace]))
  }

  /// Returns true if the kernel found the trace's minimum; where it did not, the general solver may.
  package func isFitted(_ trace: Int) -> Bool { passes[trace] > 0 }

  /// The traces that fall back to the general solver.
  package var left: [Int] { passes.indices.filter { passes[$0] == 0 } }

  /// Puts in what was found of a trace in another way; it stays among those that are ``left``.
  ///
  /// - Parameters:
  ///   - parameters: in the order of ``KernelModel/parameters``.
  ///   - standardErrors: in the same order.
  package mutating func put(
    parameters: [Double], standardErrors: [Double], sumOfSquares: Double, of trace: Int
  ) {
    for (index, value) in parameters.enumerated() { self.parameters[index * count + trace] = value }
    for (index, value) in standardErrors.enumerated() { errors[index * count + trace] = value }
    sums[trace] = sumOfSquares
  }
}

/// The models that have a fused kernel.
package enum KernelModel: String, CaseIterable, Sendable {
  /// initialOffset, initialVelocity, decayConstant.
  case deceleration
  /// rest, displacement, initialVelocity, damping.
  case bounce
  /// amplitude, damping, phase of a bounce about 0; amplitude and phase are NaN for a pure exponential, which
  /// passes its edge nowhere.
  case bouncePhase = "bounce-phase"
  /// coefficient, dimension.
  case rubberBand = "rubber-band"
  /// coefficient; the dimension is known.
  case rubberBandOfDimension = "rubber-band-of-dimension"
  /// c0, c1.
  case line = "polynomial:1"
  /// c0, c1, c2.
  case quadratic = "polynomial:2"
  /// c0 … c3.
  case cubic = "polynomial:3"

  /// The model whose curves it fits, with a parameter held where it has one fewer.
  package var scrollModel: any ScrollModel {
    switch self {
    case .deceleration: DecelerationModel()
    case .bounce, .bouncePhase: BounceModel()
    case .rubberBand, .rubberBandOfDimension: RubberBandModel()
    case .line: PolynomialModel.line
    case .quadratic: PolynomialModel.quadratic
    case .cubic: PolynomialModel.cubic
    }
  }

  /// The parameters, in the order of the results.
  package var parameters: [Parameter] {
    switch self {
    case .deceleration, .bounce, .rubberBand, .line, .quadratic, .cubic: scrollModel.parameters
    case .bouncePhase:
      [
        Parameter("amplitude", unit: "pt/s"), Parameter("damping", unit: "1/s"),
        Parameter("phase", unit: "s"),
      ]
    case .rubberBandOfDimension: Array(scrollModel.parameters.prefix(1))
    }
  }

  var native: scrollfit_law {
    switch self {
    case .deceleration: SCROLLFIT_DECELERATION
    case .bounce: SCROLLFIT_BOUNCE
    case .bouncePhase: SCROLLFIT_BOUNCE_PHASE
    case .rubberBand: SCROLLFIT_RUBBER_BAND
    case .rubberBandOfDimension: SCROLLFIT_RUBBER_BAND_FIXED
    case .line: SCROLLFIT_LINE
    case .quadratic: SCROLLFIT_QUADRATIC
    case .cubic: SCROLLFIT_CUBIC
    }
  }
}
