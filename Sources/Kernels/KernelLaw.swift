import CKernels
public import LeastSquares
import ScrollModels

/// The laws that have a fused kernel.
public enum KernelLaw: String, CaseIterable, Sendable {
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

  /// What is fitted, in the order of the results.
  public var parameters: [Parameter] {
    switch self {
    case .deceleration: DecelerationLaw().parameters
    case .bounce: BounceLaw().parameters
    case .bouncePhase:
      [
        Parameter("amplitude", unit: "pt/s"), Parameter("damping", unit: "1/s"),
        Parameter("phase", unit: "s"),
      ]
    case .rubberBand: RubberBandLaw().parameters
    case .rubberBandOfDimension: Array(RubberBandLaw().parameters.prefix(1))
    case .line: PolynomialLaw.line.parameters
    case .quadratic: PolynomialLaw.quadratic.parameters
    case .cubic: PolynomialLaw.cubic.parameters
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
