import ScrollModels

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
