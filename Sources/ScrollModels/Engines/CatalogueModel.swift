import Elementary

/// A model with an engine's constants: as its source has them, and as the model has them.
struct CatalogueModel {
  let model: any EngineModel
  let values: [Double]
  let published: [CatalogueConstant]

  init(_ model: some EngineModel, _ values: [Double], _ published: [CatalogueConstant]) {
    self.model = model
    self.values = values
    self.published = published
  }

  /// A model whose constants the source has as they are, under the model's names.
  init(_ model: some EngineModel, _ values: Double...) {
    self.init(model, values, zip(model.constants, values).map { CatalogueConstant($0.name, $1, $0.unit) })
  }
}

extension CatalogueModel {
  /// The factor of the velocity in one millisecond.
  static func decelerationRate(_ rate: Double, _ model: some EngineModel = ExponentialFling())
    -> CatalogueModel
  {
    CatalogueModel(
      model, [DecelerationRate.decayConstant(rate: rate)],
      [CatalogueConstant("decelerationRate", rate, "1/ms")]
    )
  }

  /// The factor of the velocity in one second.
  static func ratePerSecond(_ rate: Double, _ model: some EngineModel = ExponentialFling()) -> CatalogueModel
  {
    CatalogueModel(
      model, [DecelerationRate.decayConstant(ratePerSecond: rate)],
      [CatalogueConstant("ratePerSecond", rate, "1/s")])
  }

  /// The factor of the velocity in each step of so many seconds, before the content moves by it.
  static func perStep(_ factor: Double, every step: Double) -> CatalogueModel {
    CatalogueModel(
      ExponentialFling(distance: .steps(of: step)), [-logarithm(factor) / step],
      [CatalogueConstant("factor", factor), CatalogueConstant("step", step, "s")])
  }

  static func exponential(_ decayConstant: Double) -> CatalogueModel {
    CatalogueModel(ExponentialFling(), decayConstant)
  }

  /// A spring by mass, stiffness and damping ratio; 1 is the model `bounce`.
  static func spring(mass: Double = 1, stiffness: Double, dampingRatio: Double) -> CatalogueModel {
    let frequency = (stiffness / mass).squareRoot()
    let published =
      (mass == 1 ? [] : [CatalogueConstant("mass", mass)])
      + [CatalogueConstant("stiffness", stiffness), CatalogueConstant("dampingRatio", dampingRatio)]
    return dampingRatio == 1
      ? CatalogueModel(CriticalReturn(), [frequency], published)
      : CatalogueModel(SpringReturn(), [frequency, dampingRatio], published)
  }

  /// A spring of mass 1 by stiffness and damping coefficient.
  static func spring(stiffness: Double, damping: Double) -> CatalogueModel {
    let spring = Spring(mass: 1, stiffness: stiffness, damping: damping)
    return CatalogueModel(
      SpringReturn(), [spring.naturalFrequency, spring.dampingRatio],
      [CatalogueConstant("stiffness", stiffness), CatalogueConstant("damping", damping)])
  }

  static func spring(response: Double, dampingFraction: Double) -> CatalogueModel {
    let spring = Spring(response: response, dampingFraction: dampingFraction)
    let published = [
      CatalogueConstant("response", response, "s"), CatalogueConstant("dampingFraction", dampingFraction),
    ]
    return dampingFraction == 1
      ? CatalogueModel(CriticalReturn(), [spring.naturalFrequency], published)
      : CatalogueModel(SpringReturn(), [spring.naturalFrequency, dampingFraction], published)
  }

  /// (d + amplitude v₀ t) e^(−(stiffness/period) t).
  static func elastic(amplitude: Double, stiffness: Double, period: Double) -> CatalogueModel {
    CatalogueModel(
      CriticalReturn(push: .share(amplitude)), [stiffness / period],
      [
        CatalogueConstant("amplitude", amplitude), CatalogueConstant("stiffness", stiffness),
        CatalogueConstant("period", period),
      ])
  }

  static func rubberBand(_ coefficient: Double) -> CatalogueModel {
    CatalogueModel(RubberBandOverscroll(), coefficient)
  }
}
