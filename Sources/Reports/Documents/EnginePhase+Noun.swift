import Recordings
import ScrollModels

extension EnginePhase {
  /// The kind of phase that the motion is recorded as; nil for what is no motion over time or travel.
  var kind: PhaseKind? {
    switch self {
    case .fling: .deceleration
    case .bounce: .bounce
    case .overscroll: .rubberBand
    case .snap: .snap
    case .projection, .momentum: nil
    }
  }

  /// The motion as people call it.
  var noun: String { kind?.noun ?? rawValue }
}
