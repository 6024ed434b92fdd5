import Elementary
import LeastSquares

/// The model `constant-deceleration` as engines have it.
package struct ConstantDecelerationFling: EngineModel {
  package let name = "constant-deceleration"
  package let formula = "x₀ + v₀ t − a t²/2 until t = v₀/a"
  package let state = Parameter.ofFling
  package let constants = [Parameter.positive("deceleration", unit: "pt/s²")]
  package var fitted: (any ScrollModel)? { ConstantDecelerationModel() }

  package init() {}

  package func curve(state: [Double], constants: [Double], context: EngineContext) -> ConstantDeceleration {
    ConstantDeceleration(initialOffset: state[0], initialVelocity: state[1], deceleration: constants[0])
  }
}

/// The model `deceleration-drift` as engines have it.
package struct DriftingFling: EngineModel {
  package let name = "deceleration-drift"
  package let formula = "x₀ + (v₀ + b)(1 − e^(−kt))/k − b t until its velocity is 0"
  package let state = Parameter.ofFling
  package let constants = [
    Parameter.positive("decayConstant", unit: "1/s"), Parameter.notNegative("drift", unit: "pt/s"),
  ]
  package var fitted: (any ScrollModel)? { DriftingDecelerationModel() }

  package init() {}

  package func curve(state: [Double], constants: [Double], context: EngineContext) -> DriftingDeceleration {
    DriftingDeceleration(
      initialOffset: state[0], initialVelocity: state[1], decayConstant: constants[0], drift: constants[1])
  }
}

/// The model `power-deceleration` as engines have it: the speed from which a flick takes 1 s, and the exponent.
///
/// T = (|v₀|/a)^(1/(n − 1)); then v′ = −(n − 1) a^(1/(n − 1)) |v|^((n − 2)/(n − 1)) sign v depends on the velocity alone.
/// n = 2 is constant deceleration a.
package struct PowerFling: EngineModel {
  package let name = "power-deceleration"
  package let formula = "x₀ + v₀ (T/n)(1 − (1 − t/T)ⁿ), T = (|v₀|/a)^(1/(n − 1))"
  package let state = Parameter.ofFling
  package let constants = [
    Parameter("exponent", unit: "", domain: 1.0.nextUp...Double.infinity),
    Parameter.positive("unitVelocity", unit: "pt/s"),
  ]
  package var fitted: (any ScrollModel)? { PowerDecelerationModel() }

  package init() {}

  package func curve(state: [Double], constants: [Double], context: EngineContext) -> PowerDeceleration {
    PowerDeceleration(
      initialOffset: state[0], initialVelocity: state[1], exponent: constants[0], unitVelocity: constants[1])
  }
}

/// The model `power-deceleration` with a stop time that is the same for every velocity: libGDX, Pebble OS.
package struct TimedPowerFling: EngineModel {
  package let name = "power-deceleration, constant time"
  package let formula = "x₀ + v₀ (T/n)(1 − (1 − t/T)ⁿ)"
  package let state = Parameter.ofFling
  package let constants = [
    Parameter("exponent", unit: "", domain: 1.0.nextUp...Double.infinity),
    Parameter.positive("stopTime", unit: "s"),
  ]
  package let isTimeInvariant = false
  package var fitted: (any ScrollModel)? { PowerDecelerationModel() }

  package init() {}

  package func curve(state: [Double], constants: [Double], context: EngineContext) -> PowerDeceleration {
    PowerDeceleration(
      initialOffset: state[0], initialVelocity: state[1], exponent: constants[0], stopTime: constants[1])
  }
}

extension ConstantDeceleration: EngineMotion {}
extension DriftingDeceleration: EngineMotion {}
extension PowerDeceleration: DifferentiableMotion {
  /// x₀, v₀, n and T.
  package var numbers: SIMD4<Double> { SIMD4(initialOffset, initialVelocity, exponent, stopTime) }

  package func differential(at time: Double) -> MotionDifferential<SIMD4<Double>> {
    guard stopTime > 0 else {
      return MotionDifferential(value: initialOffset, velocity: 0, derivatives: SIMD4(1, 0, 0, 0))
    }
    let share = min(time / stopTime, 1)
    let logarithm = logarithmOfOnePlus(-share)
    let travelled = -exponentialMinusOne(exponent * logarithm)
    let scale = stopTime / exponent
    let isMoving = share < 1
    let velocity = isMoving ? initialVelocity * exponential((exponent - 1) * logarithm) : 0
    let bending = isMoving ? logarithm * (1 - travelled) : 0
    return MotionDifferential(
      value: initialVelocity == 0
        ? initialOffset : initialOffset + initialVelocity * stopTime / exponent * travelled,
      velocity: velocity,
      derivatives: SIMD4(
        1, scale * travelled, -initialVelocity * scale * (travelled / exponent + bending),
        initialVelocity * travelled / exponent - velocity * share))
  }
}

