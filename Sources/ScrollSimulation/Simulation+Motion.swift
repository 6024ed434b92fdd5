import Recordings
import ScrollModels

extension Simulation {
  /// The true motion on an axis; nil where its content only rests.
  package func motion(_ axis: Axis) -> (any EngineMotion)? {
    guard let pieces = truth[axis], pieces.contains(where: { $0.kind != .rest }) else { return nil }
    return PiecewiseMotion(pieces: pieces)
  }
}

/// Pieces one after the other, at rest behind the last.
private struct PiecewiseMotion: EngineMotion {
  let pieces: [MotionPiece]

  var duration: Double { pieces.last.map { $0.kind == .rest ? $0.from : $0.to } ?? 0 }

  func value(at time: Double) -> Double { piece(at: time).value(at: time) }

  func velocity(at time: Double) -> Double { piece(at: time).velocity(at: time) }

  /// Nil: the content may turn.
  func time(toReach offset: Double) -> Double? { nil }

  private func piece(at time: Double) -> MotionPiece { pieces.last { $0.from <= time } ?? pieces[0] }
}
