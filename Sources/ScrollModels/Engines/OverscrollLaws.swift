internal import Elementary
public import LeastSquares

/// The law `rubber-band` as engines have it.
public struct RubberBandOverscroll: EngineLaw {
  public let name = "rubber-band"
  public let formula = "c x/(1 + c x/d)"
  public let state = [Parameter.dimension]
  public let constants = [Parameter.notNegative("coefficient", unit: "")]
  public var fitted: (any Law)? { RubberBandLaw() }

  public init() {}

  public func curve(state: [Double], constants: [Double], context: EngineContext) -> RubberBand {
    RubberBand(coefficient: constants[0], dimension: state[0])
  }
}

extension RubberBand: EngineOverscroll {}

/// A part of the finger's travel, up to a limit: y = c x, |y| ≤ limit.
public struct LinearOverscroll: EngineLaw {
  /// pt; infinite for none.
  public let limit: Double
  public var name: String { limit.isFinite ? "linear, limited" : "linear" }
  public var formula: String { limit.isFinite ? "c x, at most the limit" : "c x" }
  public let state: [Parameter] = []
  public let constants = [Parameter.notNegative("slope", unit: "")]

  public init(limit: Double = .infinity) { self.limit = limit }

  public func curve(state: [Double], constants: [Double], context: EngineContext) -> LinearStretch {
    LinearStretch(slope: constants[0], limit: limit)
  }
}

public struct LinearStretch: EngineOverscroll, Equatable {
  public let slope: Double
  /// pt.
  public let limit: Double

  public init(slope: Double, limit: Double) {
    self.slope = slope
    self.limit = limit
  }

  public func value(at travel: Double) -> Double { max(-limit, min(limit, slope * travel)) }

  public func derivative(at travel: Double) -> Double { (slope * travel).magnitude < limit ? slope : 0 }

  public func inverse(of offset: Double) -> Double? {
    offset.magnitude <= limit && slope > 0 ? offset / slope : nil
  }
}

/// y = (C/δ)(1 − e^(−δx)) + b x: an exponential that goes over into a line. (LevisonNN/LNCustomScrollView.)
public struct ExponentialLinearOverscroll: EngineLaw {
  public let name = "exponential-linear"
  public let formula = "(C/δ)(1 − e^(−δx)) + b x"
  public let state: [Parameter] = []
  public let constants = [
    Parameter.notNegative("bent", unit: ""), Parameter.positive("decay", unit: "1/pt"),
    Parameter.notNegative("linear", unit: ""),
  ]

  public init() {}

  public func curve(state: [Double], constants: [Double], context: EngineContext) -> ExponentialLinearStretch
  {
    ExponentialLinearStretch(bent: constants[0], decay: constants[1], linear: constants[2])
  }
}

public struct ExponentialLinearStretch: EngineOverscroll, Equatable {
  /// C, the part of the slope at the edge that fades.
  public let bent: Double
  /// δ, 1/pt.
  public let decay: Double
  /// b, the slope that stays.
  public let linear: Double

  public func value(at travel: Double) -> Double {
    let distance = travel.magnitude
    let stretch = bent * decayedTime(decayConstant: decay, time: distance) + linear * distance
    return travel < 0 ? -stretch : stretch
  }

  public func derivative(at travel: Double) -> Double {
    bent * exponential(-decay * travel.magnitude) + linear
  }

  public func inverse(of offset: Double) -> Double? {
    guard linear > 0 else { return nil }
    // The line alone is below the curve, so the travel cannot be larger than its.
    let travel = leastArgument(upTo: offset.magnitude / linear) { value(at: $0) >= offset.magnitude }
    return offset < 0 ? -travel : travel
  }
}

/// y = r W tanh(g x/W), W the viewport's length. (Chromium, `elastic_overscroll_controller_bezier.cc`.)
public struct TangentOverscroll: EngineLaw {
  public let name = "hyperbolic-tangent"
  public let formula = "r W tanh(g x/W)"
  public let state = [Parameter.dimension]
  public let constants = [Parameter.positive("reach", unit: ""), Parameter.positive("gain", unit: "")]

  public init() {}

  public func curve(state: [Double], constants: [Double], context: EngineContext) -> TangentStretch {
    TangentStretch(limit: constants[0] * state[0], scale: state[0] / constants[1])
  }
}

public struct TangentStretch: EngineOverscroll, Equatable {
  /// r W, pt.
  public let limit: Double
  /// W/g, pt.
  public let scale: Double

  public func value(at travel: Double) -> Double { limit * hyperbolicTangent(travel / scale) }

  public func derivative(at travel: Double) -> Double {
    let share = hyperbolicTangent(travel.magnitude / scale)
    return limit / scale * (1 - share) * (1 + share)
  }

  public func inverse(of offset: Double) -> Double? {
    let share = offset / limit
    guard share.magnitude < 1 else { return nil }
    return scale * (logarithmOfOnePlus(share) - logarithmOfOnePlus(-share)) / 2
  }
}
