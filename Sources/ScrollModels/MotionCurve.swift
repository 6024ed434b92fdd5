/// The curve of a model with its numbers: what another program needs to move the same way.
package enum MotionCurve: Equatable, Sendable {
  case deceleration(Deceleration)
  case stoppingDeceleration(StoppingDeceleration)
  case constantDeceleration(ConstantDeceleration)
  case driftingDeceleration(DriftingDeceleration)
  case powerDeceleration(PowerDeceleration)
  case bounce(Bounce)
  case spring(SpringMotion)
  case rubberBand(RubberBand)
  /// c₀, c₁ …
  case polynomial([Double])

  /// y(x): the offset, pt, at a time, s; of a rubber band the content's travel over the finger's.
  package func value(at abscissa: Double) -> Double {
    switch self {
    case .deceleration(let motion): motion.value(at: abscissa)
    case .stoppingDeceleration(let motion): motion.value(at: abscissa)
    case .constantDeceleration(let motion): motion.value(at: abscissa)
    case .driftingDeceleration(let motion): motion.value(at: abscissa)
    case .powerDeceleration(let motion): motion.value(at: abscissa)
    case .bounce(let motion): motion.value(at: abscissa)
    case .spring(let motion): motion.value(at: abscissa)
    case .rubberBand(let band): band.value(at: abscissa)
    case .polynomial(let coefficients): coefficients.reversed().reduce(0) { $0 * abscissa + $1 }
    }
  }

  /// y′(x): the velocity, pt/s; of a rubber band a pure number.
  package func slope(at abscissa: Double) -> Double {
    switch self {
    case .deceleration(let motion): motion.velocity(at: abscissa)
    case .stoppingDeceleration(let motion): motion.velocity(at: abscissa)
    case .constantDeceleration(let motion): motion.velocity(at: abscissa)
    case .driftingDeceleration(let motion): motion.velocity(at: abscissa)
    case .powerDeceleration(let motion): motion.velocity(at: abscissa)
    case .bounce(let motion): motion.velocity(at: abscissa)
    case .spring(let motion): motion.velocity(at: abscissa)
    case .rubberBand(let band): band.derivative(at: abscissa)
    case .polynomial(let coefficients):
      coefficients.indices.dropFirst().reversed().reduce(0) { $0 * abscissa + coefficients[$1] * Double($1) }
    }
  }
}

extension MotionCurve {
  /// The time at which a motion that only draws near to where it goes is `distance` (pt) from it, s; nil for all others.
  package func settlingTime(within distance: Double) -> Double? {
    switch self {
    case .deceleration(let motion): motion.duration(toWithin: distance)
    case .bounce(let motion): motion.settlingTime(within: distance)
    case .spring(let motion): motion.settlingTime(within: distance)
    case .stoppingDeceleration, .constantDeceleration, .driftingDeceleration, .powerDeceleration, .rubberBand,
      .polynomial:
      nil
    }
  }
}

extension MotionModel {
  /// The curve of reported parameters, in their order; nil for a model without a closed form, and where a number is not
  /// finite (a rubber band without a limit is the straight line).
  package func curve(of values: [Double]) -> MotionCurve? {
    let finite = self == .rubberBand ? Array(values.prefix(1)) : values
    guard entry.hasClosedForm, values.count == scrollModel()?.parameters.count, finite.allSatisfy(\.isFinite)
    else {
      return nil
    }
    switch self {
    case .deceleration:
      return .deceleration(
        Deceleration(initialOffset: values[0], initialVelocity: values[1], decayConstant: values[2]))
    case .decelerationStop:
      return .stoppingDeceleration(
        StoppingDeceleration(
          initialOffset: values[0], initialVelocity: values[1], decayConstant: values[2],
          stopVelocity: values[3]))
    case .constantDeceleration:
      return .constantDeceleration(
        ConstantDeceleration(initialOffset: values[0], initialVelocity: values[1], deceleration: values[2]))
    case .decelerationDrift:
      return .driftingDeceleration(
        DriftingDeceleration(
          initialOffset: values[0], initialVelocity: values[1], decayConstant: values[2], drift: values[3]))
    case .powerDeceleration:
      // A negative stop time is a motion that speeds up: no power of a remaining time.
      return values[3] > 0 ? .powerDeceleration(PowerDeceleration(values)) : nil
    case .bounce: return .bounce(Bounce(values))
    case .spring:
      return .spring(
        SpringMotion(
          spring: Spring(naturalFrequency: values[3], dampingRatio: values[4]), rest: values[0],
          displacement: values[1], initialVelocity: values[2]))
    case .rubberBand:
      return values[1].isNaN ? nil : .rubberBand(RubberBand(coefficient: values[0], dimension: values[1]))
    case .polynomial: return .polynomial(values)
    case .projection, .formula: return nil
    }
  }
}
