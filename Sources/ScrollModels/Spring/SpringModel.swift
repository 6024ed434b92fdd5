import LeastSquares

/// The model `spring`: Φ = [1, φ₁, φ₂], c = (rest, displacement, v₀), α = (ω₀, ζ). t in s since the first
/// sample.
///
/// φ₁ and φ₂ are the motions from displacement 1 and from velocity 1; the displacement is offset − rest at t
/// = 0.
package struct SpringModel: ScrollModel {
  package let model = MotionModel.spring
  package let linear = Parameter.ofSpring
  package let nonlinear = [
    Parameter("naturalFrequency", unit: "1/s", domain: Double.leastNormalMagnitude...Double.infinity),
    Parameter("dampingRatio", unit: "", domain: 0...Double.infinity),
  ]
  /// The distance from rest at which the content counts as settled, pt.
  package let settlingDistance: Double

  package init(settlingDistance: Double = 0.5) {
    self.settlingDistance = settlingDistance
  }

  /// Returns the regime of a spring of these reported parameters; nil for a negative or NaN damping ratio.
  package func regime(_ reported: [Double]) -> SpringRegime? { SpringRegime(dampingRatio: reported[4]) }

  package var straightened: (any StraightenedModel)? { SpringByCoefficients() }

  package func evaluate(
    _ alpha: Span<Double>, at x: Span<Double>, basis: inout MutableSpan<Double>,
    derivatives: inout MutableSpan<Double>
  ) {
    let count = x.count
    let differentiates = !derivatives.isEmpty
    for i in 0..<count {
      let response = SpringResponse(frequency: alpha[0], ratio: alpha[1], time: x[i])
      basis[i] = 1
      basis[count + i] = response.release
      basis[2 * count + i] = response.push
      guard differentiates else { continue }
      derivatives[i] = 0
      derivatives[count + i] = response.releaseByFrequency
      derivatives[2 * count + i] = response.pushByFrequency
      derivatives[3 * count + i] = 0
      derivatives[4 * count + i] = response.releaseByRatio
      derivatives[5 * count + i] = response.pushByRatio
    }
  }

  package var derived: [DerivedQuantity] {
    let distance = settlingDistance
    return [
      DerivedQuantity(
        "damping", unit: "1/s",
        determines: .init(parameter: 3, alone: false) { damping, reported in damping / reported[4] }
      ) { $0[4] * $0[3] }
    ] + DerivedQuantity.ofFrequency + [
      DerivedQuantity("settlingTime", unit: "s") { SpringMotion($0).settlingTime(within: distance) },
      DerivedQuantity("settlingTimeBound", unit: "s") {
        SpringMotion($0).settlingTimeBound(within: distance)
      },
    ]
  }
}

extension SpringMotion {
  /// The motion of reported parameters (rest, displacement, v₀, ω₀, ζ).
  init(_ reported: [Double]) {
    self.init(
      spring: Spring(naturalFrequency: reported[3], dampingRatio: reported[4]), rest: reported[0],
      displacement: reported[1], initialVelocity: reported[2])
  }
}

extension Parameter {
  /// The linear parameters of a spring in any regime.
  static let ofSpring = [rest, displacement, initialVelocity]
}

extension DerivedQuantity {
  /// The quantities derived from a natural frequency alone, in models that have it as parameter 3.
  static var ofFrequency: [DerivedQuantity] {
    [
      DerivedQuantity(
        "stiffness", unit: "1/s²",
        determines: .init(parameter: 3, alone: true) { stiffness, _ in stiffness.squareRoot() }
      ) { $0[3] * $0[3] },
      DerivedQuantity(
        "response", unit: "s",
        determines: .init(parameter: 3, alone: true) { response, _ in 2 * Double.pi / response }
      ) { 2 * Double.pi / $0[3] },
    ]
  }
}
