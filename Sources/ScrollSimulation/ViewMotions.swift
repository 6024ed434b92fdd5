import Elementary
import ScrollModels

/// The motions that a scroll view chooses between: the articles' by its constants, or an engine's.
struct ViewMotions {
  let constants: ViewConstants
  let engine: ScrollEngine?
  let context: EngineContext

  /// A motion that ends, s after its start.
  struct Ending {
    let curve: MotionSegment.Curve
    let end: Double
    let motion: any EngineMotion
  }

  /// The way a return takes the content over from a finger: without an engine it is UIScrollView's.
  var returnStart: ReturnStart {
    guard let engine else { return .inwardVelocity }
    return engine.rows[.bounce]?.returnStart ?? .gestureVelocity
  }

  /// The velocity with which a return starts at an edge that a glide meets with another, pt/s.
  func carried(_ velocity: Double) -> Double {
    guard returnStart == .inwardVelocity else { return velocity }
    let limit = OverscrollRelease.maximumCarriedSpeed
    return max(-limit, min(limit, velocity))
  }

  var overscroll: any EngineOverscroll {
    engine.map { EngineOverscrollSegment($0.rows[.overscroll], context: context).curve } ?? band
  }

  /// The content under a finger beyond an edge; its free offset as a polynomial of time.
  func stretch(
    edges: ClosedRange<Double>, offset: Double, velocity: Double, acceleration: Double
  ) -> MotionSegment.Curve {
    guard let engine else {
      return .rubberBand(band, edges: edges, offset: offset, velocity: velocity, acceleration: acceleration)
    }
    let stretch = EngineOverscrollSegment(engine.rows[.overscroll], context: context)
    return .stretch(stretch, edges: edges, offset: offset, velocity: velocity, acceleration: acceleration)
  }

  /// Nil for an engine that has no glide.
  func glide(from offset: Double, velocity: Double) -> Ending? {
    guard let engine else {
      let motion = Deceleration(
        initialOffset: offset, initialVelocity: velocity, decayConstant: constants.decayConstant)
      let stop =
        velocity.magnitude > constants.stopVelocity
        ? logarithm(velocity.magnitude / constants.stopVelocity) / constants.decayConstant : 0
      let end = min(stop, motion.duration(toWithin: constants.settlingDistance))
      return Ending(curve: .deceleration(motion), end: end, motion: motion)
    }
    guard let row = engine.rows[.fling],
      let motion = row.fling(from: offset, velocity: velocity, context: context)
    else { return nil }
    return ending(row, motion, [offset, velocity])
  }

  /// Nil for an engine that has no return.
  func bounce(to edge: Double, displacement: Double, velocity: Double) -> Ending? {
    guard let engine else {
      let motion = Bounce(
        rest: edge, displacement: displacement, initialVelocity: velocity, damping: constants.bounceDamping)
      let curve =
        constants.tableInterval.map { MotionSegment.Curve.tabulated(motion, interval: $0) } ?? .bounce(motion)
      return Ending(
        curve: curve, end: motion.settlingTime(within: constants.settlingDistance), motion: motion)
    }
    return engine.rows[.bounce].flatMap { back($0, to: edge, displacement, velocity) }
  }

  /// By the engine's own snap where it has one, else by the view's spring.
  func snap(to anchor: Double, displacement: Double, velocity: Double) -> Ending {
    if let row = engine?.rows[.snap], let ending = back(row, to: anchor, displacement, velocity) {
      return ending
    }
    let motion = Bounce(
      rest: anchor, displacement: displacement, initialVelocity: velocity, damping: constants.snapDamping)
    return Ending(
      curve: .bounce(motion), end: motion.settlingTime(within: constants.settlingDistance), motion: motion)
  }

  private func back(
    _ row: CatalogueEntry, to rest: Double, _ displacement: Double, _ velocity: Double
  ) -> Ending? {
    row.bounce(to: rest, displacement: displacement, velocity: velocity, context: context)
      .map { ending(row, $0, [rest, displacement, velocity]) }
  }

  /// The models' states are the first of (x₀, v₀) or (rest, d, v₀).
  private func ending(_ row: CatalogueEntry, _ motion: any EngineMotion, _ state: [Double]) -> Ending {
    let segment = EngineSegment(
      entry: row, state: zip(row.model.state, state).map { ($0.name, $1) }, motion: motion)
    return Ending(curve: .engine(segment), end: motion.duration, motion: motion)
  }

  private var band: RubberBand {
    RubberBand(coefficient: constants.rubberBandCoefficient, dimension: context.dimension)
  }
}

extension ViewMotions.Ending {
  /// Returns the time at which the content passes an offset (pt) before the end, s after the start.
  func time(toReach offset: Double) -> Double? {
    motion.time(toReach: offset).flatMap { $0 < end ? $0 : nil }
  }
}
