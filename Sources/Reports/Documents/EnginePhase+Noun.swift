import Recordings
import ScrollModels

extension EnginePhase {
  /// The motion as people call it.
  var noun: String {
    switch self {
    case .fling: PhaseKind.deceleration.noun
    case .bounce: PhaseKind.bounce.noun
    case .overscroll: PhaseKind.rubberBand.noun
    case .snap: PhaseKind.snap.noun
    case .projection, .momentum: rawValue
    }
  }
}
