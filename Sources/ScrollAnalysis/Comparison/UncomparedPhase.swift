public import Recordings

/// A kind of phase that has no comparison, because a side lacks it or because no model was fitted on a side.
public struct UncomparedPhase: Equatable, Sendable {
  public let phase: PhaseKind
  /// Motions of each side.
  public let countA: Int
  public let countB: Int

  /// A phase that one side lacks is a difference; without a model on a side there is no verdict.
  public var likeness: Likeness { countA == 0 || countB == 0 ? .different : .undecided }

  init(_ phase: PhaseKind, _ a: MotionSet, _ b: MotionSet) {
    self.phase = phase
    countA = a.motions(phase).count
    countB = b.motions(phase).count
  }

  /// The kinds of phase that either side has and that are not compared, in the order of ``PhaseKind``.
  static func all(_ a: MotionSet, _ b: MotionSet, compared: [PhaseKind]) -> [UncomparedPhase] {
    PhaseKind.allCases.filter { !compared.contains($0) && (a.phases + b.phases).contains($0) }
      .map { UncomparedPhase($0, a, b) }
  }
}
