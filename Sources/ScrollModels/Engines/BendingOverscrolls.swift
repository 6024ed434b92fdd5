internal import Elementary
public import LeastSquares

/// x = y + y²/(2s): each step of the finger is divided by 1 + y/s. (Kivy 2, `kivy/effects/dampedscroll.py`.)
public struct RootOverscroll: EngineLaw {
  public let name = "root"
  public let formula = "s(√(1 + 2x/s) − 1), that is x = y + y²/(2s)"
  public let state: [Parameter] = []
  public let constants = [Parameter.positive("softness", unit: "pt")]

  public init() {}

  public func curve(state: [Double], constants: [Double], context: EngineContext) -> RootStretch {
    RootStretch(softness: constants[0])
  }
}

/// A rubber band's c/(1 + c y/W) applied to each step of the finger in place of its whole travel: m x = y + c y²/(2W).
///
/// (Kivy 3, `kivy/effects/dampedscroll.py`; W is the content's length there.)
public struct ScaledRootOverscroll: EngineLaw {
  public let name = "root, scaled"
  public let formula = "(W/c)(√(1 + 2mcx/W) − 1), that is m x = y + c y²/(2W)"
  public let state = [Parameter.dimension]
  public let constants = [
    Parameter.positive("slope", unit: ""), Parameter.positive("coefficient", unit: ""),
  ]

  public init() {}

  public func curve(state: [Double], constants: [Double], context: EngineContext) -> RootStretch {
    RootStretch(softness: state[0] / constants[1], slope: constants[0])
  }
}

/// m x = y + y²/(2s).
public struct RootStretch: EngineOverscroll, Equatable {
  /// s, pt.
  public let softness: Double
  /// m, the slope at the edge.
  public let slope: Double

  public init(softness: Double, slope: Double = 1) {
    self.softness = softness
    self.slope = slope
  }

  public func value(at travel: Double) -> Double {
    2 * slope * travel / (1 + (1 + 2 * slope * travel.magnitude / softness).squareRoot())
  }

  public func derivative(at travel: Double) -> Double {
    slope / (1 + 2 * slope * travel.magnitude / softness).squareRoot()
  }

  public func inverse(of offset: Double) -> Double? {
    offset * (1 + offset.magnitude / (2 * softness)) / slope
  }
}

/// y = W (1 − e^(−x/(rW))): each step of the finger is multiplied by (1 − y/W)/r. (Firefox, `Axis.cpp`, `ApplyResistance`.)
public struct ExponentialOverscroll: EngineLaw {
  public let name = "exponential"
  public let formula = "W (1 − e^(−x/(rW)))"
  public let state = [Parameter.dimension]
  public let constants = [Parameter.positive("resistance", unit: "")]

  public init() {}

  public func curve(state: [Double], constants: [Double], context: EngineContext) -> ExponentialStretch {
    ExponentialStretch(limit: state[0], resistance: constants[0])
  }
}

public struct ExponentialStretch: EngineOverscroll, Equatable {
  /// W, pt.
  public let limit: Double
  /// r.
  public let resistance: Double

  public func value(at travel: Double) -> Double {
    let stretch = -limit * exponentialMinusOne(-travel.magnitude / (resistance * limit))
    return travel < 0 ? -stretch : stretch
  }

  public func derivative(at travel: Double) -> Double {
    exponential(-travel.magnitude / (resistance * limit)) / resistance
  }

  public func inverse(of offset: Double) -> Double? {
    guard offset.magnitude < limit else { return nil }
    let travel = -resistance * limit * logarithmOfOnePlus(-offset.magnitude / limit)
    return offset < 0 ? -travel : travel
  }
}

/// y = c (ln(1 + x) − o), 0 where that is negative. (emilkowalski/vaul, `src/helpers.ts`, `dampenValue`.)
public struct LogarithmicOverscroll: EngineLaw {
  public let name = "logarithmic"
  public let formula = "max(0, c (ln(1 + x) − o))"
  public let state: [Parameter] = []
  public let constants = [Parameter.positive("scale", unit: "pt"), Parameter.notNegative("onset", unit: "")]

  public init() {}

  public func curve(state: [Double], constants: [Double], context: EngineContext) -> LogarithmicStretch {
    LogarithmicStretch(scale: constants[0], onset: constants[1])
  }
}

public struct LogarithmicStretch: EngineOverscroll, Equatable {
  /// c, pt.
  public let scale: Double
  /// o.
  public let onset: Double

  public func value(at travel: Double) -> Double {
    let stretch = (scale * (logarithmOfOnePlus(travel.magnitude) - onset)).notNegative
    return travel < 0 ? -stretch : stretch
  }

  public func derivative(at travel: Double) -> Double {
    logarithmOfOnePlus(travel.magnitude) < onset ? 0 : scale / (1 + travel.magnitude)
  }

  public func inverse(of offset: Double) -> Double? {
    if offset == 0 { return 0 }
    let travel = exponentialMinusOne(offset.magnitude / scale + onset)
    return offset < 0 ? -travel : travel
  }
}

/// y = xᵖ less an onset, 0 where that is negative. (nolimits4web/swiper, `src/core/events/onTouchMove.ts`.)
public struct PowerOverscroll: EngineLaw {
  /// pt.
  public let onset: Double
  public var name: String { onset == 0 ? "power" : "power, late" }
  public var formula: String { onset == 0 ? "xᵖ" : "max(0, xᵖ − \(onset.inFormulas))" }
  public let state: [Parameter] = []
  public let constants = [Parameter.positive("exponent", unit: "")]

  public init(onset: Double = 0) { self.onset = onset }

  public func curve(state: [Double], constants: [Double], context: EngineContext) -> PowerStretch {
    PowerStretch(exponent: constants[0], onset: onset)
  }
}

public struct PowerStretch: EngineOverscroll, Equatable {
  /// p.
  public let exponent: Double
  /// pt.
  public let onset: Double

  public func value(at travel: Double) -> Double {
    let stretch = (power(travel.magnitude, exponent) - onset).notNegative
    return travel < 0 ? -stretch : stretch
  }

  public func derivative(at travel: Double) -> Double {
    power(travel.magnitude, exponent) < onset ? 0 : exponent * power(travel.magnitude, exponent - 1)
  }

  public func inverse(of offset: Double) -> Double? {
    if offset == 0 { return 0 }
    let travel = power(offset.magnitude + onset, 1 / exponent)
    return offset < 0 ? -travel : travel
  }
}
