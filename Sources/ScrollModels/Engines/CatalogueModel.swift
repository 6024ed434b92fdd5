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

extension CatalogueEntry {
  /// The engine's glide from an offset (pt) with a velocity (pt/s), cut, stopped and rounded as the engine does; nil where the
  /// row is no fling.
  ///
  /// - Parameter constants: others than the engine's, in the model's order.
  package func fling(
    from offset: Double, velocity: Double, constants: [Double]? = nil, context: EngineContext = .init()
  ) -> (any EngineMotion)? {
    guard phase == .fling else { return nil }
    func free(_ velocity: Double) -> (any EngineMotion)? {
      curve([.initialOffset: offset, .initialVelocity: velocity], constants, context) as? any EngineMotion
    }
    let velocity = cut(velocity)
    guard var motion = free(velocity) else { return nil }
    if case .destination(let step) = rounding {
      // The travel of such a row is proportional to the velocity.
      let travel = motion.value(at: .infinity) - offset
      let rounded = ((offset + travel) / step).rounded() * step - offset
      motion = travel == 0 ? motion : free(velocity * rounded / travel) ?? motion
    }
    let end = endTime(context) { $0.time(ofGlide: motion, context) }
    return roundedOffsets(StoppedMotion(motion, duration: end, last: motion.value(at: end)), context)
  }

  /// The engine's return to `rest` (pt) from `displacement` beside it with a velocity (pt/s), ended and rounded as the engine
  /// does; nil where the row is no bounce and no snap.
  ///
  /// - Parameter constants: others than the engine's, in the model's order.
  package func bounce(
    to rest: Double, displacement: Double, velocity: Double, constants: [Double]? = nil,
    context: EngineContext = .init()
  ) -> (any EngineMotion)? {
    let state: [StateName: Double] = [
      .rest: rest, .displacement: displacement, .initialVelocity: cut(velocity),
    ]
    guard phase == .bounce || phase == .snap,
      let motion = curve(state, constants, context) as? any EngineMotion
    else { return nil }
    let end = endTime(context) { $0.time(ofReturn: motion, context) }
    return roundedOffsets(StoppedMotion(motion, duration: end, last: rest), context)
  }

  /// The distance that the content follows a finger beyond an edge of a viewport of `context.dimension`; nil where the row is no
  /// overscroll.
  ///
  /// - Parameter constants: others than the engine's, in the model's order.
  package func overscroll(
    constants: [Double]? = nil, context: EngineContext = .init()
  ) -> (any EngineOverscroll)? {
    guard phase == .overscroll else { return nil }
    return curve([.dimension: context.dimension], constants, context) as? any EngineOverscroll
  }

  /// The state's parameters by their names in ``EngineModel/state``.
  private enum StateName: String {
    case initialOffset, initialVelocity, rest, displacement, dimension
  }

  private func curve(
    _ state: [StateName: Double], _ constants: [Double]?, _ context: EngineContext
  ) -> any EngineCurve {
    model.curve(
      state: model.state.map { StateName(rawValue: $0.name).flatMap { state[$0] } ?? .nan },
      constants: constants ?? values, context: context)
  }

  private func cut(_ velocity: Double) -> Double {
    if velocity.magnitude < startSpeeds.lowerBound { return 0 }
    return max(-startSpeeds.upperBound, min(startSpeeds.upperBound, velocity))
  }

  /// By the engine's rule; where that and the model know no end, by the context's settling distance.
  private func endTime(_ context: EngineContext, _ time: (StopRule) -> Double) -> Double {
    let end = time(stop)
    return end.isFinite ? end : time(.distance(context.settlingDistance))
  }

  private func roundedOffsets(_ motion: StoppedMotion, _ context: EngineContext) -> any EngineMotion {
    guard case .offsets(let pixels) = rounding else { return motion }
    return RoundedMotion(motion: motion, step: pixels / context.density)
  }
}

