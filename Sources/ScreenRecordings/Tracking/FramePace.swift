/// The motion of the content in a frame, by which it is known what encoders do to the frame.
///
/// An encoder of a low rate repeats blocks of earlier pictures while the content moves slowly: such a frame shows an earlier offset, or two
/// at once. Fast motion it has to code, and at rest it catches up.
enum FramePace: Equatable {
  /// At one position for `longestLag` before and after.
  case rest
  case slow
  /// One step or more from the frame before and to the next.
  case single
  /// Two steps or more.
  case moderate
  /// Six steps or more.
  case fast

  /// The time in which an encoder catches up with content that has come to rest, s.
  private static let longestLag = 0.1

  /// The paces of a scene's frames; slow where the position is not known.
  ///
  /// - Parameter step: the distance between neighboring positions, px.
  /// - Complexity: O(frames · frames in `longestLag`).
  static func paces(_ observations: [Scene.Observation], step: Double) -> [FramePace] {
    var paces = [FramePace](repeating: .slow, count: observations.count)
    let known = observations.indices.filter { observations[$0].doubt == nil }
    let positions = known.map { observations[$0].position }
    let times = known.map { observations[$0].time }
    var first = 0
    var last = 0
    for (order, index) in known.enumerated() {
      while times[first] < times[order] - longestLag { first += 1 }
      while last + 1 < known.count, times[last + 1] < times[order] + longestLag { last += 1 }
      let before = abs(positions[order] - positions[max(0, order - 1)])
      let after = abs(positions[min(known.count - 1, order + 1)] - positions[order])
      let least = Double(min(before, after))
      if least >= 6 * step {
        paces[index] = .fast
      } else if least >= 2 * step {
        paces[index] = .moderate
      } else if least >= step {
        paces[index] = .single
      } else if positions[first...last].allSatisfy({ $0 == positions[order] }) {
        paces[index] = .rest
      }
    }
    return paces
  }
}
