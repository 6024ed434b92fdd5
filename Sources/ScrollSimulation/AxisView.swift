import Recordings
import ScrollModels

/// The constants a simulated scroll view moves by.
package struct ViewConstants: Equatable, Sendable {
  /// Per millisecond, between 0 and 1: UIScrollView's normal rate is 0.998.
  package var decelerationRate = 0.998
  /// δ, 1/s, of the return to an edge.
  package var bounceDamping = 10.9
  /// δ, 1/s, of the spring to an anchor.
  package var snapDamping = 14.0
  /// c of the rubber band.
  package var rubberBandCoefficient = 0.55
  /// pt/s: a deceleration ends at this speed.
  package var stopVelocity = 10.0
  /// pt: a motion ends this near to where it goes.
  package var settlingDistance = 0.5
  /// s between the rows of a tabulated bounce; absent for none. POP replays one of 0.0167 s.
  package var tableInterval: Double?

  package init() {}

  package var decayConstant: Double { DecelerationRate.decayConstant(rate: decelerationRate) }
}

/// One axis of a headless scroll view: the content's motion by the articles, in continuous time.
///
/// A finger moves it 1:1 inside the edges and by the rubber band beyond; let go inside, it decelerates, up to the edge where it
/// has one in its way, and bounces there from displacement 0 with the velocity it has then; let go beyond, a critically
/// damped spring takes it back from there, as ``OverscrollRelease`` starts it. A new touch freezes it where it is. The
/// motion is a list of closed forms, exact at every time.
package struct AxisView: Sendable {
  package var constants: ViewConstants
  package var edges: ClosedRange<Double>
  /// The engine in place of the constants.
  package let engine: ScrollEngine?
  /// The viewport's length, which is d of the rubber band, and what engines need of the screen.
  package let context: EngineContext
  package private(set) var segments: [MotionSegment] = []
  /// The velocities with which the content glided into an edge, pt/s, and when, s.
  package private(set) var impacts: [(time: Double, velocity: Double)] = []
  /// True if the velocity at an edge is handed to another view instead of a bounce.
  package var handsOver = false

  package init(
    offset: Double, edges: ClosedRange<Double>, constants: ViewConstants, engine: ScrollEngine? = nil,
    context: EngineContext
  ) {
    self.edges = edges
    self.constants = constants
    self.engine = engine
    self.context = context
    segments = [MotionSegment(kind: .rest, from: 0, to: .infinity, curve: .rest(offset))]
  }

  /// The offset, pt, at a time, s.
  package func value(at time: Double) -> Double { segment(at: time).value(at: time) }

  /// The velocity, pt/s, at a time, s.
  package func velocity(at time: Double) -> Double { segment(at: time).velocity(at: time) }

  /// The resting offset before a time, and the time since then; nil where the content is still moving.
  func rest(before time: Double) -> (time: Double, offset: Double)? {
    guard let last = segments.last(where: { $0.from < time }), case .rest(let offset) = last.curve else {
      return nil
    }
    return (last.from, offset)
  }

  private func segment(at time: Double) -> MotionSegment { segments.last { $0.from <= time } ?? segments[0] }

  /// A finger comes down, moves with constant acceleration to the velocity at which it lets go, after a pause that takes the velocity
  /// away.
  ///
  /// - Parameters:
  ///   - start: s; what moved before is frozen there.
  ///   - duration: of the motion, s.
  ///   - velocity: of the finger when it stops or lets go, in the content's sense, pt/s.
  ///   - acceleration: of the finger, pt/s².
  ///   - hold: how long it stays down after it has stopped, s; 0 for letting go in motion.
  /// - Returns: the time at which it lets go and the gesture's velocity then; the content's is the same inside the edges.
  @discardableResult
  package mutating func drag(
    at start: Double, duration: Double, velocity: Double, acceleration: Double = 0, hold: Double = 0
  ) -> (time: Double, velocity: Double) {
    touch(at: start)
    let free = freeOffset(value(at: start))
    let first = velocity - acceleration * duration
    let end = start + duration
    follow(from: start, to: end, free: free, velocity: first, acceleration: acceleration)
    guard hold > 0 else { return (end, velocity) }
    rest(from: end, at: value(at: end))
    return (end + hold, 0)
  }

  /// A finger comes down: the content stays where it is.
  package mutating func touch(at time: Double) {
    impacts.removeAll { $0.time > time }
    rest(from: time, at: value(at: time))
  }

  /// The finger lets go.
  ///
  /// - Parameters:
  ///   - velocity: of the finger then, pt/s.
  ///   - launch: the estimate of it that a glide, and the return of an engine, starts with, pt/s; nil for the velocity itself.
  package mutating func release(at time: Double, velocity: Double, launch: Double? = nil) {
    let offset = value(at: time)
    guard !edges.contains(offset), motions.returnStart == .inwardVelocity else {
      return takeOver(at: time, velocity: launch ?? velocity)
    }
    let edge = nearest(offset)
    let curve = motions.overscroll
    let slope = curve.inverse(of: offset - edge).map { curve.derivative(at: $0) } ?? 0
    let release = OverscrollRelease(
      displacement: offset - edge, velocity: slope * velocity, fingerSpeed: velocity.magnitude)
    coast(from: time, to: time + OverscrollRelease.onset, velocity: release.coastingVelocity)
    bounce(
      at: time + OverscrollRelease.onset, offset: edge + release.displacement, edge: edge,
      velocity: release.initialVelocity)
  }

  /// The content takes a velocity over, pt/s: the gesture's or another view's.
  mutating func takeOver(at time: Double, velocity: Double) {
    let offset = value(at: time)
    if !edges.contains(offset) {
      return bounce(at: time, offset: offset, edge: nearest(offset), velocity: velocity)
    }
    glide(at: time, offset: offset, velocity: velocity)
  }

  /// The finger lets go and a spring takes the content to an anchor.
  package mutating func snap(at time: Double, to anchor: Double, velocity: Double) {
    let snap = motions.snap(to: anchor, displacement: value(at: time) - anchor, velocity: velocity)
    move(.snap, by: snap, from: time, to: anchor)
  }

  // MARK: Pieces

  private func nearest(_ offset: Double) -> Double { min(max(offset, edges.lowerBound), edges.upperBound) }

  /// Returns the position of a finger that would have moved the content freely to an offset.
  private func freeOffset(_ offset: Double) -> Double {
    let edge = nearest(offset)
    return edge + (motions.overscroll.inverse(of: offset - edge) ?? 0)
  }

  private var motions: ViewMotions {
    ViewMotions(constants: constants, engine: engine, context: context)
  }

  private mutating func add(_ segment: MotionSegment) {
    while let last = segments.last, last.from >= segment.from, segments.count > 1 { segments.removeLast() }
    segments[segments.count - 1].to = segment.from
    segments.append(segment)
  }

  private mutating func rest(from time: Double, at offset: Double) {
    if let last = segments.last, last.curve == .rest(offset) {
      segments[segments.count - 1].to = .infinity
      return
    }
    add(MotionSegment(kind: .rest, from: time, to: .infinity, curve: .rest(offset)))
  }

  /// The content between the release and the onset of its return: what it did under the finger goes on until then, or it
  /// keeps a velocity.
  private mutating func coast(from time: Double, to onset: Double, velocity: Double) {
    let index = segments.lastIndex { $0.from <= time } ?? 0
    let held = segments[index]
    if velocity == 0, held.kind == .rest { return rest(from: time, at: held.value(at: time)) }
    let curve = MotionSegment.Curve.coasting(held.curve, release: time - held.from, velocity: velocity)
    segments[index...] = [MotionSegment(kind: held.kind, from: held.from, to: onset, curve: curve)]
  }

  /// The content under a finger, cut where it passes an edge.
  private mutating func follow(
    from start: Double, to end: Double, free: Double, velocity: Double, acceleration: Double
  ) {
    if velocity == 0, acceleration == 0 { return rest(from: start, at: value(at: start)) }
    let duration = end - start
    var cuts = [0.0]
    for edge in [edges.lowerBound, edges.upperBound] where edge.isFinite {
      cuts += Self.times(free - edge, velocity, acceleration / 2).filter { $0 > 0 && $0 < duration }
    }
    cuts.sort()
    for (cut, next) in zip(cuts, cuts.dropFirst() + [duration]) {
      func travel(_ time: Double) -> Double { free + time * (velocity + acceleration * time / 2) }
      let offset = travel(cut)
      let now = velocity + acceleration * cut
      let isInside = edges.contains(travel((cut + next) / 2))
      add(
        MotionSegment(
          kind: isInside ? .drag : .rubberBand, from: start + cut, to: start + next,
          curve: isInside
            ? .finger(offset: offset, velocity: now, acceleration: acceleration)
            : motions.stretch(edges: edges, offset: offset, velocity: now, acceleration: acceleration)))
    }
  }

  /// The roots of a + b t + c t².
  private static func times(_ a: Double, _ b: Double, _ c: Double) -> [Double] {
    if c == 0 { return b == 0 ? [] : [-a / b] }
    let discriminant = b * b - 4 * a * c
    guard discriminant >= 0 else { return [] }
    let q = -(b + (b < 0 ? -1 : 1) * discriminant.squareRoot()) / 2
    return q == 0 ? [0] : [q / c, a / q]
  }

  private mutating func glide(at time: Double, offset: Double, velocity: Double) {
    guard let glide = motions.glide(from: offset, velocity: velocity) else {
      return rest(from: time, at: offset)
    }
    let edge = velocity < 0 ? edges.lowerBound : edges.upperBound
    if edge.isFinite, let crossing = glide.time(toReach: edge) {
      let remaining = glide.motion.velocity(at: crossing)
      impacts.append((time + crossing, remaining))
      if crossing > 0 {
        add(MotionSegment(kind: .deceleration, from: time, to: time + crossing, curve: glide.curve))
      }
      if handsOver { return rest(from: time + crossing, at: edge) }
      return bounce(
        at: time + crossing, offset: edge, edge: edge, velocity: motions.carried(remaining))
    }
    move(.deceleration, by: glide, from: time, to: glide.motion.value(at: glide.end))
  }

  /// An engine that has no return leaves the content at the edge.
  private mutating func bounce(at time: Double, offset: Double, edge: Double, velocity: Double) {
    guard let bounce = motions.bounce(to: edge, displacement: offset - edge, velocity: velocity) else {
      return rest(from: time, at: edge)
    }
    move(.bounce, by: bounce, from: time, to: edge)
  }

  private mutating func move(
    _ kind: PhaseKind, by ending: ViewMotions.Ending, from time: Double, to offset: Double
  ) {
    guard ending.end > 0 else { return rest(from: time, at: offset) }
    add(MotionSegment(kind: kind, from: time, to: time + ending.end, curve: ending.curve))
    rest(from: time + ending.end, at: offset)
  }
}