/// An exponential deceleration less a parabola in the time since its start, until it stands: Flutter's on macOS.
///
/// x(t) = x₀ + v₀ (1 − e^(−kt))/k − s a t²/2,  v(t) = v₀ e^(−kt) − s a t,  s = sign(v₀), until v = 0
///
/// What remains of it is no such motion: the parabola counts from the start. (Flutter,
/// `packages/flutter/lib/src/physics/friction_simulation.dart`, `constantDeceleration`.)
package struct ParabolicDeceleration: EngineMotion, Equatable {
  package let initialOffset: Double
  package let initialVelocity: Double
  /// k, 1/s.
  package let decayConstant: Double
  /// a, pt/s²; 0 is plain deceleration.
  package let deceleration: Double
  /// The duration, s: v₀ e^(−kt) = a t; 0 without motion, infinite for a = 0.
  package let duration: Double

  package init(initialOffset: Double, initialVelocity: Double, decayConstant: Double, deceleration: Double) {
    self.initialOffset = initialOffset
    self.initialVelocity = initialVelocity
    self.decayConstant = decayConstant
    self.deceleration = deceleration
    let limit = initialVelocity == 0 ? 0 : initialVelocity.magnitude / deceleration
    // The speed falls throughout, and is negative at |v₀|/a already.
    let (speed, force) = (initialVelocity.magnitude, deceleration)
    duration =
      limit.isFinite
      ? minimumArgument(
        upTo: limit, near: Self.end(speed: speed, decayConstant: decayConstant, deceleration: force)
      ) { time in speed * exponential(-decayConstant * time) <= force * time } : .infinity
  }

  /// The zero of v e^(−kt) − a t by Newton's steps, which come from before to a function that falls ever less.
  private static func end(speed: Double, decayConstant: Double, deceleration: Double) -> Double {
    var time = 0.0
    for _ in 0..<20 {
      let left = speed * exponential(-decayConstant * time)
      let step = (left - deceleration * time) / (decayConstant * left + deceleration)
      time += step
      if !(step > 1e-15 * time) { break }
    }
    return time
  }

  package func value(at time: Double) -> Double {
    let moving = min(time, duration)
    let travel = initialVelocity * decayedTime(decayConstant: decayConstant, time: moving)
    return initialOffset + (moving.isInfinite ? travel : travel - force * moving * moving / 2)
  }

  package func velocity(at time: Double) -> Double {
    time < duration ? initialVelocity * exponential(-decayConstant * time) - force * time : 0
  }

  private var force: Double { initialVelocity < 0 ? -deceleration : deceleration }
}

/// The model `deceleration-parabola`.
package struct ParabolicFling: EngineModel {
  package let name = "deceleration-parabola"
  package let formula = "x₀ + v₀ (1 − e^(−kt))/k − a t²/2 until its velocity is 0"
  package let state = Parameter.ofFling
  package let constants = [
    Parameter.positive("decayConstant", unit: "1/s"), Parameter.notNegative("deceleration", unit: "pt/s²"),
  ]
  package let isTimeInvariant = false

  package init() {}

  package func curve(state: [Double], constants: [Double], context: EngineContext) -> ParabolicDeceleration {
    ParabolicDeceleration(
      initialOffset: state[0], initialVelocity: state[1], decayConstant: constants[0],
      deceleration: constants[1])
  }
}

/// A fling whose shape is a polynomial of degree four, the same for every velocity: x(t) = x₀ + sign(v₀) v₀² Q(t/|v₀|),
/// Q(s) = s − b s² + c s³ − d s⁴, until Q′ = 0. Lengths are in viewports.
///
/// Someone's regression of scrolling on a phone; with it the duration is proportional to the velocity. (Stack Overflow
/// 42436224.)
package struct QuarticMotion: EngineMotion, Equatable {
  package let initialOffset: Double
  package let initialVelocity: Double
  /// b, c and d, s per viewport to the first, second and third power.
  package let coefficients: [Double]
  /// The length of a viewport, pt.
  package let length: Double
  package let duration: Double

  package init(initialOffset: Double, initialVelocity: Double, coefficients: [Double], length: Double) {
    self.initialOffset = initialOffset
    self.initialVelocity = initialVelocity
    self.coefficients = coefficients
    self.length = length
    let rate = { (s: Double) in Self.rate(coefficients, s) }
    // Q′ falls from 1 to its first zero, so bisection between 0 and any s where it is negative finds one.
    var limit = 1e-3
    while limit < 1e3, rate(limit) > 0 { limit *= 1.05 }
    duration =
      initialVelocity == 0
      ? 0 : minimumArgument(upTo: limit) { rate($0) <= 0 } * initialVelocity.magnitude / length
  }

  package func value(at time: Double) -> Double {
    if initialVelocity == 0 { return initialOffset }
    let speed = initialVelocity.magnitude / length
    let s = min(time, duration) / speed
    let shape = s * (1 - s * (coefficients[0] - s * (coefficients[1] - s * coefficients[2])))
    return initialOffset + initialVelocity * speed * shape
  }

  package func velocity(at time: Double) -> Double {
    time < duration
      ? initialVelocity * Self.rate(coefficients, time * length / initialVelocity.magnitude) : 0
  }

  /// Q′(s).
  private static func rate(_ coefficients: [Double], _ s: Double) -> Double {
    1 - s * (2 * coefficients[0] - s * (3 * coefficients[1] - s * 4 * coefficients[2]))
  }
}

/// The model `quartic-fling`.
package struct QuarticFling: EngineModel {
  package let name = "quartic-fling"
  package let formula = "x₀ + v₀ t − b t² + c t³/v₀ − d t⁴/v₀² until its velocity is 0, lengths in viewports"
  package let state = Parameter.ofFling
  package let constants = [
    Parameter("second", unit: "viewport/s²"), Parameter("third", unit: "viewport²/s⁴"),
    Parameter("fourth", unit: "viewport³/s⁶"),
  ]
  package let isTimeInvariant = false
  /// A polynomial with free coefficients passes by any smooth motion.
  package let isUnspecific = true

  package init() {}

  package func curve(state: [Double], constants: [Double], context: EngineContext) -> QuarticMotion {
    QuarticMotion(
      initialOffset: state[0], initialVelocity: state[1], coefficients: constants, length: context.dimension)
  }
}
