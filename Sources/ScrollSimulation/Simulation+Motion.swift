import Recordings
import ScrollModels

extension Simulation {
  /// The true motion on an axis; nil where its content only rests.
  package func motion(_ axis: Axis) -> (any EngineMotion)? {
    guard let segments = truth[axis], segments.contains(where: { $0.kind != .rest }) else { return nil }
    return PiecewiseMotion(segments: segments)
  }
}

/// Pieces one after the other, at rest behind the last.
private struct PiecewiseMotion: EngineMotion {
  let segments: [MotionSegment]

  var duration: Double { segments.last.map { $0.kind == .rest ? $0.from : $0.to } ?? 0 }

  func value(at time: Double) -> Double { segment(at: time).value(at: time) }

  func velocity(at time: Double) -> Double { segment(at: time).velocity(at: time) }

  /// Nil: the content may turn.
  func time(toReach offset: Double) -> Double? { nil }

  private func segment(at time: Double) -> MotionSegment { segments.last { $0.from <= time } ?? segments[0] }
}