extension StopRule {
  /// The duration of a glide, s; infinite where neither rule nor curve ends it.
  func time(ofGlide motion: any EngineMotion, _ context: EngineContext) -> Double {
    let step = context.frameInterval
    return switch self {
    case .modelEnd: motion.duration
    case .speed(let speed): motion.firstTime { motion.velocity(at: $0).magnitude < speed }
    case .pixelSpeed(let speed):
      motion.firstTime { motion.velocity(at: $0).magnitude < speed / context.density }
    case .distance(let distance): motion.timeToDestination(within: distance)
    case .pixelDistance(let distance): motion.timeToDestination(within: distance / context.density)
    case .frameStep(let travel):
      motion.firstTime { (motion.value(at: $0 + step) - motion.value(at: $0)).magnitude < travel }
    }
  }

  /// The duration of a return, s. Only a return that draws near without end has use for a rule, and the rule is a distance.
  func time(ofReturn motion: any EngineMotion, _ context: EngineContext) -> Double {
    guard let settling = motion as? any SettlingMotion else { return motion.duration }
    return switch self {
    case .distance(let distance): settling.settlingTime(within: distance)
    case .pixelDistance(let distance): settling.settlingTime(within: distance / context.density)
    case .modelEnd, .speed, .pixelSpeed, .frameStep: motion.duration
    }
  }
}

extension EngineMotion {
  /// From when on a glide fulfils a condition, s: at its own end at the latest.
  fileprivate func firstTime(_ holds: (Double) -> Bool) -> Double {
    guard duration.isInfinite else { return minimumArgument(upTo: duration, holds) }
    var limit = 1.0
    while limit < 1e6, !holds(limit) { limit *= 2 }
    return limit < 1e6 ? minimumArgument(upTo: limit, holds) : .infinity
  }

  fileprivate func timeToDestination(within distance: Double) -> Double {
    let destination = value(at: duration)
    return firstTime { (destination - value(at: $0)).magnitude < distance }
  }
}

/// A motion that an engine ends before its model would.
struct StoppedMotion: EngineMotion {
  let motion: any EngineMotion
  let duration: Double
  /// The final offset, pt.
  let last: Double

  init(_ motion: any EngineMotion, duration: Double, last: Double) {
    self.motion = motion
    self.duration = duration
    self.last = last
  }

  func value(at time: Double) -> Double { time < duration ? motion.value(at: time) : last }

  func velocity(at time: Double) -> Double { time < duration ? motion.velocity(at: time) : 0 }
}

/// A motion whose offsets are rounded; the velocity is the unrounded one's.
struct RoundedMotion: EngineMotion {
  let motion: StoppedMotion
  /// pt.
  let step: Double

  var duration: Double { motion.duration }

  func value(at time: Double) -> Double { (motion.value(at: time) / step).rounded() * step }

  func velocity(at time: Double) -> Double { motion.velocity(at: time) }
}

/// The least x, 0 ≤ x ≤ `limit`, from which on a condition holds, to the last bit, by bisection; `limit` where it holds
/// nowhere before.
///
/// - Parameters:
///   - guess: a number to look around first.
///   - holds: once true, true ever after.
func minimumArgument(upTo limit: Double, near guess: Double = .nan, _ holds: (Double) -> Bool) -> Double {
  let (low, high) = (guess * (1 - 1e-14), guess * (1 + 1e-14))
  if low > 0, high < limit, !holds(low), holds(high) { return firstArgument(after: low, upTo: high, holds) }
  return holds(0) ? 0 : firstArgument(after: 0, upTo: limit, holds)
}

private func firstArgument(after start: Double, upTo limit: Double, _ holds: (Double) -> Bool) -> Double {
  var (before, after) = (start, limit)
  while true {
    let middle = before + (after - before) / 2
    guard middle > before, middle < after else { return after }
    if holds(middle) { after = middle } else { before = middle }
  }
}

extension EngineMotion {
  package func time(toReach offset: Double) -> Double? {
    let start = value(at: 0)
    if start == offset { return 0 }
    let isThere = { (time: Double) in
      start < offset ? value(at: time) >= offset : value(at: time) <= offset
    }
    guard duration.isFinite, isThere(duration) else { return nil }
    return minimumArgument(upTo: duration, isThere)
  }
}
