import LeastSquares

/// The model `power-deceleration`: Φ = [1, φ], φ(t) = (1 − (1 − pkt)^(1 + 1/p))/((1 + p)k) until t = 1/(pk), c = (x₀, v₀),
/// α = (k, p).
///
/// k is the decay constant at the start, −v′/v, and p = 1/(n − 1) how it changes: v′ = −kv|v/v₀|^(−p). p = 0 is plain
/// deceleration, 1 constant deceleration, and k = 0 uniform motion; all are regular. Reported are the exponent
/// n = 1 + 1/p and the stop time T = 1/(pk); both are infinite at p = 0.
package struct PowerDecelerationModel: ScrollModel {
  package let model = MotionModel.powerDeceleration
  package let linear = Parameter.ofFling
  package let nonlinear = [
    Parameter("decayConstant", unit: "1/s"), Parameter.notNegative("bend", unit: ""),
  ]
  package let transformed = [2, 3]

  package init() {}

  package var parameters: [Parameter] {
    linear + [
      Parameter("exponent", unit: "", domain: 1.0.nextUp...Double.infinity), Parameter("stopTime", unit: "s"),
    ]
  }

  package func evaluate(
    _ alpha: Span<Double>, at x: Span<Double>, basis: inout MutableSpan<Double>,
    derivatives: inout MutableSpan<Double>
  ) {
    let count = x.count
    let differentiates = !derivatives.isEmpty
    for i in 0..<count {
      let travel = PowerTravel(decayConstant: alpha[0], bend: alpha[1], time: x[i])
      basis[i] = 1
      basis[count + i] = travel.value
      guard differentiates else { continue }
      let slopes = travel.slopes
      derivatives[i] = 0
      derivatives[count + i] = slopes.byDecayConstant
      derivatives[2 * count + i] = 0
      derivatives[3 * count + i] = slopes.byBend
    }
  }

  package func reported(_ model: [Double]) -> [Double] {
    [model[0], model[1], 1 + 1 / model[3], 1 / (model[3] * model[2])]
  }

  package func modelParameters(_ reported: [Double]) -> [Double] {
    let steepness = reported[2] - 1
    return [reported[0], reported[1], steepness / reported[3], 1 / steepness]
  }

  package func modelJacobian(_ reported: [Double]) -> [Double] {
    let steepness = reported[2] - 1
    let stopTime = reported[3]
    return [
      1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1 / stopTime, -1 / (steepness * steepness), 0, 0,
      -steepness / (stopTime * stopTime), 0,
    ]
  }

  package var derived: [DerivedQuantity] {
    [
      DerivedQuantity(
        "destination", unit: "pt",
        determines: .init(parameter: 0, alone: false) { value, reported in
          value - PowerDeceleration([0] + reported.dropFirst()).destination
        }
      ) { PowerDeceleration($0).destination },
      DerivedQuantity("unitVelocity", unit: "pt/s") { PowerDeceleration($0).unitVelocity },
    ]
  }
}

extension PowerDeceleration {
  /// The motion of reported parameters (x₀, v₀, n, T).
  init(_ reported: [Double]) {
    self.init(
      initialOffset: reported[0], initialVelocity: reported[1], exponent: reported[2], stopTime: reported[3])
  }
}
