// The words for kinds of phase in all that a person reads. Option values, JSON, CSV and the names of JUnit cases have the raw values.

extension PhaseKind {
  /// The phase as people call it.
  package var noun: String {
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
  package static func noun(of kind: String) -> String { PhaseKind(rawValue: kind)?.noun ?? kind }
}
