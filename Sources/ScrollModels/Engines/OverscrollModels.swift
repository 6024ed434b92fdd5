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

/// The way a return to an edge takes the content over from a finger that lets it go beyond the edge.
package enum ReturnStart: Equatable, Sendable {
  /// At the release, with the gesture's velocity.
  case gestureVelocity
  /// After a delay, with an inward velocity: ``OverscrollRelease``.
  case inwardVelocity
}

/// The state in which UIScrollView's return to an edge starts after a finger has let the content go beyond it.
///
/// Content that moves outward keeps its velocity v, any other stands still, until ``onset``. The return starts there,
/// at the displacement d, with the velocity v − s r(d) d:
///
/// | symbol | meaning                                                                          | unit |
/// |--------|----------------------------------------------------------------------------------|------|
/// | r(d)   | 5.470122 + 4.825567 d²/(165.8656² + d²)                                          | 1/s  |
/// | s      | 1 where v = 0, else 1 − (u − 400)/(3000 d₀²/(70² + d₀²)), clamped to 0…1         |      |
/// | u      | the finger's speed at the release                                                | pt/s |
/// | d₀     | the displacement at the release                                                  | pt   |
///
/// A return with damping δ that starts at rest instead lies up to r d t e^(−δt) away at t = 1/δ: 0.23 d.
///
/// Source: slint-ui/slint, `internal/core/animations/simulations/bounce.rs` at commit 10d22e30, constants fitted to an
/// iPhone 13 Pro Max with iOS 27: held overscroll drags, and releases at finger speeds of 130 to 2,030 pt/s from 45 to
/// 230 pt beyond the edge.
package struct OverscrollRelease: Equatable, Sendable {
  /// The time from the release to the start of the return by the display's clock, s.
  package static let onset = 0.007
  /// The largest speed that a fling carries into the return, pt/s.
  package static let maximumCarriedSpeed = 5000.0

  /// The content's velocity until the onset, pt/s: outward or 0.
  package let coastingVelocity: Double
  /// Offset − rest at the onset, pt.
  package let displacement: Double
  /// The velocity at the onset, pt/s.
  package let initialVelocity: Double

  /// - Parameters:
  ///   - displacement: offset − rest at the release, pt.
  ///   - velocity: of the content at the release, pt/s; an inward one is ignored.
  ///   - fingerSpeed: at the release, pt/s, ≥ 0; without effect where the content does not move outward.
  package init(displacement: Double, velocity: Double = 0, fingerSpeed: Double = 0) {
    let movesOutward = (displacement < 0 && velocity < 0) || (displacement > 0 && velocity > 0)
    coastingVelocity = movesOutward ? velocity : 0
    self.displacement = displacement + coastingVelocity * Self.onset
    let share = movesOutward ? Self.rateShare(displacement: displacement, fingerSpeed: fingerSpeed) : 1
    initialVelocity =
      coastingVelocity - share * Self.returnRate(displacement: self.displacement) * self.displacement
  }

  /// Returns r(d), 1/s: the initial speed of the return after a held drag, as a multiple of the displacement, pt.
  package static func returnRate(displacement: Double) -> Double {
    5.470122 + 4.825567 * saturation(displacement, half: 165.8656)
  }

  /// Returns s, the share of r(d) that remains after a release in motion, 0…1.
  ///
  /// - Parameters:
  ///   - displacement: at the release, pt.
  ///   - fingerSpeed: at the release, pt/s.
  package static func rateShare(displacement: Double, fingerSpeed: Double) -> Double {
    guard fingerSpeed > 400 else { return 1 }
    return max(0, 1 - (fingerSpeed - 400) / (3000 * saturation(displacement, half: 70)))
  }

  /// d²/(half² + d²), in a form that neither 0 nor a large d turns into NaN.
  private static func saturation(_ displacement: Double, half: Double) -> Double {
    let ratio = half / displacement
    return 1 / (1 + ratio * ratio)
  }
}
