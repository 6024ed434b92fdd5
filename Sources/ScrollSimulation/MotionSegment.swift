import Elementary
import Recordings
import ScrollModels

/// A stretch of true motion on one axis: one model from one time to another.
package struct MotionSegment: Equatable, Sendable {
  package let kind: PhaseKind
  /// s.
  package let from: Double
  package internal(set) var to: Double
  package let curve: Curve

  /// The models of the articles and of other engines, each with t = 0 where its piece begins.
  package enum Curve: Equatable, Sendable {
    /// One offset, pt.
    case rest(Double)
    /// x = offset + velocity t + ½ acceleration t²: the content follows the finger.
    case finger(offset: Double, velocity: Double, acceleration: Double)
    /// The finger beyond an edge: its free offset, held back by the rubber band.
    case rubberBand(
      RubberBand, edges: ClosedRange<Double>, offset: Double, velocity: Double, acceleration: Double)
    case deceleration(Deceleration)
    case bounce(Bounce)
    /// A bounce replayed from a table: its value changes every `interval` s.
    case tabulated(Bounce, interval: Double)
    /// A glide, a return or a snap of an engine of the catalogue.
    case engine(EngineSegment)
    /// The finger beyond an edge: its free offset, held back as an engine does.
    case stretch(
      EngineOverscrollSegment, edges: ClosedRange<Double>, offset: Double, velocity: Double,
      acceleration: Double)
    /// A model up to the finger's release, s after the piece's start; the content keeps a velocity (pt/s) from there on.
    indirect case coasting(Curve, release: Double, velocity: Double)
  }

  /// x(t), pt, at a time of the recording, s; also before and after the piece, where its model goes on.
  package func value(at time: Double) -> Double { curve.value(at: time - from) }

  /// x′(t), pt/s.
  package func velocity(at time: Double) -> Double { curve.velocity(at: time - from) }
}

extension MotionSegment.Curve {
  fileprivate func value(at elapsed: Double) -> Double {
    switch self {
    case .rest(let offset): offset
    case .finger(let offset, let velocity, let acceleration):
      offset + elapsed * (velocity + acceleration * elapsed / 2)
    case .rubberBand(let band, let edges, let offset, let velocity, let acceleration):
      band.clamped(offset + elapsed * (velocity + acceleration * elapsed / 2), to: edges)
    case .deceleration(let deceleration): deceleration.value(at: elapsed)
    case .bounce(let bounce): bounce.value(at: elapsed)
    case .tabulated(let bounce, let interval):
      bounce.value(at: (elapsed / interval).rounded(.down) * interval)
    case .engine(let segment): segment.motion.value(at: elapsed)
    case .stretch(let stretch, let edges, let offset, let velocity, let acceleration):
      stretch.curve.clamped(offset + elapsed * (velocity + acceleration * elapsed / 2), to: edges)
    case .coasting(let curve, let release, let velocity):
      curve.value(at: min(elapsed, release)) + max(0, elapsed - release) * velocity
    }
  }

  /// At the release of a coasting piece it is still the model's.
  fileprivate func velocity(at elapsed: Double) -> Double {
    switch self {
    case .rest: return 0
    case .finger(_, let velocity, let acceleration): return velocity + acceleration * elapsed
    case .rubberBand(let band, let edges, let offset, let velocity, let acceleration):
      return Self.stretched(band, edges, offset, velocity, acceleration, elapsed)
    case .stretch(let stretch, let edges, let offset, let velocity, let acceleration):
      return Self.stretched(stretch.curve, edges, offset, velocity, acceleration, elapsed)
    case .engine(let segment): return segment.motion.velocity(at: elapsed)
    case .deceleration(let deceleration): return deceleration.velocity(at: elapsed)
    case .bounce(let bounce), .tabulated(let bounce, _): return bounce.velocity(at: elapsed)
    case .coasting(let curve, let release, let velocity):
      return elapsed <= release ? curve.velocity(at: elapsed) : velocity
    }
  }

  /// The velocity of content that a finger holds beyond an edge, pt/s.
  private static func stretched(
    _ curve: any EngineOverscroll, _ edges: ClosedRange<Double>, _ offset: Double, _ velocity: Double,
    _ acceleration: Double, _ elapsed: Double
  ) -> Double {
    let free = offset + elapsed * (velocity + acceleration * elapsed / 2)
    let beyond = max(0, free - edges.upperBound) - max(0, edges.lowerBound - free)
    return (velocity + acceleration * elapsed) * (beyond == 0 ? 1 : curve.derivative(at: beyond))
  }
}

/// A motion by a row of the catalogue, with what it started from.
package struct EngineSegment: Equatable, Sendable {
  let entry: CatalogueEntry
  /// By the names of the model's state.
  let state: [(name: String, value: Double)]
  let motion: any EngineMotion

  package static func == (one: EngineSegment, other: EngineSegment) -> Bool {
    one.entry.engine == other.entry.engine && one.entry.phase == other.entry.phase
      && one.state.map(\.value) == other.state.map(\.value)
      && one.motion.duration == other.motion.duration
  }
}

/// The content's travel under a finger beyond an edge by a row of the catalogue; without one it is held at the edge.
package struct EngineOverscrollSegment: Equatable, Sendable {
  let entry: CatalogueEntry?
  let dimension: Double
  let curve: any EngineOverscroll

  init(_ entry: CatalogueEntry?, context: EngineContext) {
    self.entry = entry
    dimension = context.dimension
    curve = entry?.overscroll(context: context) ?? LinearStretch(slope: 0, limit: .infinity)
  }

  package static func == (one: EngineOverscrollSegment, other: EngineOverscrollSegment) -> Bool {
    one.entry?.engine == other.entry?.engine && one.dimension == other.dimension
  }
}

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
