import Elementary
import LeastSquares

/// A deceleration that ends when the speed has come to a given value, as UIScrollView's does near 10 pt/s.
///
/// x(t) = x₀ + v₀ (1 − e^(−k min(t, tₛ)))/k, |v(tₛ)| = |v₀| e^(−k tₛ) = the stop velocity
///
/// | symbol | meaning                                      | unit |
/// |--------|----------------------------------------------|------|
/// | x₀, v₀ | offset and velocity at t = 0                 | pt, pt/s |
/// | k      | decay constant                               | 1/s  |
/// | vₛ     | stop velocity, ≥ 0; 0 is plain deceleration  | pt/s |
///
/// k > 0: the content slows down to vₛ; where it starts slower than that it never moves. k < 0: it speeds up
/// and stops on *reaching* vₛ; where it starts faster it never moves. k = 0: the speed never changes, so it
/// stops at once (|v₀| < vₛ) or never (|v₀| > vₛ); at equality the time is undetermined, and stop time and
/// destination are NaN.
package struct StoppingDeceleration: Equatable, Sendable {
  package let initialOffset: Double
  package let initialVelocity: Double
  package let decayConstant: Double
  package let stopVelocity: Double

  package init(initialOffset: Double, initialVelocity: Double, decayConstant: Double, stopVelocity: Double) {
    self.initialOffset = initialOffset
    self.initialVelocity = initialVelocity
    self.decayConstant = decayConstant
    self.stopVelocity = stopVelocity
  }

  /// x(t), pt; `time` in s.
  package func value(at time: Double) -> Double {
    moving.value(at: Swift.min(time, stopTime))
  }

  /// v(t), pt/s, 0 from the stop on; `time` in s.
  package func velocity(at time: Double) -> Double {
    time < stopTime ? moving.velocity(at: time) : 0
  }

  /// tₛ = ln(|v₀|/vₛ)/k, s, at least 0; infinite where it never stops.
  package var stopTime: Double {
    if initialVelocity == 0 { return 0 }
    return Self.time(toSlowFrom: initialVelocity, to: stopVelocity, decayConstant: decayConstant).notNegative
  }

  /// The destination, pt: x₀ + sign(v₀) (|v₀| − vₛ)/k, or x₀ where it never moves; infinite where it never
  /// stops.
  package var destination: Double {
    let travel = ((initialVelocity.magnitude - stopVelocity) / decayConstant).notNegative
    return initialVelocity == 0 ? initialOffset : initialOffset + (initialVelocity < 0 ? -travel : travel)
  }

  /// ln(|v₀|/vₛ)/k, s; negative where the motion would have had that speed before t = 0.
  static func time(toSlowFrom initialVelocity: Double, to speed: Double, decayConstant: Double) -> Double {
    logarithm(initialVelocity.magnitude / speed) / decayConstant
  }

  private var moving: Deceleration {
    Deceleration(
      initialOffset: initialOffset, initialVelocity: initialVelocity, decayConstant: decayConstant)
  }
}

