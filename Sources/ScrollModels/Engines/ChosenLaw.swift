import Elementary

/// A law with an engine's constants: as its source has them, and as the law has them.
struct ChosenLaw {
  let law: any EngineLaw
  let values: [Double]
  let published: [CatalogueConstant]

  init(_ law: some EngineLaw, _ values: [Double], _ published: [CatalogueConstant]) {
    self.law = law
    self.values = values
    self.published = published
  }

  /// A law whose constants the source has as they are, under the law's names.
  init(_ law: some EngineLaw, _ values: Double...) {
    self.init(law, values, zip(law.constants, values).map { CatalogueConstant($0.name, $1, $0.unit) })
  }
}

extension ChosenLaw {
  /// The factor of the velocity in one millisecond.
  static func decelerationRate(_ rate: Double, _ law: some EngineLaw = ExponentialFling()) -> ChosenLaw {
    ChosenLaw(
      law, [DecelerationRate.decayConstant(rate: rate)], [CatalogueConstant("decelerationRate", rate, "1/ms")]
    )
  }

  /// The factor of the velocity in one second.
  static func ratePerSecond(_ rate: Double, _ law: some EngineLaw = ExponentialFling()) -> ChosenLaw {
    ChosenLaw(
      law, [DecelerationRate.decayConstant(ratePerSecond: rate)],
      [CatalogueConstant("ratePerSecond", rate, "1/s")])
  }

  /// The factor of the velocity in each step of so many seconds, before the content moves by it.
  static func perStep(_ factor: Double, every step: Double) -> ChosenLaw {
    ChosenLaw(
      ExponentialFling(distance: .steps(of: step)), [-logarithm(factor) / step],
      [CatalogueConstant("factor", factor), CatalogueConstant("step", step, "s")])
  }

  static func exponential(_ decayConstant: Double) -> ChosenLaw {
    ChosenLaw(ExponentialFling(), decayConstant)
  }

  /// A spring by mass, stiffness and damping ratio; 1 is the law `bounce`.
  static func spring(mass: Double = 1, stiffness: Double, dampingRatio: Double) -> ChosenLaw {
    let frequency = (stiffness / mass).squareRoot()
    let published =
      (mass == 1 ? [] : [CatalogueConstant("mass", mass)])
      + [CatalogueConstant("stiffness", stiffness), CatalogueConstant("dampingRatio", dampingRatio)]
    return dampingRatio == 1
      ? ChosenLaw(CriticalReturn(), [frequency], published)
      : ChosenLaw(SpringReturn(), [frequency, dampingRatio], published)
  }

  /// A spring of mass 1 by stiffness and damping coefficient.
  static func spring(stiffness: Double, damping: Double) -> ChosenLaw {
    let spring = Spring(mass: 1, stiffness: stiffness, damping: damping)
    return ChosenLaw(
      SpringReturn(), [spring.naturalFrequency, spring.dampingRatio],
      [CatalogueConstant("stiffness", stiffness), CatalogueConstant("damping", damping)])
  }

  static func spring(response: Double, dampingFraction: Double) -> ChosenLaw {
    let spring = Spring(response: response, dampingFraction: dampingFraction)
    let published = [
      CatalogueConstant("response", response, "s"), CatalogueConstant("dampingFraction", dampingFraction),
    ]
    return dampingFraction == 1
      ? ChosenLaw(CriticalReturn(), [spring.naturalFrequency], published)
      : ChosenLaw(SpringReturn(), [spring.naturalFrequency, dampingFraction], published)
  }

  /// (d + amplitude v₀ t) e^(−(stiffness/period) t).
  static func elastic(amplitude: Double, stiffness: Double, period: Double) -> ChosenLaw {
    ChosenLaw(
      CriticalReturn(push: .share(amplitude)), [stiffness / period],
      [
        CatalogueConstant("amplitude", amplitude), CatalogueConstant("stiffness", stiffness),
        CatalogueConstant("period", period),
      ])
  }

  static func rubberBand(_ coefficient: Double) -> ChosenLaw {
    ChosenLaw(RubberBandOverscroll(), coefficient)
  }
}
