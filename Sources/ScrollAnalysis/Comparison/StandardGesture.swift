import Recordings
import ScrollModels
import ScrollSegmentation

/// A gesture that both sides of a comparison answer from the same start.
///
/// The set is fixed, so that verdicts can be compared with each other:
///
/// | phase        | gestures                                                             |
/// |--------------|----------------------------------------------------------------------|
/// | deceleration | flings at 500, 1000, 2000 and 4000 a second                          |
/// | bounce       | edge hits at 500, 1000, 2000 and 4000 a second                       |
/// |              | releases 50, 100 and 200 beyond the edge, after the finger has held  |
/// |              | the content there                                                    |
/// | snap         | let go 100 and 300 away from the anchor                              |
/// |              | let go 300 away at 1000 a second towards it                          |
/// | rubberBand   | pulls of the finger by 50, 100, 200 and 400 beyond the edge          |
///
/// A critically damped return is UIScrollView's: after such a release it starts with the inward velocity of
/// ``OverscrollRelease``, any other return at rest. Lengths are in the recordings' unit. From a swift flick to a slow one: 4000 pt/s crosses a phone's screen
/// in a fifth of a second.
package struct StandardGesture: Equatable, Sendable {
  package let phase: PhaseKind
  /// `fling at 1000 pt/s`.
  package let name: String
  package let start: Start
  /// `an edge hit at 1000 pt/s`.
  package var title: String { ("aeiou".contains(name.prefix(1)) ? "an " : "a ") + name }

  /// The state that the motion begins in.
  package enum Start: Equatable, Sendable {
    /// Let go at a displacement from where it comes to rest (0 for a glide), with a velocity.
    case release(displacement: Double, velocity: Double)
    /// The finger moves this far beyond the edge.
    case pull(travel: Double)
  }

  /// The gestures of a phase; empty for a phase without model.
  ///
  /// - Parameter returnStart: the way that a return starts after a release beyond the edge.
  package static func all(_ phase: PhaseKind, unit: String, returnStart: ReturnStart) -> [StandardGesture] {
    func release(_ name: String, displacement: Double = 0, velocity: Double = 0) -> StandardGesture {
      StandardGesture(
        phase: phase, name: name, start: .release(displacement: displacement, velocity: velocity))
    }
    let velocities = [500, 1000, 2000, 4000]
    switch phase {
    case .deceleration:
      return velocities.map { release("fling at \($0) \(unit)/s", velocity: Double($0)) }
    case .bounce:
      return velocities.map { release("edge hit at \($0) \(unit)/s", velocity: Double($0)) }
        + [50, 100, 200].map { displacement in
          release(
            "release \(displacement) \(unit) beyond the edge", displacement: Double(displacement),
            velocity: returnStart.velocity(displacement: Double(displacement)))
        }
    case .snap:
      return [100, 300].map { release("snap from \($0) \(unit)", displacement: Double($0)) }
        + [release("snap from 300 \(unit) at 1000 \(unit)/s", displacement: 300, velocity: -1000)]
    case .rubberBand:
      return [50, 100, 200, 400].map {
        StandardGesture(
          phase: phase, name: "overscroll drag by \($0) \(unit)", start: .pull(travel: Double($0)))
      }
    case .drag, .rest, .jump, .programmatic, .constantVelocity, .wheel, .unknownReturn: return []
    }
  }
}

extension ReturnStart {
  /// The velocity with which content that was held at a displacement from the edge starts to return.
  fileprivate func velocity(displacement: Double) -> Double {
    switch self {
    case .gestureVelocity: 0
    case .inwardVelocity: OverscrollRelease(displacement: displacement).initialVelocity
    }
  }
}
