/// What the content does between two boundaries.
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
}

/// A range of a recording on one axis in which one thing happens.
public struct Phase: Equatable, Sendable {
  public let axis: Axis
  public let kind: PhaseKind
  /// The samples of the trace that belong to it; neighbouring phases share none.
  public let samples: Range<Int>
  /// The time of the first sample, s since the recording's first.
  public let from: Double
  /// Half the width of the interval around ``from`` that the change happened in, s.
  public let fromError: Double
  /// The time of the last sample, s since the recording's first.
  public let to: Double
  /// Half the width of the interval around ``to`` that the change happened in, s.
  public let toError: Double
  /// Why it is taken for what it is, in a sentence.
  public let evidence: String

  public init(
    axis: Axis, kind: PhaseKind, samples: Range<Int>, from: Double, fromError: Double, to: Double,
    toError: Double,
    evidence: String
  ) {
    self.axis = axis
    self.kind = kind
    self.samples = samples
    self.from = from
    self.fromError = fromError
    self.to = to
    self.toError = toError
    self.evidence = evidence
  }
}