/// The model `deceleration-stop`: Φ = [1, (1 − e^(−k min(t, tₛ)))/k], c = (x₀, v₀), α = (k, tₛ).
///
/// Reported is the stop velocity |v₀| e^(−k tₛ) in place of the stop time. Where it exceeds the initial speed
/// (k > 0), is 0 with k < 0, or k = 0, no stop time belongs to it: the model parameters are NaN. The stop
/// velocity 0 is the stop time ∞; the derivative of the transform is infinite there. Samples that end before
/// the stop do not determine it: its column of ∂Φ/∂α is 0. Φ has a kink at tₛ; a sample at tₛ itself counts
/// as moving.
package struct StoppingDecelerationModel: ScrollModel {
  package let model = MotionModel.decelerationStop
  package let linear = [Parameter("initialOffset", unit: "pt"), Parameter("initialVelocity", unit: "pt/s")]
  package let nonlinear = [
    Parameter("decayConstant", unit: "1/s"), Parameter("stopTime", unit: "s", domain: 0...Double.infinity),
  ]
  package let transformed = [3]

  package init() {}

  package var parameters: [Parameter] {
    linear + [nonlinear[0], Parameter("stopVelocity", unit: "pt/s", domain: 0...Double.infinity)]
  }

  package func evaluate(
    _ alpha: Span<Double>, at x: Span<Double>, basis: inout MutableSpan<Double>,
    derivatives: inout MutableSpan<Double>
  ) {
    let count = x.count
    let decayConstant = alpha[0]
    let stopTime = alpha[1]
    let differentiates = !derivatives.isEmpty
    let lastVelocity = exponential(-decayConstant * stopTime)
    if isWithinExponents(decayConstant, x) {
      fillDecayed(
        decayConstant: decayConstant, until: stopTime, at: x, basis: &basis, derivatives: &derivatives)
      guard differentiates else { return }
      derivatives.withUnsafeMutableBufferPointer { derivatives in
        x.withUnsafeBufferPointer { x in
          let slopes = derivatives.column(3, of: count)
          derivatives.column(2, of: count).update(repeating: 0)
          for i in 0..<count { slopes[i] = x[i] > stopTime ? lastVelocity : 0 }
        }
      }
      return
    }
    let lastTravel = decayedTime(decayConstant: decayConstant, time: stopTime)
    for i in 0..<count {
      let stopped = x[i] > stopTime
      let time = stopped ? stopTime : x[i]
      let travel = stopped ? lastTravel : decayedTime(decayConstant: decayConstant, time: time)
      basis[i] = 1
      basis[count + i] = travel
      guard differentiates else { continue }
      derivatives[i] = 0
      derivatives[count + i] = decayedTimeSlope(decayConstant: decayConstant, time: time, decayedTime: travel)
      derivatives[2 * count + i] = 0
      derivatives[3 * count + i] = stopped ? lastVelocity : 0
    }
  }

  package func reported(_ model: [Double]) -> [Double] {
    let speed = model[1].magnitude
    // 0 · ∞ where there is no motion or no decay, and no stop: the speed is the initial one.
    let unchanged = speed == 0 || model[2] == 0
    let stopVelocity = unchanged ? speed : speed * exponential(-model[2] * model[3])
    return [model[0], model[1], model[2], stopVelocity]
  }

  package func modelParameters(_ reported: [Double]) -> [Double] {
    let time = StoppingDeceleration.time(
      toSlowFrom: reported[1], to: reported[3], decayConstant: reported[2])
    let exists = reported[1] != 0 && reported[2] != 0 && reported[3] >= 0 && time >= 0
    return [reported[0], reported[1], reported[2], exists ? time : .nan]
  }

  package func modelJacobian(_ reported: [Double]) -> [Double] {
    let stopTime = modelParameters(reported)[3]
    let decayConstant = reported[2]
    var jacobian: [Double] = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0]
    jacobian[1 * 4 + 3] = 1 / (decayConstant * reported[1])
    jacobian[2 * 4 + 3] = -stopTime / decayConstant
    jacobian[3 * 4 + 3] = -1 / (decayConstant * reported[3])
    return jacobian
  }

  package var derived: [DerivedQuantity] {
    DerivedQuantity.ofDecayConstant + [
      DerivedQuantity(
        "destination", unit: "pt",
        determines: .init(parameter: 0, alone: false) { value, reported in
          var fromOrigin = reported
          fromOrigin[0] = 0
          return value - StoppingDeceleration(fromOrigin).destination
        }
      ) { StoppingDeceleration($0).destination },
      DerivedQuantity("duration", unit: "s") { StoppingDeceleration($0).stopTime },
    ]
  }
}

extension StoppingDeceleration {
  /// The motion of reported parameters (x₀, v₀, k, vₛ).
  init(_ reported: [Double]) {
    self.init(
      initialOffset: reported[0], initialVelocity: reported[1], decayConstant: reported[2],
      stopVelocity: reported[3])
  }
}
