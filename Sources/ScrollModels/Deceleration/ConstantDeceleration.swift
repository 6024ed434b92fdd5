import LeastSquares

/// A motion that slows down evenly until it stands, as Qt Quick's Flickable and QScroller's default curve do.
///
/// x(t) = x₀ + v₀ (m − m²/(2T)), m = min(t, T), T = |v₀|/a: x″ = −a sign(v₀) until T, at rest from then on.
///
/// | symbol | meaning                                        | unit |
/// |--------|------------------------------------------------|------|
/// | x₀, v₀ | offset and velocity at t = 0                   | pt, pt/s |
/// | a      | deceleration; a < 0 speeds up and never stops  | pt/s² |
package struct ConstantDeceleration: Equatable, Sendable {
  package let initialOffset: Double
  package let initialVelocity: Double
  package let deceleration: Double

  package init(initialOffset: Double, initialVelocity: Double, deceleration: Double) {
    self.initialOffset = initialOffset
    self.initialVelocity = initialVelocity
    self.deceleration = deceleration
  }

  /// x(t), pt; `time` in s.
  package func value(at time: Double) -> Double {
    let moving = min(time, duration)
    return initialOffset + initialVelocity * moving - force * moving * moving / 2
  }

  /// v(t), pt/s, 0 from the stop on; `time` in s.
  package func velocity(at time: Double) -> Double {
    time < duration ? initialVelocity - force * time : 0
  }

  /// T = |v₀|/a, s: when it stands; infinite where it never does, 0 where it never moved.
  package var duration: Double {
    if initialVelocity == 0 { return 0 }
    return deceleration > 0 ? initialVelocity.magnitude / deceleration : .infinity
  }

  /// x₀ + v₀T/2, pt: where it stands; infinite where it never does.
  package var destination: Double {
    initialVelocity == 0 ? initialOffset : initialOffset + initialVelocity * duration / 2
  }

  private var force: Double { initialVelocity < 0 ? -deceleration : deceleration }
}

/// The model `constant-deceleration`: Φ = [1, m − s m²/2], m = min(t, 1/s), c = (x₀, v₀), α = s = 1/T.
///
/// The inverse of the stop time is regular where no sample lies after the stop (the curvature determines it), at uniform
/// motion (s = 0) and beyond (s < 0, speeding up). The velocity is 0 at the stop, so ∂Φ/∂s = −m²/2 on both
/// sides. Reported is a = s|v₀| in its place; with v₀ = 0 no s belongs to it: the model parameter is NaN.
package struct ConstantDecelerationModel: ScrollModel {
  package let model = MotionModel.constantDeceleration
  package let linear = [Parameter("initialOffset", unit: "pt"), Parameter("initialVelocity", unit: "pt/s")]
  package let nonlinear = [Parameter("stopRate", unit: "1/s")]
  package let transformed = [2]

  package init() {}

  package var parameters: [Parameter] { linear + [Parameter("deceleration", unit: "pt/s²")] }

  package func evaluate(
    _ alpha: Span<Double>, at x: Span<Double>, basis: inout MutableSpan<Double>,
    derivatives: inout MutableSpan<Double>
  ) {
    let count = x.count
    let stopRate = alpha[0]
    let stop = stopRate > 0 ? 1 / stopRate : .infinity
    // Without checks the loops run on whole vectors.
    x.withUnsafeBufferPointer { x in
      basis.withUnsafeMutableBufferPointer { basis in
        let (ones, travels) = (basis.column(0, of: count), basis.column(1, of: count))
        for i in 0..<count {
          let moving = min(x[i], stop)
          ones[i] = 1
          travels[i] = moving - stopRate * moving * moving / 2
        }
      }
      derivatives.withUnsafeMutableBufferPointer { derivatives in
        guard !derivatives.isEmpty else { return }
        let (zeros, slopes) = (derivatives.column(0, of: count), derivatives.column(1, of: count))
        for i in 0..<count {
          let moving = min(x[i], stop)
          zeros[i] = 0
          slopes[i] = -moving * moving / 2
        }
      }
    }
  }

  package func reported(_ model: [Double]) -> [Double] {
    [model[0], model[1], model[2] * model[1].magnitude]
  }

  package func modelParameters(_ reported: [Double]) -> [Double] {
    [reported[0], reported[1], reported[1] == 0 ? .nan : reported[2] / reported[1].magnitude]
  }

  package func modelJacobian(_ reported: [Double]) -> [Double] {
    let speed = reported[1].magnitude
    let rate = reported[2] / speed
    return [1, 0, 0, 0, 1, -rate / reported[1], 0, 0, 1 / speed]
  }

  package var derived: [DerivedQuantity] {
    [
      DerivedQuantity(
        "destination", unit: "pt",
        determines: .init(parameter: 0, alone: false) { value, reported in
          value - ConstantDeceleration([0, reported[1], reported[2]]).destination
        }
      ) { ConstantDeceleration($0).destination },
      DerivedQuantity("duration", unit: "s") { ConstantDeceleration($0).duration },
    ]
  }
}

extension ConstantDeceleration {
  /// The motion of reported parameters (x₀, v₀, a).
  init(_ reported: [Double]) {
    self.init(initialOffset: reported[0], initialVelocity: reported[1], deceleration: reported[2])
  }
}
