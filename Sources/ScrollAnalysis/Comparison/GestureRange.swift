import Recordings

/// The gestures that the recordings of both sides cover: a model that holds for slow motions is no evidence for
/// faster or wider ones.
///
/// Flings are covered up to the speed of the fastest one on either side, returns and drags beyond an edge up to the
/// largest displacement. A quantity that a motion does not record covers every gesture.
struct GestureRange {
  /// A gesture this much beyond the recorded range is covered too.
  private static let tolerance = 1.1

  /// Length a second.
  private let speed: Double
  /// Length.
  private let travel: Double

  init(_ a: [RecordedMotion], _ b: [RecordedMotion]) {
    func least(_ value: (RecordedMotion) -> Double?) -> Double {
      [a, b].map { side in
        side.contains { value($0) == nil } ? .infinity : side.compactMap(value).max() ?? .infinity
      }.min() ?? .infinity
    }
    speed = least(\.speed)
    travel = least(\.travel)
  }

  /// Recorded maximum of what a gesture demands, where the gesture demands more: speed of a fling, travel of a drag
  /// beyond the edge, displacement of a return. Nil for a covered gesture.
  ///
  /// - Parameter displacement: largest displacement from the end of the motion on either side.
  func shortage(of gesture: StandardGesture, displacement: Double) -> Double? {
    let (demand, recorded) =
      switch gesture.start {
      case .release(_, let velocity) where gesture.phase == .deceleration: (abs(velocity), speed)
      case .release: (displacement, self.travel)
      case .pull(let travel): (travel, self.travel)
      }
    return demand > Self.tolerance * recorded ? recorded : nil
  }
}
