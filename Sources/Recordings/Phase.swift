/// The motion of the content between two boundaries.
public enum PhaseKind: String, CaseIterable, Sendable {
  /// It follows a finger.
  case drag
  /// It follows a finger beyond an edge, by less than the finger moves.
  case rubberBand
  /// It slows down by itself.
  case deceleration
  /// It returns to an edge from beyond it.
  case bounce
  /// It springs to a place that is no edge.
  case snap
  /// It stands still.
  case rest
  /// It is somewhere else from one sample to the next.
  case jump
  /// A program moves it along an easing curve.
  case programmatic
  /// A program moves it at a constant velocity.
  case constantVelocity
  /// A wheel or a key moves it by steps of one size.
  case wheel
  /// It comes back from beyond a place, by a motion that no model describes.
  case unknownReturn = "return"
}

/// Another explanation of a phase.
package struct PhaseAlternative: Equatable, Sendable {
  package let kind: PhaseKind
  /// The model it follows then, as `--model` names it; nil where the kind has none.
  package let model: String?
  /// Its posterior probability among the explanations that were weighed, 0…1.
  package let probability: Double

  package init(kind: PhaseKind, model: String?, probability: Double) {
    self.kind = kind
    self.model = model
    self.probability = probability
  }
}

/// A range of a recording on one axis in which one thing happens.
public struct Phase: Equatable, Sendable {
  /// The axis of the offsets.
  public let axis: Axis
  /// The kind of motion.
  public let kind: PhaseKind
  /// The samples of the trace that belong to it; neighboring phases share none.
  public let samples: Range<Int>
  /// The time of the first sample, s since the recording's first.
  public let from: Double
  /// Half the width of the interval around ``from`` that the change happened in, s.
  public let fromError: Double
  /// The time of the last sample, s since the recording's first.
  public let to: Double
  /// Half the width of the interval around ``to`` that the change happened in, s.
  public let toError: Double
  /// The model that describes it, as `--model` names it; nil for a kind without one and where none does.
  package let model: String?
  /// The other explanations, most probable first.
  package let alternatives: [PhaseAlternative]
  /// The evidence for the kind, in a sentence.
  public let evidence: String

  package init(
    axis: Axis, kind: PhaseKind, samples: Range<Int>, from: Double, fromError: Double, to: Double,
    toError: Double, model: String? = nil, alternatives: [PhaseAlternative] = [], evidence: String
  ) {
    self.axis = axis
    self.kind = kind
    self.samples = samples
    self.from = from
    self.fromError = fromError
    self.to = to
    self.toError = toError
    self.model = model
    self.alternatives = alternatives
    self.evidence = evidence
  }
}

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
