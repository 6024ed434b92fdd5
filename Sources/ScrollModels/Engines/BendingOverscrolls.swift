import Elementary
import LeastSquares

/// x = y + y²/(2s): each step of the finger is divided by 1 + y/s. (Kivy 2, `kivy/effects/dampedscroll.py`.)
package struct RootOverscroll: EngineModel {
  package let name = "root"
  package let formula = "s(√(1 + 2x/s) − 1), that is x = y + y²/(2s)"
  package let state: [Parameter] = []
  package let constants = [Parameter.positive("softness", unit: "pt")]

  package init() {}

  package func curve(state: [Double], constants: [Double], context: EngineContext) -> RootStretch {
    RootStretch(softness: constants[0])
  }
}

/// A rubber band's c/(1 + c y/W) applied to each step of the finger in place of its whole travel: m x = y + c y²/(2W).
///
/// (Kivy 3, `kivy/effects/dampedscroll.py`; W is the content's length there.)
package struct ScaledRootOverscroll: EngineModel {
  package let name = "root, scaled"
  package let formula = "(W/c)(√(1 + 2mcx/W) − 1), that is m x = y + c y²/(2W)"
  package let state = [Parameter.dimension]
  package let constants = [
    Parameter.positive("slope", unit: ""), Parameter.positive("coefficient", unit: ""),
  ]

  package init() {}

  package func curve(state: [Double], constants: [Double], context: EngineContext) -> RootStretch {
    RootStretch(softness: state[0] / constants[1], slope: constants[0])
  }
}

/// m x = y + y²/(2s).
package struct RootStretch: EngineOverscroll, Equatable {
  /// s, pt.
  package let softness: Double
  /// m, the slope at the edge.
  package let slope: Double

  package init(softness: Double, slope: Double = 1) {
    self.softness = softness
    self.slope = slope
  }

  package func value(at travel: Double) -> Double {
    2 * slope * travel / (1 + (1 + 2 * slope * travel.magnitude / softness).squareRoot())
  }

  package func derivative(at travel: Double) -> Double {
    slope / (1 + 2 * slope * travel.magnitude / softness).squareRoot()
  }

  package func inverse(of offset: Double) -> Double? {
    offset * (1 + offset.magnitude / (2 * softness)) / slope
  }
}

/// y = W (1 − e^(−x/(rW))): each step of the finger is multiplied by (1 − y/W)/r. (Firefox, `Axis.cpp`, `ApplyResistance`.)
package struct ExponentialOverscroll: EngineModel {
  package let name = "exponential"
  package let formula = "W (1 − e^(−x/(rW)))"
  package let state = [Parameter.dimension]
  package let constants = [Parameter.positive("resistance", unit: "")]

  package init() {}

  package func curve(state: [Double], constants: [Double], context: EngineContext) -> ExponentialStretch {
    ExponentialStretch(limit: state[0], resistance: constants[0])
  }
}

package struct ExponentialStretch: EngineOverscroll, Equatable {
  /// W, pt.
  package let limit: Double
  /// r.
  package let resistance: Double

  package func value(at travel: Double) -> Double {
    let stretch = -limit * exponentialMinusOne(-travel.magnitude / (resistance * limit))
    return travel < 0 ? -stretch : stretch
  }

  package func derivative(at travel: Double) -> Double {
    exponential(-travel.magnitude / (resistance * limit)) / resistance
  }

  package func inverse(of offset: Double) -> Double? {
    guard offset.magnitude < limit else { return nil }
    let travel = -resistance * limit * logarithmOfOnePlus(-offset.magnitude / limit)
    return offset < 0 ? -travel : travel
  }
}

/// y = c (ln(1 + x) − o), 0 where that is negative. (emilkowalski/vaul, `src/helpers.ts`, `dampenValue`.)
package struct LogarithmicOverscroll: EngineModel {
  package let name = "logarithmic"
  package let formula = "max(0, c (ln(1 + x) − o))"
  package let state: [Parameter] = []
  package let constants = [Parameter.positive("scale", unit: "pt"), Parameter.notNegative("onset", unit: "")]

  package init() {}

  package func curve(state: [Double], constants: [Double], context: EngineContext) -> LogarithmicStretch {
    LogarithmicStretch(scale: constants[0], onset: constants[1])
  }
}

package struct LogarithmicStretch: EngineOverscroll, Equatable {
  /// c, pt.
  package let scale: Double
  /// o.
  package let onset: Double

  package func value(at travel: Double) -> Double {
    let stretch = (scale * (logarithmOfOnePlus(travel.magnitude) - onset)).notNegative
    return travel < 0 ? -stretch : stretch
  }

  package func derivative(at travel: Double) -> Double {
    logarithmOfOnePlus(travel.magnitude) < onset ? 0 : scale / (1 + travel.magnitude)
  }

  package func inverse(of offset: Double) -> Double? {
    if offset == 0 { return 0 }
    let travel = exponentialMinusOne(offset.magnitude / scale + onset)
    return offset < 0 ? -travel : travel
  }
}

/// y = xᵖ less an onset, 0 where that is negative. (nolimits4web/swiper, `src/core/events/onTouchMove.ts`.)
package struct PowerOverscroll: EngineModel {
  /// pt.
  package let onset: Double
  package var name: String { onset == 0 ? "power" : "power, late" }
  package var formula: String { onset == 0 ? "xᵖ" : "max(0, xᵖ − \(onset.inFormulas))" }
  package let state: [Parameter] = []
  package let constants = [Parameter.positive("exponent", unit: "")]

  package init(onset: Double = 0) { self.onset = onset }

  package func curve(state: [Double], constants: [Double], context: EngineContext) -> PowerStretch {
    PowerStretch(exponent: constants[0], onset: onset)
  }
}

package struct PowerStretch: EngineOverscroll, Equatable {
  /// p.
  package let exponent: Double
  /// pt.
  package let onset: Double

  package func value(at travel: Double) -> Double {
    let stretch = (power(travel.magnitude, exponent) - onset).notNegative
    return travel < 0 ? -stretch : stretch
  }

  package func derivative(at travel: Double) -> Double {
    power(travel.magnitude, exponent) < onset ? 0 : exponent * power(travel.magnitude, exponent - 1)
  }

  package func inverse(of offset: Double) -> Double? {
    if offset == 0 { return 0 }
    let travel = power(offset.magnitude + onset, 1 / exponent)
    return offset < 0 ? -travel : travel
  }
}
