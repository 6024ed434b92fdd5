import CKernels
import LeastSquares
import ScrollModels

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
