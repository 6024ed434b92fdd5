import LeastSquares

/// The offset of content that is dragged beyond its edge: y = c x/(1 + c x/d).
///
/// | symbol | meaning                                          | unit |
/// |--------|--------------------------------------------------|------|
/// | x      | finger travel beyond the edge                    | pt   |
/// | y      | content travel beyond the edge, |y| < d          | pt   |
/// | c      | coefficient, the slope at the edge; 0.55 in UIKit |     |
/// | d      | dimension, the limit of y: the view's length     | pt   |
///
/// The same curve as (1 − 1/(x c/d + 1)) d. Odd in x: beyond the lower edge travel is negative. d = ∞ is the
/// straight line cx. Source: super-ultra/ScrollMechanics, `RubberBand.swift`.
package struct RubberBand: Equatable, Sendable {
  package let coefficient: Double
  package let dimension: Double

  package init(coefficient: Double = 0.55, dimension: Double) {
    self.coefficient = coefficient
    self.dimension = dimension
  }

  /// κ = c/d, 1/pt; 0 for the straight line.
  package var saturation: Double { coefficient / dimension }

  /// y(x), pt; ±d at x = ±∞.
  package func value(at travel: Double) -> Double {
    if travel.isInfinite { return travel < 0 ? -dimension : dimension }
    return coefficient * bentTravel(travel, saturation: saturation)
  }

  /// y′(x) = c/(1 + κ|x|)², a pure number.
  package func derivative(at travel: Double) -> Double {
    let factor = 1 + saturation * travel.magnitude
    return coefficient / (factor * factor)
  }

  /// The x whose y is `offset`: y/(c (1 − |y|/d)); nil at the limit and beyond.
  package func inverse(of offset: Double) -> Double? {
    guard offset.magnitude < dimension else { return nil }
    return offset / (coefficient * (1 - offset.magnitude / dimension))
  }

  /// c, −cκ (1/pt) and cκ² (1/pt²): y = cx − cκx² + cκ²x³ − … for 0 ≤ x < 1/κ.
  package var taylorCoefficients: (linear: Double, quadratic: Double, cubic: Double) {
    (coefficient, -coefficient * saturation, coefficient * saturation * saturation)
  }

  /// cx − cκx|x|, pt: the parabola that touches the curve at the edge. It turns back at x = 1/(2κ); a
  /// parabola *fitted* to a range is another one.
  package func taylorQuadratic(at travel: Double) -> Double {
    coefficient * travel * (1 - saturation * travel.magnitude)
  }

  /// cx − cκx|x| + cκ²x³, pt.
  package func taylorCubic(at travel: Double) -> Double {
    let share = saturation * travel.magnitude
    return coefficient * travel * (1 - share * (1 - share))
  }
}

/// Rubber bands in the plane: the axes are independent, each with its own dimension.
package struct PlaneRubberBand: Equatable, Sendable {
  package let x: RubberBand
  package let y: RubberBand

  package init(x: RubberBand, y: RubberBand) {
    self.x = x
    self.y = y
  }

  /// A point held by its limits; see ``EngineOverscroll/clamped(_:to:)``.
  package func clamped(
    _ point: (x: Double, y: Double), to limits: (x: ClosedRange<Double>, y: ClosedRange<Double>)
  ) -> (x: Double, y: Double) {
    (x.clamped(point.x, to: limits.x), y.clamped(point.y, to: limits.y))
  }
}

/// x/(1 + κ|x|): finger travel after the bend, before the coefficient.
@inline(__always)
func bentTravel(_ travel: Double, saturation: Double) -> Double {
  travel / (1 + saturation * travel.magnitude)
}

/// The model `rubber-band`: Φ = [x/(1 + κ|x|)], c the coefficient, α = κ = c/d. x is finger travel beyond the
/// edge, pt.
///
/// κ = 0 is its regular limit, the straight line; reported it is an infinite dimension. Reported is the
/// dimension d = c/κ in place of κ. Offset and travel with opposite signs give a negative coefficient and
/// dimension.
package struct RubberBandModel: ScrollModel {
  package let model = MotionModel.rubberBand
  package let linear = [Parameter("coefficient", unit: "")]
  package let nonlinear = [Parameter("bend", unit: "1/pt", domain: 0...Double.infinity)]
  package let parameters = [
    Parameter("coefficient", unit: "", domain: 0...Double.infinity),
    Parameter("dimension", unit: "pt", domain: 0...Double.infinity),
  ]
  package let transformed = [1]
  package let derived: [DerivedQuantity] = []

  package init() {}

  package func evaluate(
    _ alpha: Span<Double>, at x: Span<Double>, basis: inout MutableSpan<Double>,
    derivatives: inout MutableSpan<Double>
  ) {
    let differentiates = !derivatives.isEmpty
    for i in 0..<x.count {
      let travel = bentTravel(x[i], saturation: alpha[0])
      basis[i] = travel
      if differentiates { derivatives[i] = -travel * travel.magnitude }
    }
  }

  package func reported(_ model: [Double]) -> [Double] { [model[0], model[0] / model[1]] }

  package func modelParameters(_ reported: [Double]) -> [Double] { [reported[0], reported[0] / reported[1]] }

  package func modelJacobian(_ reported: [Double]) -> [Double] {
    let dimension = reported[1]
    return [1, 1 / dimension, 0, -reported[0] / dimension / dimension]
  }
}

/// The model `rubber-band` where the finger's travel at the edge is not known: y = c (x + x₀)/(1 + κ|x + x₀|),
/// Φ = [(x + x₀)/(1 + κ|x + x₀|)], α = (κ, x₀).
///
/// x₀, the travel offset, is how much farther beyond the edge the finger is than x counts. A recorder that sees the finger once a
/// frame does not show where the finger was when the content began to follow it: touch recognizers let a finger move some 10 pt before.
package struct UncountedRubberBandModel: ScrollModel {
  package let model = MotionModel.rubberBand
  package let linear = [Parameter("coefficient", unit: "")]
  package let nonlinear = [
    Parameter("bend", unit: "1/pt", domain: 0...Double.infinity),
    Parameter(ParameterName.travelOffset.id, unit: "pt"),
  ]
  package var parameters: [Parameter] { counted.parameters + [nonlinear[1]] }
  package let transformed = [1]
  package let derived: [DerivedQuantity] = []
  private let counted = RubberBandModel()

  package init() {}

  package func evaluate(
    _ alpha: Span<Double>, at x: Span<Double>, basis: inout MutableSpan<Double>,
    derivatives: inout MutableSpan<Double>
  ) {
    let count = x.count
    let differentiates = !derivatives.isEmpty
    for i in 0..<count {
      let shifted = x[i] + alpha[1]
      let travel = bentTravel(shifted, saturation: alpha[0])
      basis[i] = travel
      guard differentiates else { continue }
      derivatives[i] = -travel * travel.magnitude
      let factor = 1 + alpha[0] * shifted.magnitude
      derivatives[count + i] = 1 / (factor * factor)
    }
  }

  package func reported(_ model: [Double]) -> [Double] {
    counted.reported(Array(model.prefix(2))) + [model[2]]
  }

  package func modelParameters(_ reported: [Double]) -> [Double] {
    counted.modelParameters(Array(reported.prefix(2))) + [reported[2]]
  }

  package func modelJacobian(_ reported: [Double]) -> [Double] {
    let own = counted.modelJacobian(Array(reported.prefix(2)))
    return [own[0], own[1], 0, own[2], own[3], 0, 0, 0, 1]
  }
}
