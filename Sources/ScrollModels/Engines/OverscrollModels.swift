import Elementary
import LeastSquares

/// The model `rubber-band` as engines have it.
package struct RubberBandOverscroll: EngineModel {
  package let name = "rubber-band"
  package let formula = "c x/(1 + c x/d)"
  package let state = [Parameter.dimension]
  package let constants = [Parameter.notNegative("coefficient", unit: "")]
  package var fitted: (any ScrollModel)? { RubberBandModel() }

  package init() {}

  package func curve(state: [Double], constants: [Double], context: EngineContext) -> RubberBand {
    RubberBand(coefficient: constants[0], dimension: state[0])
  }
}

extension RubberBand: EngineOverscroll {}

/// A part of the finger's travel, up to a limit: y = c x, |y| ≤ limit.
package struct LinearOverscroll: EngineModel {
  /// pt; infinite for none.
  package let limit: Double
  package var name: String { limit.isFinite ? "linear, limited" : "linear" }
  package var formula: String { limit.isFinite ? "c x, at most the limit" : "c x" }
  package let state: [Parameter] = []
  package let constants = [Parameter.notNegative("slope", unit: "")]

  package init(limit: Double = .infinity) { self.limit = limit }

  package func curve(state: [Double], constants: [Double], context: EngineContext) -> LinearStretch {
    LinearStretch(slope: constants[0], limit: limit)
  }
}

package struct LinearStretch: EngineOverscroll, Equatable {
  package let slope: Double
  /// pt.
  package let limit: Double

  package init(slope: Double, limit: Double) {
    self.slope = slope
    self.limit = limit
  }

  package func value(at travel: Double) -> Double { max(-limit, min(limit, slope * travel)) }

  package func derivative(at travel: Double) -> Double { (slope * travel).magnitude < limit ? slope : 0 }

  package func inverse(of offset: Double) -> Double? {
    offset.magnitude <= limit && slope > 0 ? offset / slope : nil
  }
}

/// y = (C/δ)(1 − e^(−δx)) + b x: an exponential that goes over into a line. (LevisonNN/LNCustomScrollView.)
package struct ExponentialLinearOverscroll: EngineModel {
  package let name = "exponential-linear"
  package let formula = "(C/δ)(1 − e^(−δx)) + b x"
  package let state: [Parameter] = []
  package let constants = [
    Parameter.notNegative("bent", unit: ""), Parameter.positive("decay", unit: "1/pt"),
    Parameter.notNegative("linear", unit: ""),
  ]

  package init() {}

  package func curve(state: [Double], constants: [Double], context: EngineContext) -> ExponentialLinearStretch
  {
    ExponentialLinearStretch(bent: constants[0], decay: constants[1], linear: constants[2])
  }
}

package struct ExponentialLinearStretch: EngineOverscroll, Equatable {
  /// C, the part of the slope at the edge that fades.
  package let bent: Double
  /// δ, 1/pt.
  package let decay: Double
  /// b, the slope that stays.
  package let linear: Double

  package func value(at travel: Double) -> Double {
    let distance = travel.magnitude
    let stretch = bent * decayedTime(decayConstant: decay, time: distance) + linear * distance
    return travel < 0 ? -stretch : stretch
  }

  package func derivative(at travel: Double) -> Double {
    bent * exponential(-decay * travel.magnitude) + linear
  }

  package func inverse(of offset: Double) -> Double? {
    guard linear > 0 else { return nil }
    // The line alone is below the curve, so the travel cannot be larger than its.
    let travel = minimumArgument(upTo: offset.magnitude / linear) { value(at: $0) >= offset.magnitude }
    return offset < 0 ? -travel : travel
  }
}

/// y = r W tanh(g x/W), W the viewport's length. (Chromium, `elastic_overscroll_controller_bezier.cc`.)
package struct TangentOverscroll: EngineModel {
  package let name = "hyperbolic-tangent"
  package let formula = "r W tanh(g x/W)"
  package let state = [Parameter.dimension]
  package let constants = [Parameter.positive("reach", unit: ""), Parameter.positive("gain", unit: "")]

  package init() {}

  package func curve(state: [Double], constants: [Double], context: EngineContext) -> TangentStretch {
    TangentStretch(limit: constants[0] * state[0], scale: state[0] / constants[1])
  }
}

package struct TangentStretch: EngineOverscroll, Equatable {
  /// r W, pt.
  package let limit: Double
  /// W/g, pt.
  package let scale: Double

  package func value(at travel: Double) -> Double { limit * hyperbolicTangent(travel / scale) }

  package func derivative(at travel: Double) -> Double {
    let share = hyperbolicTangent(travel.magnitude / scale)
    return limit / scale * (1 - share) * (1 + share)
  }

  package func inverse(of offset: Double) -> Double? {
    let share = offset / limit
    guard share.magnitude < 1 else { return nil }
    return scale * (logarithmOfOnePlus(share) - logarithmOfOnePlus(-share)) / 2
  }
}
