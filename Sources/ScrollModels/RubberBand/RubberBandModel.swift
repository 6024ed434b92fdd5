import LeastSquares

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
