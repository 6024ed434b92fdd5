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
