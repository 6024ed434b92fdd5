import ScrollModels

// Decelerations as code. Where a model turns into a simpler one at the fitted numbers, the simpler one is written.

extension CurveCode {
  init(_ motion: Deceleration) {
    self.init(constants: Self.start(motion), value: Self.glide(motion), slope: Self.glideVelocity(motion))
  }

  init(_ motion: StoppingDeceleration) {
    let moving = Deceleration(
      initialOffset: motion.initialOffset, initialVelocity: motion.initialVelocity,
      decayConstant: motion.decayConstant)
    self.init(constants: Self.start(moving), value: Self.glide(moving), slope: Self.glideVelocity(moving))
    stop(at: motion.stopTime, "s: the speed has come to \(motion.stopVelocity) pt/s")
  }

  init(_ motion: ConstantDeceleration) {
    let braking = motion.initialVelocity < 0 ? -motion.deceleration : motion.deceleration
    self.init(
      constants: [
        Constant("initialOffset", motion.initialOffset, "pt"),
        Constant("initialVelocity", motion.initialVelocity, "pt/s"),
        Constant("braking", braking, "pt/s^2, with the sign of the velocity"),
      ],
      value: Function(result: "initialOffset + (initialVelocity - braking * time / 2.0) * time"),
      slope: Function(result: "initialVelocity - braking * time"))
    stop(at: motion.duration, "s: it stands")
  }

  /// x₀ + v₀φ − push·k·ψ with k²ψ = u + expm1(−u), u = kt: no difference of large terms where k is small.
  init(_ motion: DriftingDeceleration) {
    guard motion.drift > 0 else {
      self.init(
        Deceleration(
          initialOffset: motion.initialOffset, initialVelocity: motion.initialVelocity,
          decayConstant: motion.decayConstant))
      return
    }
    let moving = Deceleration(
      initialOffset: motion.initialOffset, initialVelocity: motion.initialVelocity,
      decayConstant: motion.decayConstant)
    let push = motion.initialVelocity < 0 ? -motion.drift : motion.drift
    self.init(
      constants: Self.start(moving) + [Constant("drift", push, "pt/s, with the sign of the velocity")],
      value: Function(
        locals: [Local("decayed", "decayConstant * time")],
        result:
          "initialOffset - (initialVelocity * expm1(-decayed) + drift * decayRemainder(decayed)) / decayConstant"
      ),
      slope: Function(
        locals: [Local("decayed", "decayConstant * time")],
        result: "initialVelocity * exp(-decayed) + drift * expm1(-decayed)"),
      helper: .remainder)
    stop(at: motion.duration, "s: it stands")
  }

  /// expm1 and log1p: no digits are lost near the start, and at the stop log1p(−1) = −∞ makes the travel exact.
  init(_ motion: PowerDeceleration) {
    self.init(
      constants: [
        Constant("initialOffset", motion.initialOffset, "pt"),
        Constant("initialVelocity", motion.initialVelocity, "pt/s"),
        Constant("exponent", motion.exponent, "of the remaining time; 2 is constant deceleration"),
      ],
      value: Function(
        result:
          "initialOffset - initialVelocity * stopTime / exponent * expm1(exponent * log1p(-time / stopTime))"),
      slope: Function(result: "initialVelocity * exp((exponent - 1.0) * log1p(-time / stopTime))"))
    stop(at: motion.stopTime, "s: it stands")
  }

  private static func start(_ motion: Deceleration) -> [Constant] {
    [
      Constant("initialOffset", motion.initialOffset, "pt"),
      Constant("initialVelocity", motion.initialVelocity, "pt/s"),
      Constant("decayConstant", motion.decayConstant, "1/s, -1000 ln(deceleration rate)"),
    ]
  }

  private static func glide(_ motion: Deceleration) -> Function {
    Function(
      result: motion.decayConstant == 0
        ? "initialOffset + initialVelocity * time"
        : "initialOffset - initialVelocity * expm1(-decayConstant * time) / decayConstant")
  }

  private static func glideVelocity(_ motion: Deceleration) -> Function {
    Function(result: "initialVelocity * exp(-decayConstant * time)")
  }

  /// Ends the motion: the value stays, the velocity is 0. Infinite for a motion that never ends.
  private mutating func stop(at time: Double, _ comment: String) {
    guard time < .infinity else { return }
    constants.append(Constant("stopTime", time, comment))
    let moving = value
    value = Function(
      locals: [Local("moving", "min(time, stopTime)")]
        + moving.locals.map { Local($0.name, Self.held($0.expression)) },
      result: Self.held(moving.result))
    slope.zeroWhere = "time >= stopTime"
  }

  private static func held(_ expression: String) -> String {
    replacing(expression) { $0 == "time" ? "moving" : $0 }
  }
}

