import Elementary

/// A deceleration whose remaining travel is a power of the remaining time: Flutter's fling on Android, trackpad momentum.
///
/// x(t) = x₀ + v₀ (T/n)(1 − (1 − t/T)ⁿ),  v(t) = v₀ (1 − t/T)^(n − 1),  until t = T; at rest from then on
///
/// | symbol | meaning                                                         | unit |
/// |--------|-----------------------------------------------------------------|------|
/// | x₀, v₀ | offset and velocity at t = 0                                    | pt, pt/s |
/// | n      | exponent, > 1; 2 is constant deceleration                       |      |
/// | T      | stop time, > 0; (n − 1)/T = k and n → ∞ is plain deceleration k | s    |
///
/// Source: Flutter, `packages/flutter/lib/src/widgets/scroll_simulation.dart`, `ClampingScrollSimulation`.
package struct PowerDeceleration: Equatable, Sendable {
  package let initialOffset: Double
  package let initialVelocity: Double
  package let exponent: Double
  package let stopTime: Double

  package init(initialOffset: Double, initialVelocity: Double, exponent: Double, stopTime: Double) {
    self.initialOffset = initialOffset
    self.initialVelocity = initialVelocity
    self.exponent = exponent
    self.stopTime = stopTime
  }

  /// By the velocity a (pt/s) from which it takes 1 s: T = (|v₀|/a)^(1/(n − 1)).
  package init(initialOffset: Double, initialVelocity: Double, exponent: Double, unitVelocity: Double) {
    self.init(
      initialOffset: initialOffset, initialVelocity: initialVelocity, exponent: exponent,
      stopTime: power(initialVelocity.magnitude / unitVelocity, 1 / (exponent - 1)))
  }

  /// x(t), pt; `time` in s.
  package func value(at time: Double) -> Double {
    if initialVelocity == 0 { return initialOffset }
    let travelled = -exponentialMinusOne(exponent * logarithmOfOnePlus(-min(time / stopTime, 1)))
    return initialOffset + initialVelocity * stopTime / exponent * travelled
  }

  /// v(t), pt/s, 0 from the stop on; `time` in s.
  package func velocity(at time: Double) -> Double {
    guard time < duration else { return 0 }
    return initialVelocity * exponential((exponent - 1) * logarithmOfOnePlus(-time / stopTime))
  }

  /// T, s: when it stands; 0 where it never moved.
  package var duration: Double { initialVelocity == 0 ? 0 : stopTime }

  /// x₀ + v₀T/n, pt: where it stands.
  package var destination: Double {
    initialVelocity == 0 ? initialOffset : initialOffset + initialVelocity * stopTime / exponent
  }

  /// a = |v₀|/T^(n − 1), pt/s: the velocity from which it would take 1 s.
  package var unitVelocity: Double { initialVelocity.magnitude / power(stopTime, exponent - 1) }
}
