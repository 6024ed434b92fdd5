import LeastSquares

/// The model `bounce`: Φ = [1, (1 + δt)e^(−δt), t e^(−δt)], c = (rest, displacement, v₀), α = δ. t in s since
/// the first sample.
package struct BounceModel: ScrollModel {
  package let model = MotionModel.bounce
  package let linear = Parameter.ofSpring
  package let nonlinear = [
    Parameter("damping", unit: "1/s", domain: Double.leastNormalMagnitude...Double.infinity)
  ]
  /// The distance from rest at which the content counts as settled, pt.
  package let settlingDistance: Double

  package init(settlingDistance: Double = 0.5) {
    self.settlingDistance = settlingDistance
  }

  package func evaluate(
    _ alpha: Span<Double>, at x: Span<Double>, basis: inout MutableSpan<Double>,
    derivatives: inout MutableSpan<Double>
  ) {
    let count = x.count
    let damping = alpha[0]
    let differentiates = !derivatives.isEmpty
    for i in 0..<count {
      let time = x[i]
      let (release, push) = bounceResponse(damping: damping, time: time)
      basis[i] = 1
      basis[count + i] = release
      basis[2 * count + i] = push
      guard differentiates else { continue }
      derivatives[i] = 0
      derivatives[count + i] = -damping * time * push
      derivatives[2 * count + i] = -time * push
    }
  }

  /// The amplitude determines no parameter: two initial velocities may have the same one.
  package var derived: [DerivedQuantity] {
    let distance = settlingDistance
    return [
      DerivedQuantity("amplitude", unit: "pt/s") { Bounce($0).amplitude },
      DerivedQuantity(
        "phase", unit: "s",
        determines: .init(parameter: 1, alone: false) { phase, reported in
          Self.displacement(phase: phase, reported)
        }
      ) { Bounce($0).phase },
      DerivedQuantity(
        "edgeTime", unit: "s",
        determines: .init(parameter: 1, alone: false) { time, reported in
          Self.displacement(phase: -time, reported)
        }
      ) { Bounce($0).edgeTime },
    ] + DerivedQuantity.ofFrequency + [
      DerivedQuantity("farthest", unit: "pt") { Bounce($0).farthest },
      DerivedQuantity("settlingTime", unit: "s") { Bounce($0).settlingTime(within: distance) },
      DerivedQuantity("settlingTimeBound", unit: "s") { Bounce($0).settlingTimeBound(within: distance) },
    ]
  }

  /// The d whose φ = d/(v₀ + δd) is `phase`: φv₀/(1 − δφ); NaN at φ = 1/δ, where the velocity alone would be
  /// 0.
  private static func displacement(phase: Double, _ reported: [Double]) -> Double {
    let remainder = 1 - reported[3] * phase
    return remainder == 0 ? .nan : phase * reported[2] / remainder
  }
}

extension Bounce {
  /// The motion of reported parameters (rest, displacement, v₀, δ).
  package init(_ reported: [Double]) {
    self.init(
      rest: reported[0], displacement: reported[1], initialVelocity: reported[2], damping: reported[3])
  }
}