extension CurveCode.Helper {
  /// u + expm1(−u) = u²/2 − u³/6 + …: the difference loses its digits below ½, the series does not.
  fileprivate static let remainder = CurveCode.Helper(
    name: "decayRemainder", comment: "u + expm1(-u), by its series where u is small", argument: "u",
    limit: 0.5,
    small: CurveCode.Function(
      locals: (3...16).reversed().map { n in
        // Σ (−u)ⁿ·2/(n + 2)! from the last term on; the first left out is below 2⁻⁶⁰ at u = ½.
        CurveCode.Local("s\(n)", n == 16 ? "1.0 - u / 16.0" : "1.0 - u / \(n).0 * s\(n + 1)")
      },
      result: "u * u / 2.0 * s3"),
    large: CurveCode.Function(result: "u + expm1(-u)"))
}

// Springs as code: the regime of the fitted numbers is known, and only its formula is written.

extension CurveCode {
  init(_ motion: Bounce) {
    self.init(
      critical: motion.damping, comment: "1/s", rest: motion.rest, displacement: motion.displacement,
      initialVelocity: motion.initialVelocity)
  }

  init(_ motion: SpringMotion) {
    let spring = motion.spring
    // β² − ω₀², without cancellation near ζ = 1.
    let discriminant = spring.stiffness * (spring.dampingRatio - 1) * (spring.dampingRatio + 1)
    if discriminant == 0 {
      self.init(
        critical: spring.naturalFrequency,
        comment: "1/s, the natural frequency: the spring is critically damped",
        rest: motion.rest, displacement: motion.displacement, initialVelocity: motion.initialVelocity)
    } else if discriminant < 0 {
      self.init(oscillating: motion, frequency: (-discriminant).squareRoot())
    } else {
      self.init(overdamped: motion, root: discriminant.squareRoot())
    }
  }

  private init(
    critical damping: Double, comment: String, rest: Double, displacement: Double, initialVelocity: Double
  ) {
    let push = Local("push", "initialVelocity + damping * displacement")
    self.init(
      constants: [
        Constant("rest", rest, "pt"), Constant("displacement", displacement, "pt, offset - rest at time 0"),
        Constant("initialVelocity", initialVelocity, "pt/s"), Constant("damping", damping, comment),
      ],
      value: Function(
        locals: [push], result: "rest + (displacement + push * time) * exp(-damping * time)"),
      slope: Function(
        locals: [push], result: "(initialVelocity - damping * push * time) * exp(-damping * time)"))
  }

  /// e^(−βt)(d cos ω′t + (v₀ + βd) sin ω′t/ω′).
  private init(oscillating motion: SpringMotion, frequency: Double) {
    self.init(
      constants: Self.constants(motion) + [
        Constant("damping", motion.spring.damping, "1/s, dampingRatio * naturalFrequency"),
        Constant("frequency", frequency, "1/s, naturalFrequency * sqrt(1 - dampingRatio^2)"),
      ],
      value: Function(
        locals: [
          Local("push", "(initialVelocity + damping * displacement) / frequency"),
          Local("swing", "displacement * cos(frequency * time) + push * sin(frequency * time)"),
        ],
        result: "rest + exp(-damping * time) * swing"),
      slope: Function(
        locals: [
          Local("pull", "damping * initialVelocity + naturalFrequency * naturalFrequency * displacement"),
          Local(
            "swing", "initialVelocity * cos(frequency * time) - pull / frequency * sin(frequency * time)"),
        ],
        result: "exp(-damping * time) * swing"))
  }

  /// The slow rate g = β − √s by its conjugate, and φ₂ = e^(−gt)(1 − e^(−2√s t))/(2√s): nothing cancels, nothing
  /// overflows.
  private init(overdamped motion: SpringMotion, root: Double) {
    let spring = motion.spring
    let slowRate = spring.naturalFrequency / (spring.dampingRatio + root / spring.naturalFrequency)
    let push = Local("push", "-exp(-slowRate * time) * expm1(-split * time) / split")
    self.init(
      constants: Self.constants(motion) + [
        Constant(
          "slowRate", slowRate, "1/s, naturalFrequency * (dampingRatio - sqrt(dampingRatio^2 - 1))"),
        Constant("split", 2 * root, "1/s, the fast rate - slowRate"),
      ],
      value: Function(
        locals: [push, Local("reach", "initialVelocity + slowRate * displacement")],
        result: "rest + displacement * exp(-slowRate * time) + reach * push"),
      slope: Function(
        locals: [
          push,
          Local("pull", "slowRate * initialVelocity + naturalFrequency * naturalFrequency * displacement"),
        ],
        result: "initialVelocity * exp(-(slowRate + split) * time) - pull * push"))
  }

  private static func constants(_ motion: SpringMotion) -> [Constant] {
    [
      Constant("rest", motion.rest, "pt"),
      Constant("displacement", motion.displacement, "pt, offset - rest at time 0"),
      Constant("initialVelocity", motion.initialVelocity, "pt/s"),
      Constant("naturalFrequency", motion.spring.naturalFrequency, "1/s"),
      Constant("dampingRatio", motion.spring.dampingRatio, "a pure number"),
    ]
  }
}
