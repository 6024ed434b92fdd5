import Elementary
public import ScrollModels

/// The law of a fit with its numbers: what another program needs to move the same way.
public enum FittedLaw: Equatable, Sendable {
  case deceleration(Deceleration)
  case stoppingDeceleration(StoppingDeceleration)
  case constantDeceleration(ConstantDeceleration)
  case driftingDeceleration(DriftingDeceleration)
  case bounce(Bounce)
  case spring(SpringMotion)
  case rubberBand(RubberBand)
  /// c₀, c₁ …
  case polynomial([Double])

  /// y(x): the offset, pt, at a time, s; of a rubber band the content's travel over the finger's.
  public func value(at abscissa: Double) -> Double {
    switch self {
    case .deceleration(let motion): motion.value(at: abscissa)
    case .stoppingDeceleration(let motion): motion.value(at: abscissa)
    case .constantDeceleration(let motion): motion.value(at: abscissa)
    case .driftingDeceleration(let motion): motion.value(at: abscissa)
    case .bounce(let motion): motion.value(at: abscissa)
    case .spring(let motion): motion.value(at: abscissa)
    case .rubberBand(let band): band.value(at: abscissa)
    case .polynomial(let coefficients): coefficients.reversed().reduce(0) { $0 * abscissa + $1 }
    }
  }

  /// y′(x): the velocity, pt/s; of a rubber band a pure number.
  public func slope(at abscissa: Double) -> Double {
    switch self {
    case .deceleration(let motion): motion.velocity(at: abscissa)
    case .stoppingDeceleration(let motion): motion.velocity(at: abscissa)
    case .constantDeceleration(let motion): motion.velocity(at: abscissa)
    case .driftingDeceleration(let motion): motion.velocity(at: abscissa)
    case .bounce(let motion): motion.velocity(at: abscissa)
    case .spring(let motion): motion.velocity(at: abscissa)
    case .rubberBand(let band): band.derivative(at: abscissa)
    case .polynomial(let coefficients):
      coefficients.indices.dropFirst().reversed().reduce(0) { $0 * abscissa + coefficients[$1] * Double($1) }
    }
  }
}

extension FittedLaw {
  /// The time at which a motion that only draws near to where it goes is `distance` (pt) from it, s; nil for all others.
  func settlingTime(within distance: Double) -> Double? {
    switch self {
    case .deceleration(let motion): motion.duration(toWithin: distance)
    case .bounce(let motion): motion.settlingTime(within: distance)
    case .spring(let motion): motion.settlingTime(within: distance)
    case .stoppingDeceleration, .constantDeceleration, .driftingDeceleration, .rubberBand, .polynomial: nil
    }
  }

  /// Nil for a formula, and where a number is not finite (a rubber band without a limit is the straight line).
  init?(_ fit: Fit) {
    let values = fit.parameters.map(\.value)
    let finite = fit.model == "rubber-band" ? Array(values.prefix(1)) : values
    guard finite.allSatisfy(\.isFinite) else { return nil }
    switch (fit.model, values.count) {
    case ("deceleration", 3):
      self = .deceleration(
        Deceleration(initialOffset: values[0], initialVelocity: values[1], decayConstant: values[2]))
    case ("deceleration", 4):
      guard let motion = Deceleration(released: values, curve: fit.curve) else { return nil }
      self = .deceleration(motion)
    case ("deceleration-stop", 4):
      self = .stoppingDeceleration(
        StoppingDeceleration(
          initialOffset: values[0], initialVelocity: values[1], decayConstant: values[2],
          stopVelocity: values[3]))
    case ("constant-deceleration", 3):
      self = .constantDeceleration(
        ConstantDeceleration(initialOffset: values[0], initialVelocity: values[1], deceleration: values[2]))
    case ("deceleration-drift", 4):
      self = .driftingDeceleration(
        DriftingDeceleration(
          initialOffset: values[0], initialVelocity: values[1], decayConstant: values[2], drift: values[3]))
    case ("bounce", 4):
      self = .bounce(
        Bounce(rest: values[0], displacement: values[1], initialVelocity: values[2], damping: values[3]))
    case ("spring", 5):
      self = .spring(
        SpringMotion(
          spring: Spring(naturalFrequency: values[3], dampingRatio: values[4]), rest: values[0],
          displacement: values[1], initialVelocity: values[2]))
    case ("rubber-band", 2):
      guard !values[1].isNaN else { return nil }
      self = .rubberBand(RubberBand(coefficient: values[0], dimension: values[1]))
    default:
      guard fit.model.hasPrefix("polynomial:"), !values.isEmpty else { return nil }
      self = .polynomial(values)
    }
  }
}

extension Deceleration {
  /// The motion from the fit's own t = 0 on, of (x₀, v₀, k, τ) that hold at the release, t₀ + τ.
  ///
  /// t₀ stands in no report; it follows from where the curve begins.
  fileprivate init?(released values: [Double], curve: Fit.Curve) {
    guard let time = curve.abscissas.first, let offset = curve.fitted.first, values[1] != 0 else {
      return nil
    }
    let released = Deceleration(
      initialOffset: values[0], initialVelocity: values[1], decayConstant: values[2])
    // (1 − e^(−kt))/k at the first sample.
    let travel = (offset - values[0]) / values[1]
    let sinceRelease = values[2] == 0 ? travel : -logarithmOfOnePlus(-values[2] * travel) / values[2]
    guard sinceRelease.isFinite else { return nil }
    self.init(
      initialOffset: released.value(at: sinceRelease - time),
      initialVelocity: released.velocity(at: sinceRelease - time), decayConstant: values[2])
  }
}
