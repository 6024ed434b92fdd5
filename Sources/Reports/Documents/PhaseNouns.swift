import Recordings
import ScrollModels

// The words for kinds of phase in reports and on pages. Option values, JSON, CSV and JUnit have the raw values.

extension PhaseKind {
  /// The phase as people call it.
  var noun: String {
    switch self {
    case .deceleration: "fling"
    case .rubberBand: "overscroll drag"
    case .unknownReturn: "return"
    case .programmatic: "programmatic scroll"
    case .constantVelocity: "constant motion"
    case .drag, .rest, .bounce, .snap, .jump, .wheel: rawValue
    }
  }

  /// The noun of a kind in a result; the text itself where it is no kind of phase, as for a range that an option names.
  static func noun(of kind: String) -> String { PhaseKind(rawValue: kind)?.noun ?? kind }
}

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
